//! What may be typed, and what is said about the rest.

use super::{Ran, User};

#[test]
fn bad_input_is_refused_with_code_2_and_one_paragraph() {
    let user = User::new();
    for (line, hint) in [
        // The arguments themselves.
        ("fly", "unrecognized subcommand"),
        ("solv nim", "'solve'"),
        ("solve", "<GAME>"),
        ("--wings", "unexpected argument"),
        ("games --threads 0", "from 1 to 1024"),
        ("games --threads 1025", "from 1 to 1024"),
        ("games --threads many", "from 1 to 1024"),
        ("games --threads -1", "from 1 to 1024"),
        ("games --memory -5G", "512M"),
        ("solve --wings", "zermelo solve --help"),
        ("info QUIXO", "did you mean quixo"),
        ("info morris", "ninemensmorris"),
        ("info tictactoe/miser", "did you mean tictactoe/misere"),
        ("info chomp/100x100", "too large"),
        ("query quixo foo", "looks like 1_"),
        ("query tictactoe --uwapii", "no option '--uwapii'"),
        ("serve --solve all", "listed"),
        ("db", "zermelo db --help"),
        ("db rm tictactoe", "no database"),
        ("db export tictactoe /tmp/nowhere", "not solved"),
        ("db import /no/such/place", "no exported database"),
        ("games --memory lots", "512M"),
        ("games --memory 0", "512M"),
        ("games --data", "--data"),
        ("games no-such-word", "zermelo games"),
        // Games and variants.
        ("info backgammon", "zermelo games"),
        ("info quxo", "did you mean quixo"),
        ("info quixo/9x9", "4x4"),
        ("info quixo/", "4x4"),
        ("info ../etc", "no game"),
        ("info quixo/../quixo", "4x4"),
        ("solve quxo", "quixo"),
        ("analyze quxo", "quixo"),
        ("query quxo", "quixo"),
        ("start quxo", "quixo"),
        ("random quxo", "quixo"),
        ("play quxo", "quixo"),
        ("verify quxo", "quixo"),
        ("test quxo", "quixo"),
        // What each command wants beyond that.
        ("solve nim --level 0", "1..=22"),
        ("solve nim --level 23", "1..=22"),
        ("solve nim --tiers 1x1o", "no tiers"),
        ("solve quixo/3x3 --tiers 1x1o,99x1o", "'99x1o'"),
        ("solve quixo/3x3 --force --tiers nowhere", "'nowhere'"),
        ("analyze tictactoe --csv --json", "--json"),
        ("analyze nim --tiers", "no tiers"),
        ("query tictactoe xyz", "9"),
        ("query tictactoe xxxxxxxxx", "xxxxxxxxx"),
        ("query tictactoe --------", "9"),
        ("query tictactoe --------- extra", "extra"),
        ("query quixo/5x5", "zermelo solve quixo/5x5"),
        ("analyze quixo/5x5", "zermelo solve quixo/5x5"),
        ("random nim --seed -1", "0 to 18446744073709551615"),
        ("test nim --seed -1", "0 to 18446744073709551615"),
        ("info 0to10by1or2/100001_1_2", "at most 100000"),
        ("play tictactoe --from nowhere", "9"),
        ("play tictactoe --computer maybe", "first"),
        ("play tictactoe --json", "JSON"),
        ("play-sum [nimber]3 --json", "JSON"),
        ("verify quixo/4x4", "not solved"),
        ("test nim --positions 0", "1 to"),
        ("nim 9.99", "column 1: unexpected '9'"),
        ("bench nothing", "quixo-4x4-solve"),
        ("completions tcsh", "bash"),
        ("man fly", "solve"),
    ] {
        let ran = user.run(line);
        ran.failed(2, line);
        assert!(ran.stderr.contains(hint), "zermelo {line}: {:?} does not mention {hint}", ran.stderr);
        assert_eq!(ran.stdout, "", "zermelo {line}");
    }
}

#[test]
fn an_error_is_one_line_whatever_was_typed() {
    let user = User::new();
    for [command, word] in [
        ["info", "qui\nxo"],
        ["info", "quixo/4\nx4"],
        ["start", "qui\n\nxo"],
        ["nim", "0.\n7"],
        ["nim", ""],
        ["value", "1\r\n+ z"],
        ["sum", "[no\nsuch] 1 {B}"],
    ] {
        let ran = Ran::from(user.command(command).arg(word).output().unwrap());
        ran.failed(2, word);
        assert_eq!(ran.stderr.lines().count(), 1, "{word:?}: {}", ran.stderr);
    }
    let ran = Ran::from(user.command("nim").arg("").output().unwrap());
    assert!(ran.stderr.contains("the code of a game is needed, for example 0.77"), "{}", ran.stderr);
}

#[test]
fn positions_may_start_with_a_dash() {
    let user = User::new();
    for line in [
        "query tictactoe ---------",
        "query tictactoe --json ---------",
        "query tictactoe --------- --json",
        "query --json tictactoe ---------",
        "query tictactoe -- ---------",
        "query tictactoe --quiet -x-o-----",
        // The letters of an option are letters of a position here.
        "query snake -h---bb---b---t-",
        "query snake --json -h---bb---b---t-",
        "play tictactoe --from -x-------",
        "play tictactoe --from=-x-------",
    ] {
        user.ok(line);
    }
    assert_eq!(user.json("query tictactoe -x-------")["position"], "-x-------");
}

#[test]
fn the_number_of_threads_changes_nothing_but_time() {
    let [one, three] = [User::new(), User::new()];
    one.ok("solve quixo/3x3 --threads 1");
    three.ok("solve quixo/3x3 --threads 3");
    assert_eq!(one.files("quixo/3x3"), three.files("quixo/3x3"));
}

#[test]
fn quiet_means_nothing_but_the_result() {
    let user = User::new();
    let ran = user.run("query tictactoe --quiet");
    assert_eq!(ran.stderr, "");
    assert!(ran.stdout.contains("tie in 9"));
    let told = User::new().run("query tictactoe");
    assert!(told.stderr.contains("solving it first"));
    assert_eq!(told.stdout, ran.stdout);
}
