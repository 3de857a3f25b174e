//! What the commands answer.

use serde_json::{Value as Json, json};

use super::{QUIXO_4X4, User};

#[track_caller]
fn has_keys(json: &Json, keys: &[&str]) {
    for key in keys {
        assert!(json.get(key).is_some(), "no {key:?} in {json}");
    }
}

#[test]
fn games_are_listed_and_filtered() {
    let user = User::new();
    user.ok("solve tictactoe/misere");
    let table = user.ok("games");
    assert!(table.contains("quixo") && table.contains("Tic-tac-toe"));
    assert_eq!(user.ok("games TAC toe").lines().count(), 1 + ["shifttactoe", "tictactoe"].len());
    let list = user.json("games tictactoe");
    has_keys(&list[0], &["id", "name", "variants", "open", "solved"]);
    assert_eq!(list[0]["solved"], json!(["misere"]));
}

#[test]
fn info_tells_rules_variants_size_and_state() {
    let user = User::new();
    let before = user.ok("info quixo/3x3");
    assert!(before.contains("pushes it back") && before.contains("quixo/5x5") && before.contains("30 tiers"));
    assert!(before.contains("zermelo solve quixo/3x3"));
    user.ok("analyze quixo/3x3");
    let after = user.ok("info quixo/3x3");
    assert!(after.contains("first player wins in 7"), "{after}");
    assert!(after.contains("32,027 positions, 4,433 up to symmetry"), "{after}");
    let json = user.json("info quixo/3x3");
    has_keys(&json, &["game", "name", "title", "rules", "variants", "open", "start", "extent"]);
    has_keys(&json["extent"], &["tiers", "slots", "memory"]);
    has_keys(&json["database"], &["directory", "bytes", "complete", "tiers", "slots", "value", "remoteness"]);
    assert_eq!(json["analysis"]["positions"], 32027);
    assert_eq!(user.json("info tictactoe")["database"], Json::Null);
}

#[test]
fn a_solve_ends_by_saying_the_result() {
    let user = User::new();
    let said = user.ok("solve quixo/3x3");
    assert!(said.starts_with("Quixo 3x3: first player wins in 7 ("), "{said}");
    assert!(said.contains("slots in 30 tiers), "), "{said}");
    let again = user.run("solve quixo/3x3");
    assert!(
        again.stdout.starts_with("Quixo 3x3: first player wins in 7") && again.stderr.contains("--force")
    );
    assert!(user.ok("solve tictactoe").contains("a tie in 9 (1,180 slots in 10 tiers)"));
    assert!(user.ok("solve nim/3_3_3").contains("first player wins in 7 (64 stored positions)"));
    assert_eq!(user.json("solve nim/3_3_3")["positions"], 64);
    user.ok("analyze tictactoe");
    assert!(user.ok("solve tictactoe --force").contains("a tie in 9 (5,478 positions, 765 up to symmetry)"));

    let json = user.json("solve quixo/3x3 --force --level 19");
    has_keys(&json, &["game", "complete", "alreadySolved", "slots", "tiers", "bytes", "seconds"]);
    assert_eq!((&json["value"], &json["remoteness"]), (&json!("win"), &json!(7)));
    assert_eq!(json["alreadySolved"], false);
    assert_eq!(user.json("solve quixo/3x3")["alreadySolved"], true);
}

#[test]
fn some_tiers_can_be_solved_first() {
    let part = User::new();
    let said = part.ok("solve quixo/4x4 --tiers 9x7o,8x8o");
    assert!(said.contains("tier 8x8o: ") && said.contains("solved now"), "{said}");
    assert!(part.ok("solve quixo/4x4 --tiers 8x8o").contains("solved already"));
    let json = part.json("solve quixo/4x4 --tiers 10x6o");
    has_keys(&json, &["game", "slots", "tiers", "seconds"]);
    assert_eq!(json["complete"], false);
    assert_eq!(part.json("games quixo")[0]["solved"], json!([]));
    assert!(part.ok("solve quixo/4x4").contains("first player wins in 21"));
    assert!(part.files("quixo/4x4") == *QUIXO_4X4, "the parts do not make the whole");
}

#[test]
fn a_part_of_a_large_game_can_be_used() {
    let user = User::new();
    user.ok("solve quixo/5x5 --tiers 19x6o");
    let start = user.json("query quixo/5x5");
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("unsolved"), &json!(null)));
    assert!(user.ok("query quixo/5x5").contains("partly solved: 9 of 182 tiers"));
    let full = user.json("query quixo/5x5 1_oxxxxxxoxxxxoxoxoxxxxxxox");
    assert_eq!(full["value"], "win");
    let play = user.with_input("play quixo/5x5", "quit\n");
    assert!(play.code == Some(0) && play.stderr.contains("partly solved"), "{}", play.stderr);

    let verified = user.ok("verify quixo/5x5");
    assert!(verified.contains("ok") && verified.contains("9 of 182 tiers"), "{verified}");
    assert_eq!(user.json("verify quixo/5x5")["complete"], false);
    assert!(user.ok("info quixo/5x5").contains("partly solved: 9 of 182 tiers"));
    let database = &user.json("info quixo/5x5")["database"];
    assert_eq!((&database["complete"], &database["value"]), (&json!(false), &json!("unsolved")));
    let refused = user.run("analyze quixo/5x5");
    refused.failed(2, "analyze");
    assert!(refused.stderr.contains("the whole game"), "{}", refused.stderr);
}

