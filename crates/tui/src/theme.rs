//! Colours and signs of outcomes and players: never by colour alone.

use ratatui::style::{Color, Modifier, Style};
use zermelo_core::picture::Colour;
use zermelo_core::{Outcome, Turn, Value};

/// The letter of a value, so that colours are not needed to tell them apart.
pub(crate) fn letter(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(Outcome::value) {
        Some(Value::Win) => "W",
        Some(Value::Tie) => "T",
        Some(Value::Draw) => "D",
        Some(Value::Lose) => "L",
        None => "?",
    }
}

/// The colour of a value: blue is good for the player, orange bad. Both differ for colour-blind people, too.
pub(crate) fn colour(value: Option<Value>) -> Color {
    match value {
        Some(Value::Win) => Color::Rgb(86, 180, 233),
        Some(Value::Tie) => Color::Rgb(240, 228, 66),
        Some(Value::Draw) => Color::Rgb(204, 187, 68),
        Some(Value::Lose) => Color::Rgb(230, 120, 40),
        None => Color::DarkGray,
    }
}

/// The style of an outcome.
pub(crate) fn style(outcome: Option<Outcome>) -> Style {
    Style::new().fg(colour(outcome.map(Outcome::value)))
}

/// An outcome in words, known or not.
pub(crate) fn words(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "unsolved".to_owned(), |outcome| outcome.to_string())
}

/// The style of a piece. The two players have colours that no value has.
pub(crate) fn piece(colour: Colour) -> Style {
    let style = Style::new();
    match colour {
        Colour::First => style.fg(Color::Rgb(0, 178, 130)).add_modifier(Modifier::BOLD),
        Colour::Second => style.fg(Color::Rgb(222, 130, 182)).add_modifier(Modifier::BOLD),
        Colour::Neutral | Colour::Dark => style.fg(Color::Gray),
        Colour::Light => style.add_modifier(Modifier::BOLD),
        Colour::Accent => style.fg(Color::Cyan),
    }
}

/// The colour of the pieces of a player.
pub(crate) fn own(turn: Turn) -> Colour {
    if turn == Turn::First { Colour::First } else { Colour::Second }
}

/// What is chosen in a list.
pub(crate) fn chosen() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}

/// Cells that the chosen move touches.
pub(crate) fn touched() -> Style {
    Style::new().bg(Color::Rgb(70, 70, 90)).add_modifier(Modifier::BOLD)
}

/// What explains keys, and what lies in the background.
pub(crate) fn soft() -> Style {
    Style::new().fg(Color::DarkGray)
}

/// A number with thousands separators.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
