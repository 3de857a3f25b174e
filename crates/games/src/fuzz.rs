//! Laws that hold for arbitrary bytes: the fuzzer (`fuzz/`) tries them, and a test replays the inputs that it kept.
//!
//! A function takes any bytes. It panics if a law is broken, and that is the fault which the fuzzer reports.
//! Nothing of this is compiled into the program.

use std::cell::RefCell;
use std::collections::HashMap;

use zermelo_library::{AnyGame, PositionView, Solution};

use crate::families;

/// The longest text that is read as a position; more of them only takes time.
const LONGEST: usize = 600;

/// So many variants are kept, since some take a while to be made.
const KEPT: usize = 100;

/// So many moves of a position are followed.
const FOLLOWED: usize = 6;

thread_local! {
    static VARIANTS: RefCell<HashMap<String, Option<Box<dyn AnyGame>>>> = RefCell::default();
}

/// Reads a position of a game, `GAME/VARIANT POSITION`, and follows its moves.
pub fn positions(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((name, position)) = text.split_once(' ') else { return };
    if text.len() > LONGEST {
        return;
    }
    VARIANTS.with_borrow_mut(|variants| {
        if variants.len() >= KEPT && !variants.contains_key(name) {
            variants.clear();
        }
        let game = variants.entry(name.to_owned()).or_insert_with(|| build(name));
        if let Some(game) = game {
            laws(&**game, position);
        }
    });
}

fn build(name: &str) -> Option<Box<dyn AnyGame>> {
    let (id, variant) = name.split_once('/')?;
    let families = families();
    let family = families.iter().find(|family| family.id == id)?;
    match family.build(variant) {
        Ok(game) => Some(game),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn laws(game: &dyn AnyGame, text: &str) {
    let view = match game.view(text, Solution::NONE) {
        Ok(view) => view,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let word = &view.position;
    assert!(
        !word.chars().any(|c| c.is_whitespace() || c.is_control() || "#&+%;\"".contains(c)),
        "{word:?} cannot stand in an address"
    );
    assert_eq!(seen(game, word), view, "what is printed is read as another position");
    assert!(!view.moves.is_empty() || view.outcome.is_some(), "there are neither moves nor an outcome");
    let mut names: Vec<&str> = view.moves.iter().map(|m| m.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two moves have one name");
    for m in view.moves.iter().take(FOLLOWED) {
        assert_eq!(game.play(word, &m.name).as_ref(), Ok(&m.position), "move {}", m.name);
        assert_eq!(seen(game, &m.position).position, m.position, "move {}", m.name);
    }
    steps(game, word);
}

/// Returns the view of a position that the game has printed itself.
fn seen(game: &dyn AnyGame, word: &str) -> PositionView {
    game.view(word, Solution::NONE).unwrap_or_else(|error| panic!("{word:?} is refused: {error}"))
}

/// Follows moves part by part.
fn steps(game: &dyn AnyGame, word: &str) {
    let view =
        game.steps(word, Solution::NONE).unwrap_or_else(|error| panic!("{word:?} is refused: {error}"));
    assert_eq!(view.position, word);
    for part in view.moves.iter().filter(|m| m.part).take(FOLLOWED) {
        let between = game.steps(&part.position, Solution::NONE);
        let between = between.unwrap_or_else(|error| panic!("{:?} is refused: {error}", part.position));
        assert_eq!(between.position, part.position);
        assert!(!between.moves.is_empty(), "a move cannot be completed: {}", part.position);
    }
}

#[cfg(test)]
#[path = "../../../fuzz/replay.rs"]
mod replay;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_the_fuzzer_kept_break_no_law() {
        replay::replay("positions", positions);
    }
}
