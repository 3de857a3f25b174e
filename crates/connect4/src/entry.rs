//! One byte for the value and remoteness of a position.
//!
//! A player moves to the position whose entry is the greatest: the opponent's quickest loss, then slower ones, a
//! tie, and at last the opponent's wins, the slowest first. The entry of a position is then a fixed function of the greatest entry among its
//! children, and zero stands for "no such move". A tie always comes with the full board, so its remoteness need not be kept.
//!
//! | | entry |
//! |---|---|
//! | win in 1, 3, 5 … | 1, 3, 5 … |
//! | tie | 127 |
//! | loss in … 4, 2, 0 | … 251, 253, 255 |

use zermelo_core::Outcome;

/// A position that the player to move has already lost.
pub(crate) const LOST: u8 = 255;
/// A tie, whenever it comes.
pub(crate) const TIE: u8 = 127;
/// A win in one.
pub(crate) const WON_IN_ONE: u8 = 1;

/// The entry of a position from the greatest entry of its children.
#[inline]
pub(crate) const fn before(greatest: u8) -> u8 {
    254_u8.wrapping_sub(greatest).wrapping_add(2 * (greatest >> 7))
}

/// What an entry says about a position with so many empty cells.
pub(crate) fn outcome(entry: u8, empty_cells: u32) -> Outcome {
    match entry {
        TIE => Outcome::Tie(empty_cells),
        0..TIE => Outcome::Win(u32::from(entry)),
        _ => Outcome::Lose(u32::from(255 - entry)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entry of an outcome; the reverse of [`outcome`].
    fn entry(outcome: Outcome) -> u8 {
        match outcome {
            Outcome::Win(moves) => moves as u8,
            Outcome::Lose(moves) => 255 - moves as u8,
            Outcome::Tie(_) | Outcome::Draw => TIE,
        }
    }

    #[test]
    fn the_greatest_child_decides_as_minimax_does() {
        let outcomes: Vec<Outcome> = (0..60)
            .map(|moves| if moves % 2 == 0 { Outcome::Lose(moves) } else { Outcome::Win(moves) })
            .chain([Outcome::Tie(20)])
            .collect();
        for &a in &outcomes {
            assert_eq!(outcome(entry(a), 20), a);
            for &b in &outcomes {
                let best = a.one_move_before().max(b.one_move_before());
                let expected = if let Outcome::Tie(_) = best { TIE } else { entry(best) };
                assert_eq!(before(entry(a).max(entry(b))), expected, "{a:?} {b:?}");
            }
        }
    }
}
