//! Arrangements: disjoint sets of pieces on the cells of a board, each kind with a fixed number of pieces.

use std::ops::Range;
use std::sync::Arc;

use crate::index::subsets::{Subsets, binomial, next_subset};
use crate::{Index, spread, squeeze};

/// Beyond this many sets a stage computes the set from its number instead of looking it up.
const PATTERN_LIMIT: u64 = 1 << 16;

/// From one set to another that is no further on than this, going set by set is faster than starting from the number.
const NEAR: u64 = 16;

/// One kind of piece in the order in which kinds are placed: it takes cells of its region that the kinds
/// before have left free.
#[derive(Clone, Debug)]
struct Stage {
    region: u64,
    pieces: u32,
    /// How many ways there are to place it.
    ways: u64,
    /// All of them, squeezed into the free cells of the region, unless they are too many.
    patterns: Vec<u32>,
}

/// The placement of several kinds, one after the other, on the cells that are free.
#[derive(Clone, Debug)]
pub(crate) struct Stages<const K: usize> {
    kinds: [Stage; K],
    subsets: Arc<Subsets>,
    ways: u64,
}

impl<const K: usize> Stages<K> {
    /// `taken` says how many cells of each region are occupied before the first stage.
    pub(crate) fn new(
        subsets: Arc<Subsets>,
        kinds: [(u64, u32); K],
        taken: impl Fn(u64) -> u32,
    ) -> Stages<K> {
        let mut ways = 1;
        let kinds = std::array::from_fn(|i| {
            let (region, pieces) = kinds[i];
            let mut free = region.count_ones() - taken(region);
            for &(earlier, count) in &kinds[..i] {
                let nested = earlier & region == earlier;
                assert!(
                    nested || earlier & region == 0,
                    "regions must be nested or disjoint, inner ones first"
                );
                free = free.saturating_sub(if nested { count } else { 0 });
            }
            let stage_ways = binomial(free, pieces);
            let patterns = match stage_ways {
                0..=PATTERN_LIMIT => Subsets::all(free, pieces).map(|mask| mask as u32).collect(),
                _ => Vec::new(),
            };
            ways *= stage_ways;
            Stage { region, pieces, ways: stage_ways, patterns }
        });
        Stages { kinds, subsets, ways }
    }

    pub(crate) fn ways(&self) -> u64 {
        self.ways
    }

    /// The number of the placement of the kinds from `FIRST` on, given the cells occupied before. Hot.
    #[inline(always)]
    pub(crate) fn rank<const FIRST: usize>(&self, mut occupied: u64, sets: [u64; K]) -> u64 {
        let mut rank = 0;
        // Slices, not `skip`: the loop must unroll.
        for (stage, &set) in self.kinds[FIRST..].iter().zip(&sets[FIRST..]) {
            let number = self.subsets.rank(squeeze(set, stage.region & !occupied));
            rank = rank * stage.ways + number;
            occupied |= set;
        }
        rank
    }

    pub(crate) fn unrank(&self, mut occupied: u64, mut rank: u64) -> [u64; K] {
        let mut digits = [0; K];
        for (stage, digit) in self.kinds.iter().zip(&mut digits).rev() {
            *digit = rank % stage.ways;
            rank /= stage.ways;
        }
        let mut sets = [0; K];
        for ((stage, digit), set) in self.kinds.iter().zip(digits).zip(&mut sets) {
            *set = self.place(stage, digit, occupied);
            occupied |= *set;
        }
        sets
    }

    /// The cells that the last kind may take, given the cells occupied before.
    pub(crate) fn free_for_last(&self, occupied: u64) -> u64 {
        self.kinds[K - 1].region & !occupied
    }

    /// The set of the last kind by its number, given the cells occupied before. Hot.
    #[inline]
    pub(crate) fn place_last(&self, occupied: u64, number: u64) -> u64 {
        self.place(&self.kinds[K - 1], number, occupied)
    }

    /// The same set, renumbered within the cells that are free for it.
    #[inline]
    pub(crate) fn pattern_of_last(&self, number: u64) -> u64 {
        self.pattern(&self.kinds[K - 1], number)
    }

    /// How many cells are free for the last kind, and how many pieces it has.
    pub(crate) fn last_cells_and_size(&self, occupied: u64) -> (u32, u32) {
        (self.free_for_last(occupied).count_ones(), self.kinds[K - 1].pieces)
    }

    #[inline]
    fn place(&self, stage: &Stage, number: u64, occupied: u64) -> u64 {
        spread(self.pattern(stage, number), stage.region & !occupied)
    }

    #[inline]
    fn pattern(&self, stage: &Stage, number: u64) -> u64 {
        match stage.patterns.get(number as usize) {
            Some(&bits) => u64::from(bits),
            None => self.subsets.unrank(stage.pieces, number),
        }
    }

