//! Several numberings one after the other, for tiers whose items come in different shapes.

use std::ops::Range;

use crate::Index;

/// The items of several indexes: first all of the first index, then all of the second, and so on.
///
/// ```
/// use zermelo_core::{Alternatives, Arrangement, Index};
/// // Three men on four cells, each of them black or white: none, one, two or all are black.
/// let parts = (0..=3).map(|black| Arrangement::new([(0b1111, black), (0b1111, 3 - black)])).collect();
/// let index = Alternatives::new(parts, |[black, _]| black.count_ones() as usize);
/// assert_eq!(index.len(), 4 * 2 * 2 * 2);
/// ```
#[derive(Clone, Debug)]
pub struct Alternatives<I: Index> {
    parts: Vec<I>,
    /// The first slot of each part, and at the end the number of slots.
    starts: Vec<u64>,
    part_of: fn(I::Item) -> usize,
}

impl<I: Index> Alternatives<I> {
    /// The parts, and which of them an item belongs to.
    pub fn new(parts: Vec<I>, part_of: fn(I::Item) -> usize) -> Alternatives<I> {
        let mut starts = vec![0];
        for part in &parts {
            starts.push(starts[starts.len() - 1] + part.len());
        }
        Alternatives { parts, starts, part_of }
    }

    /// The part that holds a slot, and its first slot.
    fn find(&self, slot: u64) -> (&I, u64) {
        let part = self.starts.partition_point(|&start| start <= slot) - 1;
        (&self.parts[part], self.starts[part])
    }
}

impl<I: Index> Index for Alternatives<I> {
    type Item = I::Item;

    fn len(&self) -> u64 {
        self.starts[self.parts.len()]
    }

    fn tables(&self, tell: &mut dyn FnMut(usize, u64)) {
        self.parts.iter().for_each(|part| part.tables(tell));
    }

    #[inline]
    fn rank(&self, item: I::Item) -> u64 {
        let part = (self.part_of)(item);
        self.starts[part] + self.parts[part].rank(item)
    }

    fn unrank(&self, slot: u64) -> Option<I::Item> {
        let (part, start) = self.find(slot);
        part.unrank(slot - start)
    }

    fn images(&self, slot: u64) -> u64 {
        let (part, start) = self.find(slot);
        part.images(slot - start)
    }

    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, I::Item)) {
        for (part, bounds) in self.parts.iter().zip(self.starts.windows(2)) {
            let (start, end) = (bounds[0], bounds[1]);
            let (from, to) = (slots.start.max(start), slots.end.min(end));
            if from < to {
                part.scan(
                    from - start..to - start,
                    |slot| want(start + slot),
                    |slot, item| visit(start + slot, item),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::slots::check_laws;
    use crate::{Arrangement, Grid, SymmetricBoard};

    #[test]
    fn parts_follow_each_other_and_empty_ones_are_skipped() {
        let parts = [1, 9, 2].map(|men| Arrangement::new([(0b11111, men)])).into();
        let index = Alternatives::new(parts, |[men]| men.count_ones() as usize / 2 * 2);
        assert_eq!(check_laws(&index), 5 + 10);
        assert_eq!(check_laws(&Alternatives::<Arrangement<1>>::new(Vec::new(), |_| 0)), 0);
    }

    #[test]
    fn symmetries_act_on_each_part() {
        let board = SymmetricBoard::new(6, &Grid::new(2, 3).symmetries());
        let parts = (0..=4).map(|h| board.orbits([h, 4 - h])).collect();
        let index = Alternatives::new(parts, |[h, _]| h.count_ones() as usize);
        assert_eq!(check_laws(&index), 15 * 16);
    }
}
