//! What keys and the mouse do.

use ratatui::crossterm::event::{KeyCode, MouseEventKind};

use super::matches::Closed;
use super::screen::{Screen, opening};
use crate::screens::game::Computer;

/// A game without a computer, on a screen of the usual size.
fn game(game: &str, variant: &str, hints: bool) -> Screen {
    Screen::new(opening(game, variant, Computer::None, hints), 80, 24)
}

#[test]
fn a_game_is_found_played_to_its_end_and_taken_back() {
    let mut screen = Screen::new(None, 110, 24);
    screen.keys("nothing like it");
    assert!(screen.shows("Nothing is called 'nothing like it'"));
    screen.key(KeyCode::Esc);
    screen.keys("six m");
    screen.key(KeyCode::Enter);
    // With six matches the second player wins, in four moves.
    screen.wait_for("second player wins in 4");
    screen.key(KeyCode::Enter);
    screen.wait_for("second player wins in 3");
    for _ in 0..3 {
        screen.key(KeyCode::Enter);
    }
    screen.wait_for("Game over: second player wins.");
    screen.keys("u");
    assert!(screen.shows("Second player to move: second player wins in 1"));
    screen.keys("r");
    assert!(screen.shows("Game over"));
    screen.keys("b");
    assert!(screen.shows("Search: six m"));
}

#[test]
fn a_finished_game_offers_what_can_be_done_next() {
    let mut screen = game("matches", "six", true);
    screen.wait_for("wins in 4");
    let play = |screen: &mut Screen| (0..4).for_each(|_| screen.key(KeyCode::Enter));
    play(&mut screen);
    screen.wait_for("New game");
    screen.key(KeyCode::Enter);
    screen.wait_for("0 played");
    play(&mut screen);
    screen.wait_for("Take back");
    screen.key(KeyCode::Down);
    screen.key(KeyCode::Enter);
    screen.wait_for("3 played");
    screen.key(KeyCode::Enter);
    screen.wait_for("Another variant");
    screen.click_on("Another variant");
    screen.click_on("Another variant");
    screen.wait_for("sixty");
    assert!(screen.shows("matches/six"), "{}", screen.text());
}

#[test]
fn hidden_values_are_not_shown_and_moves_are_listed_by_name() {
    let mut screen = game("matches", "six", false);
    screen.wait_for("First player to move");
    let text = screen.text();
    assert!(!text.contains("wins in") && !text.contains("lose in"), "{text}");
    assert!(text.find("take1").unwrap() < text.find("take2").unwrap());
    screen.keys("f");
    assert!(screen.shows("values are hidden"));
    screen.keys("h");
    screen.wait_for("lose in 4");
}

#[test]
fn the_computer_answers_and_wins() {
    let mut screen = Screen::new(opening("matches", "six", Computer::Second, true), 80, 24);
    screen.wait_for("second player wins in 4");
    assert!(screen.shows("Second player (computer)"));
    screen.key(KeyCode::Enter);
    screen.wait_for("First player to move: second player wins in 2");
    screen.key(KeyCode::Enter);
    screen.wait_for("Game over: second player wins.");
}

#[test]
fn a_position_is_changed_in_its_field_and_a_wrong_one_can_be_mended() {
    let mut screen = game("matches", "six", true);
    screen.wait_for("wins in 4");
    // The field has the position of the board, 1_6.
    screen.keys("g");
    screen.key(KeyCode::Backspace);
    screen.keys("2");
    screen.key(KeyCode::Enter);
    screen.wait_for("first player wins in 1");
    screen.keys("gx");
    screen.key(KeyCode::Enter);
    screen.wait_for("'1_2x' is not a turn and a number");
    screen.key(KeyCode::Backspace);
    screen.key(KeyCode::Backspace);
    screen.keys("4");
    screen.key(KeyCode::Enter);
    screen.wait_for("first player wins in 3");
}

#[test]
fn a_move_is_typed_completed_and_made() {
    let mut screen = game("matches", "six", true);
    screen.wait_for("wins in 4");
    screen.keys("mt");
    screen.key(KeyCode::Tab);
    assert!(screen.shows("> take"), "{}", screen.text());
    screen.keys("3");
    assert!(screen.shows("0 of 2 moves"));
    screen.key(KeyCode::Enter);
    assert!(screen.shows("there is no such move"));
    screen.key(KeyCode::Backspace);
    screen.keys("1");
    assert!(screen.shows("1 of 2 moves"));
    screen.key(KeyCode::Enter);
    screen.wait_for("2_5");
    // A digit begins a move without more ado.
    screen.keys("2");
    assert!(screen.shows("> 2") && screen.shows("1 of 2 moves"));
    screen.key(KeyCode::Enter);
    screen.wait_for("1_3");
    screen.keys("/");
    screen.key(KeyCode::Esc);
    assert!(screen.shows("2 moves"));
}

#[test]
fn moves_are_filtered_by_value() {
    let mut screen = Screen::new(opening("matches", "six", Computer::None, true), 80, 24);
    screen.wait_for("wins in 4");
    screen.key(KeyCode::Enter);
    screen.wait_for("wins in 3");
    screen.keys("f");
    assert!(screen.shows("1 of 2 moves: win"), "{}", screen.text());
    screen.keys("f");
    assert!(screen.shows("1 of 2 moves: lose"));
    screen.keys("f");
    assert!(screen.shows(" 2 moves "));
}

