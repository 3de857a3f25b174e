//! NoGo on a grid.

use std::fmt;

use crate::board::Bits;
use crate::{Board, Cell, Player, PositionError, Ruleset, SignedNormal};

/// NoGo: place a stone so that every block of either colour keeps an empty neighbour.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nogo;

/// A stone of a colour is placed on a cell.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The cell.
    pub at: Cell,
    /// Whose stone.
    pub player: Player,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stone = char::from(crate::strip::stone(self.player));
        write!(f, "{}_{stone}", self.at)
    }
}

/// A block of `stones` without a liberty among `empty`, if there is one.
fn captured(board: &Board, stones: u128, empty: u128) -> Option<u128> {
    let mut rest = stones;
    while rest != 0 {
        let block = board.flood(rest & rest.wrapping_neg(), rest);
        if board.beside(block) & empty == 0 {
            return Some(block);
        }
        rest &= !block;
    }
    None
}

/// The cells where a player may place a stone: not the last liberty of an enemy block, and with a
/// liberty next to it or in a block that it joins. What is forbidden once stays forbidden.
fn legal(board: &Board, player: Player) -> u128 {
    let mut legal = board.empty & board.beside(board.empty);
    for_each_block(board, board.stones(player), |liberties| {
        if liberties & liberties.wrapping_sub(1) != 0 {
            legal |= liberties;
        }
    });
    for_each_block(board, board.stones(player.opponent()), |liberties| {
        if liberties & liberties.wrapping_sub(1) == 0 {
            legal &= !liberties;
        }
    });
    legal
}

/// Calls `visit` with the liberties of each block of some stones.
fn for_each_block(board: &Board, stones: u128, mut visit: impl FnMut(u128)) {
    let mut rest = stones;
    while rest != 0 {
        let block = board.flood(rest & rest.wrapping_neg(), rest);
        rest &= !block;
        visit(board.beside(block) & board.empty);
    }
}

impl Ruleset for Nogo {
    type Position = Board;
    type Move = Place;

    fn title(&self) -> &'static str {
        "nogo"
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let board = Board::parse(text, "XO.#")?;
        let captured =
            captured(&board, board.black, board.empty).or_else(|| captured(&board, board.white, board.empty));
        match captured {
            None => Ok(board),
            Some(block) => Err(PositionError::Illegal {
                law: "every block of stones needs an empty neighbour",
                offset: block.trailing_zeros() as usize,
            }),
        }
    }

    fn format(&self, position: &Board) -> String {
        position.to_string()
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<Place>) {
        let cells = Bits(legal(position, player)).map(|bit| position.cell(bit));
        moves.extend(cells.map(|at| Place { at, player }));
    }

    fn play(&self, position: &Board, _player: Player, mv: Place) -> Board {
        let bit = position.bit(mv.at);
        let mut next = Board { empty: position.empty & !bit, ..*position };
        *next.stones_mut(mv.player) |= bit;
        next
    }

    /// Empty cells belong together if they touch or if a block touches both; that stones of
    /// different colours touch does not matter.
    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        let mut rest = position.empty;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let empty = part & position.empty;
                let free = position.beside(part) & position.empty;
                let black = position.beside((part & position.black) | empty) & position.black;
                let white = position.beside((part & position.white) | empty) & position.white;
                let next = part | free | black | white;
                if next == part {
                    break;
                }
                part = next;
            }
            rest &= !part;
            parts.push(position.restricted(part));
        }
    }

    fn most_moves(&self, position: &Board, player: Player) -> Option<u32> {
        Some(legal(position, player).count_ones())
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
