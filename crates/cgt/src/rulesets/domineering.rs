//! Domineering.

use super::clobber::CellPair;
use super::cram::needed_cells;
use super::grid_rules::GridRules;
use crate::boards::board::Bits;
use crate::{CellSet, Grid, Player, PositionError, SignedNormal};

/// Domineering: Left covers two free cells one above the other, Right two side by side.
#[derive(Debug, Clone, Copy, Default)]
pub struct Domineering;

impl Domineering {
    /// How far apart the two cells of a player's domino are.
    const fn distance<S: CellSet>(position: &Grid<S>, player: Player) -> u32 {
        match player {
            Player::Left => position.stride(),
            Player::Right => 1,
        }
    }
}

impl GridRules for Domineering {
    type Position<S: CellSet> = Grid<S>;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "domineering"
    }

    fn symbols(&self) -> &'static str {
        ".#"
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Grid<S>, PositionError> {
        Grid::parse(text, ".#")
    }

    fn format<S: CellSet>(&self, position: &Grid<S>) -> String {
        position.to_string()
    }

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<CellPair>) {
        let distance = Self::distance(position, player);
        for bit in Bits(position.empty & (position.empty >> distance)) {
            moves.push(CellPair { from: position.cell(bit), to: position.cell(bit + distance) });
        }
    }

    fn count_moves<S: CellSet>(&self, position: &Grid<S>, player: Player) -> Option<usize> {
        let pairs = position.empty & (position.empty >> Self::distance(position, player));
        Some(pairs.count() as usize)
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, _player: Player, mv: CellPair) -> Grid<S> {
        let covered = position.bit(mv.from) | position.bit(mv.to);
        Grid { empty: position.empty & !covered, ..*position }
    }

    fn split<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        let mut rest = position.empty;
        while !rest.is_empty() {
            let region = position.flood(rest.only_first(), rest);
            rest &= !region;
            if region.has_several() {
                parts.push(position.restricted(region));
            }
        }
    }

    fn split_impartial<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        self.split(&Grid { empty: needed_cells(position), ..*position }, parts);
    }

    fn normal<S: CellSet>(&self, position: &Grid<S>) -> Grid<S> {
        position.least_mirror()
    }

    /// Rows or columns are filled greedily, which is best in each of them.
    fn most_moves<S: CellSet>(&self, position: &Grid<S>, player: Player) -> Option<u32> {
        let distance = Self::distance(position, player);
        let mut free = position.empty;
        let mut dominoes = 0;
        loop {
            // First cells of runs: nothing free before them.
            let first = free & !(free << distance);
            let pairs = first & (free >> distance);
            if pairs.is_empty() && first == free {
                return Some(dominoes);
            }
            dominoes += pairs.count();
            free &= !(first | pairs << distance);
        }
    }

    fn negative<S: CellSet>(&self, position: &Grid<S>) -> Option<Grid<S>> {
        position.checked_transposed()
    }

    /// A board that lies down comes before its negative, which stands, and need not be compared with it.
    fn signed_normal<S: CellSet>(&self, position: &Grid<S>) -> SignedNormal<Grid<S>> {
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
    fn nim_value<S: CellSet>(&self, position: &Grid<S>) -> Option<u32> {
        ((position.empty & position.centre()).is_empty() && position.half_turned() == *position).then_some(0)
    }
}
