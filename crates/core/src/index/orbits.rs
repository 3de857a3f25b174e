//! Arrangements up to the symmetries of the board.
//!
//! The first kind of piece is the *key*. Two arrangements that are images of each other have key sets in the
//! same orbit of the group, so a slot is
//!
//! > (number of the key set's orbit) x (number of the other kinds' placement on the remaining cells)
//!
//! after moving everything by the group element that brings the key set to the representative of its orbit.
//! That element comes from a table, so ranking costs the same with symmetry as without. The only redundancy
//! left: a representative that is itself symmetric (has a non-trivial *stabiliser*) leaves several equivalent
//! placements for the others; the smallest number is the rank and the rest are unused slots. On the 4x4 board
//! of Quixo these are 4 % of the slots.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::blocks::planes::{CellMap, PlaneRanks};
use crate::index::arrangement::Stages;
use crate::index::bits::{Squeezing, bits_of, run_squeezing};
use crate::index::subsets::Subsets;
use crate::{Group, Images, Index, Place, Planes, Slide, spread};

/// A board with its symmetries and the tables that all its orbit indexes share. Build it once per game.
///
/// ```
/// use zermelo_core::{Grid, Index, SymmetricBoard};
/// let grid = Grid::new(3, 3);
/// let board = SymmetricBoard::new(9, &grid.symmetries());
/// // Three crosses and two noughts on a 3x3 board.
/// let index = board.orbits([3, 2]);
/// assert_eq!(index.rank([0b000_000_111, 0b000_011_000]), index.rank([0b111_000_000, 0b000_110_000]));
/// ```
#[derive(Debug)]
pub struct SymmetricBoard {
    cells: u32,
    group: Group,
    subsets: Arc<Subsets>,
    /// One table for each size of a key set, made when first needed.
    keys: Vec<OnceLock<Arc<Keys>>>,
}

/// The orbits of all key sets of one size.
#[derive(Debug)]
struct Keys {
    /// By rank of the key set: where it belongs.
    entries: Vec<Entry>,
    /// By number of the orbit: its representative, and the set of group elements that leave it as it is.
    orbits: Vec<(u64, u64)>,
}

/// `orbit << 6 | symmetric << 5 | element`: the orbit, whether its representative has symmetries of its own,
/// and the group element that leads to the representative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(u32);

impl Entry {
    const NONE: Entry = Entry(u32::MAX);
    const MAX_GROUP: usize = 32;

    fn new(orbit: usize, symmetric: bool, element: usize) -> Entry {
        assert!(element < Entry::MAX_GROUP && orbit < 1 << 26, "too large a board or group");
        Entry((orbit as u32) << 6 | u32::from(symmetric) << 5 | element as u32)
    }

    #[inline]
    pub(crate) fn orbit(self) -> usize {
        (self.0 >> 6) as usize
    }

    #[inline]
    pub(crate) fn symmetric(self) -> bool {
        self.0 >> 5 & 1 == 1
    }

    #[inline]
    pub(crate) fn element(self) -> usize {
        (self.0 & 31) as usize
    }
}

impl SymmetricBoard {
    /// A board of `cells` cells whose symmetry group has these generators.
    pub fn new(cells: usize, generators: &[crate::Permutation]) -> Arc<SymmetricBoard> {
        let group = Group::generate(cells, generators);
        let subsets = Arc::new(Subsets::new(cells as u32));
        let keys = (0..=cells).map(|_| OnceLock::new()).collect();
        Arc::new(SymmetricBoard { cells: cells as u32, group, subsets, keys })
    }

