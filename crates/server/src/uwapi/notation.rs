//! How positions are written for the client: always with whose turn it is in front, `1_` or `2_`.
//!
//! Some of our games write that themselves, in others the board tells, and in games whose players have the
//! same moves it does not matter: there it is whoever asks who says it.

use zermelo_core::{ParseError, Turn};
use zermelo_service::OpenVariant;

use super::dialect::Dialect;

/// How the positions of a variant are written.
pub(super) struct Notation {
    /// Whether our own text begins with the turn.
    own_prefix: bool,
    /// Letters that the client knows by other names: ours, and theirs.
    letters: (&'static str, &'static str),
    /// Whether the client counts the cells from the other end.
    reversed: bool,
}

fn translate(text: &str, from: &str, to: &str) -> String {
    let one =
        |c| from.chars().position(|other| other == c).and_then(|place| to.chars().nth(place)).unwrap_or(c);
    text.chars().map(one).collect()
}

fn prefix(turn: Turn) -> &'static str {
    if turn == Turn::First { "1_" } else { "2_" }
}

impl Notation {
    pub(super) fn of(variant: &OpenVariant) -> Notation {
        // Nim positions may begin with 1_ by accident, but their turn is unknown.
        let own_prefix = variant.tells_turn() && variant.game().start().starts_with("1_");
        let Dialect { letters, reversed, .. } = *Dialect::of(variant.handle().family.id);
        Notation { own_prefix, letters, reversed }
    }

    fn turned(&self, cells: String) -> String {
        if self.reversed { cells.chars().rev().collect() } else { cells }
    }

    /// Our text for the client, with this player to move. Parts of a move come after it unchanged.
    pub(super) fn theirs(&self, ours: &str, turn: Turn) -> String {
        let bare = if self.own_prefix { &ours[2..] } else { ours };
        let (position, parts) = split(bare);
        let position = self.turned(translate(position, self.letters.0, self.letters.1));
        format!("{}{position}{parts}", prefix(turn))
    }

    /// The client's text as our own, and whose turn it says it is.
    pub(super) fn ours(&self, theirs: &str) -> Result<(String, Turn), ParseError> {
        let (turn, bare) = Turn::split(theirs)?;
        let (position, parts) = split(bare);
        // A letter of ours that they do not use would be read as if they did.
        if position.contains(|c| self.letters.0.contains(c) && !self.letters.1.contains(c)) {
            let (ours, theirs_) = self.letters;
            return Err(ParseError::new(format!(
                "'{theirs}' has a letter of '{ours}'; here they are '{theirs_}'"
            )));
        }
        let position = self.turned(translate(position, self.letters.1, self.letters.0));
        let front = if self.own_prefix { prefix(turn) } else { "" };
        Ok((format!("{front}{position}{parts}"), turn))
    }
}

/// A position, and the parts of a move with the semicolon in front.
fn split(text: &str) -> (&str, &str) {
    text.split_at(text.find(';').unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_begins_with_the_turn() {
        let own = Notation { own_prefix: true, letters: ("", ""), reversed: false };
        assert_eq!(own.theirs("2_x-o;a1", Turn::Second), "2_x-o;a1");
        assert_eq!(own.ours("2_x-o;a1").unwrap(), ("2_x-o;a1".into(), Turn::Second));
        let board_tells = Notation { own_prefix: false, letters: ("", ""), reversed: false };
        assert_eq!(board_tells.theirs("x-o", Turn::First), "1_x-o");
        assert_eq!(board_tells.ours("1_x-o").unwrap(), ("x-o".into(), Turn::First));
        assert!(board_tells.ours("x-o").is_err() && board_tells.ours("").is_err());
    }

    #[test]
    fn letters_are_translated_in_positions_but_not_in_parts() {
        let nim = Notation { own_prefix: false, letters: Dialect::of("nim").letters, reversed: false };
        assert_eq!(nim.theirs("3_4_5", Turn::Second), "2_3,4,5");
        assert_eq!(nim.ours("2_3,4,5").unwrap(), ("3_4_5".into(), Turn::Second));
        assert!(nim.ours("2_3_4_5").is_err());
        let l = Notation { own_prefix: true, letters: Dialect::of("lgame").letters, reversed: false };
        assert_eq!(l.theirs("1_1bb-;b1;stay", Turn::First), "1_WBB-;b1;stay");
        assert_eq!(l.ours("1_WBB-;b1;stay").unwrap().0, "1_1bb-;b1;stay");
    }
}
