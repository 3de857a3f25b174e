//! Fission.

use std::fmt;

use super::grid_rules::GridRules;
use crate::boards::board::Bits;
use crate::{Cell, CellSet, Grid, Player, PositionError};

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

const fn distance<S: CellSet>(position: &Grid<S>, vertical: bool) -> u32 {
    if vertical { position.stride() } else { 1 }
}

impl GridRules for Fission {
    type Position<S: CellSet> = Grid<S>;
    type Move = Split;

    fn title(&self) -> &'static str {
        "fission"
    }

    fn symbols(&self) -> &'static str {
        "X.#"
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Grid<S>, PositionError> {
        Grid::parse(text, "X.#")
    }

    fn format<S: CellSet>(&self, position: &Grid<S>) -> String {
        position.to_string()
    }

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<Split>) {
        let vertical = player == Player::Left;
        let step = distance(position, vertical);
        let free = (position.empty << step) & (position.empty >> step);
        for bit in Bits(position.black & free) {
            moves.push(Split { at: position.cell(bit), vertical });
        }
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, _player: Player, mv: Split) -> Grid<S> {
        let (at, step) = (position.bit(mv.at), distance(position, mv.vertical));
        let sides = (at << step) | (at >> step);
        Grid { black: (position.black & !at) | sides, empty: (position.empty & !sides) | at, ..*position }
    }

    /// A region is enclosed by walls for ever; one without stones or without room is dead.
    fn split<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        let mut rest = position.cells();
        while !rest.is_empty() {
            let region = position.flood(rest.only_first(), rest);
            rest &= !region;
            if !(region & position.black).is_empty() && !(region & position.empty).is_empty() {
                parts.push(position.restricted(region));
            }
        }
    }

    fn normal<S: CellSet>(&self, position: &Grid<S>) -> Grid<S> {
        position.least_mirror()
    }

    fn negative<S: CellSet>(&self, position: &Grid<S>) -> Option<Grid<S>> {
        position.checked_transposed()
    }
}
