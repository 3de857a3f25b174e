//! Dodgem: two cars each cross a 3x3 board at right angles to each other.

use zermelo_core::picture::{Art, CELL, Colour, Figures, Look, Piece, Sign, Style};
use zermelo_core::{Game, Grid, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::pieces::letter_at;

const RULES: &str = "\
Blue's two cars start in the left column (top and middle), Red's two in the bottom row (middle and right) of a
3x3 board. Blue begins. A car moves one step to an empty cell: Blue's cars right, up or down, Red's up, left or right.
A blue car may leave the board over the right edge, a red one over the upper edge, and stays out.
Whoever gets both cars off first wins. A player who cannot move wins: who boxes in the opponent is punished.
In the other variant a player who cannot move loses.";

const BOARD: Grid = Grid::new(3, 3);
/// Where a car is that has left the board: one more cell, that is never taken.
const OFF: usize = 9;

/// The game, with what a player gets who cannot move.
struct Dodgem {
    trapped: Value,
    blue_steps: [u16; 9],
    red_steps: [u16; 9],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    blue: u16,
    red: u16,
    turn: Turn,
}

impl Position {
    /// The cars of the player to move and those of the opponent.
    fn sides(self) -> (u16, u16) {
        self.turn.own_first(self.blue, self.red)
    }
}

/// Drive a car from one cell to another, or [`OFF`].
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    from: usize,
    to: usize,
}

impl Dodgem {
    fn new(trapped: Value) -> Dodgem {
        let steps = |forward: (isize, isize), sideways: [(isize, isize); 2]| {
            std::array::from_fn(|cell| {
                let ahead = BOARD.step(cell, forward.0, forward.1).unwrap_or(OFF);
                let aside = sideways.iter().filter_map(|&(down, right)| BOARD.step(cell, down, right));
                aside.fold(1 << ahead, |mask, to| mask | 1 << to)
            })
        };
        Dodgem {
            trapped,
            blue_steps: steps((0, 1), [(-1, 0), (1, 0)]),
            red_steps: steps((-1, 0), [(0, -1), (0, 1)]),
        }
    }
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.blue, 'b'), (p.red, 'r')])
}

impl Game for Dodgem {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { blue: 0b000_001_001, red: 0b110_000_000, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        (moved_last == 0).then_some(Value::Lose)
    }

    fn stuck(&self) -> Value {
        self.trapped
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, other) = p.sides();
        let (steps, _) = p.turn.own_first(&self.blue_steps, &self.red_steps);
        for from in (0..9).filter(|cell| own >> cell & 1 == 1) {
            let free = steps[from] & !(own | other);
            out.extend((0..=OFF).filter(|to| free >> to & 1 == 1).map(|to| Move { from, to }));
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let change = (1 << m.from | 1 << m.to) & !(1 << OFF);
        let (own, other) = p.sides();
        let (blue, red) = p.turn.own_first(own ^ change, other);
        Position { blue, red, turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..9).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, board) = Turn::split(text)?;
        let cells = parse_cells(board, 9, "-br")?;
        let p = Position { blue: cells_of(&cells, 1) as u16, red: cells_of(&cells, 2) as u16, turn };
        if p.blue.count_ones() > 2 || p.red.count_ones() > 2 {
            return Err(ParseError::new(format!("'{text}' has too many cars; each player has two")));
        }
        if p.sides().0 == 0 {
            return Err(ParseError::new(format!(
                "'{text}' went on after the player to move had left the board"
            )));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        let to = if m.to == OFF { "off".to_string() } else { BOARD.name(m.to) };
        format!("{}-{to}", BOARD.name(m.from))
    }

    fn board(&self, p: &Position) -> String {
        BOARD.draw(|cell| show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// Beyond the right edge and beyond the upper one there is a place for each row and each column to leave
    /// to.
    fn look(&self) -> Option<Look> {
        let mut look = Look::grid(3, 3);
        let [first, .., last] = look.centres[..] else { unreachable!("there are nine cells") };
        let (edge, beyond) = (CELL / 2.0 + 1.0, CELL / 2.0 + 4.0);
        let right = vec![[last[0] + edge, first[1]], [last[0] + edge, last[1]]];
        let top = vec![[first[0], first[1] - edge], [last[0], first[1] - edge]];
        for points in [right, top] {
            look = look.art(Art::Line { points, style: Style::Mark });
        }
        for step in [0.0, CELL, 2.0 * CELL] {
            look = look.centre(last[0] + beyond, first[1] + step);
        }
        for step in [0.0, CELL, 2.0 * CELL] {
            look = look.centre(first[0] + step, first[1] - beyond);
        }
        let car = |colour, way| Piece::square(colour).marked(way).scaled(8.0);
        Some(look.piece('b', car(Colour::First, "→")).piece('r', car(Colour::Second, "↑")))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..9).map(|cell| show(p, cell)))
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        let leaves = match p.turn {
            Turn::First => OFF + m.from / 3,
            Turn::Second => OFF + 3 + m.from % 3,
        };
        Sign::arrow(m.from, if m.to == OFF { leaves } else { m.to })
    }
}

/// Dodgem and its variants.
pub(crate) fn family() -> Family {
    Family::new("dodgem", "Dodgem", RULES)
        .variant("regular", "a player who cannot move wins", || any_game!(Dodgem::new(Value::Win)))
        .variant("trapping-wins", "a player who cannot move loses", || any_game!(Dodgem::new(Value::Lose)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Dodgem::new(Value::Win), "dodgem/regular");
        agrees_with_truth(&Dodgem::new(Value::Lose), "dodgem/trapping-wins");
    }

    #[test]
    fn cars_never_go_back_and_leave_only_ahead() {
        let game = Dodgem::new(Value::Win);
        assert_eq!(moves_in(&game, "1_b--b---rr"), "a3-b3 a2-b2 a2-a1");
        assert_eq!(moves_in(&game, "1_--b-r----"), "c3-c2 c3-off");
        assert_eq!(moves_in(&game, "2_--b-r----"), "b2-b3 b2-a2 b2-c2");
        // A car in front blocks the way off the board for nobody but the one behind it.
        assert_eq!(moves_in(&game, "2_-rb------"), "b3-a3 b3-off");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Dodgem::new(Value::Win);
        for text in ["", "b--b---rr", "3_b--b---rr", "1_bb-b---rr", "1_-------rr", "1_b--b---r"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
