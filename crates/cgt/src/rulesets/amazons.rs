//! The game of the amazons.

use std::fmt;

use super::grid_rules::GridRules;
use crate::boards::board::{Bits, QUEEN};
use crate::{Cell, CellSet, Grid, Player, PositionError, SignedNormal};

/// Amazons: move a stone like a queen in chess, then shoot an arrow like a queen; where it lands
/// is a wall from then on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Amazons;

/// After so many moves, the list of moves is interrupted.
const ENOUGH_MOVES: usize = 1024;

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
fn reach<S: CellSet>(board: &Grid<S>, from: S, empty: S) -> S {
    QUEEN.iter().fold(S::EMPTY, |all, &direction| {
        let mut ray = S::EMPTY;
        let mut step = board.shifted(from, direction) & empty;
        while !step.is_empty() {
            ray |= step;
            step = board.shifted(step, direction) & empty;
        }
        all | ray
    })
}

/// Regions of cells without walls between them that hold both a stone and an empty cell.
pub(super) fn regions<S: CellSet>(board: &Grid<S>, parts: &mut Vec<Grid<S>>) {
    let mut rest = board.cells();
    while !rest.is_empty() {
        let region = board.flood_around(rest.only_first(), rest);
        rest &= !region;
        let stones = board.black | board.white;
        if !(region & board.empty).is_empty() && !(region & stones).is_empty() {
            parts.push(board.restricted(region));
        }
    }
}

impl GridRules for Amazons {
    type Position<S: CellSet> = Grid<S>;
    type Move = Shot;

    fn title(&self) -> &'static str {
        "amazons"
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

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<Shot>) {
        let mut next = Some(0);
        while let Some(from) = next {
            next = self.some_moves(position, player, from, moves);
        }
    }

    /// A strip of 4,000 cells has 16 million moves. A place in their list is where a stone comes from and
    /// goes to.
    fn some_moves<S: CellSet>(
        &self,
        position: &Grid<S>,
        player: Player,
        place: usize,
        moves: &mut Vec<Shot>,
    ) -> Option<usize> {
        let enough = moves.len() + ENOUGH_MOVES;
        let bits = S::BITS as usize;
        for from in Bits(position.stones(player)).skip_while(|&from| (from as usize) < place / bits) {
            let vacated = position.empty | S::cell(from);
            for to in Bits(reach(position, S::cell(from), position.empty)) {
                let here = from as usize * bits + to as usize;
                if here < place {
                    continue;
                }
                if moves.len() >= enough {
                    return Some(here);
                }
                for arrow in Bits(reach(position, S::cell(to), vacated)) {
                    let [from, to, arrow] = [from, to, arrow].map(|bit| position.cell(bit));
                    moves.push(Shot { from, to, arrow });
                }
            }
        }
        None
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, player: Player, mv: Shot) -> Grid<S> {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|cell| position.bit(cell));
        let mut next = Grid { empty: (position.empty | from) & !(to | arrow), ..*position };
        *next.stones_mut(player) ^= from | to;
        next
    }

    fn split<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        regions(position, parts);
    }

    /// Every move burns a cell.
    fn most_moves<S: CellSet>(&self, position: &Grid<S>, player: Player) -> Option<u32> {
        Some(if position.stones(player).is_empty() { 0 } else { position.empty.count() })
    }

    fn normal<S: CellSet>(&self, position: &Grid<S>) -> Grid<S> {
        position.least_image()
    }

    fn signed_normal<S: CellSet>(&self, position: &Grid<S>) -> SignedNormal<Grid<S>> {
        position.least_signed_image()
    }

    fn negative<S: CellSet>(&self, position: &Grid<S>) -> Option<Grid<S>> {
        Some(position.recoloured())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Ruleset;

    /// Alone on a strip with `n` empty cells, a stone reaches all of them, and its arrow then all but that
    /// one, the cell that it left included.
    #[test]
    fn long_lists_of_moves_come_in_pieces() {
        let cells = 60;
        let board: Grid<u128> = Ruleset::parse(&Amazons, &format!("O{}", ".".repeat(cells))).unwrap();
        let (mut names, mut pieces, mut next) = (BTreeSet::new(), 0, Some(0));
        while let Some(from) = next {
            let mut moves = Vec::new();
            next = Ruleset::some_moves(&Amazons, &board, Player::Right, from, &mut moves);
            assert!(moves.len() < ENOUGH_MOVES + cells, "{} at once", moves.len());
            let found = moves.len();
            let before = names.len();
            names.extend(moves.iter().map(ToString::to_string));
            assert_eq!(names.len(), before + found, "no move comes twice");
            pieces += 1;
        }
        assert_eq!((names.len(), pieces > 2), (cells * cells, true));
        let mut all = Vec::new();
        Ruleset::moves(&Amazons, &board, Player::Right, &mut all);
        assert_eq!(all.len(), cells * cells);
    }
}
