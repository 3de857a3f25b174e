//! Othello (Reversi) on small boards.

use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{Game, Grid, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;
use crate::size;

const RULES: &str = "\
The four centre cells start with two black and two white discs, each colour on a diagonal. Black begins.

Place a disc of your colour on an empty cell so that, in at least one straight line (orthogonal or
diagonal), an unbroken run of enemy discs lies between it and another disc of yours. All discs in such
runs turn to your colour. Who has no such cell passes; who has one may not pass.

The game ends when neither player can place a disc. Whoever has more discs wins (misère: loses); equal
numbers are a tie.";

/// Boards of up to 32 cells, so that a position is three words.
const MOST_CELLS: usize = 32;

/// One of the eight directions: how far a step shifts a mask, and the cells that have a neighbour there.
struct Direction {
    shift: i32,
    inside: u32,
}

impl Direction {
    fn step(&self, cells: u32) -> u32 {
        let cells = cells & self.inside;
        if self.shift > 0 { cells << self.shift } else { cells >> -self.shift }
    }
}

struct Othello {
    board: Grid,
    directions: Vec<Direction>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    black: u32,
    white: u32,
    turn: Turn,
}

impl Position {
    /// The discs of the player to move and those of the opponent.
    fn sides(&self) -> (u32, u32) {
        self.turn.own_first(self.black, self.white)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Place(u8),
    Pass,
}

impl Othello {
    fn new(rows: usize, cols: usize) -> Othello {
        let board = Grid::new(rows, cols);
        let steps = [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().flat_map(|(d, r)| [(d, r), (-d, -r)]);
        let directions = steps
            .map(|(down, right)| Direction {
                shift: (down * cols as isize + right) as i32,
                inside: (0..board.cells())
                    .filter(|&cell| board.step(cell, down, right).is_some())
                    .fold(0, |mask, cell| mask | 1 << cell),
            })
            .collect();
        Othello { board, directions }
    }

    /// The four cells in the middle, in reading order; they are never empty.
    fn centre(&self) -> [usize; 4] {
        let (row, col) = (self.board.rows / 2 - 1, self.board.cols / 2 - 1);
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| self.board.at(row + r, col + c))
    }

    /// The empty cells on which `own` may place a disc.
    fn placements(&self, own: u32, enemy: u32) -> u32 {
        let empty = self.board.full() as u32 & !(own | enemy);
        let ends = self.directions.iter().map(|direction| {
            let mut front = direction.step(own) & enemy;
            let mut ends = 0;
            while front != 0 {
                front = direction.step(front);
                ends |= front & empty;
                front &= enemy;
            }
            ends
        });
        ends.fold(0, |all, ends| all | ends)
    }

    /// The enemy discs that turn when `own` places one on the cell `at` (a mask of one cell).
    fn turned(&self, own: u32, enemy: u32, at: u32) -> u32 {
        let runs = self.directions.iter().map(|direction| {
            let mut run = 0;
            let mut next = direction.step(at);
            while next & enemy != 0 {
                run |= next;
                next = direction.step(next);
            }
            if next & own != 0 { run } else { 0 }
        });
        runs.fold(0, |all, run| all | run)
    }

    fn disc(p: &Position, cell: usize) -> char {
        letter_at(cell, [(p.black, 'B'), (p.white, 'W')])
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let [nw, ne, sw, se] = self.centre();
        Position { black: 1 << nw | 1 << se, white: 1 << ne | 1 << sw, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (own, enemy) = p.sides();
        if self.placements(own, enemy) | self.placements(enemy, own) != 0 {
            return None;
        }
        Some(match own.count_ones().cmp(&enemy.count_ones()) {
            std::cmp::Ordering::Greater => Value::Win,
            std::cmp::Ordering::Equal => Value::Tie,
            std::cmp::Ordering::Less => Value::Lose,
        })
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, enemy) = p.sides();
        let cells = self.placements(own, enemy);
        if cells == 0 {
            out.push(Move::Pass);
        }
        out.extend(bits(cells).map(Move::Place));
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let (mut own, mut enemy) = p.sides();
        if let Move::Place(cell) = m {
            let turned = self.turned(own, enemy, 1 << cell);
            own |= turned | 1 << cell;
            enemy &= !turned;
        }
        let (black, white) = p.turn.own_first(own, enemy);
        Position { black, white, turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..self.board.cells()).map(|cell| Othello::disc(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, discs) = Turn::split(text)?;
        let cells = parse_cells(discs, self.board.cells(), "-BW")?;
        if let Some(&cell) = self.centre().iter().find(|&&cell| cells[cell] == 0) {
            let name = self.board.name(cell);
            return Err(ParseError::new(format!("{name} is empty; the four centre cells always hold discs")));
        }
        Ok(Position { black: cells_of(&cells, 1) as u32, white: cells_of(&cells, 2) as u32, turn })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Place(cell) => self.board.name(cell.into()),
            Move::Pass => "pass".into(),
        }
    }

    fn board(&self, p: &Position) -> String {
        self.board.draw(|cell| Othello::disc(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The board, and below it a disc of each player with the number of those on the board; in the middle one
    /// passes.
    fn look(&self) -> Option<Look> {
        Some(Look::grid(self.board.rows, self.board.cols).shelf(5).men('B', 'W'))
    }

    fn figures(&self, p: &Position) -> Figures {
        let cells = self.board.cells();
        let figures = Figures::letters((0..cells).map(|cell| Othello::disc(p, cell)));
        let figures = figures.and('B', cells).text(cells + 1, p.black.count_ones());
        figures.and('W', cells + 4).text(cells + 3, p.white.count_ones())
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        match m {
            Move::Place(cell) => Sign::piece(cell, p.turn.own_first('B', 'W').0),
            Move::Pass => Sign::letter(self.board.cells() + 2, "pass"),
        }
    }
}

/// Othello and its variants.
pub(crate) fn family() -> Family {
    Family::new("othello", "Othello", RULES)
        .variant("regular", "4x4 board, most discs win", || any_game!(Misere::normal(Othello::new(4, 4))))
        .variant("misere", "4x4 board, fewest discs win", || any_game!(Misere::of(Othello::new(4, 4))))
        .open("ROWSxCOLS", "a board of at least 4x4 and at most 32 cells, e.g. 4x5", open)
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (rows, cols) = size::parse(variant)?;
    if rows < 4 || cols < 4 || rows * cols > MOST_CELLS {
        return Err(ParseError::new("the board has at least 4 rows and 4 columns, and at most 32 cells"));
    }
    Ok(any_game!(Misere::normal(Othello::new(rows, cols))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    fn after(p: &str, m: &str) -> String {
        let game = Othello::new(4, 4);
        let p = game.parse(p).unwrap();
        game.format(&game.play(&p, parse_move(&game, &p, m).unwrap()))
    }

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(Othello::new(4, 4)), "othello/regular");
    }

    #[test]
    fn a_disc_turns_the_runs_it_closes_and_no_others() {
        assert_eq!(after("1_-----BW--WB-----", "c4"), "2_--B--BB--WB-----");
        assert_eq!(after("1_BWW--BW--WB-----", "d4"), "2_BBBB-BW--WB-----");
    }

    #[test]
    fn a_player_without_a_placement_passes() {
        assert_eq!(after("2_-WBB-BBB-BBB-B--", "pass"), "1_-WBB-BBB-BBB-B--");
    }
}