    /// The symmetries.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The index of arrangements with these numbers of pieces; the first kind is the key.
    pub fn orbits<const K: usize>(self: &Arc<Self>, pieces: [u32; K]) -> Orbits<K> {
        let key = pieces[0];
        assert!(pieces.iter().sum::<u32>() <= self.cells, "more pieces than cells");
        let whole = (1u64 << self.cells) - 1;
        // The stage of the key itself is kept, with one way, so that K kinds need no array of K - 1.
        let kinds = std::array::from_fn(|i| (whole, if i == 0 { 0 } else { pieces[i] }));
        let others = Stages::new(self.subsets.clone(), kinds, |_| key);
        let keys = self.keys[key as usize].get_or_init(|| Arc::new(self.find_orbits(key))).clone();
        let len = keys.orbits.len() as u64 * others.ways();
        Orbits { board: self.clone(), keys, others, len, plane_ranks: OnceLock::new() }
    }

    fn find_orbits(&self, key: u32) -> Keys {
        let mut entries = vec![Entry::NONE; crate::binomial(self.cells, key) as usize];
        let mut orbits = Vec::new();
        for (rank, set) in Subsets::all(self.cells, key).enumerate() {
            if entries[rank] != Entry::NONE {
                continue;
            }
            let fixing = |g: &usize| self.group.image(*g, set) == set;
            let stabiliser: u64 = (0..self.group.len()).filter(fixing).map(|g| 1 << g).sum();
            for g in 0..self.group.len() {
                let image = self.subsets.rank(self.group.image(g, set)) as usize;
                entries[image] = Entry::new(orbits.len(), stabiliser != 1, self.group.inverse(g));
            }
            orbits.push((set, stabiliser));
        }
        Keys { entries, orbits }
    }
}

/// An index of arrangements of `K` kinds up to symmetry; an arrangement and all its images share a slot, see
/// the top of this file.
#[derive(Clone, Debug)]
pub struct Orbits<const K: usize> {
    board: Arc<SymmetricBoard>,
    keys: Arc<Keys>,
    others: Stages<K>,
    len: u64,
    /// Tables for ranking many sets of the last kind at once, made when first needed.
    plane_ranks: OnceLock<Option<Arc<PlaneRanks>>>,
}

impl<const K: usize> Orbits<K> {
    /// The number of slots that share one key set.
    pub fn block_len(&self) -> u64 {
        self.others.ways()
    }

    /// Where the key set belongs, and the other kinds after moving them along with it.
    #[inline(always)]
    pub(crate) fn to_representative(&self, sets: [u64; K]) -> (Entry, [u64; K]) {
        let entry = self.keys.entries[self.board.subsets.rank(sets[0]) as usize];
        (entry, self.moved(entry.element(), sets))
    }

    /// The slot under a key set without symmetries of its own, of what
    /// [`to_representative`](Orbits::to_representative) gave.
    #[inline(always)]
    pub(crate) fn slot(&self, orbit: usize, moved: [u64; K]) -> u64 {
        orbit as u64 * self.block_len() + self.others.rank::<1>(self.keys.orbits[orbit].0, moved)
    }

