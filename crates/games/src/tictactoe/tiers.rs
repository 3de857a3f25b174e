//! The tiers of tic-tac-toe, which make boards of 4x4 cells and more solvable.

use zermelo_core::{Orbits, TierKind, Tiered};

use super::{Position, TicTacToe};

impl Tiered for TicTacToe {
    /// How many marks are on the board.
    type Tier = u32;
    type Index = Orbits<2>;

    fn tier_of(&self, p: &Position) -> u32 {
        (p.x | p.o).count_ones()
    }

    fn children(&self, marks: u32) -> Vec<u32> {
        if marks < self.full().count_ones() { vec![marks + 1] } else { Vec::new() }
    }

    /// Every move adds a mark.
    fn kind(&self, _: u32) -> TierKind {
        TierKind::Transition
    }

    fn index(&self, marks: u32) -> Orbits<2> {
        self.symmetric.orbits([marks.div_ceil(2), marks / 2])
    }

    fn item(&self, p: &Position) -> [u64; 2] {
        [p.x.into(), p.o.into()]
    }

    fn position(&self, _: u32, [x, o]: [u64; 2]) -> Position {
        Position { x: x as u32, o: o as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{EXHAUSTIVE, tiers_pass_battery};
    use zermelo_core::Misere;

    #[test]
    fn tiers_equal_the_oracle() {
        for misere in [false, true] {
            for (rows, cols, in_a_row) in [(3, 3, 3), (3, 4, 3), (2, 5, 2), (1, 1, 1), (1, 5, 3)] {
                let game = Misere { game: TicTacToe::new(rows, cols, in_a_row), misere };
                tiers_pass_battery(&game, &EXHAUSTIVE);
            }
        }
    }
}
