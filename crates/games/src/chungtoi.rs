//! Chung-Toi: tic-tac-toe with three men each that can be turned to slide straight or diagonally.

use zermelo_core::picture::{Colour, Figures, Look, Part, Piece, Sign};
use zermelo_core::{Game, Grid, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::pieces::letter_at;

const RULES: &str = "\
The players, Red and White, have three men each, octagonal ones marked with a cross; Red begins on an empty 3x3 board.
First they take turns to put a man on an empty cell, upright (`R`, `W`: the cross points up, down and sideways) or
turned (`r`, `w`: it points along the diagonals). When all six men are on the board, a move is one of:

- slide one's own man one or two cells in a direction in which its cross points, over men or empty cells, to an empty cell,
  and put it down there upright or turned;
- turn one's own man where it stands;
- pass.

Whoever has three men in a row (across, down or along a diagonal), however they are turned, wins.";

const BOARD: Grid = Grid::new(3, 3);
/// Men of each player.
const MEN: u32 = 3;

// The centres of the picture after the cells: the men in hand of Red and of White, and then all of them
// again, twice, for the left and the right half of each.
const RED_HAND: usize = 9;
const WHITE_HAND: usize = RED_HAND + MEN as usize;
const CENTRES: usize = WHITE_HAND + MEN as usize;
/// Nobody passes before all men have left the hands.
const PASS: usize = RED_HAND + 1;

/// The game: where men of both orientations can slide, and which sets of men hold a row.
struct ChungToi {
    straight: [u16; 9],
    diagonal: [u16; 9],
    has_row: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    red: u16,
    white: u16,
    /// The men, of both players, that stand turned.
    turned: u16,
    /// Follows from the number of men until all are placed.
    turn: Turn,
}

impl Position {
    /// The men of the player to move and those of the opponent.
    fn sides(self) -> (u16, u16) {
        self.turn.own_first(self.red, self.white)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Place { to: u8, turned: bool },
    Slide { from: u8, to: u8, turned: bool },
    Turn { cell: u8 },
    Pass,
}

impl ChungToi {
    fn new() -> ChungToi {
        let reach = |joined: fn(usize, usize) -> bool| {
            std::array::from_fn(|from| {
                let reached = |to: usize| joined((from / 3).abs_diff(to / 3), (from % 3).abs_diff(to % 3));
                (0..9).filter(|&to| to != from && reached(to)).map(|to| 1 << to).sum()
            })
        };
        let rows = BOARD.lines(3);
        ChungToi {
            straight: reach(|down, right| down == 0 || right == 0),
            diagonal: reach(|down, right| down == right),
            has_row: (0..1 << 9).map(|men: u64| rows.iter().any(|row| men & row == *row)).collect(),
        }
    }
}

fn bit(cell: u8) -> u16 {
    1 << cell
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.red & p.turned, 'r'), (p.red, 'R'), (p.white & p.turned, 'w'), (p.white, 'W')])
}