    /// The same under a symmetric key set: the slots of all images that keep the key set, each with the
    /// element that leads to it. `sets[0]` is not looked at.
    pub(crate) fn slots(&self, orbit: usize, sets: [u64; K]) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.symmetries_of(orbit).map(move |g| (g, self.slot(orbit, self.moved(g, sets))))
    }

    /// The group elements that leave the key set of an orbit as it is.
    fn symmetries_of(&self, orbit: usize) -> impl Iterator<Item = usize> + use<K> {
        let stabiliser = self.keys.orbits[orbit].1;
        (0..self.board.group.len()).filter(move |g| stabiliser >> g & 1 == 1)
    }

    /// The number of blocks: ranges of slots that share one key set.
    pub fn blocks(&self) -> u64 {
        self.keys.orbits.len() as u64
    }

    /// The key set that all slots of a block share, and whether it has symmetries of its own.
    pub fn key_of(&self, block: u64) -> (u64, bool) {
        let (key, stabiliser) = self.keys.orbits[block as usize];
        (key, stabiliser != 1)
    }

    /// From how many sides the arrangement in a slot looks the same.
    pub fn sides(&self, slot: u64) -> u64 {
        self.board.group.len() as u64 / self.images(slot)
    }

    /// The block to which arrangements with this key set belong.
    #[inline]
    pub fn landing(&self, key: u64) -> Landing<'_, K> {
        self.landing_at(self.entry(key), key)
    }

    /// What the tables say of a key set: to be kept where it is asked for again and again.
    #[inline]
    pub fn entry(&self, key: u64) -> Entry {
        self.keys.entries[self.board.subsets.rank(key) as usize]
    }

    /// The same as [`landing`](Orbits::landing), for a key set of which the entry is known.
    #[inline]
    pub fn landing_at(&self, entry: Entry, key: u64) -> Landing<'_, K> {
        let block = entry.orbit();
        let images = self.board.group.images(entry.element());
        let first = block as u64 * self.block_len();
        Landing { index: self, block, first, images, symmetric: entry.symmetric(), key: images.of(key) }
    }

    /// The orbit of the key set of a slot, and whether its representative has symmetries of its own.
    pub(crate) fn orbit_of(&self, slot: u64) -> (usize, bool) {
        let orbit = (slot / self.block_len()) as usize;
        (orbit, self.keys.orbits[orbit].1 != 1)
    }

    /// The images of all kinds but the key.
    #[inline(always)]
    fn moved(&self, g: usize, mut sets: [u64; K]) -> [u64; K] {
        for set in &mut sets[1..] {
            *set = self.board.group.image(g, *set);
        }
        sets
    }

    /// The slot under a symmetric key set: rare, so it must not burden the usual case.
    #[cold]
    fn smallest_slot(&self, orbit: usize, sets: [u64; K]) -> u64 {
        self.slots(orbit, sets).map(|(_, slot)| slot).min().expect("the identity")
    }
}

/// Where all arrangements with one key set have their slots: what their ranks have in common, found once.
///
/// ```
/// use zermelo_core::{Grid, Index, SymmetricBoard};
/// let index = SymmetricBoard::new(9, &Grid::new(3, 3).symmetries()).orbits([3, 2]);
/// let (key, other) = (0b000_010_011, 0b100_100_000);
/// let landing = index.landing(key);
/// assert_eq!(landing.first() + u64::from(landing.place(other)), index.rank([key, other]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Landing<'a, const K: usize> {
    index: &'a Orbits<K>,
    block: usize,
    first: u64,
    images: Images<'a>,
    symmetric: bool,
    key: u64,
}

impl Orbits<2> {
    /// The set of the other kind at a place of a block with this key set.
    #[inline]
    pub fn other_at(&self, key: u64, place: u32) -> u64 {
        self.others.place_last(key, place.into())
    }

    /// The cells that a key set leaves free: as many in all blocks.
    #[inline]
    pub fn free(&self, key: u64) -> u64 {
        self.others.free_for_last(key)
    }

    /// The same set as [`other_at`](Orbits::other_at), with the [`free`](Orbits::free) cells renumbered from
    /// 0: it depends on the place alone.
    #[inline]
    pub fn pattern_at(&self, place: u32) -> u32 {
        self.others.pattern_of_last(place.into()) as u32
    }

    /// How many pieces there are of the other kind.
    pub fn other_pieces(&self) -> u32 {
        self.others.last_cells_and_size(self.keys.orbits[0].0).1
    }

    /// The patterns of all places of a block, in order.
    pub fn patterns(&self) -> impl Iterator<Item = u32> {
        let (cells, size) = self.others.last_cells_and_size(self.keys.orbits[0].0);
        Subsets::all(cells, size).map(|set| set as u32)
    }

    /// Whether the sets of a block can be kept as [`Planes`], and their places as this type.
    pub fn fits_planes<P: Place>(&self) -> bool {
        self.block_len() <= 1 << (8 * size_of::<P>()) && self.plane_ranks().is_some()
    }

