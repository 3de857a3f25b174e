//! Arrangements up to symmetry with a *field* beside the pieces: one small thing that symmetries move, too,
//! but that is no piece on a cell. The place of a movable frame on the board is one, or the step that may not
//! be undone next.
//!
//! A slot is
//!
//! > (slot of the pieces alone, see `orbits.rs`) x (value of the field)
//!
//! after moving the field by the same element of the group that brings the pieces to their slot. If several
//! elements do, because the pieces are symmetric, the smallest value is the one in use, and the slots of the
//! others are unused.

use std::ops::Range;
use std::sync::Arc;

use crate::{Group, Index, Orbits, Permutation};

/// The values of a field and what the symmetries of a board make of them.
///
/// ```
/// use std::sync::Arc;
/// use zermelo_core::{Field, Grid, Index, SymmetricBoard};
/// // A stone on a board of 1x4 cells, and a mark that covers cells 0-1, 1-2 or 2-3.
/// let board = SymmetricBoard::new(4, &Grid::new(1, 4).symmetries());
/// let covered = [0b0011, 0b0110, 0b1100];
/// let field = Field::new(board.group(), covered.len(), |symmetry, value| {
///     let image = symmetry.image(covered[value]);
///     covered.iter().position(|&cells| cells == image).expect("symmetries keep the shape of the mark")
/// });
/// let index = board.orbits([1]).decorated(&Arc::new(field));
/// assert_eq!(index.len(), 2 * 3);
/// assert_eq!(index.rank(([0b0001], 2)), index.rank(([0b1000], 0)));
/// assert_ne!(index.rank(([0b0001], 2)), index.rank(([0b0001], 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Field {
    values: usize,
    /// `images[element * values + value]`.
    images: Vec<u8>,
}

impl Field {
    /// A field of so many values, of which `image` tells where each symmetry of the board takes it.
    ///
    /// # Panics
    /// If there are more than 256 values, or if the images do not follow each other as the symmetries do.
    pub fn new(group: &Group, values: usize, image: impl Fn(&Permutation, usize) -> usize) -> Field {
        assert!((1..=256).contains(&values), "a field has 1 to 256 values, not {values}");
        let elements = || (0..group.len()).map(|g| group.element(g));
        for first in elements() {
            for second in elements() {
                let in_turn = |value: usize| image(second, image(first, value));
                let at_once = |value: usize| image(&first.then(second), value);
                let astray = (0..values).find(|&value| in_turn(value) != at_once(value));
                assert_eq!(astray, None, "a value whose images under {first:?} and {second:?} do not fit");
            }
        }
        let images =
            elements().flat_map(|g| (0..values).map(|value| image(g, value) as u8).collect::<Vec<u8>>());
        Field { values, images: images.collect() }
    }

    /// The number of values.
    pub fn values(&self) -> u64 {
        self.values as u64
    }

    /// Where element `g` of the group takes a value. Hot.
    #[inline(always)]
    pub fn image(&self, g: usize, value: u64) -> u64 {
        self.images[g * self.values + value as usize].into()
    }
}

/// An index of arrangements of `K` kinds with a field, up to symmetry; see the top of this file. An item is
/// the sets of cells, the key first, and the value of the field.
#[derive(Clone, Debug)]
pub struct Decorated<const K: usize> {
    orbits: Orbits<K>,
    field: Arc<Field>,
}

impl<const K: usize> Orbits<K> {
    /// The same arrangements with a field beside them.
    pub fn decorated(self, field: &Arc<Field>) -> Decorated<K> {
        Decorated { orbits: self, field: field.clone() }
    }
}

impl<const K: usize> Decorated<K> {
    #[inline(always)]
    fn slot(&self, pieces: u64, value: u64) -> u64 {
        pieces * self.field.values() + value
    }

    /// The slot of the pieces, and the value of the field.
    fn split(&self, slot: u64) -> (u64, u64) {
        (slot / self.field.values(), slot % self.field.values())
    }

    /// The slot under a symmetric key set: rare, so it must not burden the usual case.
    #[cold]
    fn smallest_slot(&self, orbit: usize, sets: [u64; K], value: u64) -> u64 {
        let slots =
            self.orbits.slots(orbit, sets).map(|(g, pieces)| self.slot(pieces, self.field.image(g, value)));
        slots.min().expect("the identity")
    }

    /// Whether a value is the smallest of its images under the symmetries of the pieces, which are those of a
    /// used slot.
    #[inline]
    fn is_used(&self, pieces: u64, sets: [u64; K], value: u64) -> bool {
        match self.orbits.orbit_of(pieces) {
            (_, false) => true,
            (orbit, true) => self.smallest_slot(orbit, sets, value) == self.slot(pieces, value),
        }
    }
}

impl<const K: usize> Index for Decorated<K> {
    type Item = ([u64; K], u64);

    fn len(&self) -> u64 {
        self.orbits.len() * self.field.values()
    }

    fn tables(&self, tell: &mut dyn FnMut(usize, u64)) {
        self.orbits.tables(tell);
    }

    /// Hot, and so inlined into the loops over moves.
    #[inline(always)]
    fn rank(&self, (sets, value): Self::Item) -> u64 {
        let (entry, moved) = self.orbits.to_representative(sets);
        let value = self.field.image(entry.element(), value);
        if entry.symmetric() {
            self.smallest_slot(entry.orbit(), moved, value)
        } else {
            self.slot(self.orbits.slot(entry.orbit(), moved), value)
        }
    }

