//! A position with its moves and their values, in the shape that web clients of this field know.

use serde::Serialize;
use zermelo_core::Outcome;

/// The remoteness that stands for "never" in JSON: a draw.
const INFINITE: i64 = -200;
/// The remoteness that stands for "not solved" in JSON.
const UNSOLVED: i64 = -1;

/// The value and remoteness of an outcome as JSON says them: `win`, `lose`, `tie`, `draw` or `unsolved`, and a number
/// that is -200 for a draw and -1 if the position is not solved.
///
/// ```
/// use zermelo_core::Outcome;
/// use zermelo_explore::outcome_words;
/// assert_eq!(outcome_words(Some(Outcome::Win(3))), ("win", 3));
/// assert_eq!(outcome_words(Some(Outcome::Draw)), ("draw", -200));
/// assert_eq!(outcome_words(None), ("unsolved", -1));
/// ```
pub fn outcome_words(outcome: Option<Outcome>) -> (&'static str, i64) {
    match outcome {
        None => ("unsolved", UNSOLVED),
        Some(outcome) => (outcome.value().word(), outcome.remoteness().map_or(INFINITE, i64::from)),
    }
}

/// A move as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// Its name.
    pub name: String,
    /// The position after it.
    pub position: String,
    /// The outcome of that position, for the player to move there, if it is solved.
    pub outcome: Option<Outcome>,
}

impl MoveView {
    /// What the move is worth to the player who makes it.
    pub fn worth(&self) -> Option<Outcome> {
        self.outcome.map(Outcome::one_move_before)
    }
}

/// A position as people see it; its moves are sorted, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionView {
    /// The position as one word.
    pub position: String,
    /// Its picture in text.
    pub board: String,
    /// Its outcome, if it is solved.
    pub outcome: Option<Outcome>,
    /// Its moves; none if the game is over.
    pub moves: Vec<MoveView>,
}

impl PositionView {
    pub(crate) fn sort_moves(&mut self) {
        self.moves.sort_by_key(|m| std::cmp::Reverse(m.worth()));
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveJson<'a> {
    r#move: &'a str,
    position: &'a str,
    position_value: &'static str,
    remoteness: i64,
    move_value: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionJson<'a> {
    position: &'a str,
    position_value: &'static str,
    remoteness: i64,
    moves: Vec<MoveJson<'a>>,
}

impl Serialize for PositionView {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.moves.iter().map(|m| {
            let (position_value, remoteness) = outcome_words(m.outcome);
            let (move_value, _) = outcome_words(m.worth());
            MoveJson { r#move: &m.name, position: &m.position, position_value, remoteness, move_value }
        });
        let (position_value, remoteness) = outcome_words(self.outcome);
        let moves = moves.collect();
        PositionJson { position: &self.position, position_value, remoteness, moves }.serialize(serializer)
    }
}
