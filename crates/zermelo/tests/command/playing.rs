//! Games played through standard input.

use super::User;

#[test]
fn a_tie_with_perfection() {
    // Both sides play well: the centre, then every threat is answered.
    let ran = User::new().with_input("play tictactoe --computer second", "b2\nhint\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("second player (computer) plays"), "{}", ran.stdout);
    assert!(ran.stdout.contains("tie in 7"), "{}", ran.stdout);
}

#[test]
fn perfection_wins_where_it_can() {
    let ran = User::new().with_input("play tictactoe --from xx-oo---- --computer first", "");
    assert!(ran.stdout.contains("plays c3"), "{}", ran.stdout);
    assert!(ran.stdout.contains("after 1 move: the first player (computer) wins"), "{}", ran.stdout);
}

#[test]
fn perfection_against_itself_comes_to_the_value() {
    let user = User::new();
    let tie = user.ok("play tictactoe --computer both");
    assert!(tie.contains("after 9 moves: a tie"), "{tie}");
    let win = user.ok("play quixo/3x3 --computer both");
    assert!(win.contains("after 7 moves: the first player wins"), "{win}");
}

#[test]
fn endless_play_is_called_a_draw() {
    let user = User::new();
    let json = user.json("query mutorere");
    assert_eq!(json["value"], "draw");
    assert!(user.ok("play mutorere --computer both").contains("A draw"));
}

#[test]
fn moves_can_be_numbered_taken_back_and_made_again() {
    let script = "1\nundo\nundo\nredo\nredo\nvalues on\nvalues off\nhelp\n\nnonsense\nresign\n";
    let ran = User::new().with_input("play tictactoe --computer none", script);
    let said = &ran.stdout;
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for part in [
        "nothing to take back",
        "Nothing was taken back",
        "Value: tie in 8",
        "values on, values off",
        "'nonsense' is neither a move nor a command",
        "The second player resigns: the first player wins.",
    ] {
        assert!(said.contains(part), "{part:?} is missing in {said}");
    }
}

#[test]
fn undo_takes_back_the_computers_answer_too() {
    let ran = User::new().with_input("play tictactoe", "a1\nundo\na1\nundo\nredo\nquit\n");
    assert_eq!(ran.stdout.matches("(computer) plays").count(), 2, "{}", ran.stdout);
    assert!(!ran.stdout.contains("second player>"), "{}", ran.stdout);
}

#[test]
fn hints_show_values_from_the_beginning() {
    let ran = User::new().with_input("play tictactoe --hints", "");
    assert!(ran.stdout.contains("a1 (tie in 9)"), "{}", ran.stdout);
}

#[test]
fn the_end_of_the_input_and_strange_bytes_are_no_drama() {
    let user = User::new();
    assert_eq!(user.with_input("play tictactoe", "").code, Some(0));
    let ran = user.with_input("play tictactoe", "\u{0}\u{fffd}é∞\n99999999999999999999\nquit");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

#[test]
fn it_is_the_turn_of_the_player_whom_the_position_names() {
    let user = User::new();
    let ran =
        user.with_input("play quixo/2x2 --from 2_x--- --lines --computer none", "a2\na1-b1\nundo\nresign\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let prompts: Vec<&str> =
        ran.stdout.lines().filter_map(|line| line.split_once("player>")).map(|(p, _)| p).collect();
    assert_eq!(prompts.first(), Some(&"second "), "{}", ran.stdout);
    assert!(ran.stdout.contains("The second player resigns: the first player wins."), "{}", ran.stdout);
    // The board tells: three of each, and x completes a row.
    let ran = user.with_input("play tictactoe --from xx-oox--- --computer second", "quit\n");
    assert!(ran.stdout.contains("The second player (computer) plays"), "{}", ran.stdout);
    let ran = user.with_input("play tictactoe --from xx-oo-x-- --computer second", "");
    assert!(ran.stdout.contains("The second player (computer) plays c2."), "{}", ran.stdout);
    assert!(ran.stdout.contains("after 1 move: the second player (computer) wins"), "{}", ran.stdout);
    // Heaps do not tell; whoever begins is the first player.
    let ran = user.with_input("play nim/1_2 --from 1_1 --computer none", "resign\n");
    assert!(ran.stdout.contains("The first player resigns: the second player wins."), "{}", ran.stdout);
}

#[test]
fn games_that_are_not_solved_are_played_without_values() {
    let user = User::new();
    let ran = user
        .with_input("play quixo/5x5 --lines --computer both", "1\nhint\nvalues on\nundo\nnonsense\nresign\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("'zermelo solve quixo/5x5'. Here it is played without values"),
        "{}",
        ran.stderr
    );
    for part in ["first player> ", "second player> ", "unsolved", "Value: unsolved", "first player resigns"] {
        assert!(ran.stdout.contains(part), "{part:?} is missing in {}", ran.stdout);
    }
    assert!(!ran.stdout.contains("(computer)"), "{}", ran.stdout);
    // The end of a game is known from its rules.
    let ran = user.with_input("play quixo/5x5 --from 2_xxxxx-------------------- --lines", "");
    assert!(ran.stdout.contains("after 0 moves: the first player wins"), "{}", ran.stdout);
    // Found out while it is explored.
    let ran = user.with_input("play sim --memory 1M", "12\nquit\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("--memory") && ran.stdout.contains("second player> "), "{}", ran.stderr);
}

#[test]
fn a_solver_of_single_positions_plays_where_there_is_no_database() {
    let user = User::new();
    let three_in_a_row = format!("{}xxx-ooo", "-".repeat(35));
    let ran = user.with_input(&format!("play connect4/6x7 --computer both --from {three_in_a_row}"), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.contains("The first player (computer) plays 4."), "{}", ran.stdout);
    assert!(ran.stdout.contains("after 1 move: the first player wins"), "{}", ran.stdout);
    assert!(!user.data().join("connect4").exists());
}
