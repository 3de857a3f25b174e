//! Fission.

use std::fmt;

use crate::board::Bits;
use crate::{Board, Cell, Player, PositionError, Ruleset};

/// Fission: a stone is replaced by two stones on both sides of it, where both cells must be free:
/// above and below for Left, left and right for Right. The stones belong to nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fission;

/// The stone that splits, and how.
#[derive(Debug, Clone, Copy)]
pub struct Split {
    at: Cell,
    vertical: bool,
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.at, if self.vertical { 'V' } else { 'H' })
    }
}

const fn distance(position: &Board, vertical: bool) -> u32 {
    if vertical { position.stride() } else { 1 }
}

impl Ruleset for Fission {
    type Position = Board;
    type Move = Split;

    fn title(&self) -> &'static str {
        "fission"
    }

    fn symbols(&self) -> &'static str {
        "X.#"
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        Board::parse(text, "X.#")
    }

    fn format(&self, position: &Board) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<Split>) {
        let vertical = player == Player::Left;
        let step = distance(position, vertical);
        let free = (position.empty << step) & (position.empty >> step);
        for bit in Bits(position.black & free) {
            moves.push(Split { at: position.cell(bit), vertical });
        }
    }

    fn play(&self, position: &Board, _player: Player, mv: Split) -> Board {
        let (at, step) = (position.bit(mv.at), distance(position, mv.vertical));
        let sides = (at << step) | (at >> step);
        Board { black: (position.black & !at) | sides, empty: (position.empty & !sides) | at, ..*position }
    }

    /// A region is enclosed by walls for ever; one without stones or without room is dead.
    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        let mut rest = position.cells();
        while rest != 0 {
            let region = position.flood(rest & rest.wrapping_neg(), rest);
            rest &= !region;
            if region & position.black != 0 && region & position.empty != 0 {
                parts.push(position.restricted(region));
            }
        }
    }

    fn normal(&self, position: &Board) -> Board {
        position.least_mirror()
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        position.checked_transposed()
    }
}
