//! Which move to try first. A good order makes most of the others unnecessary.

use super::field::{Field, Stones};

/// More moves than any board has columns.
const MOST_MOVES: usize = 32;

/// Moves with the most promising first.
///
/// A move is worth as many cells as would then complete a row of the player. Among equals the one nearer to the
/// centre comes first, because more lines pass there.
pub(super) struct Ordered {
    /// The worth of a move in the upper bits, its cell in the lower six. One cache line for all.
    moves: [u16; MOST_MOVES],
    len: usize,
}

impl Ordered {
    /// The order of these moves. `None` if one of them makes two threats that cannot both be met, beside or above each
    /// other: it wins with the next stone but one, provided that the opponent cannot win in between.
    #[inline]
    pub(super) fn new<const RUN: usize>(field: &Field<RUN>, stones: Stones, moves: u64) -> Option<Ordered> {
        let mut ordered = Ordered { moves: [0; MOST_MOVES], len: 0 };
        for &column in field.columns_from_centre() {
            let cell = moves & column;
            if cell != 0 {
                let threats = field.threats(stones.mover | cell, stones.occupied);
                let urgent = threats & field.playable(stones.occupied | cell);
                if urgent & urgent.wrapping_sub(1) != 0 || urgent << 1 & threats != 0 {
                    return None;
                }
                ordered.insert((threats.count_ones() as u16) << 6 | cell.trailing_zeros() as u16);
            }
        }
        Some(ordered)
    }

    /// Behind all moves that are worth as much.
    #[inline]
    fn insert(&mut self, new: u16) {
        let mut place = self.len;
        while place > 0 && self.moves[place - 1] >> 6 < new >> 6 {
            self.moves[place] = self.moves[place - 1];
            place -= 1;
        }
        self.moves[place] = new;
        self.len += 1;
    }

    /// The cells in order.
    #[inline]
    pub(super) fn cells(&self) -> impl Iterator<Item = u64> {
        self.moves[..self.len].iter().map(|m| 1 << (m & 63))
    }
}