    /// The same for numbers that grow. `last` is the number before and its set, before they are spread.
    #[inline]
    fn place_next(&self, stage: &Stage, number: u64, occupied: u64, last: &mut Option<(u64, u64)>) -> u64 {
        if !stage.patterns.is_empty() {
            return self.place(stage, number, occupied);
        }
        let bits = match *last {
            Some((before, bits)) if number - before <= NEAR => {
                (before..number).fold(bits, |bits, _| next_subset(bits))
            }
            _ => self.subsets.unrank(stage.pieces, number),
        };
        *last = Some((number, bits));
        spread(bits, stage.region & !occupied)
    }

    /// All wanted placements with a number in the range, in order. Hot: the last kind turns fastest, and
    /// is looked up only for wanted placements.
    #[inline]
    pub(crate) fn scan(
        &self,
        occupied: u64,
        ranks: Range<u64>,
        want: impl Fn(u64) -> bool,
        mut visit: impl FnMut(u64, [u64; K]),
    ) {
        let Some(last) = self.kinds.last() else {
            if !ranks.is_empty() && want(0) {
                visit(0, [0; K]);
            }
            return;
        };
        let mut rank = ranks.start;
        while rank < ranks.end {
            let base = rank - rank % last.ways;
            let end = ranks.end.min(base + last.ways);
            let mut sets = self.unrank(occupied, base);
            let taken = sets[..K - 1].iter().fold(occupied, |taken, set| taken | set);
            let mut before = None;
            while rank < end {
                if want(rank) {
                    sets[K - 1] = self.place_next(last, rank - base, taken, &mut before);
                    visit(rank, sets);
                }
                rank += 1;
            }
        }
    }
}

/// `K` kinds of pieces on a board of at most 32 cells, without symmetry. Each kind has a fixed number of
/// pieces and may be limited to its own region; regions must be nested or disjoint, inner ones first.
///
/// ```
/// use zermelo_core::{Arrangement, Index};
/// // Two black and one white piece on five cells, the white one only on the last two.
/// let index = Arrangement::new([(0b11000, 1), (0b11111, 2)]);
/// assert_eq!(index.len(), 2 * 6);
/// let item = [0b10000, 0b00011];
/// assert_eq!(index.unrank(index.rank(item)), Some(item));
/// ```
#[derive(Clone, Debug)]
pub struct Arrangement<const K: usize> {
    stages: Stages<K>,
}

impl<const K: usize> Arrangement<K> {
    /// An index for kinds given as (region, number of pieces).
    ///
    /// # Panics
    /// If regions overlap without being nested, or lie beyond 32 cells.
    pub fn new(kinds: [(u64, u32); K]) -> Arrangement<K> {
        let board = kinds.iter().fold(0, |all, kind| all | kind.0);
        let subsets = Arc::new(Subsets::new(64 - board.leading_zeros()));
        Arrangement { stages: Stages::new(subsets, kinds, |_| 0) }
    }
}

impl<const K: usize> Index for Arrangement<K> {
    type Item = [u64; K];

    fn len(&self) -> u64 {
        self.stages.ways()
    }

    #[inline]
    fn rank(&self, sets: [u64; K]) -> u64 {
        self.stages.rank::<0>(0, sets)
    }

    fn unrank(&self, slot: u64) -> Option<[u64; K]> {
        Some(self.stages.unrank(0, slot))
    }

    fn images(&self, _: u64) -> u64 {
        1
    }

    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, visit: impl FnMut(u64, [u64; K])) {
        self.stages.scan(0, slots, want, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::slots::check_laws;

    #[test]
    fn arrangements_are_numbered_without_gaps() {
        let whole = (1 << 7) - 1;
        assert_eq!(check_laws(&Arrangement::new([(whole, 2), (whole, 3)])), 21 * 10);
        assert_eq!(check_laws(&Arrangement::new([(0b11, 1), (0b1100, 1), (whole, 2)])), 2 * 2 * 10);
        assert_eq!(check_laws(&Arrangement::new([(whole, 0)])), 1);
        assert_eq!(check_laws(&Arrangement::new([(whole, 8)])), 0);
        assert_eq!(check_laws(&Arrangement::<0>::new([])), 1);
    }

    #[test]
    fn a_kind_of_many_ways_is_numbered_without_a_list() {
        let index = Arrangement::new([((1 << 24) - 1, 9)]);
        assert!(index.len() > PATTERN_LIMIT);
        for slot in [0, 1, 777_777, index.len() - 1] {
            assert_eq!(index.rank(index.unrank(slot).unwrap()), slot);
        }
    }

    #[test]
    fn a_scan_without_a_list_sees_what_unrank_gives_with_gaps_of_any_length() {
        let index = Arrangement::new([(0b111, 1), ((1 << 24) - 1, 9)]);
        for gap in [1, 2, NEAR, NEAR + 1, 1000] {
            // Across the border of two sets of the first kind.
            let border = index.len() / 3;
            let slots = border - 5000..border + 5000;
            let mut scanned = Vec::new();
            let want = |slot: u64| slot.is_multiple_of(gap);
            index.scan(slots.clone(), want, |slot, item| scanned.push((slot, item)));
            let wanted = slots.filter(|&slot| want(slot));
            let expected: Vec<_> = wanted.map(|slot| (slot, index.unrank(slot).unwrap())).collect();
            assert_eq!(scanned, expected);
        }
    }
}