impl Game for ChungToi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { red: 0, white: 0, turned: 0, turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (_, moved_last) = p.sides();
        self.has_row[usize::from(moved_last)].then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (own, other) = p.sides();
        let empty = !(own | other);
        if own.count_ones() < MEN {
            for to in (0..9).filter(|&to| empty & bit(to) != 0) {
                out.extend([false, true].map(|turned| Move::Place { to, turned }));
            }
            return;
        }
        for from in (0..9).filter(|&from| own & bit(from) != 0) {
            let reach = if p.turned & bit(from) == 0 { &self.straight } else { &self.diagonal };
            let free = reach[usize::from(from)] & empty;
            for to in (0..9).filter(|&to| free & bit(to) != 0) {
                out.extend([false, true].map(|turned| Move::Slide { from, to, turned }));
            }
            out.push(Move::Turn { cell: from });
        }
        out.push(Move::Pass);
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        // The cells whose occupation changes, and those whose mark as turned changes.
        let (men, turned) = match m {
            Move::Place { to, turned } => (bit(to), if turned { bit(to) } else { 0 }),
            Move::Slide { from, to, turned } => {
                (bit(from) | bit(to), p.turned & bit(from) | if turned { bit(to) } else { 0 })
            }
            Move::Turn { cell } => (0, bit(cell)),
            Move::Pass => (0, 0),
        };
        let (own, other) = p.sides();
        let (red, white) = p.turn.own_first(own ^ men, other);
        Position { red, white, turned: p.turned ^ turned, turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..9).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, board) = Turn::split(text)?;
        let cells = parse_cells(board, 9, "-RrWw")?;
        let kind = |kind| cells_of(&cells, kind) as u16;
        let p =
            Position { red: kind(1) | kind(2), white: kind(3) | kind(4), turned: kind(2) | kind(4), turn };
        let (red, white) = (p.red.count_ones(), p.white.count_ones());
        let placing = red == white + u32::from(turn == Turn::Second);
        if red > MEN || white > MEN || !(placing || red + white == 2 * MEN) {
            let rule = "Red begins, and each player places three men before any is moved";
            return Err(ParseError::new(format!("'{text}' has {red} red and {white} white men; {rule}")));
        }
        if self.has_row[usize::from(p.sides().0)] {
            return Err(ParseError::new(format!(
                "'{text}' went on after the player to move had three in a row"
            )));
        }
        Ok(p)
    }

    /// The cells and the man as he stands afterwards: `b2=R`, `a1-b2=r`, or `pass`.
    fn format_move(&self, p: &Position, m: Move) -> String {
        let (from, to) = match m {
            Move::Place { to, .. } => (None, to),
            Move::Slide { from, to, .. } => (Some(from), to),
            Move::Turn { cell } => (None, cell),
            Move::Pass => return "pass".to_string(),
        };
        let from = from.map_or(String::new(), |from| BOARD.name(from.into()) + "-");
        format!("{from}{}={}", BOARD.name(to.into()), show(&self.play(p, m), to.into()))
    }

    fn board(&self, p: &Position) -> String {
        BOARD.draw(|cell| show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let look = Look::grid(3, 3).shelf(MEN as usize).shelf(MEN as usize).halves();
        let (red, white) = (Piece::disc(Colour::First), Piece::square(Colour::Second));
        let look = look.piece('R', red.clone().marked("+")).piece('r', red.marked("×"));
        Some(look.piece('W', white.clone().marked("+")).piece('w', white.marked("×")))
    }

    fn figures(&self, p: &Position) -> Figures {
        let left = |men: u16| (MEN - men.count_ones()) as usize;
        let figures = Figures::letters((0..9).map(|cell| show(p, cell)));
        figures.several('R', RED_HAND, left(p.red)).several('W', WHITE_HAND, left(p.white))
    }

    /// Where a man goes, and how it is put down there.
    fn parts(&self, p: &Position, m: Move) -> Vec<Part> {
        let name = |cell: u8| BOARD.name(cell.into());
        let down = |to: u8, turned| {
            let (how, half, cross) = if turned { ("turned", 2, "x") } else { ("upright", 1, "+") };
            Part::new(how, Sign::letter(half * CENTRES + usize::from(to), cross))
        };
        match m {
            Move::Place { to, turned } => {
                let (own, _) = p.turn.own_first('R', 'W');
                vec![Part::new(name(to), Sign::piece(to, own)), down(to, turned)]
            }
            Move::Slide { from, to, turned } => {
                let way = Part::new(format!("{}-{}", name(from), name(to)), Sign::arrow(from, to));
                vec![way, down(to, turned)]
            }
            Move::Turn { cell } => vec![Part::new(format!("turn-{}", name(cell)), Sign::letter(cell, "t"))],
            Move::Pass => vec![Part::new("pass", Sign::letter(PASS, "pass"))],
        }
    }

    /// A man whose way is chosen stands there upright.
    fn figures_between(&self, p: &Position, m: Move, _: usize) -> Figures {
        let upright = match m {
            Move::Place { to, .. } => Move::Place { to, turned: false },
            Move::Slide { from, to, .. } => Move::Slide { from, to, turned: false },
            whole => whole,
        };
        self.figures(&self.play(p, upright))
    }
}

/// Chung-Toi.
pub(crate) fn family() -> Family {
    Family::new("chungtoi", "Chung-Toi", RULES)
        .variant("regular", "three men each on 3x3", || any_game!(ChungToi::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&ChungToi::new(), "chungtoi/regular");
    }

    #[test]
    fn a_man_slides_where_its_cross_points_and_may_hop() {
        let game = ChungToi::new();
        // The turned man in the corner hops over the centre; the upright ones have one way to slide each.
        assert_eq!(
            moves_in(&game, "1_rRW-wWR--"),
            "a3-c1=R a3-c1=r a3=R b3-b1=R b3-b1=r b3=r a1-a2=R a1-a2=r a1-b1=R a1-b1=r a1-c1=R a1-c1=r a1=r pass"
        );
    }

    #[test]
    fn men_are_placed_before_any_slides() {
        let names = moves_in(&ChungToi::new(), "1_RW-------");
        assert!(names.starts_with("c3=R c3=r a2=R") && names.split(' ').count() == 14, "{names}");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = ChungToi::new();
        for text in
            ["", "---------", "2_---------", "1_RR-------", "1_RrRWW----", "2_RRRrWWW--", "1_Rx-------"]
        {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