#[test]
fn analyses_count_positions() {
    let user = User::new();
    let table = user.ok("analyze tictactoe");
    let row = |start: &str| {
        let line = table.lines().find(|line| line.trim_start().starts_with(start)).unwrap();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("all"), ["all", "2,836", "1,574", "1,068", "-", "5,478"]);
    assert_eq!(row("canonical")[5], "765");
    assert_eq!(table.lines().nth(1).unwrap().split_whitespace().next(), Some("9"));

    let json = user.json("analyze quixo/3x3");
    has_keys(&json, &["game", "all", "canonical", "moves", "branching", "examples", "tiers"]);
    assert_eq!(json["all"]["positions"], 32027);

    let tiers = user.ok("analyze quixo/3x3 --tiers");
    assert!(tiers.lines().last().unwrap().starts_with("all      32,027"), "{tiers}");
    let csv = user.ok("analyze quixo/3x3 --csv");
    let counted = csv.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse::<u64>().unwrap());
    assert_eq!(counted.sum::<u64>(), 32027);
    assert_eq!(user.ok("analyze quixo/3x3 --csv --tiers").lines().count(), 31);
    assert_eq!(user.ok("analyse tictactoe"), table);
}

#[test]
fn a_query_lists_moves_the_best_first() {
    let user = User::new();
    let text = user.ok("query tictactoe xx-oo----");
    let moves: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("move")).skip(1).collect();
    assert!(text.contains("xx-oo----: win in 1") && moves[0].contains("win in 1"), "{text}");
    assert!(moves.last().unwrap().contains("lose in 2"), "{text}");
    assert!(!text.contains('\u{1b}'), "colour in a pipe");
    let over = user.ok("query tictactoe xxxoo----");
    assert!(over.contains("lose in 0") && over.contains("over"), "{over}");

    let json = user.json("query tictactoe xx-oo----");
    has_keys(&json, &["game", "board", "position", "turn", "over", "value", "remoteness"]);
    has_keys(&json["moves"][0], &["name", "position", "value", "remoteness", "delta", "childValue"]);
    assert_eq!(json["moves"][0]["position"], "xxxoo----");
}

#[test]
fn starts_and_random_positions_are_positions() {
    let user = User::new();
    assert_eq!(user.ok("start tictactoe"), "---------\n");
    assert_eq!(user.json("start quixo/3x3"), json!({ "game": "quixo/3x3", "position": "1_---------" }));
    let position = user.ok("random tictactoe --seed 5");
    assert_eq!(position, user.ok("random tictactoe --seed 5"));
    user.ok(&format!("query tictactoe {position}"));
    for seed in 0..30 {
        let position = user.ok(&format!("random tictactoe --seed {seed}"));
        assert_ne!(position, user.ok("start tictactoe"), "seed {seed}");
    }
    assert_eq!(user.ok("getrandom tictactoe --seed 5"), position);
    assert_eq!(user.ok("getstart tictactoe"), user.ok("start tictactoe"));
    has_keys(&user.json("random quixo/5x5"), &["game", "position", "seed"]);
}

#[test]
fn a_right_database_is_verified() {
    let user = User::new();
    user.ok("solve quixo/3x3");
    user.ok("solve tictactoe");
    assert!(user.ok("verify quixo/3x3").contains("ok"));
    let json = user.json("verify tictactoe");
    assert_eq!(json["ok"], true);
    has_keys(&json, &["game", "damage", "complete", "checked", "wrong", "examples"]);
}

#[test]
fn games_keep_the_laws() {
    let user = User::new();
    user.ok("test tictactoe quixo/3x3 --positions 1000");
    let json = user.json("test nim --positions 500 --seed 3");
    assert_eq!((&json["ok"], &json["games"][0]["game"]), (&json!(true), &json!("nim/2_3_5_7")));
    assert!(json["games"][0]["laws"].is_array());
}

#[test]
fn benchmarks_run_in_processes_of_their_own() {
    let list = User::new().json("bench quixo-3x3");
    has_keys(&list[0], &["benchmark", "measure", "unit", "value", "target", "met", "reference"]);
    assert!(list[0]["value"].as_f64().unwrap() > 0.0);
}
