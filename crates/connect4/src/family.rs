//! Connect four as the library lists it: its boards, and how each is solved.

use zermelo_core::{Outcome, ParseError};
use zermelo_library::{AnyGame, Family, LiveSolver, any_game, with_engine};

use crate::engine::BoardEngine;
use crate::game::Connect4;
use crate::{Board, Live, Position, Solver};

const RULES: &str = "\
The players take turns to drop a stone of their own, `x` or `o`, into a column that is not full; it falls to the
lowest empty cell. `x` begins. Whoever gets four own stones in a row, across, upright or along a diagonal, wins. A
full board without such a row is a tie.

Other boards can be chosen: 5x4 has five rows and four columns, and on 5x6x3 three in a row win.

A move is the number of its column from the left; columns beyond the ninth are called `a`, `b`, `c` and so on.
A position is written cell by cell from the top left, `-` for an empty one. It can also be given by the
moves that lead to it, as `4453`: a text with neither `-` nor `x` is read as moves.";

/// Boards of at most so many cells have few enough positions to be solved as a whole.
const SMALL: u32 = 16;

/// What the live solver of a board may use to remember what it has found out; it takes it with the first
/// question.
const MEMORY: u64 = 64 << 20;

/// Connect four and its boards.
pub fn family() -> Family {
    Family::new("connect4", "Connect four", RULES)
        .variant("6x7", "the standard board: six rows, seven columns", || usual(6, 7))
        .variant("4x4", "four rows, four columns", || usual(4, 4))
        .variant("4x5", "four rows, five columns", || usual(4, 5))
        .variant("5x4", "five rows, four columns", || usual(5, 4))
        .variant("5x5", "five rows, five columns", || usual(5, 5))
        .variant("6x5", "six rows, five columns", || usual(6, 5))
        .variant("5x6", "five rows, six columns", || usual(5, 6))
        .variant("6x6", "six rows, six columns", || usual(6, 6))
        .open("ROWSxCOLSxN", "N in a row, 3 to 5, win, or four if N is left out, e.g. 6x7 or 5x6x3", open)
}

fn usual(rows: u32, columns: u32) -> Box<dyn AnyGame> {
    variant(Board::new(rows, columns, 4).expect("a board of a listed variant"))
}

fn open(variant_id: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let numbers: Option<Vec<u32>> = variant_id.split('x').map(|word| word.parse().ok()).collect();
    let board = match numbers.as_deref() {
        Some(&[rows, columns]) => Board::new(rows, columns, 4),
        Some(&[rows, columns, run]) => Board::new(rows, columns, run),
        _ => {
            let what = "rows, columns and perhaps the length of a row are needed, such as 6x7 or 5x6x3";
            return Err(ParseError::new(what));
        }
    };
    board.map(variant).map_err(|error| ParseError::new(error.to_string()))
}

/// Boards wider than a row have an engine of their own, unless they are too large for it; the others are
/// explored. All but small ones are also solved position by position.
fn variant(board: Board) -> Box<dyn AnyGame> {
    let game = Connect4 { board };
    let live = || Live::new(board, MEMORY);
    match Solver::new(board) {
        Ok(solver) => with_engine(game, BoardEngine::new(solver), Some(Box::new(live()))),
        Err(_) if board.cells() <= SMALL => any_game!(game),
        Err(_) => any_game!(game, live()),
    }
}

impl LiveSolver<Connect4> for Live {
    fn outcome(&self, p: &Position, give_up: &dyn Fn() -> bool) -> Option<Outcome> {
        Live::outcome(self, *p, give_up)
    }

    fn table_bytes(&self) -> u64 {
        MEMORY
    }
}
