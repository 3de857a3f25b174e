//! Domineering.

use super::clobber::CellPair;
use crate::board::Bits;
use crate::{Board, Player, PositionError, Ruleset};

/// Domineering: Left covers two free cells one above the other, Right two side by side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Domineering;

impl Ruleset for Domineering {
    type Position = Board;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "domineering"
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        Board::parse(text, ".#")
    }

    fn format(&self, position: &Board) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<CellPair>) {
        let distance = match player {
            Player::Left => position.stride(),
            Player::Right => 1,
        };
        for bit in Bits(position.empty & (position.empty >> distance)) {
            moves.push(CellPair { from: position.cell(bit), to: position.cell(bit + distance) });
        }
    }

    fn play(&self, position: &Board, _player: Player, mv: CellPair) -> Board {
        let covered = position.bit(mv.from) | position.bit(mv.to);
        Board { empty: position.empty & !covered, ..*position }
    }

    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        let mut rest = position.empty;
        while rest != 0 {
            let region = position.flood(rest & rest.wrapping_neg(), rest);
            rest &= !region;
            if region & (region - 1) != 0 {
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
