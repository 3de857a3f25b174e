//! Konane, Hawaiian checkers.

use super::clobber::CellPair;
use super::grid_rules::GridRules;
use crate::boards::board::Bits;
use crate::{CellSet, Grid, Player, PositionError};

/// Konane: a stone jumps over an adjacent enemy stone into the empty cell behind it, and may go on
/// jumping in the same direction; what it jumped over is removed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Konane;

impl GridRules for Konane {
    type Position<S: CellSet> = Grid<S>;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "konane"
    }

    fn symbols(&self) -> &'static str {
        "XO.#"
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Grid<S>, PositionError> {
        Grid::parse(text, "XO.#")
    }

    fn format<S: CellSet>(&self, position: &Grid<S>) -> String {
        position.to_string()
    }

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<CellPair>) {
        let enemy = position.stones(player.opponent());
        for from in Bits(position.stones(player)) {
            for direction in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let mut at = S::cell(from);
                loop {
                    let over = position.shifted(at, direction) & enemy;
                    at = position.shifted(over, direction) & position.empty;
                    if at.is_empty() {
                        break;
                    }
                    let (from, to) = (position.cell(from), position.cell(at.first()));
                    moves.push(CellPair { from, to });
                }
            }
        }
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, player: Player, mv: CellPair) -> Grid<S> {
        let (from, to) = (position.bit(mv.from), position.bit(mv.to));
        // All stones of the opponent between the two cells were jumped over.
        let (low, high) = (from.first().min(to.first()), from.first().max(to.first()));
        let distance = if mv.from.row == mv.to.row { 1 } else { position.stride() };
        let line = (low..high).step_by(distance as usize).fold(S::EMPTY, |all, bit| all | S::cell(bit));
        let taken = line & position.stones(player.opponent());
        let mut next = Grid { empty: (position.empty | from | taken) & !to, ..*position };
        *next.stones_mut(player) ^= from | to;
        *next.stones_mut(player.opponent()) &= !taken;
        next
    }

    fn normal<S: CellSet>(&self, position: &Grid<S>) -> Grid<S> {
        position.restricted(position.cells()).least_image()
    }

    fn negative<S: CellSet>(&self, position: &Grid<S>) -> Option<Grid<S>> {
        Some(position.recoloured())
    }
}
