//! The two players.

use std::fmt;

/// Left, who likes positive games, or Right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Black, vertical, blue, x.
    Left,
    /// White, horizontal, red, o.
    Right,
}

impl Player {
    /// Both players.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    ///
    /// ```
    /// # use zermelo_cgt::Player;
    /// assert_eq!(Player::Left.opponent(), Player::Right);
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// 0 for Left, 1 for Right.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    /// The letter of the colour: `B` or `W`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "B",
            Player::Right => "W",
        })
    }
}
