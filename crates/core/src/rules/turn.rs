//! Whose turn it is.

use std::fmt;

use crate::{Pack, ParseError};

/// The player to move: the one who began the game, or the other. Written `1` and `2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub enum Turn {
    /// The player who began the game.
    First,
    /// The other.
    Second,
}

impl Turn {
    /// The other player.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Turn {
        match self {
            Turn::First => Turn::Second,
            Turn::Second => Turn::First,
        }
    }

    /// Of two things, one of each player, the mover's and then the opponent's; and the other way round.
    #[inline]
    pub fn own_first<T>(self, first: T, second: T) -> (T, T) {
        match self {
            Turn::First => (first, second),
            Turn::Second => (second, first),
        }
    }

    /// Number 0 or 1, for an index.
    #[inline]
    pub const fn number(self) -> u64 {
        self as u64
    }

    /// The player of a number.
    #[inline]
    pub const fn numbered(number: u64) -> Turn {
        if number == 0 { Turn::First } else { Turn::Second }
    }

    /// The board of a position as letters, with `1_` or `2_` in front.
    pub fn prefix(self, board: impl Iterator<Item = char>) -> String {
        let mut text = String::with_capacity(32);
        text.push_str(if self == Turn::First { "1_" } else { "2_" });
        text.extend(board);
        text
    }

    /// Reads `1_` or `2_` off the front of a position; gives the rest as well.
    pub fn split(text: &str) -> Result<(Turn, &str), ParseError> {
        match text.split_once('_') {
            Some(("1", board)) => Ok((Turn::First, board)),
            Some(("2", board)) => Ok((Turn::Second, board)),
            _ => {
                Err(ParseError::new(format!("'{text}' does not begin with the player to move, '1_' or '2_'")))
            }
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Turn::First => "1",
            Turn::Second => "2",
        })
    }
}
