//! What a player may type.

use zermelo_library::MoveView;

/// One line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// Make this move.
    Move(String),
    /// Show all moves with their values.
    Hint,
    /// Take back.
    Undo,
    /// Take back the taking back.
    Redo,
    /// Show values with every move from now on, or no longer.
    Values(bool),
    /// What can be typed.
    Help,
    /// Give the game to the opponent.
    Resign,
    /// Leave.
    Quit,
    /// An empty line.
    Nothing,
}

/// What can be typed, for the player who asks.
pub(super) const HELP: &str = "\
a move or its number   make that move
hint or ?              show all moves with their values, the best first
values on, values off  show values with every turn, or not
undo, redo             take back your last move, or make it again
resign                 give up
quit                   leave";

impl Request {
    /// Understands a line. Moves go first: whatever a move is called, it can be made. A number stands for a move
    /// of the list unless the names of moves are numbers themselves.
    pub(super) fn parse(line: &str, moves: &[MoveView]) -> Result<Request, String> {
        let line = line.trim();
        if moves.iter().any(|m| m.name == line) {
            return Ok(Request::Move(line.to_owned()));
        }
        let request = match line.to_lowercase().split_whitespace().collect::<Vec<_>>()[..] {
            [] => Request::Nothing,
            ["hint" | "hints" | "?"] => Request::Hint,
            ["undo"] => Request::Undo,
            ["redo"] => Request::Redo,
            ["values", "on"] => Request::Values(true),
            ["values", "off"] => Request::Values(false),
            ["help"] => Request::Help,
            ["resign"] => Request::Resign,
            ["quit" | "exit"] => Request::Quit,
            [word] => Request::Move(by_number(word, moves).ok_or_else(|| refusal(line, moves))?),
            _ => return Err(refusal(line, moves)),
        };
        Ok(request)
    }
}

/// Whether moves may be chosen by their place in the list.
pub(super) fn are_numbered(moves: &[MoveView]) -> bool {
    moves.iter().all(|m| m.name.parse::<u64>().is_err())
}

fn by_number(word: &str, moves: &[MoveView]) -> Option<String> {
    let number: usize = word.parse().ok().filter(|_| are_numbered(moves))?;
    moves.get(number.checked_sub(1)?).map(|m| m.name.clone())
}

fn refusal(line: &str, moves: &[MoveView]) -> String {
    let names: Vec<&str> = moves.iter().map(|m| m.name.as_str()).collect();
    format!("'{line}' is neither a move nor a command; moves: {}; 'help' lists the commands", names.join(" "))
}

#[cfg(test)]
mod tests {
    use zermelo_core::picture::{Figures, Sign};

    use super::*;

    fn moves(names: &[&str]) -> Vec<MoveView> {
        let view = |name: &&str| MoveView {
            name: (*name).to_owned(),
            position: String::new(),
            outcome: None,
            part: false,
            sign: Sign::Text,
            figures: Figures::default(),
        };
        names.iter().map(view).collect()
    }

    #[test]
    fn moves_are_made_by_name_or_number() {
        let moves = moves(&["a1", "b2", "undo"]);
        let made = |line| Request::parse(line, &moves);
        assert_eq!(made("b2"), Ok(Request::Move("b2".into())));
        assert_eq!(made(" 1 "), Ok(Request::Move("a1".into())));
        assert_eq!(made("undo"), Ok(Request::Move("undo".into())));
        assert!(made("0").is_err() && made("4").is_err() && made("c3").is_err());
    }

    #[test]
    fn numbers_that_are_names_mean_the_names() {
        let moves = moves(&["2", "1"]);
        assert_eq!(Request::parse("1", &moves), Ok(Request::Move("1".into())));
        assert!(Request::parse("3", &moves).is_err());
    }

    #[test]
    fn commands_may_be_written_loosely() {
        for (line, request) in [
            ("", Request::Nothing),
            ("?", Request::Hint),
            ("Values  ON", Request::Values(true)),
            ("QUIT", Request::Quit),
            ("redo", Request::Redo),
        ] {
            assert_eq!(Request::parse(line, &moves(&["a1"])), Ok(request), "{line}");
        }
    }
}
