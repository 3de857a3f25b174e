//! Notakto: tic-tac-toe in which both players write x, on up to three boards.

use zermelo_core::picture::{CELL, Colour, Figures, Look, Piece, Sign, Style};
use zermelo_core::{Game, Grid, Group, ParseError, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

const RULES: &str = "\
There are one, two or three 3x3 boards. The players take turns; each puts an `x` on an empty cell of a board that is alive.
A board with three `x` in a row (across, down or along a diagonal) is dead: nobody may play on it any more.
Whoever kills the last board loses.";

/// Cells of one board.
const CELLS: usize = 9;
const FULL: u32 = (1 << CELLS) - 1;
const BOARD: Grid = Grid::new(3, 3);

/// The ways to exchange the boards: of two boards the first two, of three all.
const EXCHANGES: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

/// The game on `boards` boards.
struct Notakto {
    boards: usize,
    /// For each set of cells of one board, whether it holds a row.
    dead: Vec<bool>,
    group: Group,
    /// For each set of cells of one board, the smallest of its images.
    smallest: Vec<u32>,
}

impl Notakto {
    fn new(boards: usize) -> Notakto {
        let lines = BOARD.lines(3);
        let dead = (0..=FULL.into()).map(|marks| lines.iter().any(|line| marks & line == *line)).collect();
        let group = Group::generate(CELLS, &BOARD.symmetries());
        let image = |marks, k| group.image(k, u64::from(marks)) as u32;
        let smallest = |marks| (0..group.len()).map(|k| image(marks, k)).fold(marks, u32::min);
        let smallest = (0..=FULL).map(smallest).collect();
        Notakto { boards, dead, group, smallest }
    }

    fn is_dead(&self, p: u32, board: usize) -> bool {
        self.dead[marks(p, board) as usize]
    }
}

fn marks(p: u32, board: usize) -> u32 {
    p >> (CELLS * board) & FULL
}

fn mark(p: u32, cell: usize) -> char {
    if p >> cell & 1 == 1 { 'x' } else { '-' }
}

impl Game for Notakto {
    /// The marked cells of all boards, nine bits each.
    type Position = u32;
    /// The cell to mark, counted over all boards.
    type Move = usize;

    fn start(&self) -> u32 {
        0
    }

    fn end(&self, p: &u32) -> Option<Value> {
        (0..self.boards).all(|board| self.is_dead(*p, board)).then_some(Value::Win)
    }

    fn moves(&self, p: &u32, out: &mut Vec<usize>) {
        for board in (0..self.boards).filter(|&board| !self.is_dead(*p, board)) {
            out.extend((CELLS * board..CELLS * (board + 1)).filter(|cell| p >> cell & 1 == 0));
        }
    }

    fn play(&self, p: &u32, cell: usize) -> u32 {
        p | 1 << cell
    }

    /// The boards one after the other, separated by `_`.
    fn format(&self, p: &u32) -> String {
        let board = |board| (0..CELLS).map(|cell| mark(marks(*p, board), cell)).collect();
        (0..self.boards).map(board).collect::<Vec<String>>().join("_")
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        let boards: Vec<&str> = text.split('_').collect();
        if boards.len() != self.boards {
            let (found, expected) = (boards.len(), self.boards);
            return Err(ParseError::new(format!(
                "'{text}' has {found} boards; there are {expected}, separated by '_'"
            )));
        }
        let mut p = 0;
        for (i, board) in boards.iter().enumerate() {
            let cells = parse_cells(board, CELLS, "-x")?;
            p |= (cells_of(&cells, 1) as u32) << (CELLS * i);
            let marks = marks(p, i);
            // Nobody plays on a dead board, so without some mark, the last one, it was alive.
            let last = |cell: usize| marks >> cell & 1 == 1 && !self.dead[(marks ^ 1 << cell) as usize];
            if self.is_dead(p, i) && !(0..CELLS).any(last) {
                return Err(ParseError::new(format!(
                    "'{board}' was played on after it had a row and was dead"
                )));
            }
        }
        Ok(p)
    }

    /// The number of the board, if there are several, and the cell: `2b3`.
    fn format_move(&self, _: &u32, cell: usize) -> String {
        let name = BOARD.name(cell % CELLS);
        if self.boards == 1 { name } else { format!("{}{name}", cell / CELLS + 1) }
    }

    fn board(&self, p: &u32) -> String {
        let picture = |board| BOARD.draw(|cell| mark(marks(*p, board), cell));
        (0..self.boards).map(picture).collect::<Vec<String>>().join("\n\n")
    }

    /// The boards side by side, and below each a place that says whether it is dead.
    fn look(&self) -> Option<Look> {
        let (gap, side) = (0.6 * CELL, 3.0 * CELL);
        let left = |board: usize| gap + board as f64 * (side + gap);
        let mut look = Look::new(left(self.boards), side + 3.0 * gap);
        for cell in 0..CELLS * self.boards {
            let (row, col) = (cell % CELLS / 3, cell % 3);
            let (x, y) = (left(cell / CELLS) + col as f64 * CELL, gap + row as f64 * CELL);
            look = look.rect(x, y, CELL, CELL, Style::Cell).centre(x + CELL / 2.0, y + CELL / 2.0);
            if row == 2 {
                look = look.label(x + CELL / 2.0, side + 1.5 * gap, char::from(b'a' + col as u8));
            }
        }
        for row in 0..3 {
            look = look.beside(3 * row, 3 - row);
        }
        for board in 0..self.boards {
            look = look.centre(left(board) + side / 2.0, side + 2.5 * gap);
        }
        Some(look.piece('x', Piece::cross(Colour::Neutral)))
    }

    fn figures(&self, p: &u32) -> Figures {
        let cells = CELLS * self.boards;
        let figures = Figures::letters((0..cells).map(|cell| mark(*p, cell)));
        let dead = (0..self.boards).filter(|&board| self.is_dead(*p, board));
        dead.fold(figures, |figures, board| figures.text(cells + board, "dead"))
    }

    fn sign(&self, _: &u32, cell: usize) -> Sign {
        Sign::piece(cell, 'x')
    }

    /// Every board may be turned on its own, and the boards may be exchanged.
    fn symmetries(&self) -> usize {
        let exchanges = (1..=self.boards).product::<usize>();
        exchanges * self.group.len().pow(self.boards as u32)
    }

    fn image(&self, p: &u32, k: usize) -> u32 {
        let turns = self.group.len().pow(self.boards as u32);
        let mut turn = k % turns;
        let mut image = 0;
        for (board, place) in EXCHANGES[k / turns].iter().enumerate().take(self.boards) {
            let turned = self.group.image(turn % self.group.len(), marks(*p, board).into()) as u32;
            image |= turned << (CELLS * place);
            turn /= self.group.len();
        }
        image
    }

    /// Every board is turned to its smallest image, and smaller boards come to higher places.
    fn smallest_image(&self, p: &u32) -> u32 {
        let mut boards = [0; EXCHANGES[0].len()];
        for (board, own) in boards.iter_mut().enumerate().take(self.boards) {
            *own = self.smallest[marks(*p, board) as usize];
        }
        let boards = &mut boards[..self.boards];
        boards.sort_unstable();
        boards.iter().fold(0, |image, own| image << CELLS | own)
    }
}

/// Notakto and its variants.
pub(crate) fn family() -> Family {
    Family::new("notakto", "Notakto", RULES)
        .variant("regular", "one board", || any_game!(Notakto::new(1)))
        .variant("board2", "two boards", || any_game!(Notakto::new(2)))
        .variant("board3", "three boards", || any_game!(Notakto::new(3)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};
    use zermelo_core::canonical;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Notakto::new(1), "notakto/regular");
        agrees_with_truth(&Notakto::new(2), "notakto/board2");
    }

    #[test]
    fn nobody_plays_on_a_dead_board() {
        let game = Notakto::new(2);
        assert_eq!(moves_in(&game, "xxx------_x--------"), "2b3 2c3 2a2 2b2 2c2 2a1 2b1 2c1");
        assert!(game.parse("xxxxxx---_---------").is_err());
    }

    #[test]
    fn turned_and_exchanged_boards_are_images() {
        let game = Notakto::new(3);
        let [p, q] = ["x--------_-x-------_----x----", "----x----_--x------_---x-----"]
            .map(|p| game.parse(p).unwrap());
        assert_eq!(game.image(&p, 0), p);
        assert!((0..game.symmetries()).any(|k| game.image(&p, k) == q));
        assert_eq!(canonical(&game, &p), canonical(&game, &q));
    }
}
