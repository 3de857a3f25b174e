//! Outcomes as they are written in files: `L0`, `W5`, `T3`, `D`.

use zermelo_core::{Outcome, Value};

/// A letter for the value and the remoteness in decimal; a draw is the letter alone.
pub(crate) fn format_outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Lose(r) => format!("L{r}"),
        Outcome::Draw => "D".to_owned(),
        Outcome::Tie(r) => format!("T{r}"),
        Outcome::Win(r) => format!("W{r}"),
    }
}

/// The reverse of [`format_outcome`]; `None` for any other text, `W05` and `D0` included.
pub(crate) fn parse_outcome(text: &str) -> Option<Outcome> {
    if text == "D" {
        return Some(Outcome::Draw);
    }
    let value = match text.as_bytes().first()? {
        b'L' => Value::Lose,
        b'T' => Value::Tie,
        b'W' => Value::Win,
        _ => return None,
    };
    let outcome = Outcome::new(value, text.get(1..)?.parse().ok()?);
    (format_outcome(outcome) == text).then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_one_spelling() {
        for outcome in [Outcome::Lose(0), Outcome::Draw, Outcome::Tie(12), Outcome::Win(u32::MAX)] {
            assert_eq!(parse_outcome(&format_outcome(outcome)), Some(outcome));
        }
        for text in ["", "W", "W05", "W+5", "D0", "X3", "w1", "L4294967296", "é1", "W1 "] {
            assert_eq!(parse_outcome(text), None, "{text:?}");
        }
    }
}
