//! The symmetries of slots and of pieces, and the sets of slots or of pieces up to them.

use zermelo_core::{Group, Permutation};

use crate::board::CELLS;

/// The 32 permutations of slots that take lines to lines: turns and reflections of the board, the exchange of
/// the two inner rows together with the two inner columns, and that of inner with outer rows and columns.
pub fn slot_symmetries() -> Group {
    let cell = |row: usize, column: usize| 4 * row + column;
    let by = |to: &dyn Fn(usize, usize) -> (usize, usize)| {
        Permutation::new(
            (0..CELLS as usize).map(|i| to(i / 4, i % 4)).map(|(row, column)| cell(row, column)).collect(),
        )
    };
    let inner = |i: usize| [0, 2, 1, 3][i];
    let exchanged = |i: usize| [1, 0, 3, 2][i];
    let generators = [
        by(&|row, column| (column, row)),
        by(&|row, column| (row, 3 - column)),
        by(&|row, column| (inner(row), inner(column))),
        by(&|row, column| (exchanged(row), exchanged(column))),
    ];
    Group::generate(CELLS as usize, &generators)
}

/// The 384 permutations of pieces that take sets with a common attribute to such sets: the attributes are
/// exchanged, and each may be reversed.
pub fn piece_symmetries() -> Group {
    let by = |to: &dyn Fn(usize) -> usize| Permutation::new((0..16).map(to).collect());
    let generators = [
        by(&|piece| piece ^ 1),
        // The lowest two attributes are exchanged; each attribute moves up.
        by(&|piece| piece & 0b1100 | (piece & 1) << 1 | piece >> 1 & 1),
        by(&|piece| piece << 1 & 0xf | piece >> 3),
    ];
    Group::generate(16, &generators)
}

/// The sets of slots, or of pieces, of one size up to symmetry.
///
/// ```
/// use zermelo_quarto::{SetOrbits, slot_symmetries};
/// // A corner or a centre is like any other of them, and so is an edge.
/// assert_eq!(SetOrbits::new(slot_symmetries(), 1).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct SetOrbits {
    /// The smallest of each orbit, in order.
    representatives: Vec<u16>,
    /// For each set of this size: the number of its orbit, and a symmetry that takes it to the
    /// representative.
    places: Vec<(u16, u16)>,
    group: Group,
}

impl SetOrbits {
    /// Prepares the sets with `size` elements.
    pub fn new(group: Group, size: u32) -> SetOrbits {
        let mut representatives = Vec::new();
        let mut places = vec![(0, 0); 1 << CELLS];
        for set in (0..=u16::MAX).filter(|set| set.count_ones() == size) {
            let images = (0..group.len()).map(|g| (group.image(g, set.into()) as u16, g as u16));
            let (smallest, g) = images.min().expect("the identity");
            if smallest == set {
                representatives.push(set);
            }
            let orbit = representatives.binary_search(&smallest).expect("smaller sets came before");
            places[usize::from(set)] = (orbit as u16, g);
        }
        SetOrbits { representatives, places, group }
    }

    /// Returns the number of orbits.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the smallest set of an orbit.
    pub fn representative(&self, orbit: usize) -> u16 {
        self.representatives[orbit]
    }

    /// Returns how many sets an orbit has.
    pub fn images(&self, orbit: usize) -> usize {
        self.group.len() / self.fixing(orbit).count()
    }

    /// Returns the orbit of a set of this size, and the number of a symmetry that takes it to the
    /// representative.
    #[inline]
    pub fn place(&self, set: u16) -> (usize, usize) {
        let (orbit, g) = self.places[usize::from(set)];
        (orbit.into(), g.into())
    }

    /// Returns the symmetries that leave the representative of an orbit as it is.
    pub fn fixing(&self, orbit: usize) -> impl Iterator<Item = usize> {
        let set = u64::from(self.representatives[orbit]);
        (0..self.group.len()).filter(move |&g| self.group.image(g, set) == set)
    }

    /// Returns the symmetries.
    pub fn group(&self) -> &Group {
        &self.group
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Elements;
    use crate::classes::LINES;
    use crate::planes::lanes_of;
    use crate::sequences::Sequences;

    #[test]
    fn there_are_32_symmetries_and_they_take_lines_to_lines() {
        let group = slot_symmetries();
        assert_eq!(group.len(), 32);
        for g in 0..group.len() {
            assert!(LINES.iter().all(|&line| LINES.contains(&(group.image(g, line.into()) as u16))));
        }
    }

    #[test]
    fn there_are_384_symmetries_of_pieces_and_they_keep_what_sets_have_in_common() {
        let group = piece_symmetries();
        assert_eq!(group.len(), 384);
        let share = |pieces: u64| {
            (0..8).any(|lane| Elements(pieces as u16).all(|piece| lanes_of(piece as u8) >> lane & 1 == 1))
        };
        for g in 0..group.len() {
            assert!((0..1 << 16).step_by(7).all(|pieces| share(pieces) == share(group.image(g, pieces))));
        }
    }

    #[test]
    fn orbits_add_up_to_all_sets() {
        for size in 0..=16 {
            let sets = SetOrbits::new(slot_symmetries(), size);
            let total: usize = (0..sets.count()).map(|orbit| sets.images(orbit)).sum();
            let expected = (0..u64::from(size)).fold(1, |ways, i| ways * (16 - i) / (i + 1));
            assert_eq!(total as u64, expected);
        }
    }

    /// The numbers of boards up to symmetry that were counted by others.
    #[test]
    fn boards_up_to_symmetry() {
        for (level, expected) in [(4, 10_374), (5, 216_432), (6, 3_928_242)] {
            let (sets, sequences) = (SetOrbits::new(slot_symmetries(), level), Sequences::new(level));
            let mut boards = 0;
            for orbit in 0..sets.count() {
                let cells: Vec<usize> =
                    (0..16).filter(|&cell| sets.representative(orbit) >> cell & 1 == 1).collect();
                let row = |cell: usize| cells.iter().position(|&c| c == cell).expect("a cell of the set");
                // For each symmetry of the set, where each row of a sequence comes from.
                let orders: Vec<Vec<usize>> = sets
                    .fixing(orbit)
                    .map(|g| cells.iter().map(|&cell| row(sets.group().element(g).to(cell))).collect())
                    .collect();
                for number in 0..sequences.count() {
                    let sequence = sequences.sequence(number);
                    let turned = |order: &Vec<usize>| {
                        let rows = (0..).zip(order);
                        rows.fold(0, |image, (row, &from): (u32, _)| {
                            image | (sequence >> (4 * from) & 0xf) << (4 * row)
                        })
                    };
                    let smallest = orders
                        .iter()
                        .all(|order| sequences.number(sequences.canonical(turned(order))) >= number);
                    boards += u32::from(smallest);
                }
            }
            assert_eq!(boards, expected, "level {level}");
        }
    }
}
