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
    assert_eq!(json["positionValue"], "draw");
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
