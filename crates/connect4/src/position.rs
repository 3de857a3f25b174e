//! Which stones lie where.

use zermelo_core::Pack;

/// A position as two sets of cells, numbered as in [`Board`](crate::Board).
///
/// The number of stones tells whose turn it is, so these two sets are all there is to a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub struct Position {
    /// The stones of the player who moved first.
    pub first: u64,
    /// All stones.
    pub occupied: u64,
}

impl Position {
    /// The board before the first move.
    pub const EMPTY: Position = Position { first: 0, occupied: 0 };

    /// How many stones have been dropped.
    pub const fn ply(self) -> u32 {
        self.occupied.count_ones()
    }

    /// Whether the player who moved first is to move.
    pub const fn first_to_move(self) -> bool {
        self.ply().is_multiple_of(2)
    }

    /// The stones of the player who moved second.
    pub const fn second(self) -> u64 {
        self.occupied & !self.first
    }

    /// The stones of the player to move.
    pub const fn mover(self) -> u64 {
        if self.first_to_move() { self.first } else { self.second() }
    }

    /// The stones of the player who has just moved.
    pub const fn last_mover(self) -> u64 {
        if self.first_to_move() { self.second() } else { self.first }
    }
}
