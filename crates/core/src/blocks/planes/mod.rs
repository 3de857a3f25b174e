//! Many sets of few cells, kept as planes of bytes: what is done to one set can then be done to 64 of them at once.
//!
//! Byte `i` of plane `p` has the cells `8 p` to `8 p + 7` of set `i`. To rearrange cells is then a product with an 8x8 matrix of
//! bits for each pair of planes, and to rank a set is one look-up a plane. Recent x86-64 processors have instructions for both;
//! elsewhere sets are looked at one by one.

// Maps and ranks of bytes are read by those instructions only.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

mod cell_map;
mod choice;
mod place;
mod plane_ranks;
#[cfg(target_arch = "x86_64")]
mod vector;

pub(crate) use cell_map::CellMap;
pub use choice::Choice;
pub use place::Place;
pub(crate) use place::Places;
pub(crate) use plane_ranks::PlaneRanks;

/// The planes: sets may have up to 24 cells.
const PLANES: usize = 3;

/// Sets that are handled together.
const TOGETHER: usize = 64;

/// One byte of each set, with room for writing some more at the end than there are.
type Plane = [u8; Planes::MOST + TOGETHER];

/// Up to [`Planes::MOST`] sets of the same few cells.
///
/// ```
/// use zermelo_core::Planes;
/// let mut sets = Planes::default();
/// sets.begin(10);
/// sets.push(0b11_0000_0001);
/// sets.push(0b00_0000_0110);
/// assert_eq!((sets.len(), sets.get(1)), (2, 0b00_0000_0110));
/// ```
#[derive(Clone, Debug)]
pub struct Planes {
    bytes: Box<[Plane; PLANES]>,
    /// How many planes are in use.
    used: usize,
    len: usize,
}

impl Default for Planes {
    fn default() -> Planes {
        Planes { bytes: Box::new([[0; Planes::MOST + TOGETHER]; PLANES]), used: 1, len: 0 }
    }
}

impl Planes {
    /// The most sets that there is room for.
    pub const MOST: usize = 2048;

    /// The most cells of a set.
    pub const MOST_CELLS: u32 = 8 * PLANES as u32;

    /// Makes it empty, for sets of so many cells.
    ///
    /// # Panics
    /// If there are more than [`Planes::MOST_CELLS`].
    pub fn begin(&mut self, cells: u32) {
        assert!(cells <= Planes::MOST_CELLS, "sets of {cells} cells");
        self.used = cells.div_ceil(8).max(1) as usize;
        self.len = 0;
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a set.
    ///
    /// # Panics
    /// If there are [`Planes::MOST`] already.
    #[inline]
    pub fn push(&mut self, set: u32) {
        assert!(self.len < Planes::MOST, "too many sets");
        for (byte, plane) in self.bytes[..self.used].iter_mut().enumerate() {
            plane[self.len] = (set >> (8 * byte)) as u8;
        }
        self.len += 1;
    }

    /// The set number `i`.
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        let byte = |plane: usize| if plane < self.used { u32::from(self.bytes[plane][i]) } else { 0 };
        byte(0) | byte(1) << 8 | byte(2) << 16
    }

    /// All sets.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len).map(|i| self.get(i))
    }

    /// Finds the numbers of all sets after a rearrangement of their cells, if this machine can do so for many at once
    /// and they are enough for that.
    pub(crate) fn rank_together(
        &self,
        map: impl Fn() -> CellMap,
        ranks: &PlaneRanks,
        numbers: Places<'_>,
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.len >= vector::WORTHWHILE && vector::is_supported() {
            vector::rank(self, &map(), ranks, numbers);
            return true;
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (map, ranks, numbers);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Subsets, binomial};

    /// All sets of some of so many cells, as many as there is room for.
    pub(super) fn sets(cells: u32, size: u32) -> Planes {
        let mut sets = Planes::default();
        sets.begin(cells);
        Subsets::all(cells, size).take(Planes::MOST).for_each(|set| sets.push(set as u32));
        sets
    }

    #[test]
    fn many_ranks_are_those_of_single_sets() {
        let subsets = Subsets::new(24);
        for (cells, size) in
            [(7, 3), (12, 6), (16, 8), (17, 8), (18, 7), (19, 6), (24, 3), (20, 10), (21, 7), (21, 14)]
        {
            let sets = sets(cells, size);
            let turn = |cell: u32| (cell + 5) % cells;
            let map = || {
                let mut map = CellMap::default();
                (0..cells).for_each(|cell| map.send(cell, turn(cell)));
                map
            };
            let ranks = PlaneRanks::new(cells, size).expect("a small board");
            let (mut short, mut long) = ([0; Planes::MOST], [0; Planes::MOST]);
            if !sets.rank_together(map, &ranks, Places::Long(&mut long)) {
                continue;
            }
            let is_short = binomial(cells, size) <= 1 << 16;
            if is_short {
                sets.rank_together(map, &ranks, Places::Short(&mut short));
            }
            for (i, set) in sets.iter().enumerate() {
                let image: u64 =
                    (0..cells).filter(|cell| set >> cell & 1 == 1).map(|cell| 1u64 << turn(cell)).sum();
                let expected = subsets.rank(image);
                assert_eq!(u64::from(long[i]), expected, "{set:b} of {cells}");
                assert!(!is_short || u64::from(short[i]) == expected, "{set:b} of {cells}");
            }
        }
    }

    #[test]
    fn cells_can_be_left_out_and_added() {
        // Sets of 16 cells; cell 3 is left out, which none of them has, and a new cell is added at the end.
        let mut without = Choice::default();
        without.choose(&sets(16, 2), 0, 1 << 3);
        let sets = without.sets();
        let map = || {
            let mut map = CellMap::default();
            (0..16).filter(|&cell| cell != 3).for_each(|cell| map.send(cell, cell - u32::from(cell > 3)));
            map.add(16);
            map
        };
        let (subsets, mut numbers) = (Subsets::new(24), [0; Planes::MOST]);
        let ranks = PlaneRanks::new(17, 3).expect("a small board");
        if sets.rank_together(map, &ranks, Places::Short(&mut numbers)) {
            for (set, number) in sets.iter().zip(numbers) {
                let image = u64::from(set & 7 | set >> 4 << 3 | 1 << 16);
                assert_eq!(u64::from(number), subsets.rank(image));
            }
        }
    }
}
