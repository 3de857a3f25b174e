//! Mū tōrere: four men each on a star of eight points and its centre.

use zermelo_core::picture::{Art, Figures, Look, Sign, Style};
use zermelo_core::{Game, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::pieces::letter_at;

const RULES: &str = "\
The board is a ring of eight points, 1 to 8 clockwise, and a centre, 9. The players, `x` and `o`, have four men each,
who start on the points 1 to 4 and 5 to 8; `x` begins. One point is always empty, and a move brings a man there:
from a ring point to the next one on the ring, from the centre to any ring point, or from a ring point to the centre,
but this only if an enemy stands on one of the two ring points next to that man.
Whoever cannot move loses; in the misère form, wins.";

const CENTRE: usize = 8;

/// The game; it has no options.
struct MuTorere;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    x: u16,
    o: u16,
    turn: Turn,
}

impl Position {
    /// The men of the player to move and those of the opponent.
    fn sides(self) -> (u16, u16) {
        self.turn.own_first(self.x, self.o)
    }

    fn empty_point(self) -> usize {
        (self.x | self.o).trailing_ones() as usize
    }
}

/// The two ring points next to a ring point.
fn beside(point: usize) -> u16 {
    1 << ((point + 1) % 8) | 1 << ((point + 7) % 8)
}

/// A square picture of the star. Clients with an image of their own board rely on this size and on these
/// points.
const PICTURE: f64 = 40.0;
const RADIUS: f64 = 0.4442 * PICTURE;

/// Where something is in the picture, `turns` of the way from point 1 to the next and at a distance from the
/// centre.
fn place(turns: f64, distance: f64) -> [f64; 2] {
    let (sin, cos) = ((turns + 0.5) * std::f64::consts::FRAC_PI_4).sin_cos();
    [PICTURE / 2.0 + distance * sin, PICTURE / 2.0 - distance * cos]
}

fn show(p: &Position, point: usize) -> char {
    letter_at(point, [(p.x, 'x'), (p.o, 'o')])
}

impl Game for MuTorere {
    type Position = Position;
    /// The point from which a man goes to the empty one.
    type Move = usize;

    fn start(&self) -> Position {
        Position { x: 0b0000_1111, o: 0b1111_0000, turn: Turn::First }
    }

    /// The game ends only when the player to move is stuck.
    fn end(&self, _: &Position) -> Option<Value> {
        None
    }

    fn moves(&self, p: &Position, out: &mut Vec<usize>) {
        let (own, other) = p.sides();
        let empty = p.empty_point();
        let may_go = |from: usize| match empty {
            CENTRE => beside(from) & other != 0,
            _ => from == CENTRE || beside(from) >> empty & 1 == 1,
        };
        out.extend((0..9).filter(|&from| own >> from & 1 == 1 && may_go(from)));
    }

    fn play(&self, p: &Position, from: usize) -> Position {
        let change = 1 << from | 1 << p.empty_point();
        let (own, other) = p.sides();
        let (x, o) = p.turn.own_first(own ^ change, other);
        Position { x, o, turn: p.turn.next() }
    }

    /// The player to move, the ring and the centre.
    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..9).map(|point| show(p, point)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, board) = Turn::split(text)?;
        let points = parse_cells(board, 9, "-xo")?;
        let p = Position { x: cells_of(&points, 1) as u16, o: cells_of(&points, 2) as u16, turn };
        let (x, o) = (p.x.count_ones(), p.o.count_ones());
        if (x, o) != (4, 4) {
            return Err(ParseError::new(format!("'{text}' has {x} x and {o} o; each player has four men")));
        }
        Ok(p)
    }

    fn format_move(&self, p: &Position, from: usize) -> String {
        format!("{}-{}", from + 1, p.empty_point() + 1)
    }

    /// The star with the number and the man of each point.
    fn board(&self, p: &Position) -> String {
        let [a, b, c, d, e, f, g, h, i] =
            std::array::from_fn(|point| format!("{}{}", point + 1, show(p, point)));
        format!("    {h}  {a}\n {g}        {b}\n      {i}\n {f}        {c}\n    {e}  {d}")
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The star, with the number of each point beside the line to it.
    fn look(&self) -> Option<Look> {
        let points = (0..8_u8).map(|point| place(point.into(), RADIUS));
        let ring = points.clone().chain([place(0.0, RADIUS)]).collect();
        let mut look = Look::new(PICTURE, PICTURE).rect(0.0, 0.0, PICTURE, PICTURE, Style::Board);
        look = look.art(Art::Line { points: ring, style: Style::Line });
        let middle = place(0.0, 0.0);
        for (number, point) in (0..8_u8).zip(points) {
            look = look.art(Art::Line { points: vec![middle, point], style: Style::Line });
            let [x, y] = place(f64::from(number) + 0.22, 0.72 * RADIUS);
            look = look.label(x, y, number + 1).centre(point[0], point[1]);
        }
        let [x, y] = place(0.5, 0.28 * RADIUS);
        let look = look.label(x, y, CENTRE + 1).centre(middle[0], middle[1]);
        Some(look.marks('x', 'o'))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..9).map(|point| show(p, point)))
    }

    fn sign(&self, p: &Position, from: usize) -> Sign {
        Sign::arrow(from, p.empty_point())
    }
}

/// Mū tōrere and its variants.
pub(crate) fn family() -> Family {
    Family::new("mutorere", "Mū tōrere", RULES)
        .variant("regular", "whoever cannot move loses", || any_game!(Misere::normal(MuTorere)))
        .variant("misere", "whoever cannot move wins", || any_game!(Misere::of(MuTorere)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(MuTorere), "mutorere/regular");
    }

    #[test]
    fn only_a_man_beside_an_enemy_may_go_to_the_centre() {
        assert_eq!(moves_in(&MuTorere, "1_xxxxoooo-"), "1-9 4-9");
        assert_eq!(moves_in(&MuTorere, "2_xoxoxoxo-"), "2-9 4-9 6-9 8-9");
    }

    #[test]
    fn the_centre_leads_everywhere_and_a_ring_point_to_the_next() {
        assert_eq!(moves_in(&MuTorere, "1_xxxooo-ox"), "9-7");
        assert_eq!(moves_in(&MuTorere, "2_xxxooo-ox"), "6-7 8-7");
        assert_eq!(moves_in(&MuTorere, "2_-xxxxoooo"), "8-1 9-1");
    }

    #[test]
    fn impossible_positions_are_refused() {
        for text in ["", "xxxxoooo-", "1_xxxxxooo-", "1_xxxxoooo", "-_xxxxoooo-"] {
            assert!(MuTorere.parse(text).is_err(), "{text}");
        }
    }
}
