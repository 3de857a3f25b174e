//! Treblecross: put down stones until there are three in a row.

use zermelo::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo::{Family, Game, Grid, ParseError, Value, any_game, cells_of, parse_cells};

const RULES: &str = "\
There is a strip of cells. The players take turns; each puts a stone on an empty cell.
Whoever makes three stones in a row wins.";

/// How many stones in a row win. Change it, then `cargo run -- play --force`.
const ROW: usize = 3;

/// The game on a strip of so many cells.
struct Treblecross {
    board: Grid,
    /// All rows that win, as sets of cells.
    rows: Vec<u64>,
}

impl Treblecross {
    fn new(cells: usize) -> Treblecross {
        let board = Grid::new(1, cells);
        Treblecross { board, rows: board.lines(ROW) }
    }
}

impl Game for Treblecross {
    /// The cells with a stone, one bit each.
    type Position = u64;
    /// The cell to put a stone on.
    type Move = usize;

    fn start(&self) -> u64 {
        0
    }

    /// Says whether the game is over, and what that is for the player who would be to move.
    fn end(&self, stones: &u64) -> Option<Value> {
        self.rows.iter().any(|row| stones & row == *row).then_some(Value::Lose)
    }

    /// If the board is full without a row, nobody wins.
    fn stuck(&self) -> Value {
        Value::Tie
    }

    fn moves(&self, stones: &u64, out: &mut Vec<usize>) {
        out.extend((0..self.board.cells()).filter(|cell| stones >> cell & 1 == 0));
    }

    fn play(&self, stones: &u64, cell: usize) -> u64 {
        stones | 1 << cell
    }

    /// One letter for each cell, as in `x--x---`.
    fn format(&self, stones: &u64) -> String {
        (0..self.board.cells()).map(|cell| if stones >> cell & 1 == 1 { 'x' } else { '-' }).collect()
    }

    fn parse(&self, text: &str) -> Result<u64, ParseError> {
        Ok(cells_of(&parse_cells(text, self.board.cells(), "-x")?, 1))
    }

    fn format_move(&self, _: &u64, cell: usize) -> String {
        self.board.name(cell)
    }

    /// The board, and what stones look like. Without a picture a game is shown as text.
    fn look(&self) -> Option<Look> {
        Some(Look::grid(1, self.board.cells()).piece('x', Piece::disc(Colour::Neutral)))
    }

    fn figures(&self, stones: &u64) -> Figures {
        Figures::letters(self.format(stones).chars())
    }

    fn sign(&self, _: &u64, cell: usize) -> Sign {
        Sign::piece(cell, 'x')
    }
}

/// The game with its variants; the first is the usual one.
pub(crate) fn family() -> Family {
    Family::new("NAME", "TITLE", RULES)
        .variant("regular", "eight cells", || any_game!(Treblecross::new(8)))
        .variant("12", "twelve cells", || any_game!(Treblecross::new(12)))
}

#[cfg(test)]
mod tests {
    use zermelo::oracle;
    use zermelo::testing::{keeps_the_laws, moves_in};

    use super::*;

    #[test]
    fn it_keeps_the_laws_of_every_game() {
        keeps_the_laws(&family());
    }

    #[test]
    fn stones_go_on_empty_cells() {
        assert_eq!(moves_in(&Treblecross::new(5), "x--x-"), "b1 c1 e1");
        assert_eq!(moves_in(&Treblecross::new(5), "-xxx-"), "");
    }

    /// Treblecross is the octal game 0.007 on two cells more, whose nim-value is 0 for 8 and for 14, and for
    /// no other size from 5 to 14 (Winning Ways, chapter 4).
    #[test]
    fn the_first_player_loses_on_six_cells_only() {
        for cells in 3..12 {
            let start = oracle::solve(&Treblecross::new(cells), 10_000).expect("small enough")[&0];
            assert_eq!(start.value(), if cells == 6 { Value::Lose } else { Value::Win }, "{cells} cells");
        }
    }
}
