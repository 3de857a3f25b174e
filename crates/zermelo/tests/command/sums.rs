//! `zermelo sum`, `play-sum`, `cgt-db`, and `value` of positions.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use super::{Ran, User};

fn sum(user: &User, text: &str, options: &[&str]) -> Ran {
    Ran::from(user.command("sum").arg(text).args(options).output().unwrap())
}

fn play(user: &User, text: &str, options: &[&str], typed: &str) -> Ran {
    let mut command = user.command("play-sum");
    command.arg(text).args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    Ran::from(child.wait_with_output().unwrap())
}

#[test]
fn a_database_is_made_described_used_and_refused_when_damaged() {
    let user = User::new();
    let question = "[impartial nogo_1xn] ....... {N}";
    let searched: serde_json::Value =
        serde_json::from_str(&sum(&user, question, &["--json"]).stdout).unwrap();
    assert_ne!(searched[0]["nodes"], 0);
    let build = ["build", "impartial nogo_1xn", "--max", "7"];
    let built = Ran::from(user.command("cgt-db").args(build).output().unwrap());
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(built.stdout.starts_with("impartial nogo_1xn up to 1x7: nim-values of "), "{}", built.stdout);
    let found: serde_json::Value = serde_json::from_str(&sum(&user, question, &["--json"]).stdout).unwrap();
    assert_eq!((&found[0]["nodes"], &found[0]["result"]), (&json!(0), &searched[0]["result"]));
    assert_eq!((&found[0]["databaseHits"], &searched[0]["databaseHits"]), (&json!(1), &json!(0)));
    assert_eq!((&found[0]["depth"], &found[0]["parts"]), (&json!(0), &json!(1)));
    assert_ne!(searched[0]["depth"], 0);
    let without: serde_json::Value =
        serde_json::from_str(&sum(&user, question, &["--json", "--no-database"]).stdout).unwrap();
    assert_eq!(without[0]["nodes"], searched[0]["nodes"]);

    let file = user.data().join("combinatorial/impartial_nogo_1xn.cgt");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    let refused = sum(&user, question, &[]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(3), ""), "{}", refused.stderr);
    assert!(refused.stderr.contains("damaged"), "{}", refused.stderr);
    assert_eq!(sum(&user, question, &["--no-database"]).code, Some(0));
}

/// Pastures, kings, heaps and ponds are no boards of some size: their databases begin with a position.
#[test]
fn rulesets_of_every_kind_have_databases() {
    let user = User::new();
    for (title, from, question) in [
        ("sheep", "0,4,0|-3,0,0", "{B}"),
        ("gen_king_dirt", "1,1,0:.#.|...", "{B}"),
        ("kayles", "20", "{N 1}"),
        ("toads_and_frogs", "XX..OO", "{B}"),
        ("impartial gen_toads", "1,2,1,0:X..OO", "{N}"),
    ] {
        let build = ["build", title, "--from", from];
        let built = Ran::from(user.command("cgt-db").args(build).output().unwrap());
        assert_eq!(built.code, Some(0), "{title}: {}", built.stderr);
        assert!(built.stdout.starts_with(&format!("{title} from {from}: ")), "{}", built.stdout);
        let question = format!("[{title}] ({from}) {question}");
        let answers = [&["--json"][..], &["--json", "--no-database"]].map(|options| {
            let ran = sum(&user, &question, options);
            assert_eq!(ran.code, Some(0), "{question}: {}", ran.stderr);
            serde_json::from_str::<serde_json::Value>(&ran.stdout).unwrap()[0].clone()
        });
        assert_eq!(answers[0]["result"], answers[1]["result"], "{question}");
        assert_eq!(answers[0]["nodes"], 0, "{question} is looked up");
    }
}

#[test]
fn databases_that_cannot_be_are_refused() {
    let user = User::new();
    for (line, hint) in [
        ("cgt-db info clobber", "cgt-db build"),
        ("cgt-db build chess --max 3", "chess"),
        ("cgt-db build nimber --max 3", "not boards"),
        ("cgt-db build nimber --from x", "column 1"),
        ("cgt-db build nimber", "--max"),
        ("cgt-db build clobber --max 9x9", "at most"),
        ("cgt-db build clobber --max 0x3", "size of a board"),
    ] {
        let ran = user.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(hint), "{line}: {}", ran.stderr);
    }
}

