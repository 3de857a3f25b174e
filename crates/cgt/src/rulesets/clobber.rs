//! Clobber on a grid, with and without capturing own stones.

use std::fmt;

use crate::board::Bits;
use crate::{Board, Cell, Player, PositionError, Ruleset, SignedNormal};

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
fn captures(board: &Board, player: Player, targets: u128, moves: &mut Vec<CellPair>) {
    for from in Bits(board.stones(player) & board.beside(targets)) {
        for to in Bits(board.beside(1 << from) & targets) {
            moves.push(CellPair { from: board.cell(from), to: board.cell(to) });
        }
    }
}

/// How many moves there are of stones onto adjacent cells of `targets`.
fn count_captures(board: &Board, stones: u128, targets: u128) -> usize {
    let stride = board.stride();
    let steps = [stones << 1, stones >> 1, stones << stride, stones >> stride];
    steps.iter().map(|step| (step & targets).count_ones() as usize).sum()
}

fn capture(board: &Board, player: Player, mv: CellPair) -> Board {
    let (from, to) = (board.bit(mv.from), board.bit(mv.to));
    let mut next = Board { black: board.black & !(from | to), white: board.white & !(from | to), ..*board };
    *next.stones_mut(player) |= to;
    next
}

/// Groups of touching stones in which somebody can move. Empty cells are never used again.
fn groups(board: &Board, alive: impl Fn(u128) -> bool, parts: &mut Vec<Board>) {
    let mut rest = board.black | board.white;
    while rest != 0 {
        let group = board.flood(rest & rest.wrapping_neg(), rest);
        rest &= !group;
        if alive(group) {
            parts.push(Board { empty: 0, ..*board }.restricted(group));
        }
    }
}

impl Ruleset for Clobber {
    type Position = Board;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "clobber"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        Board::parse(text, "XO.")
    }

    fn format(&self, position: &Board) -> String {
        position.to_string().replace('#', ".")
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<CellPair>) {
        captures(position, player, position.stones(player.opponent()), moves);
    }

    fn count_moves(&self, position: &Board, _player: Player) -> Option<usize> {
        Some(count_captures(position, position.black, position.white))
    }

    fn play(&self, position: &Board, player: Player, mv: CellPair) -> Board {
        capture(position, player, mv)
    }

    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        groups(position, |group| group & position.black != 0 && group & position.white != 0, parts);
    }

    fn normal(&self, position: &Board) -> Board {
        position.least_image()
    }

    fn signed_normal(&self, position: &Board) -> SignedNormal<Board> {
        position.least_signed_image()
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        Some(position.recoloured())
    }

    /// If a half turn leaves the board as it is, or swaps the colours of all stones, the second player can answer every
    /// move with its image, unless a stone is its own image or may take its own image.
    fn nim_value(&self, position: &Board) -> Option<u32> {
        let stones = position.black | position.white;
        let turned = position.half_turned();
        let mirrored = if turned == *position {
            // Two adjacent images have the same colour here, so neither may take the other one.
            stones & position.centre() == 0 || position.centre().count_ones() > 1
        } else {
            turned.recoloured() == *position && stones & position.centre() == 0
        };
        mirrored.then_some(0)
    }
}

impl Ruleset for CannibalClobber {
    type Position = Board;
    type Move = CellPair;

    fn title(&self) -> &'static str {
        "cannibal_clobber"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        Clobber.parse(text)
    }

    fn format(&self, position: &Board) -> String {
        Clobber.format(position)
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<CellPair>) {
        captures(position, player, position.black | position.white, moves);
    }

    fn count_moves(&self, position: &Board, player: Player) -> Option<usize> {
        Some(count_captures(position, position.stones(player), position.black | position.white))
    }

    fn play(&self, position: &Board, player: Player, mv: CellPair) -> Board {
        capture(position, player, mv)
    }

    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        groups(position, |group| group & (group - 1) != 0, parts);
    }

    fn normal(&self, position: &Board) -> Board {
        position.least_image()
    }

    fn signed_normal(&self, position: &Board) -> SignedNormal<Board> {
        position.least_signed_image()
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        Some(position.recoloured())
    }
}