    /// For each symmetry of the key set of a block: where it leads arrangements that have this key set.
    pub fn own_landings(&self, block: u64) -> impl Iterator<Item = Landing<'_, 2>> {
        let (key, symmetric) = self.key_of(block);
        let first = block * self.block_len();
        self.symmetries_of(block as usize).map(move |g| {
            let (block, images) = (block as usize, self.board.group.images(g));
            Landing { index: self, block, first, images, symmetric, key }
        })
    }

    fn plane_ranks(&self) -> Option<&PlaneRanks> {
        let new = || {
            let (cells, size) = self.others.last_cells_and_size(self.keys.orbits[0].0);
            PlaneRanks::new(cells, size).map(Arc::new)
        };
        self.plane_ranks.get_or_init(new).as_deref()
    }
}

impl Landing<'_, 2> {
    /// The number of the block.
    #[inline]
    pub fn block(&self) -> u64 {
        self.block as u64
    }

    /// The first slot of the block.
    #[inline]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The place within the block of the arrangement with this set of the other kind.
    #[inline]
    pub fn place(&self, other: u64) -> u32 {
        if self.symmetric {
            (self.index.smallest_slot(self.block, [0, self.images.of(other)]) - self.first) as u32
        } else {
            self.index.others.rank::<1>(self.key, [0, self.images.of(other)]) as u32
        }
    }

    /// The places that a slide takes many such sets to, given as patterns of the cells that were `free`
    /// before it. What they have where it starts is left out, and they get the cells of `added`. The hottest
    /// loop of solvers that work block by block.
    ///
    /// # Panics
    /// Unless the index [`fits_planes`](Orbits::fits_planes).
    pub fn places<P: Place>(
        &self,
        sets: &Planes,
        free: u64,
        slide: Slide,
        added: u32,
        places: &mut [P; Planes::MOST],
    ) {
        assert!(self.index.fits_planes::<P>(), "an index that does not fit planes");
        if !self.symmetric {
            self.equivalent_places(sets, free, slide, added, places);
            return;
        }
        for (place, pattern) in places.iter_mut().zip(sets.iter()) {
            let other = slide.others(spread(pattern.into(), free) as u32) | added;
            *place = P::of(self.place(other.into()).into());
        }
    }

    /// The same, but where the key set has symmetries of its own, any of the places that these take to each
    /// other. Hot.
    ///
    /// # Panics
    /// Unless the index [`fits_planes`](Orbits::fits_planes).
    pub fn equivalent_places<P: Place>(
        &self,
        sets: &Planes,
        free: u64,
        slide: Slide,
        added: u32,
        places: &mut [P; Planes::MOST],
    ) {
        assert!(self.index.fits_planes::<P>(), "an index that does not fit planes");
        let ranks = self.index.plane_ranks().expect("an index that fits planes");
        if !sets.rank_together(|| self.cell_map(free, slide, added), ranks, P::list(places)) {
            run_squeezing(Placing { landing: *self, sets, free, slide, added, places });
        }
    }

    /// Where a slide takes the cells that were free before it, among those that are free after it.
    fn cell_map(&self, free: u64, slide: Slide, added: u32) -> CellMap {
        let mut numbers = [0; 32];
        for (number, cell) in (0..).zip(bits_of(self.index.free(self.key))) {
            numbers[cell] = number;
        }
        let mut map = CellMap::default();
        for (number, cell) in (0..).zip(bits_of(free)) {
            if slide.keeps(cell) {
                map.send(number, numbers[self.images.of_cell(slide.cell(cell))]);
            }
        }
        for cell in bits_of(added.into()) {
            map.add(numbers[self.images.of_cell(cell)]);
        }
        map
    }
}

/// The loop of [`Landing::equivalent_places`] where sets are looked at one by one.
struct Placing<'a, P> {
    landing: Landing<'a, 2>,
    sets: &'a Planes,
    free: u64,
    slide: Slide,
    added: u32,
    places: &'a mut [P],
}

