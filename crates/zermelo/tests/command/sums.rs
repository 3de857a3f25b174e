//! `zermelo sum`, `play-sum`, `cgt-db`, and `value` of positions.

use std::fs;
use std::hash::Hasher;
use std::io::Write;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
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

impl Ran {
    /// The run failed with this code and said this among other things.
    #[track_caller]
    fn says(&self, code: i32, hint: &str) {
        self.failed(code, hint);
        assert!(self.stderr.contains(hint), "{hint}: {}", self.stderr);
    }
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

/// A position of amazons with 160,000 moves for Right.
fn long_strip() -> String {
    format!("XO{}", ".".repeat(400))
}

#[test]
fn limits_hold_within_one_position() {
    let user = User::new();
    for (limit, stopped) in [(["--timeout", "0.5"], "time is over"), (["--memory", "40M"], "memory budget")] {
        let mut command = user.command("metered sum");
        command.arg(format!("[amazons] {} {{W}}", long_strip())).args(limit);
        let ran = Ran::from(command.output().unwrap());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.contains(stopped), "{limit:?}: {}", ran.stdout);
        let used: serde_json::Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
        assert!(used["cpuSeconds"].as_f64().unwrap() < 2.5, "{limit:?}: {used}");
        if limit[0] == "--memory" {
            assert!(used["peakBytes"].as_u64().unwrap() < 100 << 20, "{used}");
        }
    }
    for limit in [["--timeout", "0.5"], ["--memory", "40M"]] {
        let value = user.command("value amazons").arg(long_strip()).args(limit).output().unwrap();
        Ran::from(value).says(3, "no value was found");
    }
}

