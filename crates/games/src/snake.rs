//! Snake: two players lengthen one snake until an end is caught.

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, Grid, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

const RULES: &str = "\
A snake of three cells lies on a 4x4 board: its head on b3, its body on c3, its tail on c2.

The first player owns the head, the second the tail. On your turn, move your end to an adjacent empty
cell (not diagonally); where it was, body remains. Whoever's end is caught, with no empty cell beside
it, loses (misère: wins).

*Either end*: on your turn you move the head or the tail, as you like. You still lose as soon as it is
your turn and your own end is caught, even if the other could move.";

const BOARD: Grid = Grid::new(4, 4);
const HEAD_START: u8 = 5;
const BODY_START: u8 = 6;
const TAIL_START: u8 = 10;

struct Snake {
    either_end: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    head: u8,
    tail: u8,
    body: u16,
}

impl Position {
    fn heads_turn(self) -> bool {
        self.body.count_ones() % 2 == 1
    }

    /// The empty cells beside a cell.
    fn exits(self, cell: u8) -> impl Iterator<Item = u8> {
        let covered = self.body | 1 << self.head | 1 << self.tail;
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter();
        let beside = steps.filter_map(move |(down, right)| BOARD.step(cell.into(), down, right));
        beside.filter(move |to| covered >> to & 1 == 0).map(|to| to as u8)
    }

    fn part(self, cell: usize) -> char {
        match cell as u8 {
            cell if cell == self.head => 'h',
            cell if cell == self.tail => 't',
            cell if self.body >> cell & 1 == 1 => 'b',
            _ => '-',
        }
    }
}

/// From which end to which cell.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    from: u8,
    to: u8,
}

impl Game for Snake {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { head: HEAD_START, tail: TAIL_START, body: 1 << BODY_START }
    }

    fn end(&self, _: &Position) -> Option<Value> {
        None
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, other) = if p.heads_turn() { (p.head, p.tail) } else { (p.tail, p.head) };
        out.extend(p.exits(own).map(|to| Move { from: own, to }));
        let caught = out.is_empty();
        if self.either_end && !caught {
            out.extend(p.exits(other).map(|to| Move { from: other, to }));
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let body = p.body | 1 << m.from;
        if m.from == p.head {
            Position { head: m.to, body, ..*p }
        } else {
            Position { tail: m.to, body, ..*p }
        }
    }

    fn format(&self, p: &Position) -> String {
        (0..BOARD.cells()).map(|cell| p.part(cell)).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let cells = parse_cells(text, BOARD.cells(), "-bht")?;
        if [2, 3].iter().any(|&end| cells_of(&cells, end).count_ones() != 1) {
            return Err(ParseError::new(format!(
                "'{text}' is not a snake; it has one head 'h' and one tail 't'"
            )));
        }
        let at = |kind| cells_of(&cells, kind).trailing_zeros() as u8;
        let p = Position { head: at(2), tail: at(3), body: cells_of(&cells, 1) as u16 };
        let grown = |end: u8, start: u8| end == start || p.body >> start & 1 == 1;
        if p.body >> BODY_START & 1 == 0 || !grown(p.head, HEAD_START) || !grown(p.tail, TAIL_START) {
            return Err(ParseError::new(format!(
                "'{text}' did not grow from the start; b3, c3 and c2 are covered, c3 by body, b3 by body or \
                 head, c2 by body or tail"
            )));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        format!("{}-{}", BOARD.name(m.from.into()), BOARD.name(m.to.into()))
    }

    fn board(&self, p: &Position) -> String {
        BOARD.draw(|cell| p.part(cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(if p.heads_turn() { Turn::First } else { Turn::Second })
    }

    fn look(&self) -> Option<Look> {
        let end = |colour, letter| Piece::disc(colour).marked(letter).scaled(9.0);
        let look = Look::grid(BOARD.rows, BOARD.cols).piece('b', Piece::square(Colour::Neutral).scaled(10.5));
        Some(look.piece('h', end(Colour::First, "H")).piece('t', end(Colour::Second, "T")))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..BOARD.cells()).map(|cell| p.part(cell)))
    }

    fn sign(&self, _: &Position, m: Move) -> Sign {
        Sign::arrow(m.from, m.to)
    }
}

/// Snake and its variants.
pub(crate) fn family() -> Family {
    Family::new("snake", "Snake", RULES)
        .variant("regular", "head against tail, whose end is caught loses", || {
            any_game!(Misere::normal(Snake { either_end: false }))
        })
        .variant("misere", "head against tail, whose end is caught wins", || {
            any_game!(Misere::of(Snake { either_end: false }))
        })
        .variant("either-end", "both players may move either end", || {
            any_game!(Misere::normal(Snake { either_end: true }))
        })
        .variant("either-end-misere", "both players may move either end, caught wins", || {
            any_game!(Misere::of(Snake { either_end: true }))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        let own_end = || Snake { either_end: false };
        agrees_with_truth(&Misere::normal(own_end()), "snake/regular");
        agrees_with_truth(&Misere::of(own_end()), "snake/misere");
        let either_end = || Snake { either_end: true };
        agrees_with_truth(&Misere::normal(either_end()), "snake/either-end");
        agrees_with_truth(&Misere::of(either_end()), "snake/either-end-misere");
    }

    #[test]
    fn the_first_player_moves_the_head_and_leaves_body_behind() {
        let snake = Snake { either_end: false };
        let start = snake.start();
        assert!(parse_move(&snake, &start, "c2-c1").is_err());
        let next = snake.play(&start, parse_move(&snake, &start, "b3-b4").unwrap());
        assert_eq!(snake.format(&next), "-h---bb---t-----");
    }

    #[test]
    fn a_player_whose_own_end_is_caught_may_not_move_the_other() {
        let snake = Snake { either_end: true };
        let mut moves = Vec::new();
        snake.moves(&snake.parse("th--bbb-bbb-----").unwrap(), &mut moves);
        assert_eq!(moves.len(), 0);
    }
}