#[test]
fn cells_and_lines_are_clicked_and_the_wheel_scrolls() {
    let mut screen = game("fill", "regular", true);
    screen.wait_for("tie in 4");
    // The number beside the lower row is at the height of a1 and b1, in the middle of their cells.
    let text = screen.text();
    let is_lower = |line: &str| line.trim_start_matches(['│', ' ']).starts_with("1 ");
    let row = text.lines().position(is_lower).unwrap();
    let below =
        text.lines().find(|line| line.contains(" a ") && line.contains(" b ") && !line.contains("moves"));
    let below = below.unwrap();
    let column = below.chars().position(|c| c == 'b').unwrap();
    let press = MouseEventKind::Down(ratatui::crossterm::event::MouseButton::Left);
    screen.mouse(press, column as u16, row as u16);
    assert!(screen.shows("0 played"), "the first click only chooses");
    screen.mouse(press, column as u16, row as u16);
    screen.wait_for("b1 ");
    screen.wait_for("1 played");
    assert!(screen.shows(" ---x "), "{}", screen.text());
    // Lines of the list, and the wheel.
    screen.click_on("a2  ");
    if screen.shows("1 played") {
        // It was not chosen yet.
        screen.click_on("a2  ");
    }
    screen.wait_for("2 played");
    assert!(screen.shows(" o--x "), "{}", screen.text());
    screen.mouse(MouseEventKind::ScrollDown, 0, 0);
    let last = if screen.text().find("b2  ") < screen.text().find("a1  ") { " o-xx " } else { " ox-x " };
    screen.key(KeyCode::Enter);
    screen.wait_for(last);
}

#[test]
fn statistics_count_all_positions_and_scroll_to_the_last() {
    let mut screen = game("matches", "sixty", true);
    screen.wait_for("wins in");
    screen.keys("s");
    screen.wait_for("positions; bars grow");
    assert!(screen.shows("1-20 of "), "{}", screen.text());
    // Three matches are lost in two moves, sixty in forty.
    assert!(!screen.shows("lose   40"));
    screen.key(KeyCode::End);
    assert!(screen.shows("lose   40"), "{}", screen.text());
    screen.key(KeyCode::Esc);
    assert!(!screen.shows("bars grow"));
    screen.keys("q");
    assert!(screen.has_left());
}

#[test]
fn every_line_of_the_statistics_can_be_reached() {
    let mut screen = game("matches", "sixty", true);
    screen.wait_for("wins in");
    screen.keys("s");
    screen.wait_for("positions; bars grow");
    let mut seen = screen.text();
    for _ in 0..4 {
        screen.key(KeyCode::PageDown);
        seen += &screen.text();
    }
    for r in 0..=40 {
        assert!(seen.contains(&format!(" {r:>4} ")), "{r}");
    }
}

#[test]
fn a_variant_that_is_not_listed_is_named_and_a_wrong_one_is_told() {
    let mut screen = Screen::new(None, 80, 24);
    screen.keys("matches");
    screen.wait_for("another …");
    screen.click_on("another …");
    screen.click_on("another …");
    assert!(screen.shows("NUMBER: up to 200 matches"));
    screen.keys("21");
    screen.key(KeyCode::Enter);
    screen.wait_for("Matches 21");
    screen.key(KeyCode::Esc);
    screen.key(KeyCode::Enter);
    screen.keys("201");
    screen.key(KeyCode::Enter);
    screen.wait_for("'201' is not a number up to 200");
}

#[test]
fn games_are_unfolded_and_folded() {
    let mut screen = Screen::new(None, 80, 24);
    screen.wait_for("Matches");
    assert!(!screen.shows("sixty"));
    screen.key(KeyCode::Down);
    screen.key(KeyCode::Right);
    assert!(screen.shows("sixty"));
    screen.key(KeyCode::Down);
    screen.key(KeyCode::Left);
    assert!(!screen.shows("sixty"));
    screen.key(KeyCode::Tab);
    assert!(screen.shows("sixty"));
    screen.key(KeyCode::Tab);
    screen.click_on("Matches");
    assert!(screen.shows("sixty"), "the line was chosen before, so one click unfolds it");
}

#[test]
fn a_game_that_is_slow_to_open_leaves_keys_alone() {
    let closed = Closed::new();
    let mut screen = Screen::new(opening("late", "regular", Computer::None, true), 80, 24);
    screen.wait_for("Opening late/regular");
    screen.key(KeyCode::Esc);
    assert!(screen.shows("Type to search"));
    screen.key(KeyCode::Esc);
    assert!(screen.has_left());
    // It comes too late, and nobody is thrown out of the list for it.
    drop(closed);
    for _ in 0..5 {
        screen.app.next();
    }
    assert!(screen.shows("Type to search"));
}

#[test]
fn a_position_that_takes_long_is_shown_and_played_meanwhile() {
    let closed = Closed::new();
    let mut screen = Screen::new(opening("deep", "regular", Computer::None, true), 80, 24);
    screen.wait_for("finding out what is known");
    assert!(screen.shows("1_20") && screen.shows("not solved"), "{}", screen.text());
    screen.key(KeyCode::Enter);
    screen.wait_for("1 played");
    screen.keys("u");
    assert!(screen.shows("0 played"));
    drop(closed);
    screen.wait_for("first player wins in 13");
}