/// The CPU time that a process has taken so far, in hundredths of a second.
fn ticks(pid: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.split_whitespace().nth(13).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

/// A board of NoGo that takes hours.
const HARD: &str = "[nogo] ......|......|......|......|......|......";

/// What is answered when somebody asks to stop is written in every form, and what is not is marked.
#[test]
fn a_run_that_is_stopped_writes_the_answers_that_it_has() {
    let user = User::new();
    let file = user.data().join("cases.test");
    fs::write(&file, format!("{{version 1.7}}\n[clobber_1xn] XO {{B}}\n{HARD} {{B}}\n[nimber] 1 {{B}}\n"))
        .unwrap();
    for (form, signal, code) in [
        ("--csv", Signal::INT, 130),
        ("--json", Signal::TERM, 143),
        ("--html", Signal::INT, 130),
        ("", Signal::TERM, 143),
    ] {
        let mut command = user.command(&format!("sum --file {} {form}", file.display()));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The first question takes no time.
        while ticks(child.id()) < 40 {
            sleep(Duration::from_millis(5));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(code), "{form}: {}", ran.stderr);
        assert_eq!(ran.stdout.matches("Win").count(), 1, "{form}: {}", ran.stdout);
        assert_eq!(ran.stdout.matches("interrupted").count(), 2, "{form}: {}", ran.stdout);
    }
}

/// A program that is killed without warning has saved what its search found out.
#[test]
fn a_search_that_is_killed_goes_on() {
    let user = User::new();
    let searches = user.data().join("combinatorial/searches");
    let mut command = user.command("sum");
    command.arg(format!("{HARD} {{B}}")).env("ZERMELO_INTERNAL_SAVE_SECONDS", "0.3");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_saved = || {
        let files = fs::read_dir(&searches).into_iter().flatten().flatten();
        files.map(|file| file.path()).any(|path| path.extension().is_some_and(|end| end == "search"))
    };
    while !is_saved() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let ran = sum(&user, &format!("{HARD} {{B}}"), &["--timeout", "0.2", "--json"]);
    let cases: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(cases[0]["takenUp"].as_u64().unwrap() > 0, "{cases}");
}

/// Files that are none do not lose the others.
#[test]
fn test_files_that_cannot_be_read_are_skipped_and_counted() {
    let user = User::new();
    let root = user.data().join("cases");
    fs::create_dir_all(root.join("a/folder.test")).unwrap();
    fs::write(root.join("a/good.test"), "{version 1.7}\n[nimber] 1 2 {N 3}\n").unwrap();
    let made = std::process::Command::new("mkfifo").arg(root.join("a/pipe.test")).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", root.join("zero.test")).unwrap();
    std::os::unix::fs::symlink("/no/such/file", root.join("lost.test")).unwrap();
    let line = format!("sum --tests {}", root.display());
    let ran = user.run(&line);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(ran.stderr.contains("error: 3 files could not be read"), "{}", ran.stderr);
    for file in ["a/pipe.test: not run: ", "zero.test: not run: ", "lost.test: not run: "] {
        assert!(ran.stdout.contains(file), "{file}: {}", ran.stdout);
    }
    let rows: Vec<Vec<&str>> = ran.stdout.lines().map(|row| row.split_whitespace().collect()).collect();
    for expected in [["a", "2", "1", "1", "0", "0", "0", "1"], ["all", "4", "1", "1", "0", "0", "0", "3"]] {
        assert!(rows.iter().any(|row| row.starts_with(&expected)), "{expected:?}: {}", ran.stdout);
    }
    let json: serde_json::Value = serde_json::from_str(&user.run(&format!("{line} --json")).stdout).unwrap();
    assert_eq!((json["unreadable"].as_array().unwrap().len(), &json["cases"][0]["result"]), (3, &json!("3")));
}

/// That a file does not say its version is a mistake, but costs no sum.
#[test]
fn a_file_without_its_version_is_read_all_the_same() {
    let user = User::new();
    let file = user.data().join("cases.test");
    fs::write(&file, "[nimber] 1 2 {N 3}\n[nimber] 4 {N 4}\n").unwrap();
    let ran = user.run(&format!("sum --file {}", file.display()));
    assert_eq!((ran.code, ran.stdout.matches("as expected").count()), (Some(2), 2), "{}", ran.stdout);
    assert!(ran.stderr.contains("cases.test:1:1: a file must begin with {version"), "{}", ran.stderr);
}

/// The file of a search about this question that says that a sum of one board is won, or lost, for whoever
/// begins.
fn forged_search(settings: &str, title: &str, images: [&str; 2], wins: bool) -> (String, Vec<u8>) {
    let question = format!("{settings}\n[{title}] {}", images[0]);
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(question.as_bytes());
    let mut body = Vec::new();
    let numbers = |body: &mut Vec<u8>, numbers: &[u32]| {
        body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    };
    let text = |body: &mut Vec<u8>, text: &str| {
        body.extend((text.len() as u32).to_le_bytes());
        body.extend(text.as_bytes());
    };
    text(&mut body, &question);
    text(&mut body, env!("CARGO_PKG_VERSION"));
    // Depth first, with some work; no sizes, no values; one title and two parts, of which one is in normal
    // form.
    numbers(&mut body, &[0, 20_000, 0, 0, 0, 1]);
    text(&mut body, title);
    numbers(&mut body, &[2]);
    for image in images {
        numbers(&mut body, &[0]);
        text(&mut body, image);
    }
    // Keys of three words: the number 0 as a packed value, no other values, and the part.
    let zero = 0xc000_2000;
    let length_and_result = 3 << 1 | u32::from(wins);
    numbers(&mut body, &[2, length_and_result, zero, 0, 0, length_and_result, zero, 0, 1 << 1, 0]);
    let mut file = b"zermsum\0".to_vec();
    numbers(&mut file, &[2, crc32fast::hash(&body)]);
    file.extend(body);
    (format!("{:016x}.search", hasher.finish()), file)
}

/// A search that went on from a wrong result contradicts itself: moves and strategies are not printed then.
#[test]
fn moves_and_strategies_that_contradict_the_answer_are_an_internal_error() {
    let user = User::new();
    let (images, question) = (["XO|OX", "OX|XO"], "[clobber] XO|OX {B}");
    let truth = sum(&user, question, &["--no-values"]);
    let wins = truth.stdout.contains("Win");
    assert_ne!(wins, truth.stdout.contains("Loss"), "{}", truth.stdout);
    let settings = "Switches { table: true, split: true, values: false, proof: true }";
    let (name, file) = forged_search(settings, "clobber", images, !wins);
    let searches = user.data().join("combinatorial/searches");
    fs::create_dir_all(&searches).unwrap();
    for option in ["--winning-moves", "--strategy"] {
        fs::write(searches.join(&name), &file).unwrap();
        let ran = sum(&user, question, &["--no-values", option]);
        assert_eq!(ran.code, Some(3), "{option}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains("internal error: two ways to answer contradict"), "{}", ran.stderr);
        let answer = if wins { "{B}: Loss" } else { "{B}: Win" };
        assert!(ran.stdout.contains(answer), "the forged result is taken up: {}", ran.stdout);
        assert!(!ran.stdout.contains("strategy for") && !ran.stdout.contains("a1"), "{}", ran.stdout);
    }
    // With the right result all is well.
    let (name, file) = forged_search(settings, "clobber", images, wins);
    fs::write(searches.join(&name), &file).unwrap();
    let ran = sum(&user, question, &["--no-values", "--winning-moves", "--strategy"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("taken up"), "{}", ran.stdout);
}

#[test]
fn random_sums_are_made_of_every_ruleset() {
    let user = User::new();
    for (title, size, within) in [
        ("sheep", "2x3", "[sheep] "),
        ("kayles", "3..9", "[kayles] "),
        ("gen_king_dirt", "2x2", "[gen_king_dirt] "),
        ("gen_toads", "5", "[gen_toads] "),
        ("hackenbush", "4..6", "[hackenbush] "),
        ("literal", "4", "[literal] {"),
        ("wythoff", "3", "[wythoff] ("),
    ] {
        let line = format!("sum --random {title} --size {size} --games 2 --cases 4 --seed 3");
        let cases = user.json(&line);
        let cases = cases.as_array().unwrap();
        assert_eq!(cases.len(), 4);
        for case in cases {
            assert!(case["games"].as_str().unwrap().starts_with(within), "{case}");
            assert!(["Win", "Loss"].contains(&case["result"].as_str().unwrap()), "{case}");
        }
    }
    user.run("sum --random clober").says(2, "did you mean clobber?");
}

#[test]
fn a_sum_without_a_question_is_asked_about_both_players() {
    let user = User::new();
    let lines = |text: &str| {
        let ran = sum(&user, text, &[]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stdout.lines().filter_map(|line| line.split(" (").next().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(lines("[clobber_1xn] XOXO"), lines("[clobber_1xn] XOXO {B, W}"));
    assert_eq!(lines("[clobber_1xn] XOXO [literal] {1|-1}").len(), 2);
    sum(&user, "XOXO", &[]).says(2, "a game needs a title");
}

#[test]
fn mistakes_with_rulesets_and_codes_say_what_is_meant() {
    let user = User::new();
    let value = |words: &[&str]| Ran::from(user.command("value").args(words).output().unwrap());
    value(&["clobber"])
        .says(2, "a position of clobber is needed behind the name, for example: zermelo value clobber '");
    value(&["impartial nogo_1xn"]).says(2, "zermelo value 'impartial nogo_1xn' '");
    value(&["clober"]).says(2, "did you mean the ruleset clobber");
    value(&["clober", "XO"]).says(2, "did you mean clobber?");
    sum(&user, "[chess] 1 {B}", &[]).says(2, "there are amazons, ");
    let help = user.ok("value --help");
    assert!(help.contains("Rulesets: amazons, ") && help.contains("wythoff"), "{help}");
    Ran::from(user.command("nim").arg("").output().unwrap()).says(2, "for example 0.77");
    user.run("cgt-db build clobber --max 7x9").says(2, "more than 10^19 boards");
    assert!(user.ok("cgt-db build nogo_1xn --max 8").contains(" positions, "));
    let told = user.ok("cgt-db info nogo_1xn");
    let bytes = told.split(' ').rev().nth(1).unwrap();
    assert!(bytes.contains(','), "{told}");
}
