//! What the author of a ruleset writes.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use thiserror::Error;

use crate::{Arena, Budget, Player, Value};

/// The rules of a game under normal play: who cannot move loses.
///
/// Required are a way to read and print positions, the moves, and what they lead to. Everything
/// else makes solving faster and must not change the value of a position: the sum of the parts of
/// [`split`](Self::split) equals the position, [`normal`](Self::normal) has the same value, and
/// [`negative`](Self::negative) has the negative value.
///
/// ```
/// use zermelo_cgt::rulesets::Domineering;
/// use zermelo_cgt::{Player, Ruleset};
///
/// let board = Domineering.parse("..|..").unwrap();
/// let mut moves = Vec::new();
/// Domineering.moves(&board, Player::Left, &mut moves);
/// let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["a1-a2", "b1-b2"]);
/// ```
pub trait Ruleset {
    /// A position; equal positions must compare equal and hash alike.
    type Position: Clone + Eq + Hash + Ord + Debug;
    /// A move, printed in the usual notation of the game.
    type Move: Copy + Display;

    /// The name between brackets in the input language.
    fn title(&self) -> &'static str;

    /// The symbols of a board, if every position is a rectangle of such symbols with `|` between the
    /// rows, or a strip of them; from these, databases and random games are made.
    fn symbols(&self) -> &'static str {
        ""
    }

    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Prints a position so that [`parse`](Self::parse) reads it back.
    fn format(&self, position: &Self::Position) -> String;

    /// Appends all moves of a player.
    fn moves(&self, position: &Self::Position, player: Player, moves: &mut Vec<Self::Move>);

    /// Appends some of the moves of a player and returns where the list goes on, or `None` at its end. `from`
    /// is 0 at first, and then what the last call returned. Rulesets whose lists may be too long for the
    /// memory have their own.
    fn some_moves(
        &self,
        position: &Self::Position,
        player: Player,
        _from: usize,
        moves: &mut Vec<Self::Move>,
    ) -> Option<usize> {
        self.moves(position, player, moves);
        None
    }

    /// How many moves may be made between two looks at the clock: fewer where each takes long.
    fn moves_per_look(&self) -> usize {
        64
    }

    /// The position after a move that [`moves`](Self::moves) listed for this player.
    fn play(&self, position: &Self::Position, player: Player, mv: Self::Move) -> Self::Position;

    /// Appends independent parts whose sum equals the position; parts without moves may be left
    /// out.
    fn split(&self, position: &Self::Position, parts: &mut Vec<Self::Position>) {
        parts.push(position.clone());
    }

    /// As [`split`](Self::split), where both players may make the moves of either.
    fn split_impartial(&self, position: &Self::Position, parts: &mut Vec<Self::Position>) {
        self.split(position, parts);
    }

    /// One representative of all positions that are known to have the same value.
    fn normal(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The position with the players' roles exchanged, if it can be written down.
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The least of the normal forms of a position and its negative; where both come from the same
    /// images, finding them together is faster.
    fn signed_normal(&self, position: &Self::Position) -> SignedNormal<Self::Position> {
        let normal = self.normal(position);
        match self.negative(position).map(|negative| self.normal(&negative)) {
            Some(negative) => SignedNormal::of(normal, negative),
            None => SignedNormal { position: normal, negated: false, own_negative: false },
        }
    }

    /// How many moves a player has, where that can be told faster than by listing them.
    fn count_moves(&self, _position: &Self::Position, _player: Player) -> Option<usize> {
        None
    }

    /// An upper bound for the moves that a player can make in all of the play, whatever the other
    /// one does.
    fn most_moves(&self, _position: &Self::Position, _player: Player) -> Option<u32> {
        None
    }

    /// About how many bytes a position has on the heap. Without a word from the ruleset it is the smallest
    /// block that there is: enough for a strip or a list of heaps.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        if std::mem::needs_drop::<Self::Position>() { heap_block(0) } else { 0 }
    }

    /// An upper bound for the moves of both players together.
    fn most_together(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// Moves that a player can make for certain, as a lower bound: if she and the opponent, who
    /// begins, move by turns, or the opponent passes.
    fn sure_moves(&self, _position: &Self::Position, _player: Player) -> u32 {
        0
    }

    /// Integers between which the value is.
    ///
    /// Say Left can make `k` moves whatever Right does, and he at most `r` if she makes as many. Then she
    /// wins the position plus `r - k` moving second: once she has no move left, she has made at least `k`
    /// here, and he at most `r`.
    fn integer_bounds(&self, position: &Self::Position) -> Option<(i32, i32)> {
        let sure = Player::BOTH.map(|player| self.sure_moves(position, player));
        let most = [self.most_moves(position, Player::Left)?, self.most_moves(position, Player::Right)?];
        Some(bounds_by_moves(sure, most, self.most_together(position)))
    }

    /// The exact value, where a formula gives it without search.
    fn value(&self, _position: &Self::Position, _arena: &mut Arena) -> Option<Value> {
        None
    }

    /// The nim-value, where a formula gives it without search; asked for impartial rulesets only.
    fn nim_value(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The same, if the effort allows; for formulas that take longer than a moment, which look at the effort
    /// now and then.
    fn nim_value_within(&self, position: &Self::Position, _effort: &Budget) -> Option<u32> {
        self.nim_value(position)
    }

    /// Whether both players always have the same moves.
    fn is_impartial(&self) -> bool {
        false
    }
}

/// What so many bytes on the heap take there: allocators keep some more for themselves, and round up.
pub(crate) const fn heap_block(bytes: usize) -> usize {
    let block = (bytes + 8).next_multiple_of(16);
    if block < 32 { 32 } else { block }
}

/// Integers between which a value is, by the moves that Left and Right can make for certain and at most, and
/// at most together: see [`Ruleset::integer_bounds`].
pub(crate) fn bounds_by_moves(sure: [u32; 2], most: [u32; 2], together: u32) -> (i32, i32) {
    let surplus = |sure: u32, most: u32| sure as i32 - most.min(together - sure) as i32;
    (surplus(sure[0], most[1]), -surplus(sure[1], most[0]))
}

/// A normal form that stands for a position or for its negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedNormal<P> {
    /// The normal form.
    pub position: P,
    /// Whether it is the negative of the position that was asked for.
    pub negated: bool,
    /// Whether position and negative have the same normal form, so that twice the game is zero.
    pub own_negative: bool,
}

