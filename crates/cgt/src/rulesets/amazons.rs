//! The game of the amazons.

use std::fmt;

use crate::board::{Bits, QUEEN};
use crate::{Board, Cell, Player, PositionError, Ruleset, SignedNormal};

/// Amazons: move a stone like a queen in chess, then shoot an arrow like a queen; where it lands
/// is a wall from then on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Amazons;

/// A stone moves and shoots.
#[derive(Debug, Clone, Copy)]
pub struct Shot {
    from: Cell,
    to: Cell,
    arrow: Cell,
}

impl fmt::Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.from, self.to, self.arrow)
    }
}

/// The cells a queen on `from` reaches over `empty` cells.
fn reach(board: &Board, from: u128, empty: u128) -> u128 {
    QUEEN.iter().fold(0, |all, &direction| {
        let mut ray = 0;
        let mut step = board.shifted(from, direction) & empty;
        while step != 0 {
            ray |= step;
            step = board.shifted(step, direction) & empty;
        }
        all | ray
    })
}

/// Regions of cells without walls between them that hold both a stone and an empty cell.
pub(super) fn regions(board: &Board, parts: &mut Vec<Board>) {
    let mut rest = board.cells();
    while rest != 0 {
        let region = board.flood_around(rest & rest.wrapping_neg(), rest);
        rest &= !region;
        if region & board.empty != 0 && region & (board.black | board.white) != 0 {
            parts.push(board.restricted(region));
        }
    }
}

impl Ruleset for Amazons {
    type Position = Board;
    type Move = Shot;

    fn title(&self) -> &'static str {
        "amazons"
    }

    fn symbols(&self) -> &'static str {
        "XO.#"
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        Board::parse(text, "XO.#")
    }

    fn format(&self, position: &Board) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<Shot>) {
        for from in Bits(position.stones(player)) {
            let vacated = position.empty | 1 << from;
            for to in Bits(reach(position, 1 << from, position.empty)) {
                for arrow in Bits(reach(position, 1 << to, vacated)) {
                    let [from, to, arrow] = [from, to, arrow].map(|bit| position.cell(bit));
                    moves.push(Shot { from, to, arrow });
                }
            }
        }
    }

    fn play(&self, position: &Board, player: Player, mv: Shot) -> Board {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|cell| position.bit(cell));
        let mut next = Board { empty: (position.empty | from) & !(to | arrow), ..*position };
        *next.stones_mut(player) ^= from | to;
        next
    }

    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        regions(position, parts);
    }

    /// Every move burns a cell.
    fn most_moves(&self, position: &Board, player: Player) -> Option<u32> {
        Some(if position.stones(player) == 0 { 0 } else { position.empty.count_ones() })
    }

    fn normal(&self, position: &Board) -> Board {
        position.least_image()
    }

    fn signed_normal(&self, position: &Board) -> SignedNormal<Board> {
        position.least_signed_image()
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        Some(position.recoloured())
    }
}
