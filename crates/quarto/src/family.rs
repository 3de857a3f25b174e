//! Quarto as the library lists it.

use std::sync::{Mutex, PoisonError};

use zermelo_core::{Misere, Outcome};
use zermelo_library::{Family, LiveSolver, any_game};

use crate::board::{Board, CELLS};
use crate::game::{Position, Quarto};
use crate::score::Score;
use crate::search::Search;

const RULES: &str = "\
There are sixteen different pieces: each is light or dark, square or round, solid or with a hole, tall or short. The first
player hands one of them to the opponent. From then on, whoever was handed a piece places it on an empty cell and hands over
another piece.
Whoever completes a line of four pieces with something in common (across, upright or along one of the two long diagonals)
wins. If all pieces are placed without such a line, it is a tie.
The smaller game has nine cells, eight pieces without tall and short, and lines of three. In the misère form whoever completes a
line loses; in another variant, squares of two by two cells count as lines.

A piece is written as a digit from 0 to F: 8 for light, plus 4 for square, 2 for solid, 1 for tall; in the smaller game 4, 2 and 1
stand for square, solid and tall, and all pieces are dark.
A position is written cell by cell from the top left, `-` for an empty cell, and then the piece that is to be placed.";

/// Boards that a live solver remembers, as a power of two; 16 bytes each.
const TABLE_BITS: u32 = 22;

/// Quarto and its variants.
pub fn family() -> Family {
    Family::new("quarto", "Quarto", RULES)
        .variant("regular", "four by four cells, sixteen pieces", || {
            any_game!(Quarto::new(4, 4), LiveQuarto::default())
        })
        .variant("3x3", "three by three cells, eight pieces", || any_game!(Misere::normal(Quarto::new(3, 3))))
        .variant("3x3-misere", "the same; a line loses", || any_game!(Misere::of(Quarto::new(3, 3))))
        .variant("3x3-squares", "the same; squares of two by two win, too", || {
            any_game!(Misere::normal(Quarto::with_squares(3, 3)))
        })
}

/// Solves positions of the usual game one at a time.
#[derive(Default)]
struct LiveQuarto {
    /// Searches that nobody uses just now, with what they remember.
    idle: Mutex<Vec<Search>>,
}

/// Returns what a player has who gets `score`, in a position of this level.
fn outcome(score: Score, placed: u32) -> Outcome {
    match score.placements() {
        None => Outcome::Tie(CELLS - placed),
        Some(moves) if score > Score::TIE => Outcome::Win(moves.into()),
        Some(moves) => Outcome::Lose(moves.into()),
    }
}

impl LiveSolver<Quarto> for LiveQuarto {
    fn outcome(&self, p: &Position, give_up: &dyn Fn() -> bool) -> Option<Outcome> {
        let board = p.placed().fold(Board::EMPTY, |board, (cell, piece)| board.with(cell, piece));
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = idle().pop().unwrap_or_else(|| Search::new(TABLE_BITS));
        let score = match p.hand() {
            Some(piece) => search.placing(board, piece, give_up).map(|score| outcome(score, board.level())),
            // Handing over the first piece is a move of its own.
            None => search.handing_over(board, give_up).map(|score| {
                let after = outcome(score, board.level());
                Outcome::new(after.value(), after.remoteness().expect("a game of Quarto ends") + 1)
            }),
        };
        idle().push(search);
        score
    }

    fn table_bytes(&self) -> u64 {
        16 << TABLE_BITS
    }
}
