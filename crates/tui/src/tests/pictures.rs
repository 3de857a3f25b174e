//! Pictures of all screens, compared with those in `tests/screens`, on a usual and on a large terminal.
//!
//! `UPDATE_SCREENS=1 cargo test -p zermelo-tui` writes them anew; look at the difference before you keep it.

use std::path::PathBuf;
use std::{env, fs};

use ratatui::crossterm::event::KeyCode;

use super::matches::Closed;
use super::screen::{Screen, opening};
use crate::screens::game::Computer;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Compares what is shown with the picture of this name.
fn compare(screen: &mut Screen, name: &str, (width, height): (u16, u16)) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    let path = folder.join(format!("{name}-{width}x{height}.txt"));
    let shown = screen.text();
    if env::var_os("UPDATE_SCREENS").is_some() {
        fs::write(&path, shown).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        shown == expected,
        "{} is different; UPDATE_SCREENS=1 writes it anew. Expected\n{expected}\nand got\n{shown}",
        path.display()
    );
}

/// Shows a game in all sizes, does something there, and compares the picture.
fn in_game(name: &str, game: &str, variant: &str, act: impl Fn(&mut Screen)) {
    for size in SIZES {
        let mut screen = Screen::new(opening(game, variant, Computer::None, true), size.0, size.1);
        screen.wait_for(" in ");
        act(&mut screen);
        compare(&mut screen, name, size);
    }
}

/// The same in the list.
fn in_list(name: &str, act: impl Fn(&mut Screen)) {
    for size in SIZES {
        let mut screen = Screen::new(None, size.0, size.1);
        screen.wait_for("not solved");
        act(&mut screen);
        compare(&mut screen, name, size);
    }
}

#[test]
fn the_list() {
    in_list("list", |screen| {
        screen.keys("matches");
        screen.key(KeyCode::Enter);
        screen.wait_for("wins in 4");
        screen.key(KeyCode::Esc);
        screen.key(KeyCode::Esc);
        screen.key(KeyCode::Tab);
        screen.wait_for("lose in 4");
        screen.key(KeyCode::Down);
    });
}

#[test]
fn a_search() {
    in_list("search", |screen| screen.keys("sixty"));
}

#[test]
fn a_search_without_a_result() {
    in_list("nothing-found", |screen| screen.keys("chess"));
}

#[test]
fn the_help_of_the_list() {
    in_list("list-help", |screen| screen.keys("?"));
}

#[test]
fn a_game() {
    in_game("game", "fill", "regular", |screen| {
        screen.key(KeyCode::Enter);
        screen.wait_for("1 played");
    });
}

#[test]
fn a_chosen_move() {
    in_game("chosen-move", "fill", "regular", |screen| {
        screen.key(KeyCode::Enter);
        screen.wait_for("1 played");
        screen.key(KeyCode::Down);
    });
}

#[test]
fn a_typed_move() {
    in_game("typed-move", "fill", "regular", |screen| screen.keys("mb"));
}

#[test]
fn a_position_to_go_to() {
    in_game("go-to", "fill", "regular", |screen| screen.keys("g"));
}

#[test]
fn the_rules() {
    in_game("rules", "matches", "six", |screen| {
        screen.keys("i");
        screen.text();
        screen.key(KeyCode::PageDown);
    });
}

#[test]
fn the_statistics_scrolled() {
    in_game("statistics", "matches", "sixty", |screen| {
        screen.keys("s");
        screen.wait_for("bars grow");
        screen.key(KeyCode::PageDown);
    });
}

#[test]
fn the_end_of_a_game() {
    in_game("end", "fill", "regular", |screen| {
        (0..4).for_each(|_| screen.key(KeyCode::Enter));
        screen.wait_for("New game");
    });
}

#[test]
fn the_help_of_a_game() {
    in_game("help", "fill", "regular", |screen| screen.keys("?"));
}

#[test]
fn a_game_that_opens() {
    for size in SIZES {
        let _closed = Closed::new();
        let mut screen = Screen::new(opening("late", "regular", Computer::None, true), size.0, size.1);
        screen.wait_for("Opening");
        compare(&mut screen, "opening", size);
    }
}