impl<P: Place> Squeezing for Placing<'_, P> {
    #[inline(always)]
    fn run(self, squeeze: impl Fn(u64, u64) -> u64) {
        let Placing { landing: Landing { index, images, key, .. }, sets, free, slide, added, places } = self;
        let free_here = index.free(key);
        let subsets = &*index.board.subsets;
        let pairs = places.iter_mut().zip(sets.iter());
        let change = |pattern: u32| slide.others(spread(pattern.into(), free) as u32) | added;
        // What is always the same on a board is asked once: that takes a third of the instructions out of the
        // loop.
        match (images.of_two_chunks(), images.of_three_chunks(), subsets.short_rank(free_here.count_ones())) {
            (Some(image), _, Some(rank)) => {
                pairs.for_each(|(p, set)| *p = P::of(rank.of(squeeze(image(change(set)), free_here)).into()));
            }
            (_, Some(image), Some(rank)) => {
                pairs.for_each(|(p, set)| *p = P::of(rank.of(squeeze(image(change(set)), free_here)).into()));
            }
            _ => pairs.for_each(|(p, set)| {
                *p = P::of(subsets.rank(squeeze(images.of(change(set).into()), free_here)));
            }),
        }
    }
}

impl<const K: usize> Index for Orbits<K> {
    type Item = [u64; K];

    fn len(&self) -> u64 {
        self.len
    }

    fn tables(&self, tell: &mut dyn FnMut(usize, u64)) {
        let Keys { entries, orbits } = &*self.keys;
        tell(Arc::as_ptr(&self.keys).addr(), (size_of_val(&**entries) + size_of_val(&**orbits)) as u64);
    }

    /// Hot, and so inlined into the loops over moves: else the sets would travel through memory.
    #[inline(always)]
    fn rank(&self, sets: [u64; K]) -> u64 {
        let (entry, moved) = self.to_representative(sets);
        if entry.symmetric() {
            self.smallest_slot(entry.orbit(), moved)
        } else {
            self.slot(entry.orbit(), moved)
        }
    }

    fn unrank(&self, slot: u64) -> Option<[u64; K]> {
        let (block, rank) = (slot / self.block_len(), slot % self.block_len());
        let key = self.keys.orbits[block as usize].0;
        let mut sets = self.others.unrank(key, rank);
        let used = self.slots(block as usize, sets).all(|(_, image)| image >= slot);
        sets[0] = key;
        used.then_some(sets)
    }

