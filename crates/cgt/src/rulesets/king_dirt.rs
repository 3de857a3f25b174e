//! Kings that leave dirt behind.

use std::fmt;

use super::amazons::regions;
use super::clobber::CellPair;
use super::grid_rules::GridRules;
use super::nogo::Place;
use crate::boards::board::Bits;
use crate::boards::scan::Scanner;
use crate::{CellSet, Grid, Player, PositionError};

/// Generalised king dirt: place one of your remaining kings on an empty cell, or move a king one
/// step in any direction; the cell it leaves becomes a wall.
#[derive(Debug, Clone, Copy, Default)]
pub struct KingDirt;

/// A board with the kings that are still to be placed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kings<S> {
    board: Grid<S>,
    /// Kings in hand, Left's and Right's.
    unplaced: [u8; 2],
    /// Whether a player with kings in hand has to place one.
    must_place: bool,
}

/// A king comes in or moves.
#[derive(Debug, Clone, Copy)]
pub enum KingMove {
    /// A new king on a cell.
    Place(Place),
    /// One step.
    Step(CellPair),
}

impl fmt::Display for KingMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => place.fmt(f),
            Self::Step(step) => step.fmt(f),
        }
    }
}

impl GridRules for KingDirt {
    type Position<S: CellSet> = Kings<S>;
    type Move = KingMove;

    fn title(&self) -> &'static str {
        "gen_king_dirt"
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Kings<S>, PositionError> {
        let mut scanner = Scanner::new(text);
        let mut unplaced = [0; 2];
        for kings in &mut unplaced {
            *kings = scanner.integer("the kings to place", 0..=255, "between 0 and 255")? as u8;
            scanner.expect(',')?;
        }
        let must_place = scanner.integer("having to place", 0..=1, "0 or 1")? == 1;
        scanner.expect(':')?;
        scanner.skip_spaces();
        let board = Grid::parse(scanner.rest(), "XO.#").map_err(|e| e.moved(scanner.offset()))?;
        Ok(Kings { board, unplaced, must_place })
    }

    fn format<S: CellSet>(&self, position: &Kings<S>) -> String {
        let Kings { board, unplaced: [black, white], must_place } = position;
        format!("{black},{white},{}:{board}", u8::from(*must_place))
    }

    fn moves<S: CellSet>(&self, position: &Kings<S>, player: Player, moves: &mut Vec<KingMove>) {
        let board = &position.board;
        let in_hand = position.unplaced[player.index()] > 0;
        if in_hand {
            let cells = Bits(board.empty).map(|bit| board.cell(bit));
            moves.extend(cells.map(|at| KingMove::Place(Place { at, player })));
        }
        if in_hand && position.must_place {
            return;
        }
        for from in Bits(board.stones(player)) {
            for to in Bits(board.around(S::cell(from)) & board.empty) {
                let [from, to] = [from, to].map(|bit| board.cell(bit));
                moves.push(KingMove::Step(CellPair { from, to }));
            }
        }
    }

    fn play<S: CellSet>(&self, position: &Kings<S>, player: Player, mv: KingMove) -> Kings<S> {
        let mut next = position.clone();
        match mv {
            KingMove::Place(place) => {
                let bit = next.board.bit(place.at);
                next.board.empty &= !bit;
                *next.board.stones_mut(player) |= bit;
                next.unplaced[player.index()] -= 1;
            }
            KingMove::Step(step) => {
                let [from, to] = [step.from, step.to].map(|cell| next.board.bit(cell));
                next.board.empty &= !to;
                *next.board.stones_mut(player) ^= from | to;
            }
        }
        next
    }

    /// As long as a king may come in anywhere, no region is independent.
    fn split<S: CellSet>(&self, position: &Kings<S>, parts: &mut Vec<Kings<S>>) {
        if position.unplaced != [0; 2] {
            parts.push(position.clone());
            return;
        }
        let mut boards = Vec::new();
        regions(&position.board, &mut boards);
        parts.extend(boards.into_iter().map(|board| Kings { board, ..*position }));
    }

    /// Every move uses up an empty cell.
    fn most_moves<S: CellSet>(&self, position: &Kings<S>, _player: Player) -> Option<u32> {
        Some(position.board.empty.count())
    }

    fn normal<S: CellSet>(&self, position: &Kings<S>) -> Kings<S> {
        // Nobody has to place what nobody has.
        let must_place = position.must_place && position.unplaced != [0; 2];
        Kings { board: position.board.least_image(), must_place, ..*position }
    }

    fn negative<S: CellSet>(&self, position: &Kings<S>) -> Option<Kings<S>> {
        let [black, white] = position.unplaced;
        Some(Kings { board: position.board.recoloured(), unplaced: [white, black], ..*position })
    }
}
