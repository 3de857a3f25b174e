//! Connect four: stones fall down columns, and so many in a row win.

mod engine;

use zermelo_connect4::{Board, Live, Position, Solver};
use zermelo_core::picture::{Art, CELL, Figures, Look, Sign, Style};
use zermelo_core::{Game, Outcome, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, LiveSolver, rules_only, rules_only_with_live, with_engine};

use engine::BoardEngine;

const RULES: &str = "\
The players take turns to drop a stone of their own, `x` or `o`, into a column that is not full; it falls to the
lowest empty cell. `x` begins. Whoever gets four own stones in a row, across, upright or along a diagonal, wins. A
full board without such a row is a tie.

Other boards can be chosen: 5x4 has five rows and four columns, and on 5x6x3 three in a row win.

A move is the number of its column from the left; columns beyond the ninth are called `a`, `b`, `c` and so on.
A position is written cell by cell from the top left, `-` for an empty one. It can also be given by the
moves that lead to it, as `4453`: a text with neither `-` nor `x` is read as moves.";

/// The names of columns from the left. There are never as many as 33, so `x` is none of them.
const COLUMNS: &str = "123456789abcdefghijklmnopqrstuvw";

/// What words are made of: an empty cell, and the stones of the first and the second player.
const LETTERS: &str = "-xo";

/// Boards of at most so many cells have few enough positions to be solved as a whole.
const SMALL: u32 = 16;

/// What the live solver of a board may use to remember what it has found out; it takes it with the first question.
const MEMORY: u64 = 64 << 20;

struct Connect4 {
    board: Board,
}

impl Connect4 {
    /// The set with one cell, numbered in reading order from the top left.
    fn cell(&self, number: usize) -> u64 {
        let (row, column) = (number as u32 / self.board.columns(), number as u32 % self.board.columns());
        self.board.cell(self.board.rows() - 1 - row, column)
    }

    /// The letters of all cells in reading order.
    fn letters(&self, p: &Position) -> impl Iterator<Item = char> {
        (0..self.board.cells() as usize).map(|number| match self.cell(number) {
            cell if p.first & cell != 0 => 'x',
            cell if p.occupied & cell != 0 => 'o',
            _ => '-',
        })
    }

    fn columns(&self) -> &'static str {
        &COLUMNS[..self.board.columns() as usize]
    }

    /// Reads a position cell by cell.
    fn parse_board(&self, text: &str) -> Result<Position, ParseError> {
        let kinds = parse_cells(text, self.board.cells() as usize, LETTERS)?;
        let stones = |kind: u8| {
            let numbers = cells_of(&kinds, kind);
            (0..kinds.len()).filter(|number| numbers >> number & 1 == 1).map(|number| self.cell(number)).sum()
        };
        let (first, second): (u64, u64) = (stones(1), stones(2));
        let (x, o) = (first.count_ones(), second.count_ones());
        if x != o && x != o + 1 {
            let rule = "x begins, so there are as many x as o, or one more";
            return Err(ParseError::new(format!("'{text}' has {x} x and {o} o; {rule}")));
        }
        let p = Position { first, occupied: first | second };
        if !self.board.is_settled(p.occupied) {
            return Err(ParseError::new(format!("in '{text}' a stone has an empty cell below it")));
        }
        if self.board.has_run(p.mover()) {
            return Err(ParseError::new(format!("'{text}' went on after the player to move had a row")));
        }
        Ok(p)
    }

    /// Reads a position by the moves that lead to it.
    fn parse_moves(&self, text: &str) -> Result<Position, ParseError> {
        let mut p = Position::EMPTY;
        for (place, name) in text.chars().enumerate() {
            let refuse = |why: String| ParseError::new(format!("move {} of '{text}' {why}", place + 1));
            let Some(column) = self.columns().find(name) else {
                let last = self.columns().chars().next_back().unwrap_or('1');
                return Err(refuse(format!("is '{name}'; columns are 1 to {last}")));
            };
            if self.end(&p).is_some() {
                return Err(refuse("comes after the end of the game".to_owned()));
            }
            if !self.board.has_room(p, column as u32) {
                return Err(refuse(format!("goes into column {name}, which is full")));
            }
            p = self.board.drop(p, column as u32);
        }
        Ok(p)
    }
}

