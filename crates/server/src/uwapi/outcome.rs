//! Outcomes as the client reads them: a word, and a number that also stands for what has no number.

use zermelo_core::Outcome;

/// The remoteness of a draw, which never ends.
const INFINITE: i64 = -200;

/// The remoteness of what is not solved.
const UNSOLVED: i64 = -1;

/// Returns the value and the remoteness of an outcome.
pub(super) fn outcome_words(outcome: Option<Outcome>) -> (&'static str, i64) {
    let (value, remoteness) = zermelo_library::outcome_words(outcome);
    let instead = if outcome.is_some() { INFINITE } else { UNSOLVED };
    (value, remoteness.map_or(instead, i64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_and_unsolved_positions_have_numbers_of_their_own() {
        assert_eq!(outcome_words(Some(Outcome::Win(3))), ("win", 3));
        assert_eq!(outcome_words(Some(Outcome::Draw)), ("draw", -200));
        assert_eq!(outcome_words(None), ("unsolved", -1));
    }
}
