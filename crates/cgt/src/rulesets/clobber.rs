//! Clobber on a grid, with and without capturing own stones.

use std::fmt;

use super::grid_rules::GridRules;
use crate::boards::board::Bits;
use crate::{Cell, CellSet, Grid, Player, PositionError, SignedNormal};

/// Clobber: a stone takes an orthogonally adjacent stone of the other colour and stands there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clobber;

/// Cannibal clobber: own stones may be taken, too.
#[derive(Debug, Clone, Copy, Default)]
pub struct CannibalClobber;

/// Something goes from one cell to another, or covers both.
#[derive(Debug, Clone, Copy)]
pub struct CellPair {
    /// The first cell.
    pub from: Cell,
    /// The second cell.
    pub to: Cell,
}

impl fmt::Display for CellPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Moves of the stones of a player onto adjacent cells of `targets`.
fn captures<S: CellSet>(board: &Grid<S>, player: Player, targets: S, moves: &mut Vec<CellPair>) {
    for from in Bits(board.stones(player) & board.beside(targets)) {
        for to in Bits(board.beside(S::cell(from)) & targets) {
            moves.push(CellPair { from: board.cell(from), to: board.cell(to) });
        }
    }
}

/// How many moves there are of stones onto adjacent cells of `targets`.
fn count_captures<S: CellSet>(board: &Grid<S>, stones: S, targets: S) -> usize {
    let stride = board.stride();
    let steps = [stones << 1, stones >> 1, stones << stride, stones >> stride];
    steps.into_iter().map(|step| (step & targets).count() as usize).sum()
}

fn capture<S: CellSet>(board: &Grid<S>, player: Player, mv: CellPair) -> Grid<S> {
    let (from, to) = (board.bit(mv.from), board.bit(mv.to));
    let mut next = Grid { black: board.black & !(from | to), white: board.white & !(from | to), ..*board };
    *next.stones_mut(player) |= to;
    next
}

/// Groups of touching stones in which somebody can move. Empty cells are never used again.
fn groups<S: CellSet>(board: &Grid<S>, alive: impl Fn(S) -> bool, parts: &mut Vec<Grid<S>>) {
    let mut rest = board.black | board.white;
    while !rest.is_empty() {
        let group = board.flood(rest.only_first(), rest);
        rest &= !group;
        if alive(group) {
            parts.push(Grid { empty: S::EMPTY, ..*board }.restricted(group));
        }
    }
}

impl GridRules for Clobber {
    type Position<S: CellSet> = Grid<S>;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "clobber"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Grid<S>, PositionError> {
        Grid::parse(text, "XO.")
    }

    fn format<S: CellSet>(&self, position: &Grid<S>) -> String {
        position.to_string().replace('#', ".")
    }

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<CellPair>) {
        captures(position, player, position.stones(player.opponent()), moves);
    }

    fn count_moves<S: CellSet>(&self, position: &Grid<S>, _player: Player) -> Option<usize> {
        Some(count_captures(position, position.black, position.white))
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, player: Player, mv: CellPair) -> Grid<S> {
        capture(position, player, mv)
    }

    fn split<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        groups(
            position,
            |group| !(group & position.black).is_empty() && !(group & position.white).is_empty(),
            parts,
        );
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

    /// If a half turn leaves the board as it is, or swaps the colours of all stones, the second player can answer every
    /// move with its image, unless a stone is its own image or may take its own image.
    fn nim_value<S: CellSet>(&self, position: &Grid<S>) -> Option<u32> {
        let stones = position.black | position.white;
        let turned = position.half_turned();
        let mirrored = if turned == *position {
            // Two adjacent images have the same colour here, so neither may take the other one.
            (stones & position.centre()).is_empty() || position.centre().has_several()
        } else {
            turned.recoloured() == *position && (stones & position.centre()).is_empty()
        };
        mirrored.then_some(0)
    }
}

impl GridRules for CannibalClobber {
    type Position<S: CellSet> = Grid<S>;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "cannibal_clobber"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Grid<S>, PositionError> {
        Clobber.parse(text)
    }

    fn format<S: CellSet>(&self, position: &Grid<S>) -> String {
        Clobber.format(position)
    }

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<CellPair>) {
        captures(position, player, position.black | position.white, moves);
    }

    fn count_moves<S: CellSet>(&self, position: &Grid<S>, player: Player) -> Option<usize> {
        Some(count_captures(position, position.stones(player), position.black | position.white))
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, player: Player, mv: CellPair) -> Grid<S> {
        capture(position, player, mv)
    }

    fn split<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        groups(position, CellSet::has_several, parts);
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
