//! Counts and values as published, and every way to find an outcome against plain minimax.

mod oracle;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use zermelo_connect4::{Board, Position, Solver, analyse};
use zermelo_core::{Outcome, Tally};
use zermelo_solve::unlimited;
use zermelo_store::{Database, Folder, Identity};

use oracle::minimax;

/// The published counts: for each board, by value and remoteness.
fn published() -> BTreeMap<String, Tally> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/connect4.tsv");
    let text = std::fs::read_to_string(file).unwrap();
    let mut boards: BTreeMap<String, Tally> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves = fields[2].parse().unwrap();
        let outcome = match fields[1] {
            "win" => Outcome::Win(moves),
            "lose" => Outcome::Lose(moves),
            "tie" => Outcome::Tie(moves),
            other => panic!("{other}"),
        };
        boards.entry(fields[0].to_owned()).or_default().add(outcome, fields[3].parse().unwrap());
    }
    boards
}

fn board(name: &str) -> Board {
    let numbers: Vec<u32> = name.split('-').map(|number| number.parse().unwrap()).collect();
    Board::new(numbers[0], numbers[1], numbers[2]).unwrap()
}

/// Solves a board in a directory of its own.
fn solved(board: Board) -> (Solver, Database, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let solver = Solver::new(board).unwrap();
    let folder = Folder::open_for_writing(home.path(), Identity::new("connect4", "test", "1")).unwrap();
    solver.solve(&folder, 1, &unlimited()).unwrap();
    folder.finish(serde_json::Value::Null).unwrap();
    (solver, Database::open(home.path(), None).unwrap(), home)
}

fn counts_are_as_published(name: &str) {
    let analysis = analyse(board(name), &unlimited()).unwrap();
    assert_eq!(analysis.total.all, published()[name], "{name}");
}

#[test]
fn counts_of_four_rows_are_as_published() {
    counts_are_as_published("4-5-4");
}

#[test]
fn counts_of_the_board_of_five_by_five_are_as_published() {
    counts_are_as_published("5-5-4");
}

/// Minutes: `cargo test --release -p zermelo-connect4 --test published -- --ignored totals`.
#[test]
#[ignore = "takes minutes"]
fn totals_of_larger_boards_are_as_published() {
    for (name, total, start) in [
        ("6-5-4", 1_044_334_437, Outcome::Tie(30)),
        ("5-6-4", 2_818_972_642, Outcome::Tie(30)),
        ("6-6-4", 69_173_028_785, Outcome::Lose(36)),
    ] {
        let analysis = analyse(board(name), &unlimited()).unwrap();
        assert_eq!(analysis.total.all.total(), total, "{name}");
        assert_eq!(analysis.tiers[0].1.all.of(start), 1, "{name}");
    }
}

/// Every reachable position: the database says what minimax says.
fn database_equals_minimax(rows: u32, columns: u32, run: u32) {
    let board = Board::new(rows, columns, run).unwrap();
    let (solver, database, _home) = solved(board);
    let mut known = HashMap::new();
    let start = minimax(board, Position::EMPTY, &mut known);
    assert_eq!(solver.outcome(&database, Position::EMPTY).unwrap(), Some(start));
    for (position, outcome) in known {
        assert_eq!(solver.outcome(&database, position).unwrap(), Some(outcome), "{position:?}");
    }
}

#[test]
fn whole_boards_agree_with_minimax() {
    database_equals_minimax(3, 5, 4);
    database_equals_minimax(3, 4, 3);
    database_equals_minimax(2, 6, 5);
}

#[test]
fn boards_in_parts_agree_with_minimax() {
    database_equals_minimax(2, 7, 4);
    database_equals_minimax(2, 7, 3);
    database_equals_minimax(3, 7, 3);
}
