//! The L-game: move your L, then perhaps a neutral piece, until the opponent's L is stuck.

use zermelo_core::Value;
use zermelo_core::{Game, Grid, Misere, ParseError, cells_of, parse_cells};
use zermelo_explore::{Family, rules_only};

use crate::turn::{split_turn, with_turn};

const RULES: &str = "\
On a 4x4 board lie a red and a blue piece that cover four cells each in the shape of an L (turned over or round as one
likes) and two neutral pieces of one cell. Red begins.
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Position {
    red: u16,
    blue: u16,
    neutral: u16,
    red_to_move: bool,
}

impl Position {
    /// The L of the player to move and that of the opponent.
    fn sides(self) -> (u16, u16) {
        if self.red_to_move { (self.red, self.blue) } else { (self.blue, self.red) }
    }
}

/// Where the own L and the neutral pieces lie afterwards.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Move {
    own: u16,
    neutral: u16,
}

impl LGame {
    fn new(compulsory: bool) -> LGame {
        let mut placements: Vec<u16> = Vec::new();
        for tip in 0..16 {
            placements.extend((0..16).filter_map(|foot| l_shape(tip, foot)));
        }
        LGame { compulsory, placements }
    }

    /// The name of a placement: the tip of its long arm and its foot, a knight's move away, as in `a3b1`.
    fn name(l: u16) -> String {
        let ends = (0..16).flat_map(|tip| (0..16).map(move |foot| (tip, foot)));
        let found = ends.into_iter().find(|&(tip, foot)| l_shape(tip, foot) == Some(l));
        let (tip, foot) = found.expect("an L");
        BOARD.name(tip) + &BOARD.name(foot)
    }
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
    match (p.red >> cell & 1, p.blue >> cell & 1, p.neutral >> cell & 1) {
        (1, _, _) => 'r',
        (_, 1, _) => 'b',
        (_, _, 1) => 'n',
        _ => '-',
    }
}

/// The single cells of a mask, each as a mask.
fn singles(mut mask: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Game for LGame {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.parse("nbb--rb--rb--rrn_r").expect("a legal position")
    }

    /// The game ends only when the player to move is stuck.
    fn end(&self, _: &Position) -> Option<Value> {
        None
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (before, other) = p.sides();
        let neutral = p.neutral;
        for &own in self.placements.iter().filter(|&&l| l & (other | neutral) == 0 && l != before) {
            if !self.compulsory {
                out.push(Move { own, neutral });
            }
            let free = !(own | other | neutral);
            for from in singles(neutral) {
                out.extend(singles(free).map(|to| Move { own, neutral: neutral ^ from ^ to }));
            }
        }
    }

    fn play(&self, p: &Position, Move { own, neutral }: Move) -> Position {
        if p.red_to_move {
            Position { red: own, blue: p.blue, neutral, red_to_move: false }
        } else {
            Position { red: p.red, blue: own, neutral, red_to_move: true }
        }
    }

    fn format(&self, p: &Position) -> String {
        with_turn((0..16).map(|cell| show(p, cell)).collect(), if p.red_to_move { 'r' } else { 'b' })
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (board, red_to_move) = split_turn(text, ['r', 'b'])?;
        let cells = parse_cells(board, 16, "-rbn")?;
        let [red, blue, neutral] = [1, 2, 3].map(|kind| cells_of(&cells, kind) as u16);
        for (name, l) in [("red", red), ("blue", blue)] {
            if !self.placements.contains(&l) {
                return Err(ParseError::new(format!(
                    "the {name} cells in '{text}' are not four in the shape of an L"
                )));
            }
        }
        if neutral.count_ones() != 2 {
            let count = neutral.count_ones();
            return Err(ParseError::new(format!("'{text}' has {count} neutral pieces; there are two")));
        }
        Ok(Position { red, blue, neutral, red_to_move })
    }

    /// The new place of the L by its two ends, and the move of a neutral piece: `a3b1` or `a3b1_d4-c2`.
    fn format_move(&self, p: &Position, m: Move) -> String {
        let l = LGame::name(m.own);
        if m.neutral == p.neutral {
            return l;
        }
        let [from, to] = [p.neutral & !m.neutral, m.neutral & !p.neutral];
        let [from, to] = [from, to].map(|cell| BOARD.name(cell.trailing_zeros() as usize));
        format!("{l}_{from}-{to}")
    }

    fn board(&self, p: &Position) -> String {
        BOARD.draw(|cell| show(p, cell))
    }
}

/// The L-game and its variants.
pub(crate) fn family() -> Family {
    Family::new("lgame", "L-game", RULES)
        .variant("regular", "a neutral piece may be moved", || rules_only(Misere::normal(LGame::new(false))))
        .variant("compulsory", "a neutral piece has to be moved", || {
            rules_only(Misere::normal(LGame::new(true)))
        })
        .variant("misere", "whoever cannot move wins", || rules_only(Misere::of(LGame::new(false))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agrees_with_truth, moves_in};

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(LGame::new(true)), "lgame/compulsory");
        agrees_with_truth(&Misere::of(LGame::new(false)), "lgame/misere");
    }

    #[test]
    fn an_l_lies_in_48_ways() {
        assert_eq!(LGame::new(false).placements.len(), 48);
    }

    #[test]
    fn the_l_has_to_move_and_a_neutral_piece_may() {
        // Red fits only where it lies and, one cell along, in the bottom row.
        let position = "bbbnb---rn--rrr-_r";
        let may = moves_in(&LGame::new(false), position);
        let must = moves_in(&LGame::new(true), position);
        assert!(!may.split(' ').any(|name| name.starts_with("c1a2")), "{may}");
        assert_eq!(may.split(' ').filter(|name| !name.contains('_')).count() * 13, may.split(' ').count());
        assert!(must.split(' ').all(|name| name.contains('_')), "{must}");
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = LGame::new(false);
        for text in ["", "nbb--rb--rb--rrn", "nbb--rb--rb--rr-_r", "nbb--rb--rb-r-rn_r", "nbb--rb--rbr-rrn_b"]
        {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}
