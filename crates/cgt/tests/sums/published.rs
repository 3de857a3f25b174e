//! Published results: test files of MCGS 1.7, and values computed with CGSuite 2.2.

use std::path::{Path, PathBuf};
use std::time::Duration;

use zermelo_cgt::{Budget, Script, Session, Source, Verdict};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn test_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            test_files(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "test") {
            found.push(entry);
        }
    }
    found.sort();
}

/// Runs all files under a folder; says which cases failed, and counts those that passed and those
/// that took too long.
fn run(folder: &Path, timeout: Option<Duration>) -> (Vec<String>, usize, usize) {
    let mut files = Vec::new();
    test_files(folder, &mut files);
    let (mut failures, mut passed, mut stopped) = (Vec::new(), 0, 0);
    for file in files {
        let name = file.display().to_string();
        let bytes = std::fs::read(&file).expect("a file");
        let mut session = Session::new();
        let script = Script::parse_bytes(&bytes, Source::File).and_then(|script| session.load(script, &name));
        let script = script.unwrap_or_else(|error| panic!("{name}: {error}"));
        session.run(
            &script,
            || Budget::with_timeout(timeout),
            |case| match case.verdict {
                Verdict::Pass => passed += 1,
                Verdict::Stopped => stopped += 1,
                Verdict::Fail => failures.push(format!("{}:{} {}", case.source, case.line, case.command)),
                Verdict::Unchecked => {}
            },
        );
    }
    (failures, passed, stopped)
}

#[test]
fn the_fast_files_of_the_reference_are_answered_as_expected() {
    let (failures, passed, stopped) = run(&data("mcgs"), None);
    assert_eq!(failures, Vec::<String>::new());
    assert!(passed > 1000, "only {passed} cases");
    assert_eq!(stopped, 0);
}

/// All test files of the reference, with 10 s for each case:
/// `MCGS_TESTS=folder cargo test --release -p zermelo-cgt --test sums -- --ignored all_files`
#[test]
#[ignore = "takes hours"]
#[allow(clippy::print_stdout, reason = "the counts are what one wants to see")]
fn all_files_of_the_reference_are_answered_as_expected() {
    let folder = std::env::var("MCGS_TESTS").expect("MCGS_TESTS names the folder of the test files");
    let (failures, passed, stopped) = run(Path::new(&folder), Some(Duration::from_secs(10)));
    println!("{passed} as expected, {stopped} stopped");
    assert_eq!(failures, Vec::<String>::new());
}

/// The title and the text of a position of the table.
fn position(game: &str, text: &str) -> (&'static str, String) {
    let upper = |from: &[char], to: char, text: &str| text.replace(from, &to.to_string());
    let stones = upper(&['l', 't', 'x'], 'X', &upper(&['r', 'f', 'o'], 'O', text));
    match game {
        "amazons" => ("amazons", stones),
        "clobber" => ("clobber", stones),
        "nogo" => ("nogo", stones),
        "toads-and-frogs" => ("toads_and_frogs", stones),
        "toppling-dominoes" => ("toppling_dominoes", stones.replace('e', "#")),
        "hackenbush-stalk" => ("hackenbush", stones),
        "snort-path" => ("snort", ".".repeat(text.parse().expect("a length"))),
        "domineering" => {
            let (rows, columns) = text.split_once('x').expect("rows x columns");
            let row = ".".repeat(columns.parse().expect("a number"));
            ("domineering", vec![row; rows.parse().expect("a number")].join("|"))
        }
        other => panic!("{other} is not known"),
    }
}

#[test]
fn values_of_positions_are_as_published() {
    let table = std::fs::read_to_string(data("values.tsv")).expect("a table");
    let mut session = Session::new();
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (game, text, published) = (fields[0], fields[1], fields[2]);
        let value = if game == "snort-cycle" {
            // Any move on a cycle leaves a path whose two ends only the mover may use.
            let inner = ".".repeat(text.parse::<usize>().expect("a length") - 3);
            let [left, right] = ["b", "w"].map(|end| {
                let path = session.read("snort", &format!("{end}{inner}{end}")).expect("a path");
                session.value(&[path])
            });
            session.arena().canonical(&[left], &[right])
        } else {
            let (title, position) = position(game, text);
            let game = session.read(title, &position).expect("a position");
            session.value(&[game])
        };
        let expected = session.arena().parse(published).expect("a value");
        assert_eq!(value, expected, "{game} {text}: {} instead of {published}", session.arena().text(value));
        checked += 1;
    }
    assert_eq!(checked, 205);
}
