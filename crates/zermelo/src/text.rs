//! Numbers, times and results as people like to read them.

use anstyle::{AnsiColor, Style};
use zermelo_core::{Outcome, Value};

/// A number with thousands separators.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 tier`, `81 tiers`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

/// A time span.
pub(crate) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match seconds {
        s if s < 0.1 => format!("{:.0} ms", s * 1e3),
        s if s < 99.95 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole / 60 % 60),
    }
}

/// So many things per second.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        r if r >= 1e9 => format!("{:.1} billion/s", r / 1e9),
        r if r >= 1e6 => format!("{:.1} million/s", r / 1e6),
        r => format!("{}/s", thousands(r as u64)),
    }
}

/// A part of a whole in percent.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

/// The result of a game, from the outcome of its start.
pub(crate) fn result(start: Option<Outcome>) -> String {
    match start {
        None => "not solved".to_owned(),
        Some(Outcome::Win(r)) => format!("first player wins in {r}"),
        Some(Outcome::Lose(r)) => format!("second player wins in {r}"),
        Some(Outcome::Tie(r)) => format!("a tie in {r}"),
        Some(Outcome::Draw) => "a draw".to_owned(),
    }
}

/// An outcome, known or not.
pub(crate) fn outcome(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "unsolved".to_owned(), |outcome| outcome.to_string())
}

/// The colour of an outcome: good for the player is green, bad is red.
pub(crate) fn style(outcome: Option<Outcome>) -> Style {
    let colour = match outcome.map(Outcome::value) {
        None => return Style::new().dimmed(),
        Some(Value::Win) => AnsiColor::Green,
        Some(Value::Tie) => AnsiColor::Yellow,
        Some(Value::Draw) => AnsiColor::BrightYellow,
        Some(Value::Lose) => AnsiColor::Red,
    };
    Style::new().fg_color(Some(colour.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let numbers = [0, 7, 999, 1000, 12345, 123456, 82497861];
        let texts = ["0", "7", "999", "1,000", "12,345", "123,456", "82,497,861"];
        assert_eq!(numbers.map(thousands), texts);
    }

    #[test]
    fn durations_grow_with_their_units() {
        let spans = [0.0123, 0.94, 12.34, 99.96, 125.0, 7500.0];
        let texts = ["12 ms", "0.9 s", "12.3 s", "1 min 40 s", "2 min 5 s", "2 h 5 min"];
        assert_eq!(spans.map(duration), texts);
    }

    #[test]
    fn rates_are_short() {
        assert_eq!([950.0, 12_345.0, 5_600_000.0].map(rate), ["950/s", "12,345/s", "5.6 million/s"]);
    }

    #[test]
    fn the_result_names_the_winner() {
        assert_eq!(result(Some(Outcome::Win(21))), "first player wins in 21");
        assert_eq!(result(Some(Outcome::Lose(8))), "second player wins in 8");
        assert_eq!(result(Some(Outcome::Tie(9))), "a tie in 9");
        assert_eq!(result(Some(Outcome::Draw)), "a draw");
    }
}
