//! Tic-tac-toe, and `k` in a row on other small boards.

mod tiers;

use std::sync::Arc;

use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{
    Game, Grid, Misere, Pack, ParseError, SymmetricBoard, Turn, Value, cells_of, parse_cells,
};
use zermelo_library::{AnyGame, Family, any_game};

use crate::options::misere_suffix;
use crate::pieces::letter_at;

const RULES: &str = "\
The players take turns to put their mark, `x` or `o`, on an empty cell; `x` begins. The usual board has 3x3 cells.
Whoever gets enough own marks in a row (across, down or along a diagonal) wins; in the misère form, loses. On the
usual board three are enough. A full board without such a row is a tie.
The name of any other variant says its board: in 4x3x3 there are four rows and three columns, and three in a row win.";

/// The game on one board, with the rows that win on it.
struct TicTacToe {
    board: Grid,
    lines: Vec<u32>,
    symmetric: Arc<SymmetricBoard>,
}

/// The cells of each mark, one bit a cell. Whose turn it is follows: `x` begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    x: u32,
    o: u32,
}

impl Position {
    fn x_to_move(self) -> bool {
        self.x.count_ones() == self.o.count_ones()
    }

    fn turn(self) -> Turn {
        if self.x_to_move() { Turn::First } else { Turn::Second }
    }

    /// The marks of the player to move and those of the opponent.
    fn sides(self) -> (u32, u32) {
        if self.x_to_move() { (self.x, self.o) } else { (self.o, self.x) }
    }
}

impl TicTacToe {
    fn new(rows: usize, cols: usize, in_a_row: usize) -> TicTacToe {
        let board = Grid::new(rows, cols);
        let lines = board.lines(in_a_row).into_iter().map(|line| line as u32).collect();
        TicTacToe { board, lines, symmetric: SymmetricBoard::new(board.cells(), &board.symmetries()) }
    }

    fn has_line(&self, marks: u32) -> bool {
        self.lines.iter().any(|line| marks & line == *line)
    }

    fn full(&self) -> u32 {
        self.board.full() as u32
    }
}

fn mark(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.x, 'x'), (p.o, 'o')])
}

impl Game for TicTacToe {
    type Position = Position;
    /// The cell to mark.
    type Move = usize;

    fn start(&self) -> Position {
        Position { x: 0, o: 0 }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        if self.has_line(moved_last) {
            Some(Value::Lose)
        } else {
            (p.x | p.o == self.full()).then_some(Value::Tie)
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<usize>) {
        out.extend((0..self.board.cells()).filter(|cell| (p.x | p.o) >> cell & 1 == 0));
    }

    fn play(&self, p: &Position, cell: usize) -> Position {
        if p.x_to_move() {
            Position { x: p.x | 1 << cell, ..*p }
        } else {
            Position { o: p.o | 1 << cell, ..*p }
        }
    }

    fn format(&self, p: &Position) -> String {
        (0..self.board.cells()).map(|cell| mark(p, cell)).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let cells = parse_cells(text, self.board.cells(), "-xo")?;
        let p = Position { x: cells_of(&cells, 1) as u32, o: cells_of(&cells, 2) as u32 };
        let (x, o) = (p.x.count_ones(), p.o.count_ones());
        if x != o && x != o + 1 {
            let rule = "x begins, so there are as many x as o, or one more";
            return Err(ParseError::new(format!("'{text}' has {x} x and {o} o; {rule}")));
        }
        if self.has_line(p.sides().0) {
            return Err(ParseError::new(format!("'{text}' went on after the player to move had a row")));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, cell: usize) -> String {
        self.board.name(cell)
    }

    fn board(&self, p: &Position) -> String {
        self.board.draw(|cell| mark(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn())
    }

    fn look(&self) -> Option<Look> {
        let Grid { rows, cols } = self.board;
        Some(Look::grid(rows, cols).marks('x', 'o'))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..self.board.cells()).map(|cell| mark(p, cell)))
    }

    fn sign(&self, p: &Position, cell: usize) -> Sign {
        Sign::piece(cell, if p.x_to_move() { 'x' } else { 'o' })
    }

    fn symmetries(&self) -> usize {
        self.symmetric.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |marks: u32| self.symmetric.group().image(k, marks.into()) as u32;
        Position { x: image(p.x), o: image(p.o) }
    }
}

/// Tic-tac-toe and its variants.
pub(crate) fn family() -> Family {
    Family::new("tictactoe", "Tic-tac-toe", RULES)
        .variant("regular", "3x3, three in a row win", || any_game!(Misere::normal(TicTacToe::new(3, 3, 3))))
        .variant("misere", "3x3, three in a row lose", || any_game!(Misere::of(TicTacToe::new(3, 3, 3))))
        .open("ROWSxCOLSxK", "K in a row on a board of up to 5x5, e.g. 4x4x3 or 4x4x3-misere", open)
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (size, misere) = misere_suffix(variant);
    let numbers: Option<Vec<usize>> = size.split('x').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[rows @ 1..=5, cols @ 1..=5, k]) if (1..=rows.max(cols)).contains(&k) => {
            Ok(any_game!(Misere { game: TicTacToe::new(rows, cols, k), misere }))
        }
        _ => Err(ParseError::new(
            "a board of 1x1 to 5x5 cells and the length of a row that fits on it are needed",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::{canonical, oracle};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(TicTacToe::new(3, 3, 3)), "tictactoe/regular");
        agrees_with_truth(&Misere::of(TicTacToe::new(3, 3, 3)), "tictactoe/misere");
    }

    #[test]
    fn there_are_765_positions_up_to_symmetry() {
        let game = TicTacToe::new(3, 3, 3);
        let solution = oracle::solve(&game, 10_000).unwrap();
        let classes: BTreeSet<Position> = solution.keys().map(|p| canonical(&game, p)).collect();
        assert_eq!(classes.len(), 765);
    }

    #[test]
    fn a_row_of_the_player_who_moved_last_ends_the_game() {
        let game = TicTacToe::new(3, 3, 3);
        assert_eq!(game.end(&game.parse("xxxoo----").unwrap()), Some(Value::Lose));
        assert_eq!(game.end(&game.parse("xoxxoxoxo").unwrap()), Some(Value::Tie));
        assert_eq!(game.end(&game.parse("xx-oo----").unwrap()), None);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = TicTacToe::new(3, 3, 3);
        for text in ["", "xx-------", "--------o", "xxxooo---", "xxx-oo--o", "x-o", "x?-------"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
