//! Makes a book of a board's openings from its database.
//!
//! ```sh
//! cargo run --release -p zermelo-connect4 --example book -- DATABASE ROWS COLUMNS PLY BOOK
//! ```
//!
//! The book of the standard board that comes with the program was made like this, with `DATABASE` the directory of
//! `connect4/6x7`: `book DATABASE 6 7 12 crates/connect4/books/6x7.book`.
#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::path::Path;

use zermelo_connect4::{Board, Book, Solver};
use zermelo_store::Database;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [database, rows, columns, ply, book] = words.as_slice() else {
        return Err("five words are needed: DATABASE ROWS COLUMNS PLY BOOK".into());
    };
    let solver = Solver::new(Board::new(rows.parse()?, columns.parse()?, 4)?)?;
    let database = Database::open(Path::new(database), None)?;
    let made = Book::build(solver.board(), ply.parse()?, |position| {
        let known = solver.outcome(&database, position).expect("the database can be read");
        known.expect("the database is complete")
    });
    made.write(Path::new(book))?;
    println!("{} positions, {} bytes", made.len(), std::fs::metadata(book)?.len());
    Ok(())
}