    fn images(&self, slot: u64) -> u64 {
        let (block, rank) = (slot / self.block_len(), slot % self.block_len());
        let (key, stabiliser) = self.keys.orbits[block as usize];
        let whole = self.board.group.len() as u64;
        if stabiliser == 1 {
            return whole;
        }
        let sets = self.others.unrank(key, rank);
        let mut fixing = 0;
        for (_, image) in self.slots(block as usize, sets) {
            if image < slot {
                return 0;
            }
            fixing += u64::from(image == slot);
        }
        whole / fixing
    }

    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, [u64; K])) {
        let block_len = self.block_len();
        let mut start = slots.start;
        while start < slots.end {
            let (block, base) = ((start / block_len) as usize, start / block_len * block_len);
            let end = slots.end.min(base + block_len);
            let (key, stabiliser) = self.keys.orbits[block];
            let visit_used = |rank, mut sets: [u64; K]| {
                let slot = base + rank;
                if stabiliser == 1 || self.slots(block, sets).all(|(_, image)| image >= slot) {
                    sets[0] = key;
                    visit(slot, sets);
                }
            };
            self.others.scan(key, start - base..end - base, |rank| want(base + rank), visit_used);
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::index::slots::check_laws;
    use crate::{Choice, Grid, Subsets, binomial};

    #[test]
    fn every_arrangement_has_the_slot_of_its_images_and_no_other() {
        for (rows, cols, pieces) in
            [(3, 3, [2, 3]), (3, 3, [0, 4]), (2, 3, [3, 0]), (3, 4, [4, 2]), (1, 3, [1, 1])]
        {
            let grid = Grid::new(rows, cols);
            let cells = grid.cells() as u32;
            let board = SymmetricBoard::new(grid.cells(), &grid.symmetries());
            let index = board.orbits(pieces);
            let total = binomial(cells, pieces[0]) * binomial(cells - pieces[0], pieces[1]);
            assert_eq!(check_laws(&index), total);

            // The plain twin: the smallest image names the orbit.
            let mut slot_of = BTreeMap::new();
            for a in Subsets::all(cells, pieces[0]) {
                for b in Subsets::all(cells, pieces[1]).filter(|b| a & b == 0) {
                    let images = (0..board.group().len()).map(|g| board.group().element(g));
                    let smallest = images.map(|g| (g.image(a), g.image(b))).min().unwrap();
                    let slot = index.rank([a, b]);
                    assert_eq!(*slot_of.entry(smallest).or_insert(slot), slot);
                }
            }
            let mut slots: Vec<u64> = slot_of.values().copied().collect();
            slots.sort_unstable();
            slots.dedup();
            assert_eq!(slots.len(), slot_of.len(), "different orbits have different slots");
        }
    }

    #[test]
    fn a_slide_takes_many_sets_to_the_places_of_single_ones() {
        for (side, pieces) in [(4, [5, 6]), (4, [9, 3]), (5, [7, 6]), (5, [9, 8]), (5, [4, 8])] {
            let grid = Grid::new(side, side);
            let index = SymmetricBoard::new(grid.cells(), &grid.symmetries()).orbits(pieces);
            let slides =
                [Slide::new(0, side - 1, 1), Slide::new(side * 2 - 1, side, 1), Slide::new(side, 0, side)];
            for block in (0..index.blocks()).step_by(index.blocks() as usize / 40) {
                let (key, _) = index.key_of(block);
                let free = index.free(key);
                for (slide, few) in slides.into_iter().flat_map(|slide| [(slide, true), (slide, false)]) {
                    let count = if few { 9 } else { index.block_len().min(Planes::MOST as u64) };
                    let mut all = Planes::default();
                    all.begin(free.count_ones());
                    (0..count).for_each(|place| all.push(index.pattern_at(place as u32)));
                    // Either a piece of the key moves, or one of the other kind.
                    let (mut sets, mut added) = (Choice::default(), 0);
                    if key >> slide.from & 1 == 1 {
                        sets.choose_all(&all);
                    } else {
                        added = 1 << slide.to;
                        sets.choose(&all, 1 << (free & ((1 << slide.from) - 1)).count_ones(), 0);
                    }
                    let moved = u64::from(slide.all(key as u32));
                    let landing = index.landing(moved);
                    let mut short = [0u16; Planes::MOST];
                    let mut places = [0u32; Planes::MOST];
                    landing.places(sets.sets(), free, slide, added, &mut places);
                    if index.fits_planes::<u16>() {
                        landing.places(sets.sets(), free, slide, added, &mut short);
                        assert!(short.map(u32::from) == places, "{key:b} {slide:?}");
                    }
                    for (i, &place) in places.iter().enumerate().take(sets.sets().len()) {
                        let other = spread(sets.sets().get(i).into(), free) as u32;
                        let slot = index.rank([moved, slide.all(other).into()]);
                        assert_eq!(landing.first() + u64::from(place), slot, "{key:b} {other:b} {slide:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn three_kinds_work_like_two() {
        let grid = Grid::new(3, 3);
        let board = SymmetricBoard::new(9, &grid.symmetries());
        assert_eq!(check_laws(&board.orbits([1, 2, 2])), 9 * 28 * 15);
        assert_eq!(check_laws(&board.orbits([4])), 126);
    }
}
