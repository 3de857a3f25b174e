//! How many positions of random games a database looks up in a second, on one core.
//!
//! ```sh
//! cargo run --release -p zermelo-connect4 --example lookups -- DATABASE ROWS COLUMNS [POSITIONS]
//! ```
#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use zermelo_connect4::{Board, Position, Solver};
use zermelo_store::Database;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let (database, rows, columns, count) = match words.as_slice() {
        [database, rows, columns] => (database, rows, columns, 100_000),
        [database, rows, columns, count] => (database, rows, columns, count.parse()?),
        _ => return Err("words are needed: DATABASE ROWS COLUMNS [POSITIONS]".into()),
    };
    let solver = Solver::new(Board::new(rows.parse()?, columns.parse()?, 4)?)?;
    let database = Database::open(Path::new(database), None)?;
    let positions = random_positions(solver.board(), count);
    for round in ["first", "second"] {
        let began = Instant::now();
        for &position in &positions {
            solver.outcome(&database, position)?.ok_or("the database is not complete")?;
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{round} time: {count} positions, {:.0} a second", count as f64 / seconds);
    }
    Ok(())
}

/// Positions of all lengths, no two of the same game.
fn random_positions(board: Board, count: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = Position::EMPTY;
        for _ in 0..random.u32(..board.cells()) {
            let open: Vec<u32> =
                (0..board.columns()).filter(|&column| board.has_room(position, column)).collect();
            let next = board.drop(position, open[random.usize(..open.len())]);
            if board.last_mover_won(next) {
                break;
            }
            position = next;
        }
        positions.push(position);
    }
    positions
}