    fn unrank(&self, slot: u64) -> Option<Self::Item> {
        let (pieces, value) = self.split(slot);
        let sets = self.orbits.unrank(pieces)?;
        self.is_used(pieces, sets, value).then_some((sets, value))
    }

    /// The images of the pieces, times the images of the value under the symmetries of the pieces.
    fn images(&self, slot: u64) -> u64 {
        let (pieces, value) = self.split(slot);
        let images = self.orbits.images(pieces);
        let (orbit, symmetric) = self.orbits.orbit_of(pieces);
        if !symmetric {
            return images;
        }
        let Some((sets, _)) = self.unrank(slot) else { return 0 };
        let (mut fixing, mut fixing_value) = (0, 0);
        for (g, _) in self.orbits.slots(orbit, sets).filter(|&(_, image)| image == pieces) {
            fixing += 1;
            fixing_value += u64::from(self.field.image(g, value) == value);
        }
        images * fixing / fixing_value
    }

    /// Pieces are placed once for all values of the field.
    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, Self::Item)) {
        let values = self.field.values();
        let within = |pieces: u64| {
            let first = self.slot(pieces, 0);
            (slots.start.max(first)..slots.end.min(first + values)).filter(|&slot| want(slot))
        };
        let rows = slots.start / values..slots.end.div_ceil(values);
        self.orbits.scan(
            rows,
            |pieces| within(pieces).next().is_some(),
            |pieces, sets| {
                let (_, symmetric) = self.orbits.orbit_of(pieces);
                for slot in within(pieces) {
                    let value = slot - self.slot(pieces, 0);
                    if !symmetric || self.is_used(pieces, sets, value) {
                        visit(slot, (sets, value));
                    }
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::index::slots::check_laws;
    use crate::{Grid, Subsets, SymmetricBoard, binomial};

    /// All places of a window of `high` x `wide` cells on a board, as a field.
    fn windows(grid: Grid, board: &SymmetricBoard, high: usize, wide: usize) -> (Vec<u64>, Arc<Field>) {
        let corners =
            (0..=grid.rows - high).flat_map(|row| (0..=grid.cols - wide).map(move |col| (row, col)));
        let cells = |row: usize, col: usize| {
            (row..row + high).flat_map(move |r| (col..col + wide).map(move |c| 1u64 << grid.at(r, c))).sum()
        };
        let windows: Vec<u64> = corners.map(|(row, col)| cells(row, col)).collect();
        let find = |image| windows.iter().position(|&window| window == image).unwrap();
        let field = Field::new(board.group(), windows.len(), |g, value| find(g.image(windows[value])));
        (windows, Arc::new(field))
    }

    #[test]
    fn every_arrangement_with_its_field_has_the_slot_of_its_images_and_no_other() {
        for (rows, cols, pieces, (high, wide)) in [
            (3, 3, [2, 3], (2, 2)),
            (3, 3, [0, 4], (1, 1)),
            (3, 3, [4, 1], (3, 3)),
            (3, 4, [4, 2], (3, 2)),
            (4, 4, [2, 1], (2, 2)),
            (1, 3, [1, 1], (1, 2)),
        ] {
            let grid = Grid::new(rows, cols);
            let cells = grid.cells() as u32;
            let board = SymmetricBoard::new(grid.cells(), &grid.symmetries());
            let (windows, field) = windows(grid, &board, high, wide);
            let index = board.orbits(pieces).decorated(&field);
            let total = binomial(cells, pieces[0]) * binomial(cells - pieces[0], pieces[1]);
            assert_eq!(check_laws(&index), total * windows.len() as u64);

            // The plain twin: the smallest image names the orbit.
            let mut slot_of = BTreeMap::new();
            for a in Subsets::all(cells, pieces[0]) {
                for b in Subsets::all(cells, pieces[1]).filter(|b| a & b == 0) {
                    for (value, &window) in windows.iter().enumerate() {
                        let elements = (0..board.group().len()).map(|g| board.group().element(g));
                        let images = elements.map(|g| (g.image(a), g.image(b), g.image(window)));
                        let slot = index.rank(([a, b], value as u64));
                        assert_eq!(*slot_of.entry(images.min().unwrap()).or_insert(slot), slot);
                    }
                }
            }
            let mut slots: Vec<u64> = slot_of.values().copied().collect();
            slots.sort_unstable();
            slots.dedup();
            assert_eq!(slots.len(), slot_of.len(), "different orbits have different slots");
        }
    }

    #[test]
    fn a_field_of_one_value_changes_nothing() {
        let board = SymmetricBoard::new(9, &Grid::new(3, 3).symmetries());
        let field = Arc::new(Field::new(board.group(), 1, |_, value| value));
        let (plain, decorated) = (board.orbits([3, 2]), board.orbits([3, 2]).decorated(&field));
        assert_eq!(plain.len(), decorated.len());
        for slot in 0..plain.len() {
            assert_eq!(decorated.unrank(slot), plain.unrank(slot).map(|sets| (sets, 0)));
            assert_eq!(decorated.images(slot), plain.images(slot));
        }
    }

    #[test]
    #[should_panic(expected = "do not fit")]
    fn a_field_that_does_not_follow_the_symmetries_is_refused() {
        let board = SymmetricBoard::new(2, &Grid::new(1, 2).symmetries());
        Field::new(board.group(), 3, |g, value| if g.to(0) == 0 { value } else { (value + 1) % 3 });
    }
}
