//! NoGo on a grid.

use std::fmt;

use crate::board::Bits;
use crate::{Board, Cell, Player, PositionError, Ruleset};

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

/// Only the blocks that touch the new stone can lose their last liberty.
fn may_place(board: &Board, player: Player, bit: u128) -> bool {
    let empty = board.empty & !bit;
    let own = board.stones(player) | bit;
    if board.beside(board.flood(bit, own)) & empty == 0 {
        return false;
    }
    let enemy = board.stones(player.opponent());
    let touched = board.beside(bit) & enemy;
    touched == 0 || captured(board, board.flood(touched, enemy), empty).is_none()
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
        for bit in Bits(position.empty) {
            if may_place(position, player, 1 << bit) {
                moves.push(Place { at: position.cell(bit), player });
            }
        }
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

    fn normal(&self, position: &Board) -> Board {
        position.least_image()
    }

    fn negative(&self, position: &Board) -> Option<Board> {
        Some(position.recoloured())
    }
}
