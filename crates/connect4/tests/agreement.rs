//! The database, the live solver and plain minimax say the same of random positions.

mod oracle;

use std::collections::HashMap;
use std::path::Path;

use rayon::prelude::*;
use zermelo_connect4::{Board, Live, Position, Solver};
use zermelo_core::Outcome;
use zermelo_solve::unlimited;
use zermelo_store::{Database, Folder, Identity};

use oracle::minimax;

const MEMORY: u64 = 1 << 26;

/// Positions of random games with at least so many stones.
fn random_positions(board: Board, least: u32, count: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(u64::from(board.cells() + least));
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = Position::EMPTY;
        for _ in 0..random.u32(least..=board.cells()) {
            if board.last_mover_won(position) {
                break;
            }
            let open: Vec<u32> =
                (0..board.columns()).filter(|&column| board.has_room(position, column)).collect();
            position = board.drop(position, open[random.usize(..open.len())]);
        }
        if position.ply() >= least {
            positions.push(position);
        }
    }
    positions
}

/// Compares database and live solver on all positions, and minimax on those with at least `plain_from` stones.
fn agree(solver: &Solver, database: &Database, positions: &[Position], plain_from: u32) {
    let board = solver.board();
    let live = Live::new(board, MEMORY).without_book();
    positions.par_iter().for_each(|&position| {
        let stored = solver.outcome(database, position).unwrap();
        assert_eq!(stored, live.outcome(position, &|| false), "live: {position:?}");
    });
    let mut known = HashMap::new();
    for &position in positions.iter().filter(|position| position.ply() >= plain_from) {
        let stored = solver.outcome(database, position).unwrap();
        assert_eq!(stored, Some(minimax(board, position, &mut known)), "minimax: {position:?}");
    }
}

/// Solves a board and compares.
fn board_agrees(rows: u32, columns: u32, count: usize, least: u32, plain_from: u32) {
    let solver = Solver::new(Board::new(rows, columns, 4).unwrap()).unwrap();
    let home = tempfile::tempdir().unwrap();
    let folder = Folder::open_for_writing(home.path(), Identity::new("connect4", "test", "1")).unwrap();
    solver.solve(&folder, 1, &unlimited()).unwrap();
    folder.finish(serde_json::Value::Null).unwrap();
    let database = Database::open(home.path(), None).unwrap();
    agree(&solver, &database, &random_positions(solver.board(), least, count), plain_from);
}

#[test]
fn small_boards_agree() {
    board_agrees(4, 5, 5_000, 0, 4);
    board_agrees(5, 5, 5_000, 6, 14);
}

/// Minutes: `cargo test --release -p zermelo-connect4 --test agreement -- --ignored hundred_thousand`.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_positions_of_each_board_agree() {
    board_agrees(4, 5, 100_000, 0, 0);
    board_agrees(5, 5, 100_000, 0, 10);
    board_agrees(6, 5, 100_000, 4, 16);
    board_agrees(5, 6, 100_000, 6, 18);
}

/// Minutes and some 10 GB of memory:
/// `cargo test --release -p zermelo-connect4 --test agreement -- --ignored six_by_six`.
#[test]
#[ignore = "takes minutes and much memory"]
fn ten_thousand_positions_of_six_by_six_agree() {
    board_agrees(6, 6, 10_000, 8, 23);
}

/// Minutes, and needs the database of the standard board in the directory `$ZERMELO_DATA`:
/// `ZERMELO_DATA=DIR cargo test --release -p zermelo-connect4 --test agreement -- --ignored standard`.
#[test]
#[ignore = "takes minutes, and needs a database that takes an hour or two"]
fn ten_thousand_positions_of_the_standard_board_agree() {
    let data = std::env::var_os("ZERMELO_DATA").expect("ZERMELO_DATA: where the database is");
    let database = Database::open(&Path::new(&data).join("connect4").join("6x7"), None).unwrap();
    let solver = Solver::new(Board::new(6, 7, 4).unwrap()).unwrap();
    assert_eq!(solver.outcome(&database, Position::EMPTY).unwrap(), Some(Outcome::Win(41)));
    agree(&solver, &database, &random_positions(solver.board(), 8, 10_000), 29);
}
