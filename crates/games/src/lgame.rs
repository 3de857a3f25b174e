//! The L-game: move your L, then perhaps a neutral piece, until the opponent's L is stuck.

use zermelo_core::picture::{Colour, Figures, Look, Part, Piece, Sign};
use zermelo_core::{Game, Grid, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;

const RULES: &str = "\
On a 4x4 board lie a red and a blue piece that cover four cells each in the shape of an L (turned over or round as one
likes) and two neutral pieces of one cell, `1` and `2`, which are told apart. Red begins.
A move has two parts: take up the own L and put it down so that it covers other free cells than before (one new cell
is enough); then, if one likes, move one neutral piece to any free cell.
Whoever cannot move the own L loses; in the misère form, wins.
In the compulsory variant a neutral piece has to be moved.";

const BOARD: Grid = Grid::new(4, 4);

/// The game, with all ways to lay an L on the board.
struct LGame {
    compulsory: bool,
    placements: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    red: u16,
    blue: u16,
    /// The cells of the two neutral pieces. They count as different, as in the published counts.
    neutral: [u16; 2],
    turn: Turn,
}

impl Position {
    /// The L of the player to move and that of the opponent.
    fn sides(self) -> (u16, u16) {
        self.turn.own_first(self.red, self.blue)
    }
}

/// Where the own L and the neutral pieces lie afterwards.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    own: u16,
    neutral: [u16; 2],
}

impl LGame {
    fn new(compulsory: bool) -> LGame {
        LGame { compulsory, placements: placements().map(|(cells, _, _)| cells).collect() }
    }
}

/// All ways to lay an L: its cells, the tip of its long arm and its foot.
fn placements() -> impl Iterator<Item = (u16, usize, usize)> {
    let ends = (0..16).flat_map(|tip| (0..16).map(move |foot| (tip, foot)));
    ends.filter_map(|(tip, foot)| Some((l_shape(tip, foot)?, tip, foot)))
}

/// The tip and the foot of an L.
fn ends(l: u16) -> (usize, usize) {
    let (_, tip, foot) = placements().find(|(cells, _, _)| *cells == l).expect("an L");
    (tip, foot)
}

/// The L whose long arm ends in `tip` and whose foot is `foot`, if these are a knight's move apart.
fn l_shape(tip: usize, foot: usize) -> Option<u16> {
    let ((tip_row, tip_col), (foot_row, foot_col)) = ((tip / 4, tip % 4), (foot / 4, foot % 4));
    let (corner, middle) = match (tip_row.abs_diff(foot_row), tip_col.abs_diff(foot_col)) {
        (2, 1) => (BOARD.at(foot_row, tip_col), BOARD.at(tip_row.midpoint(foot_row), tip_col)),
        (1, 2) => (BOARD.at(tip_row, foot_col), BOARD.at(tip_row, tip_col.midpoint(foot_col))),
        _ => return None,
    };
    Some(1 << tip | 1 << middle | 1 << corner | 1 << foot)
}

fn show(p: &Position, cell: usize) -> char {
    letter_at(cell, [(p.red, 'r'), (p.blue, 'b'), (p.neutral[0], '1'), (p.neutral[1], '2')])
}

/// The single cells of a mask, each as a mask.
fn singles(mask: u16) -> impl Iterator<Item = u16> {
    bits(mask.into()).map(|cell| 1 << cell)
}

