//! A castle: where the king and the advisors of one player stand in their palace.

use zermelo_core::Turn;

use super::square::{FILES, NUMBERS, square};

/// The cells of a palace: three times three, rank by rank. Advisors stand on the even ones.
const CELLS: u8 = 9;
/// The points of advisors: one bit for each even cell.
const ADVISOR_SETS: usize = 1 << CELLS.div_ceil(2);

/// A king on a cell and advisors on a set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castle {
    king: u8,
    advisors: u8,
}

impl Castle {
    fn mirrored(self) -> Castle {
        let advisors = (0..CELLS.div_ceil(2)).filter(|point| self.advisors >> point & 1 == 1);
        let image = advisors.map(|point| 1 << (mirrored_cell(2 * point) / 2)).sum();
        Castle { king: mirrored_cell(self.king), advisors: image }
    }

    pub(super) fn king_square(self, owner: Turn) -> u8 {
        square_of(self.king, owner)
    }

    /// The squares of the advisors, in order.
    pub(super) fn advisor_squares(self, owner: Turn) -> impl Iterator<Item = u8> {
        let points = (0..CELLS.div_ceil(2)).filter(move |point| self.advisors >> point & 1 == 1);
        points.map(move |point| square_of(2 * point, owner))
    }
}

const fn mirrored_cell(cell: u8) -> u8 {
    cell / 3 * 3 + 2 - cell % 3
}

const fn square_of(cell: u8, owner: Turn) -> u8 {
    let first_rank = match owner {
        Turn::First => 0,
        Turn::Second => 7,
    };
    square(FILES / 3 + cell % 3, first_rank + cell / 3)
}

/// The cell of each square of either palace.
static CELL_OF: [u8; NUMBERS] = cell_of();

const fn cell_of() -> [u8; NUMBERS] {
    let mut cells = [0; NUMBERS];
    let mut cell = 0;
    while cell < CELLS {
        cells[square_of(cell, Turn::First) as usize] = cell;
        cells[square_of(cell, Turn::Second) as usize] = cell;
        cell += 1;
    }
    cells
}

/// All castles with so many advisors, numbered: 9, 40 or 70 for none, one or two.
pub(super) struct Castles {
    advisors: usize,
    list: Vec<Castle>,
    numbers: [[u8; ADVISOR_SETS]; CELLS as usize],
}

impl Castles {
    pub(super) fn new(advisors: usize) -> Castles {
        let numbers = [[0; ADVISOR_SETS]; CELLS as usize];
        let mut castles = Castles { advisors, list: Vec::new(), numbers };
        for king in 0..CELLS {
            for set in (0..ADVISOR_SETS as u8).filter(|set| set.count_ones() as usize == advisors) {
                if king % 2 == 0 && set >> (king / 2) & 1 == 1 {
                    continue;
                }
                castles.numbers[king as usize][set as usize] = castles.list.len() as u8;
                castles.list.push(Castle { king, advisors: set });
            }
        }
        castles
    }

    /// How many advisors each has.
    #[inline]
    pub(super) fn advisors(&self) -> usize {
        self.advisors
    }

    /// The number of castles.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, number: usize) -> Castle {
        self.list[number]
    }

    /// The number of the castle with king and advisors on these squares. Hot.
    #[inline]
    pub(super) fn number(&self, king: u8, advisors: impl Iterator<Item = u8>) -> usize {
        let cell = |square: u8| CELL_OF[square as usize % NUMBERS];
        let set = advisors.fold(0, |set, square| set | 1usize << (cell(square) / 2));
        self.numbers[cell(king) as usize][set % ADVISOR_SETS].into()
    }

    /// The number of the mirror image.
    pub(super) fn mirrored(&self, number: usize) -> usize {
        let image = self.list[number].mirrored();
        self.numbers[image.king as usize][image.advisors as usize].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castles_are_numbered_and_mirrored() {
        for (advisors, count) in [(0, 9), (1, 40), (2, 70)] {
            let castles = Castles::new(advisors);
            assert_eq!(castles.len(), count);
            for number in 0..count {
                let castle = castles.get(number);
                for owner in [Turn::First, Turn::Second] {
                    let (king, advisors) = (castle.king_square(owner), castle.advisor_squares(owner));
                    assert_eq!(castles.number(king, advisors), number);
                }
                assert_eq!(castles.mirrored(castles.mirrored(number)), number);
            }
        }
    }
}
