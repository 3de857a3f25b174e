//! What a position is worth, and for how long the game still goes on.

use std::cmp::Ordering;
use std::fmt;

/// The value of a position for the player to move, from worst to best.
///
/// A *tie* is an end of the game that nobody wins; a *draw* is play that never ends.
///
/// ```
/// use zermelo_core::Value;
/// assert!(Value::Lose < Value::Draw && Value::Draw < Value::Tie && Value::Tie < Value::Win);
/// assert_eq!(Value::Win.flip(), Value::Lose);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The opponent can force a win.
    Lose,
    /// Neither player can force an end that suits them: play goes on for ever.
    Draw,
    /// The game ends without a winner.
    Tie,
    /// The player to move can force a win.
    Win,
}

impl Value {
    /// All values, worst first.
    pub const ALL: [Value; 4] = [Value::Lose, Value::Draw, Value::Tie, Value::Win];

    /// The same result seen by the other player.
    #[must_use]
    pub const fn flip(self) -> Value {
        match self {
            Value::Lose => Value::Win,
            Value::Win => Value::Lose,
            same => same,
        }
    }

    /// The lower-case English word: `lose`, `draw`, `tie` or `win`.
    pub const fn word(self) -> &'static str {
        match self {
            Value::Lose => "lose",
            Value::Draw => "draw",
            Value::Tie => "tie",
            Value::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A value together with its *remoteness*: the number of moves to the end under perfect play (win as
/// fast as possible, lose as late as possible, tie as fast as possible). A draw has none.
///
/// Outcomes are ordered by what the player to move prefers:
///
/// ```
/// use zermelo_core::Outcome::*;
/// let worst_to_best = [Lose(0), Lose(6), Draw, Tie(9), Tie(2), Win(7), Win(1)];
/// assert!(worst_to_best.is_sorted());
/// assert_eq!(Win(7).to_string(), "win in 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Loses after this many moves.
    Lose(u32),
    /// Never ends.
    Draw,
    /// Ends without a winner after this many moves.
    Tie(u32),
    /// Wins after this many moves.
    Win(u32),
}

impl Outcome {
    /// The outcome of a position that is already over.
    pub const fn ended(value: Value) -> Outcome {
        Outcome::new(value, 0)
    }

    /// An outcome from its parts; the remoteness of a draw is dropped.
    pub const fn new(value: Value, remoteness: u32) -> Outcome {
        match value {
            Value::Lose => Outcome::Lose(remoteness),
            Value::Draw => Outcome::Draw,
            Value::Tie => Outcome::Tie(remoteness),
            Value::Win => Outcome::Win(remoteness),
        }
    }

    /// The value without the remoteness.
    pub const fn value(self) -> Value {
        match self {
            Outcome::Lose(_) => Value::Lose,
            Outcome::Draw => Value::Draw,
            Outcome::Tie(_) => Value::Tie,
            Outcome::Win(_) => Value::Win,
        }
    }

    /// Moves to the end; `None` for a draw, which has no end.
    pub const fn remoteness(self) -> Option<u32> {
        match self {
            Outcome::Draw => None,
            Outcome::Lose(r) | Outcome::Tie(r) | Outcome::Win(r) => Some(r),
        }
    }

    /// What a move to a position of this outcome is worth to the player who makes it.
    ///
    /// ```
    /// use zermelo_core::Outcome::*;
    /// assert_eq!(Lose(4).one_move_before(), Win(5));
    /// assert_eq!(Draw.one_move_before(), Draw);
    /// ```
    #[must_use]
    pub const fn one_move_before(self) -> Outcome {
        match self {
            Outcome::Lose(r) => Outcome::Win(r + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Tie(r) => Outcome::Tie(r + 1),
            Outcome::Win(r) => Outcome::Lose(r + 1),
        }
    }

    fn sort_key(self) -> (Value, i64) {
        match self {
            Outcome::Lose(r) => (Value::Lose, i64::from(r)),
            Outcome::Draw => (Value::Draw, 0),
            Outcome::Tie(r) => (Value::Tie, -i64::from(r)),
            Outcome::Win(r) => (Value::Win, -i64::from(r)),
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remoteness() {
            None => f.pad("draw"),
            Some(r) => f.pad(&format!("{} in {r}", self.value())),
        }
    }
}