impl Game for LGame {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.parse("1_1bb--rb--rb--rr2").expect("a legal position")
    }

    /// The game ends only when the player to move is stuck.
    fn end(&self, _: &Position) -> Option<Value> {
        None
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (before, other) = p.sides();
        let [first, second] = p.neutral;
        let taken = other | first | second;
        for &own in self.placements.iter().filter(|&&l| l & taken == 0 && l != before) {
            if !self.compulsory {
                out.push(Move { own, neutral: p.neutral });
            }
            let free = !(own | taken);
            out.extend(singles(free).map(|to| Move { own, neutral: [to, second] }));
            out.extend(singles(free).map(|to| Move { own, neutral: [first, to] }));
        }
    }

    fn play(&self, p: &Position, Move { own, neutral }: Move) -> Position {
        let (_, other) = p.sides();
        let (red, blue) = p.turn.own_first(own, other);
        Position { red, blue, neutral, turn: p.turn.next() }
    }

    fn format(&self, p: &Position) -> String {
        p.turn.prefix((0..16).map(|cell| show(p, cell)))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, board) = Turn::split(text)?;
        let cells = parse_cells(board, 16, "-rb12")?;
        let [red, blue, first, second] = [1, 2, 3, 4].map(|kind| cells_of(&cells, kind) as u16);
        for (name, l) in [("red", red), ("blue", blue)] {
            if !self.placements.contains(&l) {
                return Err(ParseError::new(format!(
                    "the {name} cells in '{text}' are not four in the shape of an L"
                )));
            }
        }
        if !(first.is_power_of_two() && second.is_power_of_two()) {
            return Err(ParseError::new(format!("'{text}' needs one neutral piece '1' and one '2'")));
        }
        Ok(Position { red, blue, neutral: [first, second], turn })
    }

    /// The new place of the L by its tip and its foot, and the move of a neutral piece: `a3b1` or
    /// `a3b1_2-c2`.
    fn format_move(&self, p: &Position, m: Move) -> String {
        let (tip, foot) = ends(m.own);
        let mut name = BOARD.name(tip) + &BOARD.name(foot);
        for (piece, to) in [1, 2].into_iter().zip(m.neutral) {
            if !p.neutral.contains(&to) {
                name += &format!("_{piece}-{}", BOARD.name(to.trailing_zeros() as usize));
            }
        }
        name
    }

    fn board(&self, p: &Position) -> String {
        BOARD.draw(|cell| show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let cell = |colour| Piece::square(colour).scaled(9.6);
        let look = Look::grid(4, 4).piece('r', cell(Colour::First)).piece('b', cell(Colour::Second));
        let neutral = |number| Piece::disc(Colour::Neutral).marked(number);
        Some(look.piece('1', neutral("1")).piece('2', neutral("2")))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..BOARD.cells()).map(|cell| show(p, cell)))
    }

    /// Where the tip of the L goes, where its foot, and what happens to the neutral pieces.
    fn parts(&self, p: &Position, m: Move) -> Vec<Part> {
        let (tip, foot) = ends(m.own);
        let at = |cell| Part::new(BOARD.name(cell), Sign::dot(cell));
        let moved = p.neutral.into_iter().zip(m.neutral).zip(['1', '2']).find(|((from, to), _)| from != to);
        let neutral = match moved {
            Some(((from, to), piece)) => {
                let [from, to] = [from, to].map(|cell| cell.trailing_zeros() as usize);
                Part::new(format!("{piece}-{}", BOARD.name(to)), Sign::arrow(from, to))
            }
            None => Part::new("stay", Sign::letter(tip, "=")),
        };
        vec![at(tip), at(foot), neutral]
    }

    fn figures_between(&self, p: &Position, m: Move, made: usize) -> Figures {
        let (tip, _) = ends(m.own);
        let laid = if made == 1 { 1 << tip } else { m.own };
        let (_, other) = p.sides();
        let (red, blue) = p.turn.own_first(laid, other);
        self.figures(&Position { red, blue, ..*p })
    }
}

/// The L-game and its variants.
pub(crate) fn family() -> Family {
    Family::new("lgame", "L-game", RULES)
        .variant("regular", "a neutral piece may be moved", || any_game!(Misere::normal(LGame::new(false))))
        .variant("compulsory", "a neutral piece has to be moved", || {
            any_game!(Misere::normal(LGame::new(true)))
        })
        .variant("misere", "whoever cannot move wins", || any_game!(Misere::of(LGame::new(false))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(LGame::new(false)), "lgame/regular");
        agrees_with_truth(&Misere::normal(LGame::new(true)), "lgame/compulsory");
        agrees_with_truth(&Misere::of(LGame::new(false)), "lgame/misere");
    }

    #[test]
    fn an_l_lies_in_48_ways() {
        assert_eq!(LGame::new(false).placements.len(), 48);
    }

    #[test]
    fn the_l_has_to_move_and_a_neutral_piece_may() {
        let position = "1_bbb-b-2-r-1-rrr-";
        let may = moves_in(&LGame::new(false), position);
        let must = moves_in(&LGame::new(true), position);
        let (alone, with_neutral): (Vec<&str>, Vec<&str>) =
            may.split(' ').partition(|name| !name.contains('_'));
        assert_eq!(alone.join(" "), "b3a1 b3c1 d3c1 b1d2 d1b2");
        // Two neutral pieces, and six free cells.
        assert_eq!(with_neutral.len(), 12 * alone.len());
        assert_eq!(with_neutral.join(" "), must);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = LGame::new(false);
        for text in ["", "1bb--rb--rb--rr2", "1_1bb--rb--rb--rr-", "1_1bb--rb--rb-r-r2", "2_1bb--rb--rbr-rr1"]
        {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
