//! Hare and hounds: three hounds try to corner a hare.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, Grid, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::{bits, joined};

const RULES: &str = "\
The board has three rows of points, and a single point at either end of the middle row. Lines join
orthogonal neighbours; diagonal lines cross at every other point and lead to the two ends.

Three hounds start on the left end and on the upper and lower point next to it; the hare starts on the
right end. On your turn, move one hound, or the hare, along a line to an empty neighbouring point. The
hare goes in any direction; the hounds go up, down or to the right, straight or diagonally, and never
back to the left.

The hounds win when the hare cannot move. The hare wins when it reaches the left end or when no hound
can move. There is no limit to the number of moves.

The small board has 11 points, the medium one 17, the large one 23. Hounds or hare begin.";

const LEFT_END: u8 = 0;

struct HareAndHounds {
    /// The rectangle around the board: its corners are not points.
    frame: Grid,
    /// The cell of each point in the frame. Points are numbered from the left, within a column from the top.
    points: Vec<usize>,
    /// The neighbours of each point, as masks of points.
    beside: Vec<u32>,
    /// Those of them that a hound can move to.
    ahead: Vec<u32>,
    hare_first: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    hounds: u32,
    hare: u8,
    turn: Turn,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    from: u8,
    to: u8,
}

impl HareAndHounds {
    /// A board of `columns` columns of three points between the two ends.
    fn new(columns: usize, hare_first: bool) -> HareAndHounds {
        let frame = Grid::new(3, columns + 2);
        let corner = |row: usize, col: usize| row != 1 && (col == 0 || col == columns + 1);
        let columns = (0..frame.cols).flat_map(|col| (0..3).map(move |row| (row, col)));
        let places: Vec<(usize, usize)> = columns.filter(|&(row, col)| !corner(row, col)).collect();
        let neighbours = |from: (usize, usize), hound: bool| {
            let near = |to: (usize, usize)| to.0.abs_diff(from.0) <= 1 && to.1.abs_diff(from.1) <= 1;
            let orthogonal = |to: (usize, usize)| to.0 == from.0 || to.1 == from.1;
            let on_diagonals = (from.0 + from.1) % 2 == 1;
            let linked = |to| to != from && near(to) && (orthogonal(to) || on_diagonals);
            let allowed = |to: (usize, usize)| linked(to) && (!hound || to.1 >= from.1);
            (0..places.len()).filter(|&i| allowed(places[i])).fold(0, |mask, i| mask | 1 << i)
        };
        HareAndHounds {
            frame,
            points: places.iter().map(|&(row, col)| frame.at(row, col)).collect(),
            beside: places.iter().map(|&place| neighbours(place, false)).collect(),
            ahead: places.iter().map(|&place| neighbours(place, true)).collect(),
            hare_first,
        }
    }

    fn hare_moves(&self, p: &Position) -> bool {
        (p.turn == Turn::First) == self.hare_first
    }

    fn animal(p: &Position, point: usize) -> char {
        if point == usize::from(p.hare) {
            'r'
        } else if p.hounds >> point & 1 == 1 {
            'd'
        } else {
            '-'
        }
    }
}

impl Game for HareAndHounds {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { hounds: 0b1011, hare: self.points.len() as u8 - 1, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let value = if self.hare_moves(p) { Value::Win } else { Value::Lose };
        (p.hare == LEFT_END).then_some(value)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let empty = !(p.hounds | 1 << p.hare);
        if self.hare_moves(p) {
            let exits = self.beside[p.hare as usize] & empty;
            out.extend(bits(exits).map(|to| Move { from: p.hare, to }));
        } else {
            for from in bits(p.hounds) {
                out.extend(bits(self.ahead[from as usize] & empty).map(|to| Move { from, to }));
            }
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let turn = p.turn.next();
        if m.from == p.hare {
            Position { hare: m.to, turn, ..*p }
        } else {
            Position { hounds: p.hounds & !(1 << m.from) | 1 << m.to, turn, ..*p }
        }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..self.points.len()).map(|point| HareAndHounds::animal(p, point)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, animals) = Turn::split(text)?;
        let points = parse_cells(animals, self.points.len(), "-dr")?;
        let (hounds, hare) = (cells_of(&points, 1) as u32, cells_of(&points, 2));
        if hounds.count_ones() != 3 || hare.count_ones() != 1 {
            return Err(ParseError::new(format!("'{text}' does not have three hounds 'd' and one hare 'r'")));
        }
        Ok(Position { hounds, hare: hare.trailing_zeros() as u8, turn })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        let name = |point: u8| self.frame.name(self.points[point as usize]);
        format!("{}-{}", name(m.from), name(m.to))
    }

    fn board(&self, p: &Position) -> String {
        self.frame.draw(|cell| match self.points.iter().position(|&c| c == cell) {
            Some(point) => HareAndHounds::animal(p, point),
            None => ' ',
        })
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let place = |&cell: &usize| ((cell % self.frame.cols) as f64, (cell / self.frame.cols) as f64);
        let points: Vec<(f64, f64)> = self.points.iter().map(place).collect();
        let look = Look::graph(&points, &joined(self.beside.iter().copied())).coordinates();
        let (hares, hounds) =
            if self.hare_first { (Colour::First, Colour::Second) } else { (Colour::Second, Colour::First) };
        let look = look.mark(LEFT_END.into()).piece('r', Piece::disc(hares).marked("R"));
        Some(look.piece('d', Piece::square(hounds).marked("D")))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..self.points.len()).map(|point| HareAndHounds::animal(p, point)))
    }

    fn sign(&self, _: &Position, m: Move) -> Sign {
        Sign::arrow(m.from, m.to)
    }
}

/// Hare and hounds and its variants.
pub(crate) fn family() -> Family {
    fn game(columns: usize, hare_first: bool) -> Box<dyn AnyGame> {
        any_game!(HareAndHounds::new(columns, hare_first))
    }
    Family::new("hareandhounds", "Hare and Hounds", RULES)
        .variant("s-hounds-first", "small board, hounds first", || game(3, false))
        .variant("s-hare-first", "small board, hare first", || game(3, true))
        .variant("m-hounds-first", "medium board, hounds first", || game(5, false))
        .variant("m-hare-first", "medium board, hare first", || game(5, true))
        .variant("l-hounds-first", "large board, hounds first", || game(7, false))
        .variant("l-hare-first", "large board, hare first", || game(7, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&HareAndHounds::new(3, false), "hareandhounds/s-hounds-first");
        agrees_with_truth(&HareAndHounds::new(5, false), "hareandhounds/m-hounds-first");
        agrees_with_truth(&HareAndHounds::new(5, true), "hareandhounds/m-hare-first");
        agrees_with_truth(&HareAndHounds::new(7, false), "hareandhounds/l-hounds-first");
        agrees_with_truth(&HareAndHounds::new(7, true), "hareandhounds/l-hare-first");
    }

    #[test]
    fn hounds_never_move_back() {
        let game = HareAndHounds::new(3, false);
        let p = game.parse("1_----ddd---r").unwrap();
        assert!(parse_move(&game, &p, "c2-d2").is_ok());
        assert!(parse_move(&game, &p, "c2-b2").is_err());
    }

    #[test]
    fn a_cornered_hare_has_no_move() {
        let game = HareAndHounds::new(3, false);
        let mut moves = Vec::new();
        game.moves(&game.parse("2_-------dddr").unwrap(), &mut moves);
        assert_eq!(moves, []);
    }
}
