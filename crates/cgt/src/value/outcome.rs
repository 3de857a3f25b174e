//! Who wins.

use std::cmp::Ordering;
use std::fmt;

use crate::Player;

/// Who wins a game under normal play: whoever cannot move loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever begins: the game is positive.
    Left,
    /// Right wins, whoever begins: the game is negative.
    Right,
    /// Whoever begins wins: the game is confused with zero.
    Next,
    /// Whoever does not begin wins: the game is zero.
    Previous,
}

impl Outcome {
    /// The outcome of a game that compares like this with zero; `None` stands for confused.
    #[must_use]
    pub const fn from_sign(sign: Option<Ordering>) -> Outcome {
        match sign {
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Previous,
            None => Outcome::Next,
        }
    }

    /// Whether this player wins with the first move.
    ///
    /// ```
    /// # use zermelo_cgt::{Outcome, Player};
    /// assert!(Outcome::Next.wins_first(Player::Right));
    /// assert!(!Outcome::Left.wins_first(Player::Right));
    /// ```
    #[must_use]
    pub const fn wins_first(self, player: Player) -> bool {
        match self {
            Outcome::Next => true,
            Outcome::Previous => false,
            Outcome::Left => matches!(player, Player::Left),
            Outcome::Right => matches!(player, Player::Right),
        }
    }

    /// The usual letter: L, R, N or P.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Outcome::Left => 'L',
            Outcome::Right => 'R',
            Outcome::Next => 'N',
            Outcome::Previous => 'P',
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "Left wins",
            Outcome::Right => "Right wins",
            Outcome::Next => "the first player wins",
            Outcome::Previous => "the second player wins",
        })
    }
}