#[test]
fn threads_share_the_sums_and_answer_in_order() {
    let user = User::new();
    let strips: Vec<String> = (4..12).map(|n| format!("{} {{B, W}}", "XO".repeat(n))).collect();
    let sums = format!("[clobber_1xn] {}", strips.join(" "));
    let answers = |options: &[&str]| -> Vec<String> {
        let ran = sum(&user, &sums, options);
        let cases: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let told =
            |case: &serde_json::Value| format!("{} {} {}", case["games"], case["command"], case["result"]);
        cases.as_array().unwrap().iter().map(told).collect()
    };
    let alone = answers(&["--json"]);
    assert_eq!(alone.len(), 16);
    assert_eq!(answers(&["--json", "--threads", "3"]), alone);
    let refused = sum(&user, "[clobber_1xn] XO {B} XYZ {B}", &["--threads", "2"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{}", refused.stderr);
}

#[test]
fn random_boards_are_counted_and_drawn() {
    let user = User::new();
    let plot = user.data().join("nodes.svg");
    let line = format!("sum --random clobber_1xn --cases 20 --size 6..9 --csv --plot {}", plot.display());
    let table = user.ok(&line);
    assert_eq!(table.lines().count(), 21, "{table}");
    assert_eq!(fs::read_to_string(&plot).unwrap().matches("<circle").count(), 20);
    // Time differs from run to run, but boards and winners do not.
    let winners = |options: &str| -> Vec<String> {
        let json = user.json(&format!("sum --random clobber_1xn --cases 20 --size 6..9 {options}"));
        json.as_array().unwrap().iter().map(|case| format!("{} {}", case["games"], case["result"])).collect()
    };
    let all = winners("");
    for options in ["--no-table", "--no-split", "--no-values", "--no-database", "--probabilistic"] {
        assert_eq!(winners(options), all, "{options}");
    }
    let refused = user.run("sum --random clobber_1xn --size 9..6");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

#[test]
fn random_sums_of_several_games_are_compared_by_settings() {
    let user = User::new();
    let plot = user.data().join("settings.svg");
    let settings = "--setting default --setting no-values,no-database";
    let line = format!(
        "sum --random clobber_1xn --random nogo_1xn --games 2..3 --cases 10 --size 4..6 {settings} --plot {}",
        plot.display()
    );
    for (across, words) in [
        ("cells", "by cells"),
        ("stones", "by stones"),
        ("moves", "by moves at the beginning"),
        ("parts", "by independent parts"),
        ("games", "by boards"),
    ] {
        let cases = user.json(&format!("{line} --across {across}"));
        for pair in cases.as_array().unwrap().chunks(2) {
            assert_eq!((&pair[0]["games"], &pair[0]["result"]), (&pair[1]["games"], &pair[1]["result"]));
            assert!(pair[0]["comment"].as_str().unwrap().ends_with("; default"));
            assert!(pair[1]["comment"].as_str().unwrap().ends_with("; no-values,no-database"));
        }
        let drawn = fs::read_to_string(&plot).unwrap();
        assert_eq!((drawn.matches("<circle").count(), drawn.matches("<polyline").count()), (20, 2));
        assert!(drawn.contains(words) && drawn.contains(">no-values,no-database</text>"), "{drawn}");
    }
    // What is not answered in time with one of the settings is in no curve.
    let ran = user.run(&format!("{line} --timeout 0 --json"));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let cases: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let answered =
        cases.as_array().unwrap().chunks(2).filter(|pair| pair.iter().all(|case| !case["result"].is_null()));
    let answered = answered.count();
    assert_eq!(fs::read_to_string(&plot).unwrap().matches("<circle").count(), 2 * answered);
    for wrong in ["--setting fast", "--games 0", "--games 3..2"] {
        let refused = user.run(&format!("sum --random clobber_1xn {wrong}"));
        assert_eq!(refused.code, Some(2), "{wrong}: {}", refused.stderr);
    }
}

#[test]
fn nim_values_are_given_up_in_time() {
    let user = User::new();
    let ran = user.run("nim 0.77777777 --up-to 50000 --period --timeout 0");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("time is over"), "{}", ran.stderr);
    assert_eq!(user.run("nim 0.77 --up-to 20 --timeout 60").code, Some(0));
}

#[test]
fn a_sum_is_played_to_its_end() {
    let user = User::new();
    // Two equal games: who begins loses, so that the engine wins as second player.
    let lost = play(&user, "[clobber_1xn] XO [nimber] 1", &[], "what\nmoves\nhint\n0:1-2\n");
    assert_eq!(lost.code, Some(0), "{}", lost.stderr);
    for text in ["\"what\" is no move here", "no move wins", "the engine wins"] {
        assert!(lost.stdout.contains(text), "{text}: {}", lost.stdout);
    }
    let won = play(&user, "[nimber] 2", &["--as", "W", "--first", "W"], "hint\n*0\n");
    assert!(won.stdout.contains("*0 wins") && won.stdout.contains("you win"), "{}", won.stdout);
    assert_eq!(play(&user, "[clobber_1xn] XO", &[], "").code, Some(0), "leaving is allowed");
    assert_eq!(play(&user, "[chess] XO", &[], "").code, Some(2));
}

#[test]
fn options_are_listed_with_their_merit() {
    let user = User::new();
    let json = user.json("value domineering 2x3 --options");
    assert_eq!((&json["game"], &json["position"]), (&"domineering".into(), &"2x3".into()));
    assert!(user.json("value 1+*").get("position").is_none());
    let moves = json["options"].as_array().unwrap();
    assert_eq!(moves.len(), 3 + 4);
    // The middle column leaves Left two more moves; the outer ones leave Right's 2x2.
    assert_eq!(moves[1], json!({ "player": "B", "move": "b1-b2", "value": "2", "merit": "sensible" }));
    assert_eq!(user.run("value 1 --options").code, Some(2));
}

#[test]
fn a_value_that_takes_too_long_or_too_much_is_given_up() {
    let user = User::new();
    for options in ["--timeout 0.05", "--memory 4M"] {
        let ran = user.run(&format!("value domineering 8x8 {options}"));
        assert_eq!(ran.code, Some(3), "{options}: {}", ran.stderr);
        assert!(ran.stderr.contains("no value was found"), "{}", ran.stderr);
    }
}

/// A directory of test files: answers that are right, wrong, not checked and stopped, and mistakes.
fn test_files(user: &User) -> String {
    let root = user.data().join("cases");
    for (file, text) in [
        ("first.test", "{version 1.7}\n[nimber] 1 2 {N 3, B}\n"),
        ("a/wrong.test", "{version 1.7}\n[clobber_1xn] XO {B loss, W win}\n"),
        ("a/deep/er/hard.test", "{version 1.7}\n[nogo] ......|......|......|......|......|...... {B}\n"),
        (
            "a/deep/mistakes.test",
            "{version 1.7}\n[clobber_1xn]\nXO {B win}\nXO(X {B win}\nXYO\n{B win}\n[chess] 1 {B} [nimber]\n4 {N 4}\n",
        ),
        ("a/notes.txt", "no test"),
    ] {
        let file = root.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    root.display().to_string()
}

#[test]
fn directories_of_tests_are_counted_by_folder() {
    let user = User::new();
    let root = test_files(&user);
    let line = format!("sum --tests {root} --timeout 0.3");
    let ran = user.run(&line);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    for place in ["4:3: '(' needs a space", "5:2: unexpected 'Y'", "7:9: there is no game called \"chess\""] {
        assert!(ran.stderr.contains(&format!("mistakes.test:{place}")), "{place}: {}", ran.stderr);
    }
    assert!(ran.stderr.contains("error: 3 mistakes in the files"), "{}", ran.stderr);
    assert!(ran.stdout.contains("wrong.test:2: [clobber_1xn] XO {B}: Win, EXPECTED Loss"), "{}", ran.stdout);
    let rows: Vec<Vec<&str>> = ran.stdout.lines().map(|row| row.split_whitespace().collect()).collect();
    for expected in [
        "folder files questions right wrong unchecked stopped unreadable nodes table hits database hits depth parts time",
        ". 1 2 1 0 1 0 0",
        "a 1 2 1 1 0 0 0",
        "a/deep 1 2 2 0 0 0 3",
        "a/deep/er 1 1 0 0 0 1 0",
        "all 4 7 4 1 1 1 3",
    ] {
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert!(rows.iter().any(|row| row.starts_with(&expected)), "{expected:?}: {}", ran.stdout);
    }

    let json: serde_json::Value = serde_json::from_str(&user.run(&format!("{line} --json")).stdout).unwrap();
    assert_eq!(json["folders"][4]["folder"], "all");
    assert_eq!((&json["folders"][4]["questions"], &json["folders"][2]["unreadable"]), (&json!(7), &json!(3)));
    assert_eq!((&json["unreadable"][0]["line"], &json["unreadable"][0]["column"]), (&json!(4), &json!(3)));
    assert_eq!(json["cases"].as_array().unwrap().len(), 7);
    assert_eq!(user.run(&format!("{line} --csv")).stdout.lines().count(), 8);
    let summary = user.run(&format!("{line} --csv --summary")).stdout;
    assert!(summary.starts_with("\"folder\",\"files\",\"questions\""), "{summary}");
    assert_eq!(summary.lines().count(), 6);
}

#[test]
fn the_exit_code_of_a_directory_tells_the_worst() {
    let user = User::new();
    let root = test_files(&user);
    for (inside, code) in [("a/deep/er", 0), ("first.test", 0), ("a/wrong.test", 1), ("a", 2), ("none", 3)] {
        let ran = user.run(&format!("sum --tests {root}/{inside} --timeout 0.1 --summary"));
        assert_eq!(ran.code, Some(code), "{inside}: {}", ran.stderr);
    }
    fs::create_dir(user.data().join("empty")).unwrap();
    let ran = user.run(&format!("sum --tests {}", user.data().join("empty").display()));
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("no file in"), "{}", ran.stderr);
}

#[test]
fn a_mistake_in_a_file_does_not_lose_the_file() {
    let user = User::new();
    let root = test_files(&user);
    for threads in ["1", "2"] {
        let ran = user.run(&format!("sum --file {root}/a/deep/mistakes.test --threads {threads}"));
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        let answers: Vec<&str> = ran.stdout.lines().filter_map(|line| line.split(" (").next()).collect();
        assert_eq!(answers, ["[clobber_1xn] XO {B}: Win, as expected", "[nimber] 4 {N}: 4, as expected"]);
    }
}
