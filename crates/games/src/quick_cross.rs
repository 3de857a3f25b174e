//! Quick cross: bars that both players place and turn.

use zermelo_core::{Game, Grid, Misere, ParseError, Value, cells_of, parse_cells};
use zermelo_explore::{AnyGame, Family, rules_only};

use crate::pieces::letter_at;

const RULES: &str = "\
The board has 4x4 cells; the bars belong to both players. On your turn, place a horizontal or a vertical
bar on an empty cell, or turn any bar by a quarter. Whoever completes a line of four bars that lie the
same way (along a row, a column or a diagonal of the board) wins (misère: loses).

On the boards of 3x3 and 3x4 cells, three in a line are enough.";

struct QuickCross {
    board: Grid,
    lines: Vec<u16>,
}

impl QuickCross {
    fn new(rows: usize, cols: usize, in_line: usize) -> QuickCross {
        let board = Grid::new(rows, cols);
        let lines = board.lines(in_line).into_iter().map(|line| line as u16).collect();
        QuickCross { board, lines }
    }
}

/// The horizontal and the vertical bars.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Position {
    h: u16,
    v: u16,
}

impl Position {
    fn bar(self, cell: usize) -> char {
        letter_at(cell, [(self.h, 'h'), (self.v, 'v')])
    }
}

/// How the bar on a cell lies after the move, whether it is new or turned.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Horizontal(u8),
    Vertical(u8),
}

impl Game for QuickCross {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { h: 0, v: 0 }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let complete = |line: &u16| p.h & line == *line || p.v & line == *line;
        self.lines.iter().any(complete).then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        for cell in 0..self.board.cells() as u8 {
            if p.h >> cell & 1 == 0 {
                out.push(Move::Horizontal(cell));
            }
            if p.v >> cell & 1 == 0 {
                out.push(Move::Vertical(cell));
            }
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        match m {
            Move::Horizontal(cell) => Position { h: p.h | 1 << cell, v: p.v & !(1 << cell) },
            Move::Vertical(cell) => Position { h: p.h & !(1 << cell), v: p.v | 1 << cell },
        }
    }

    fn format(&self, p: &Position) -> String {
        (0..self.board.cells()).map(|cell| p.bar(cell)).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let cells = parse_cells(text, self.board.cells(), "-hv")?;
        Ok(Position { h: cells_of(&cells, 1) as u16, v: cells_of(&cells, 2) as u16 })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Horizontal(cell) => format!("{}=h", self.board.name(cell.into())),
            Move::Vertical(cell) => format!("{}=v", self.board.name(cell.into())),
        }
    }

    fn board(&self, p: &Position) -> String {
        self.board.draw(|cell| match p.bar(cell) {
            'h' => '-',
            'v' => '|',
            _ => '.',
        })
    }
}

/// Quick cross and its variants.
pub(crate) fn family() -> Family {
    fn game(board: QuickCross, misere: bool) -> Box<dyn AnyGame> {
        rules_only(Misere { game: board, misere })
    }
    Family::new("quickcross", "Quick Cross", RULES)
        .variant("regular", "4x4, four in a line win", || game(QuickCross::new(4, 4, 4), false))
        .variant("misere", "4x4, four in a line lose", || game(QuickCross::new(4, 4, 4), true))
        .variant("3x3", "3x3, three in a line win", || game(QuickCross::new(3, 3, 3), false))
        .variant("3x3-misere", "3x3, three in a line lose", || game(QuickCross::new(3, 3, 3), true))
        .variant("3x4", "3x4, three in a line win", || game(QuickCross::new(3, 4, 3), false))
        .variant("3x4-misere", "3x4, three in a line lose", || game(QuickCross::new(3, 4, 3), true))
        .variant("4x4", "another name of regular", || game(QuickCross::new(4, 4, 4), false))
        .variant("4x4-misere", "another name of misere", || game(QuickCross::new(4, 4, 4), true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(QuickCross::new(3, 3, 3)), "quickcross/3x3");
        agrees_with_truth(&Misere::of(QuickCross::new(3, 3, 3)), "quickcross/3x3-misere");
        agrees_with_truth(&Misere::normal(QuickCross::new(3, 4, 3)), "quickcross/3x4");
    }

    #[test]
    fn turning_a_bar_can_complete_a_line() {
        let game = QuickCross::new(3, 3, 3);
        let p = game.parse("hhv------").unwrap();
        assert_eq!(game.end(&p), None);
        let turned = game.play(&p, parse_move(&game, &p, "c3=h").unwrap());
        assert_eq!(game.end(&turned), Some(Value::Lose));
    }
}
