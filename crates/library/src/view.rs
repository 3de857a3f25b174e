//! A position with its moves and their values.

use zermelo_core::picture::{Figures, Part, Sign};
use zermelo_core::{Outcome, ParseError, Turn};

/// What stands between a position and the parts of a move that have been decided, and between these.
const BETWEEN: char = ';';

/// The value and remoteness of an outcome as JSON says them: `win`, `lose`, `tie`, `draw` or `unsolved`, and
/// a number. A draw has none, as it never ends, and neither has what is not solved.
///
/// ```
/// use zermelo_core::Outcome;
/// use zermelo_library::outcome_words;
/// assert_eq!(outcome_words(Some(Outcome::Win(3))), ("win", Some(3)));
/// assert_eq!(outcome_words(Some(Outcome::Draw)), ("draw", None));
/// assert_eq!(outcome_words(None), ("unsolved", None));
/// ```
pub fn outcome_words(outcome: Option<Outcome>) -> (&'static str, Option<u32>) {
    (outcome.map_or("unsolved", |outcome| outcome.value().word()), outcome.and_then(Outcome::remoteness))
}

/// A move as people see it, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// Its name; the last part of a move has the name of the whole.
    pub name: String,
    /// The position after it, or the state between two parts: `POSITION;PART;PART`.
    pub position: String,
    /// The outcome of that position, for the player to move there, if it is solved.
    pub outcome: Option<Outcome>,
    /// Whether it is only a part: the same player goes on.
    pub part: bool,
    /// How it is shown.
    pub sign: Sign,
    /// What stands where after it.
    pub figures: Figures,
}

impl MoveView {
    /// What the move is worth to the player who makes it.
    pub fn worth(&self) -> Option<Outcome> {
        if self.part { self.outcome } else { self.outcome.map(Outcome::one_move_before) }
    }

    /// Returns whose turn it is after the move, if this player makes it, for positions that do not tell.
    pub fn turn_after(&self, mover: Turn) -> Turn {
        if self.part { mover } else { mover.next() }
    }
}

/// A position as people see it; its moves are sorted, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionView {
    /// The position as one word, with the parts of a move that have been decided.
    pub position: String,
    /// Its picture in text.
    pub board: String,
    /// What stands where; empty if the game has no look.
    pub figures: Figures,
    /// Whose turn it is, if the position tells.
    pub turn: Option<Turn>,
    /// Its outcome, if it is solved.
    pub outcome: Option<Outcome>,
    /// Whether a live solver was asked for outcomes that are missing here and ran out of time: more will be
    /// known later.
    pub thinking: bool,
    /// Its moves; none if the game is over.
    pub moves: Vec<MoveView>,
}

impl PositionView {
    /// Returns whose turn it is. Where both players have the same moves a position may not tell, and it is as
    /// the play that led there says; whoever begins such a game is the first player.
    pub fn mover(&self, by_play: Turn) -> Turn {
        self.turn.unwrap_or(by_play)
    }

    pub(crate) fn sort_moves(&mut self) {
        self.moves.sort_by_key(|m| std::cmp::Reverse(m.worth()));
    }
}

/// Splits the text of a state between parts into the position and the names of the parts.
pub(crate) fn split_parts(text: &str) -> (&str, Vec<&str>) {
    match text.split_once(BETWEEN) {
        Some((position, parts)) => (position, parts.split(BETWEEN).collect()),
        None => (text, Vec::new()),
    }
}

/// Whether a move begins with the parts of these names, and goes on.
pub(crate) fn begins_with(parts: &[Part], made: &[&str]) -> bool {
    parts.len() > made.len() && parts.iter().zip(made).all(|(part, name)| part.name == **name)
}

/// A whole move and what it is made of.
pub(crate) struct Choice {
    pub(crate) parts: Vec<Part>,
    /// The move as if it had no parts.
    pub(crate) whole: MoveView,
}

/// The next parts of moves that begin with `made`. `position` is the position with these parts, and `figures`
/// knows what stands where when one more part of a choice is made, given by its place in the list.
pub(crate) fn next_parts(
    position: &str,
    made: usize,
    choices: Vec<Choice>,
    figures: &dyn Fn(usize) -> Figures,
) -> Vec<MoveView> {
    let mut moves: Vec<MoveView> = Vec::new();
    for (place, Choice { parts, whole }) in choices.into_iter().enumerate() {
        let Part { name, sign } = parts[made].clone();
        if parts.len() == made + 1 {
            moves.push(MoveView { sign, ..whole });
            continue;
        }
        let worth = whole.worth();
        match moves.iter_mut().find(|m| m.part && m.name == name) {
            // The player chooses: the best completion counts, and what is not solved might be better.
            Some(begun) => begun.outcome = begun.outcome.zip(worth).map(|(a, b)| a.max(b)),
            None => moves.push(MoveView {
                position: format!("{position}{BETWEEN}{name}"),
                name,
                outcome: worth,
                part: true,
                sign,
                figures: figures(place),
            }),
        }
    }
    moves
}

/// The error for parts that no move begins with.
pub(crate) fn no_such_part(text: &str) -> ParseError {
    ParseError::new(format!("in '{text}' no move begins with the parts after '{BETWEEN}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(parts: &[&str], outcome: Option<Outcome>) -> Choice {
        let whole = MoveView {
            name: parts.concat(),
            position: format!("after {}", parts.concat()),
            outcome,
            part: false,
            sign: Sign::Text,
            figures: Figures::default(),
        };
        Choice { parts: parts.iter().map(|&name| Part::new(name, Sign::Text)).collect(), whole }
    }

    fn told(moves: &[MoveView]) -> Vec<(&str, &str, Option<Outcome>)> {
        moves.iter().map(|m| (m.name.as_str(), m.position.as_str(), m.worth())).collect()
    }

    #[test]
    fn the_state_between_parts_has_the_value_of_its_best_completion() {
        let choices = || {
            vec![
                choice(&["a", "x"], Some(Outcome::Win(2))),
                choice(&["a", "y"], Some(Outcome::Lose(4))),
                choice(&["b"], Some(Outcome::Draw)),
                choice(&["c", "x"], Some(Outcome::Lose(0))),
                choice(&["c", "y"], None),
            ]
        };
        let moves = next_parts("p", 0, choices(), &|_| Figures::default());
        let expected =
            [("a", "p;a", Some(Outcome::Win(5))), ("b", "after b", Some(Outcome::Draw)), ("c", "p;c", None)];
        assert_eq!(told(&moves), expected);

        let after_a: Vec<Choice> =
            choices().into_iter().filter(|choice| begins_with(&choice.parts, &["a"])).collect();
        let moves = next_parts("p;a", 1, after_a, &|_| Figures::default());
        let expected =
            [("ax", "after ax", Some(Outcome::Lose(3))), ("ay", "after ay", Some(Outcome::Win(5)))];
        assert_eq!(told(&moves), expected);
    }

    #[test]
    fn a_move_that_is_complete_does_not_begin_anything() {
        let parts = choice(&["a", "x"], None).parts;
        assert!(begins_with(&parts, &[]) && begins_with(&parts, &["a"]));
        assert!(!begins_with(&parts, &["a", "x"]) && !begins_with(&parts, &["x"]));
        assert_eq!(split_parts("1_xo;a;x"), ("1_xo", vec!["a", "x"]));
        assert_eq!(split_parts("1_xo;"), ("1_xo", vec![""]));
    }
}
