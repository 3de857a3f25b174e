//! Konane, Hawaiian checkers.

use super::clobber::CellPair;
use crate::board::Bits;
use crate::{Board, Player, PositionError, Ruleset};

/// Konane: a stone jumps over an adjacent enemy stone into the empty cell behind it, and may go on
/// jumping in the same direction; what it jumped over is removed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Konane;

impl Ruleset for Konane {
    type Position = Board;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "konane"
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

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<CellPair>) {
        let enemy = position.stones(player.opponent());
        for from in Bits(position.stones(player)) {
            for direction in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let mut at = 1 << from;
                loop {
                    let over = position.shifted(at, direction) & enemy;
                    at = position.shifted(over, direction) & position.empty;
                    if at == 0 {
                        break;
                    }
                    let (from, to) = (position.cell(from), position.cell(at.trailing_zeros()));
                    moves.push(CellPair { from, to });
                }
            }
        }
    }

    fn play(&self, position: &Board, player: Player, mv: CellPair) -> Board {
        let (from, to) = (position.bit(mv.from), position.bit(mv.to));
        // All stones of the opponent between the two cells were jumped over.
        let (low, high) = (from.min(to).trailing_zeros(), from.max(to).trailing_zeros());
        let distance = if mv.from.row == mv.to.row { 1 } else { position.stride() };
        let line = (low..high).step_by(distance as usize).fold(0, |all, bit| all | 1 << bit);
        let taken = line & position.stones(player.opponent());
        let mut next = Board { empty: (position.empty | from | taken) & !to, ..*position };
        *next.stones_mut(player) ^= from | to;
        *next.stones_mut(player.opponent()) &= !taken;
        next
    }

    fn normal(&self, position: &Board) -> Board {
        position.restricted(u128::MAX).least_image()
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        Some(position.recoloured())
    }
}