impl<P: Ord> SignedNormal<P> {
    /// Chooses between the normal forms of a position and of its negative.
    pub fn of(normal: P, negative: P) -> Self {
        let own_negative = normal == negative;
        if negative < normal {
            Self { position: negative, negated: true, own_negative }
        } else {
            Self { position: normal, negated: false, own_negative }
        }
    }
}

/// The positions a player can move to, in the order of the moves.
///
/// ```
/// use zermelo_cgt::{Player, Ruleset, rulesets::Domineering, options};
/// let board = Domineering.parse("..").unwrap();
/// assert_eq!(options(&Domineering, &board, Player::Left), []);
/// assert_eq!(options(&Domineering, &board, Player::Right).len(), 1);
/// ```
pub fn options<R: Ruleset>(ruleset: &R, position: &R::Position, player: Player) -> Vec<R::Position> {
    let mut moves = Vec::new();
    ruleset.moves(position, player, &mut moves);
    moves.into_iter().map(|mv| ruleset.play(position, player, mv)).collect()
}

/// Why a text is not a position of a game. Offsets count characters of the text from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A character that this game does not use.
    #[error("unexpected {found}; allowed are {allowed}")]
    Unexpected {
        /// The character, quoted, or "the end".
        found: String,
        /// What may stand there.
        allowed: String,
        /// Where it stands.
        offset: usize,
    },
    /// Nothing where a board should be.
    #[error("a board needs at least one cell")]
    EmptyBoard {
        /// Where the board should be.
        offset: usize,
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} cells, the first row has {columns}")]
    RaggedRow {
        /// The row, counted from 1.
        row: usize,
        /// Cells in the first row.
        columns: usize,
        /// Cells in this row.
        found: usize,
        /// Where the row starts.
        offset: usize,
    },
    /// More cells than a board can hold.
    #[error(
        "a board of {rows} rows and {columns} columns is too large: rows times (columns + 1) may be at most {most}, and a row has at most {} columns", most - 3
    )]
    BoardTooLarge {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// What rows times (columns + 1) may be.
        most: usize,
        /// Where the board starts.
        offset: usize,
    },
    /// A number outside the range that the game allows.
    #[error("{what} must be {allowed}, not {found}")]
    OutOfRange {
        /// What the number stands for.
        what: &'static str,
        /// The range in words.
        allowed: &'static str,
        /// The number as written.
        found: String,
        /// Where it stands.
        offset: usize,
    },
    /// A text that is not the notation of a value.
    #[error("{problem}")]
    Value {
        /// What is wrong with it.
        problem: crate::ParseValueProblem,
        /// Where.
        offset: usize,
    },
    /// A board that breaks a law of the game.
    #[error("{law}")]
    Illegal {
        /// The law that is broken.
        law: &'static str,
        /// Where.
        offset: usize,
    },
}

impl PositionError {
    /// An unexpected character.
    pub(crate) fn unexpected(found: char, offset: usize, allowed: impl fmt::Display) -> Self {
        Self::Unexpected { found: format!("{found:?}"), allowed: allowed.to_string(), offset }
    }

    /// The same error in a text in which `by` characters come first.
    pub(crate) fn moved(mut self, by: usize) -> Self {
        match &mut self {
            Self::Unexpected { offset, .. }
            | Self::EmptyBoard { offset }
            | Self::RaggedRow { offset, .. }
            | Self::OutOfRange { offset, .. }
            | Self::BoardTooLarge { offset, .. }
            | Self::Value { offset, .. }
            | Self::Illegal { offset, .. } => *offset += by,
        }
        self
    }

    /// Where the error is, in characters from the start of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            Self::Unexpected { offset, .. }
            | Self::EmptyBoard { offset }
            | Self::RaggedRow { offset, .. }
            | Self::OutOfRange { offset, .. }
            | Self::BoardTooLarge { offset, .. }
            | Self::Value { offset, .. }
            | Self::Illegal { offset, .. } => *offset,
        }
    }
}
