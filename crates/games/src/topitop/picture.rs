//! How Topitop looks: buildings layer by layer, and beside the board what is left of each piece.

use zermelo_core::picture::{self, Colour, Figures, Look, Part, Sign};

use super::{CELLS, Cells, GRID, Move, Pieces, Position, name};
use crate::bits::bits;

// The centres: the cells three times, for the layers of a building from below; one of each kind of piece,
// which is where one takes it from; how many are left of it; a line of text.
const LARGE: usize = 0;
const SMALL: usize = CELLS;
const BUCKET: usize = 2 * CELLS;
const KINDS: [char; 4] = ['B', 'R', 'S', 'L'];
const BESIDE: usize = 3 * CELLS;
const LEFT: usize = BESIDE + KINDS.len();
const REMARK: usize = LEFT + KINDS.len();

pub(super) fn look() -> Look {
    let mut look = Look::grid(GRID.rows, GRID.cols);
    let cells = look.centres.clone();
    look.centres.extend(cells.iter().chain(&cells));
    let bucket = |colour, letter| picture::Piece::square(colour).marked(letter).scaled(4.8);
    look.shelf(KINDS.len())
        .shelf(KINDS.len())
        .shelf(1)
        .piece('L', picture::Piece::square(Colour::Neutral).scaled(10.0))
        .piece('S', picture::Piece::disc(Colour::Light).scaled(7.5))
        .piece('B', bucket(Colour::First, "B"))
        .piece('R', bucket(Colour::Second, "R"))
}

pub(super) fn figures(pieces: Pieces, p: &Position) -> Figures {
    let mut figures = Figures::default();
    for (key, layer, cells) in
        [('L', LARGE, p.large), ('S', SMALL, p.small), ('B', BUCKET, p.blue), ('R', BUCKET, p.red)]
    {
        figures.on.extend(bits(cells.into()).map(|cell| (key, layer + usize::from(cell))));
    }
    let left = |all: u32, cells: Cells| all - cells.count_ones();
    let counts = [
        left(pieces.buckets, p.blue),
        left(pieces.buckets, p.red),
        left(pieces.small, p.small),
        left(pieces.large, p.large),
    ];
    for (i, (kind, count)) in KINDS.into_iter().zip(counts).enumerate() {
        figures = figures.and(kind, BESIDE + i).text(LEFT + i, count);
    }
    match p.barred.cells() {
        Some((from, to)) => figures.text(REMARK, format!("{}-{} is barred", name(from), name(to))),
        None => figures,
    }
}

/// A piece beside the board or a building on it, then where it goes.
pub(super) fn parts(p: &Position, m: Move) -> Vec<Part> {
    match m {
        Move::Place(piece, cell) => {
            let letter = piece.letter(p.turn);
            let kind = KINDS.iter().position(|kind| *kind == letter).expect("one of the kinds");
            let take = Part::new(letter, Sign::dot(BESIDE + kind));
            vec![take, Part::new(name(cell), Sign::piece(cell, letter))]
        }
        Move::Step { from, to } => {
            vec![Part::new(name(from), Sign::dot(from)), Part::new(name(to), Sign::arrow(from, to))]
        }
        Move::Pass => vec![Part::new("pass", Sign::letter(REMARK, "pass"))],
    }
}
