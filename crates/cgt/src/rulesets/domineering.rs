//! Domineering.

use super::clobber::CellPair;
use super::cram::needed_cells;
use crate::board::Bits;
use crate::{Board, Player, PositionError, Ruleset, SignedNormal};

/// Domineering: Left covers two free cells one above the other, Right two side by side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Domineering;

impl Domineering {
    /// How far apart the two cells of a player's domino are.
    const fn distance(position: &Board, player: Player) -> u32 {
        match player {
            Player::Left => position.stride(),
            Player::Right => 1,
        }
    }
}

impl Ruleset for Domineering {
    type Position = Board;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "domineering"
    }

    fn symbols(&self) -> &'static str {
        ".#"
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        Board::parse(text, ".#")
    }

    fn format(&self, position: &Board) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<CellPair>) {
        let distance = Self::distance(position, player);
        for bit in Bits(position.empty & (position.empty >> distance)) {
            moves.push(CellPair { from: position.cell(bit), to: position.cell(bit + distance) });
        }
    }

    fn count_moves(&self, position: &Board, player: Player) -> Option<usize> {
        let pairs = position.empty & (position.empty >> Self::distance(position, player));
        Some(pairs.count_ones() as usize)
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

    fn split_impartial(&self, position: &Board, parts: &mut Vec<Board>) {
        self.split(&Board { empty: needed_cells(position), ..*position }, parts);
    }

    fn normal(&self, position: &Board) -> Board {
        position.least_mirror()
    }

    /// Rows or columns are filled greedily, which is best in each of them.
    fn most_moves(&self, position: &Board, player: Player) -> Option<u32> {
        let distance = Self::distance(position, player);
        let mut free = position.empty;
        let mut dominoes = 0;
        loop {
            // First cells of runs: nothing free before them.
            let first = free & !(free << distance);
            let pairs = first & (free >> distance);
            if pairs == 0 && first == free {
                return Some(dominoes);
            }
            dominoes += pairs.count_ones();
            free &= !(first | pairs << distance);
        }
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        position.checked_transposed()
    }

    /// A board that lies down comes before its negative, which stands, and need not be compared with it.
    fn signed_normal(&self, position: &Board) -> SignedNormal<Board> {
        let lies = position.rows() < position.columns();
        let turned = if lies { None } else { position.checked_transposed() };
        match turned {
            None => SignedNormal { position: self.normal(position), negated: false, own_negative: false },
            Some(turned) if turned.rows() < turned.columns() => {
                SignedNormal { position: self.normal(&turned), negated: true, own_negative: false }
            }
            Some(turned) => SignedNormal::of(self.normal(position), self.normal(&turned)),
        }
    }

    /// In cram, if a half turn leaves the board as it is, the second player can answer every move with its image, unless
    /// there is a domino that overlaps its own image.
    fn nim_value(&self, position: &Board) -> Option<u32> {
        (position.empty & position.centre() == 0 && position.half_turned() == *position).then_some(0)
    }
}