impl Game for Connect4 {
    type Position = Position;
    /// The column, counted from 0.
    type Move = u32;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    fn end(&self, p: &Position) -> Option<Value> {
        if self.board.last_mover_won(*p) {
            Some(Value::Lose)
        } else {
            (p.occupied == self.board.all()).then_some(Value::Tie)
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<u32>) {
        out.extend((0..self.board.columns()).filter(|&column| self.board.has_room(*p, column)));
    }

    fn play(&self, p: &Position, column: u32) -> Position {
        self.board.drop(*p, column)
    }

    fn format(&self, p: &Position) -> String {
        self.letters(p).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        if text.is_empty() {
            return Err(ParseError::new("a position is needed: its cells, or the columns played so far"));
        }
        if text.contains(['-', 'x']) { self.parse_board(text) } else { self.parse_moves(text) }
    }

    fn format_move(&self, _: &Position, column: u32) -> String {
        let column = column as usize;
        self.columns()[column..=column].to_owned()
    }

    fn board(&self, p: &Position) -> String {
        let mut text = String::new();
        for (number, letter) in self.letters(p).chain(self.columns().chars()).enumerate() {
            if number == self.board.cells() as usize {
                text.push('\n');
            }
            text.push(letter);
            let ends_row = (number + 1).is_multiple_of(self.board.columns() as usize);
            text.push(if ends_row { '\n' } else { ' ' });
        }
        text
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(if p.first_to_move() { Turn::First } else { Turn::Second })
    }

    /// A plate with a round hole for every stone.
    fn look(&self) -> Option<Look> {
        let (rows, columns) = (self.board.rows() as usize, self.board.columns() as usize);
        let mut look = Look::cells(rows, columns, |_, _| Style::Board);
        for [x, y] in look.centres.clone() {
            look = look.art(Art::Circle { x, y, r: 0.43 * CELL, style: Style::Cell });
        }
        for (column, name) in self.columns().chars().enumerate() {
            let [x, _] = look.centres[column];
            let below = look.centres[(rows - 1) * columns + column][1] + 0.8 * CELL;
            look = look.label(x, below, name);
        }
        let look = look.men('x', 'o');
        Some(look.image('x', "general/blue_circle.svg").image('o', "general/red_circle.svg"))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters(self.letters(p))
    }

    fn sign(&self, p: &Position, column: u32) -> Sign {
        let lands = self.board.playable(p.occupied) & self.board.column(column);
        let number = (0..self.board.cells() as usize).find(|&number| self.cell(number) == lands);
        Sign::piece(number.expect("the column has room"), if p.first_to_move() { 'x' } else { 'o' })
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        if k == 0 { *p } else { self.board.mirror(*p) }
    }
}

/// Connect four and its boards.
pub(crate) fn family() -> Family {
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

/// Boards wider than a row have an engine of their own, unless they are too large for it; the others are explored. All but small
/// ones are also solved position by position.
fn variant(board: Board) -> Box<dyn AnyGame> {
    let game = Connect4 { board };
    let live = || Live::new(board, MEMORY);
    match Solver::new(board) {
        Ok(solver) => with_engine(game, BoardEngine::new(solver), Some(Box::new(live()))),
        Err(_) if board.cells() <= SMALL => rules_only(game),
        Err(_) => rules_only_with_live(game, live()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in, passes_battery};
    use zermelo_core::{Tally, oracle};

    fn game(rows: u32, columns: u32, run: u32) -> Connect4 {
        Connect4 { board: Board::new(rows, columns, run).unwrap() }
    }

    #[test]
    fn all_boards_keep_the_laws() {
        for (rows, columns, run) in [(6, 7, 4), (3, 4, 3), (5, 8, 5), (1, 32, 3), (15, 4, 4)] {
            passes_battery(&game(rows, columns, run));
        }
    }

    /// The rows of the published table for one board.
    fn published(board: &str) -> Tally {
        let mut tally = Tally::default();
        for line in include_str!("../../../tests/data/connect4.tsv").lines() {
            if let [named, value, remoteness, count] = line.split('\t').collect::<Vec<&str>>()[..]
                && named == board
            {
                let value = Value::ALL.into_iter().find(|known| known.word() == value).expect("a value");
                tally.add(Outcome::new(value, remoteness.parse().unwrap()), count.parse().unwrap());
            }
        }
        tally
    }

    #[test]
    fn a_board_of_4x4_cells_has_the_published_counts() {
        agrees_with_truth(&game(4, 4, 4), "connect4/4x4");
        assert_eq!(oracle::tally(&game(4, 4, 4), 200_000).unwrap(), published("4-4-4"));
    }

    #[test]
    #[ignore = "the plain oracle takes minutes for millions of positions"]
    fn boards_of_20_cells_have_the_published_counts() {
        assert_eq!(oracle::tally(&game(5, 4, 4), 4_000_000).unwrap(), published("5-4-4"));
        assert_eq!(oracle::tally(&game(4, 5, 4), 4_000_000).unwrap(), published("4-5-4"));
    }

    #[test]
    fn moves_and_cells_are_two_ways_to_write_a_position() {
        let game = game(6, 7, 4);
        let p = game.parse("4453").unwrap();
        assert_eq!(game.format(&p), format!("{}---o-----oxx--", "-".repeat(28)));
        assert_eq!(game.parse(&game.format(&p)), Ok(p));
        assert_eq!(moves_in(&game, "444444"), "1 2 3 5 6 7");
        assert_eq!(game.board(&p).lines().last(), Some("1 2 3 4 5 6 7"));
    }

    #[test]
    fn impossible_positions_are_refused_with_a_reason() {
        let game = game(4, 4, 4);
        let reason = |text: &str| game.parse(text).unwrap_err().to_string();
        for (text, word) in [
            ("", "needed"),
            ("5", "columns are 1 to 4"),
            ("0", "columns are 1 to 4"),
            ("11111", "full"),
            ("12121212", "end of the game"),
            ("----------------x", "16"),
            ("x---------------", "below"),
            ("------------xx--", "as many"),
            ("--------oooo-xxxx", "16"),
            ("x---x---x---x-oo", "as many"),
            ("x---x---xo--xooo", "row"),
            ("------------x?--", "allowed"),
        ] {
            assert!(reason(text).contains(word), "{text}: {}", reason(text));
        }
    }
}
