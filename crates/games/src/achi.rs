//! Achi: three men each on nine points, first placed, then slid along the lines.

use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{Game, Grid, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::bits::joined;
use crate::pieces::letter_at;

const RULES: &str = "\
The board has 3x3 points. The players, `x` and `o`, have three men each; `x` begins.
First they take turns to put a man on any empty point. When all six men are on the board, they take turns to slide
one of their men along a line to an empty point next to it.
Whoever has three men in a row (across, down or along a diagonal), in either part of the game, wins; in the misère
form, loses. Whoever cannot move loses; in the misère form, wins.
The lines of the board join the points across and down, and the centre with the corners.
In one variant all diagonal neighbours are joined, in another there are no diagonal lines.";

const BOARD: Grid = Grid::new(3, 3);
/// Men of each player.
const MEN: u32 = 3;

/// Which points are joined by diagonal lines.
#[derive(Clone, Copy)]
enum Diagonals {
    CentreToCorners,
    All,
    None,
}

/// The game on a board with the given diagonals.
struct Achi {
    neighbours: [u16; 9],
    rows: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    #[pack(bits = 9)]
    x: u16,
    #[pack(bits = 9)]
    o: u16,
    /// Follows from the number of men until all are placed.
    turn: Turn,
}

impl Position {
    /// The men of the player to move and those of the opponent.
    fn sides(self) -> (u16, u16) {
        self.turn.own_first(self.x, self.o)
    }
}

/// Put a man on a point, or slide one there from another point.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    from: Option<usize>,
    to: usize,
}

impl Achi {
    fn new(diagonals: Diagonals) -> Achi {
        let joined = |from: usize, to: usize| {
            let distances = ((from / 3).abs_diff(to / 3), (from % 3).abs_diff(to % 3));
            match (distances, diagonals) {
                ((0, 1) | (1, 0), _) | ((1, 1), Diagonals::All) => true,
                // Centre and corners have even numbers, and diagonal neighbours are both even or both odd.
                ((1, 1), Diagonals::CentreToCorners) => from.is_multiple_of(2),
                _ => false,
            }
        };
        let neighbours =
            std::array::from_fn(|from| (0..9).filter(|&to| joined(from, to)).map(|to| 1 << to).sum());
        Achi { neighbours, rows: BOARD.lines(3).into_iter().map(|row| row as u16).collect() }
    }

    fn has_row(&self, men: u16) -> bool {
        self.rows.iter().any(|row| men & row == *row)
    }
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.x, 'x'), (p.o, 'o')])
}

impl Game for Achi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { x: 0, o: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        self.has_row(moved_last).then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, other) = p.sides();
        let empty = |cell: &usize| (own | other) >> cell & 1 == 0;
        if own.count_ones() < MEN {
            out.extend((0..9).filter(empty).map(|to| Move { from: None, to }));
            return;
        }
        for from in (0..9).filter(|cell| own >> cell & 1 == 1) {
            let joined = |to: &usize| self.neighbours[from] >> to & 1 == 1;
            out.extend((0..9).filter(empty).filter(joined).map(|to| Move { from: Some(from), to }));
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let change = 1 << m.to | m.from.map_or(0, |from| 1 << from);
        let (own, other) = p.sides();
        let (x, o) = p.turn.own_first(own ^ change, other);
        Position { x, o, turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..9).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, board) = Turn::split(text)?;
        let cells = parse_cells(board, 9, "-xo")?;
        let p = Position { x: cells_of(&cells, 1) as u16, o: cells_of(&cells, 2) as u16, turn };
        let (x, o) = (p.x.count_ones(), p.o.count_ones());
        let placing = x == o + u32::from(turn == Turn::Second);
        if x > MEN || o > MEN || !(placing || x + o == 2 * MEN) {
            let rule = "x begins, and each player places three men before any is moved";
            return Err(ParseError::new(format!("'{text}' has {x} x and {o} o; {rule}")));
        }
        if self.has_row(p.sides().0) {
            return Err(ParseError::new(format!(
                "'{text}' went on after the player to move had three in a row"
            )));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        let to = BOARD.name(m.to);
        m.from.map_or(to.clone(), |from| format!("{}-{to}", BOARD.name(from)))
    }

    fn board(&self, p: &Position) -> String {
        BOARD.draw(|cell| show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The points, and a shelf for the men of each player.
    fn look(&self) -> Option<Look> {
        let lines = joined(self.neighbours.map(u32::from));
        let look = Look::crossings(3, 3, &lines).coordinates().marks('x', 'o');
        Some(look.shelf(MEN as usize).shelf(MEN as usize))
    }

    fn figures(&self, p: &Position) -> Figures {
        let left = |men: u16| (MEN - men.count_ones()) as usize;
        let figures = Figures::letters((0..9).map(|cell| show(p, cell)));
        figures.several('x', 9, left(p.x)).several('o', 9 + MEN as usize, left(p.o))
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        let (own, _) = p.turn.own_first('x', 'o');
        m.from.map_or(Sign::piece(m.to, own), |from| Sign::arrow(from, m.to))
    }
}

/// Achi and its variants.
pub(crate) fn family() -> Family {
    use Diagonals::{All, CentreToCorners, None};
    Family::new("achi", "Achi", RULES)
        .variant("regular", "diagonals join the centre with the corners", || {
            any_game!(Misere::normal(Achi::new(CentreToCorners)))
        })
        .variant("all-diagonals", "all diagonal neighbours are joined", || {
            any_game!(Misere::normal(Achi::new(All)))
        })
        .variant("no-diagonals", "no diagonal lines", || any_game!(Misere::normal(Achi::new(None))))
        .variant("misere", "three in a row lose", || any_game!(Misere::of(Achi::new(CentreToCorners))))
        .variant("misere-all-diagonals", "all diagonal neighbours are joined, three in a row lose", || {
            any_game!(Misere::of(Achi::new(All)))
        })
        .variant("misere-no-diagonals", "no diagonal lines, three in a row lose", || {
            any_game!(Misere::of(Achi::new(None)))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(Achi::new(Diagonals::CentreToCorners)), "achi/regular");
        agrees_with_truth(&Misere::normal(Achi::new(Diagonals::All)), "achi/all-diagonals");
        agrees_with_truth(&Misere::normal(Achi::new(Diagonals::None)), "achi/no-diagonals");
        agrees_with_truth(&Misere::of(Achi::new(Diagonals::CentreToCorners)), "achi/misere");
        agrees_with_truth(&Misere::of(Achi::new(Diagonals::All)), "achi/misere-all-diagonals");
    }

    #[test]
    fn men_slide_along_the_lines_once_all_are_placed() {
        let placing = "1_xx-oo----";
        assert_eq!(moves_in(&Achi::new(Diagonals::All), placing), "c3 c2 a1 b1 c1");
        let sliding = "1_xxooo-x--";
        assert_eq!(moves_in(&Achi::new(Diagonals::All), sliding), "b3-c2 a1-b1");
        assert_eq!(moves_in(&Achi::new(Diagonals::CentreToCorners), sliding), "a1-b1");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Achi::new(Diagonals::All);
        for text in
            ["", "---------", "2_---------", "1_xxxoo----", "2_xx-------", "3_xx-oo----", "1_xxxooo---"]
        {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
