//! Tac Tix: Nim on a square, with runs taken from rows or columns.

use zermelo_core::picture::{Colour, Figures, Look, Part, Piece, Sign};
use zermelo_core::{Game, Grid, Misere, ParseError, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::options::misere_suffix;
use crate::size;

const RULES: &str = "\
Every cell of the board holds a counter. On your turn, take one or more counters that are next to each
other, without gaps, in one row or one column. Whoever takes the last counter wins (misère: loses).";

/// 2^25 positions are the most that can be explored.
const MOST_CELLS: usize = 25;

struct TacTix {
    board: Grid,
    /// Every set of cells that can be taken at once from a full board.
    runs: Vec<u32>,
}

impl TacTix {
    fn new(rows: usize, cols: usize) -> TacTix {
        let board = Grid::new(rows, cols);
        let mut runs = Vec::new();
        for cell in 0..board.cells() {
            runs.push(1 << cell);
            for (down, right) in [(0, 1), (1, 0)] {
                let rest = (1..).map_while(|i| board.step(cell, i * down, i * right));
                runs.extend(rest.scan(1 << cell, |run, next| {
                    *run |= 1 << next;
                    Some(*run)
                }));
            }
        }
        TacTix { board, runs }
    }

    /// The first and the last cell of a run.
    fn ends(run: u32) -> (usize, usize) {
        (run.trailing_zeros() as usize, run.ilog2() as usize)
    }

    fn counter(counters: u32, cell: usize) -> char {
        if counters >> cell & 1 == 1 { 'O' } else { '-' }
    }
}

impl Game for TacTix {
    /// The counters that are left.
    type Position = u32;
    /// The counters to take.
    type Move = u32;

    fn start(&self) -> u32 {
        self.board.full() as u32
    }

    fn end(&self, counters: &u32) -> Option<Value> {
        (*counters == 0).then_some(Value::Lose)
    }

    fn moves(&self, counters: &u32, out: &mut Vec<u32>) {
        out.extend(self.runs.iter().filter(|run| *run & !counters == 0));
    }

    fn play(&self, counters: &u32, run: u32) -> u32 {
        counters & !run
    }

    fn format(&self, counters: &u32) -> String {
        (0..self.board.cells()).map(|cell| TacTix::counter(*counters, cell)).collect()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        Ok(cells_of(&parse_cells(text, self.board.cells(), "-O")?, 1) as u32)
    }

    fn format_move(&self, _: &u32, run: u32) -> String {
        let (first, last) = TacTix::ends(run);
        let (first, last) = (self.board.name(first), self.board.name(last));
        if first == last { first } else { format!("{first}-{last}") }
    }

    fn board(&self, counters: &u32) -> String {
        self.board.draw(|cell| TacTix::counter(*counters, cell))
    }

    fn look(&self) -> Option<Look> {
        let look = Look::grid(self.board.rows, self.board.cols);
        Some(look.piece('O', Piece::disc(Colour::Neutral)).piece('o', Piece::disc(Colour::Accent)))
    }

    fn figures(&self, counters: &u32) -> Figures {
        Figures::letters((0..self.board.cells()).map(|cell| TacTix::counter(*counters, cell)))
    }

    /// The upper or left end of what is taken, then the other end: the same counter again if it is the only
    /// one.
    fn parts(&self, _: &u32, run: u32) -> Vec<Part> {
        let (first, last) = TacTix::ends(run);
        [first, last].map(|cell| Part::new(self.board.name(cell), Sign::dot(cell))).into()
    }

    fn figures_between(&self, counters: &u32, run: u32, _: usize) -> Figures {
        let (first, _) = TacTix::ends(run);
        self.figures(&(counters & !(1 << first))).and('o', first)
    }
}

/// Tac Tix and its variants.
pub(crate) fn family() -> Family {
    Family::new("tactix", "Tac Tix", RULES)
        .variant("regular", "4x4, the last counter wins", || any_game!(Misere::normal(TacTix::new(4, 4))))
        .variant("misere", "4x4, the last counter loses", || any_game!(Misere::of(TacTix::new(4, 4))))
        .open("ROWSxCOLS or ROWSxCOLS-misere", "a board of up to 25 cells, e.g. 5x5-misere", open)
}

fn open(variant: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let (size, misere) = misere_suffix(variant);
    let (rows, cols) = size::parse(size)?;
    if rows * cols > MOST_CELLS {
        return Err(ParseError::new(format!(
            "{size} has {} cells; at most {MOST_CELLS} are allowed",
            rows * cols
        )));
    }
    Ok(any_game!(Misere { game: TacTix::new(rows, cols), misere }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(TacTix::new(3, 3)), "tactix/3x3");
        agrees_with_truth(&Misere::of(TacTix::new(3, 3)), "tactix/3x3-misere");
    }

    /// The second player answers each move by its image under half a turn.
    #[test]
    fn even_squares_are_lost_in_normal_play() {
        agrees_with_truth(&Misere::normal(TacTix::new(2, 2)), "tactix/2x2");
        agrees_with_truth(&Misere::normal(TacTix::new(4, 4)), "tactix/regular");
    }

    #[test]
    fn a_run_has_no_gaps() {
        let game = TacTix::new(4, 4);
        let p = game.parse("OO-OOOOOOOOOOOOO").unwrap();
        assert!(parse_move(&game, &p, "a4-d4").is_err());
        assert_eq!(game.format(&game.play(&p, parse_move(&game, &p, "a4-a2").unwrap())), "-O-O-OOO-OOOOOOO");
    }
}
