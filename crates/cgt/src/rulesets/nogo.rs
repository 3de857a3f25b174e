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

/// What the cells of a board are. Two kinds exist only in parts of split boards, where a cell in
/// several sets of the [`Board`] stands for them: they never change, and all that matters is what
/// they touch.
#[derive(Clone, Copy)]
struct Kinds {
    /// Empty cells where somebody may place a stone, or so it seems.
    free: u128,
    /// Empty cells that stay empty, because neither player may ever place a stone there: black,
    /// white and empty.
    dead: u128,
    /// Stones that have a liberty for ever: black or white, and empty.
    safe: [u128; 2],
    /// The other stones.
    mortal: [u128; 2],
}

impl Kinds {
    const fn of(board: &Board) -> Self {
        let Board { black, white, empty, .. } = *board;
        Self {
            free: empty & !black & !white,
            dead: empty & black & white,
            safe: [empty & black & !white, empty & white & !black],
            mortal: [black & !empty, white & !empty],
        }
    }

    /// The cells where a player may place a stone: not the last liberty of an enemy block, and with
    /// a liberty next to it or in a block that it joins. What is forbidden once stays forbidden.
    fn legal(&self, board: &Board, player: Player) -> u128 {
        let (own, other) = (player.index(), player.opponent().index());
        let mut legal = board.beside(self.free | self.dead | self.safe[own]);
        self.for_each_mortal_block(board, own, |liberties| {
            if liberties & liberties.wrapping_sub(1) != 0 {
                legal |= liberties;
            }
        });
        self.for_each_mortal_block(board, other, |liberties| {
            if liberties & liberties.wrapping_sub(1) == 0 {
                legal &= !liberties;
            }
        });
        legal & self.free
    }

    /// Calls `visit` with the liberties of each block; safe stones next to it are as good as one.
    fn for_each_mortal_block(&self, board: &Board, colour: usize, mut visit: impl FnMut(u128)) {
        let mut rest = self.mortal[colour];
        while rest != 0 {
            let block = board.flood(rest & rest.wrapping_neg(), rest);
            rest &= !block;
            visit(board.beside(block) & (self.free | self.dead | self.safe[colour]));
        }
    }

    /// The same cells, with all that is dead and safe by now.
    fn settled(&self, board: &Board) -> Self {
        let legal = Player::BOTH.iter().fold(0, |all, &player| all | self.legal(board, player));
        let dead = self.dead | self.free & !legal;
        let [black, white] = [0, 1].map(|colour| {
            let stones = self.safe[colour] | self.mortal[colour];
            board.flood((self.safe[colour] | board.beside(dead)) & stones, stones)
        });
        let mortal = [self.mortal[0] & !black, self.mortal[1] & !white];
        Self { free: self.free & legal, dead, safe: [black, white], mortal }
    }

    /// The board again, with these cells only.
    fn board(&self, board: &Board, mask: u128) -> Board {
        let [black, white] = [0, 1].map(|colour| self.mortal[colour] | self.safe[colour] | self.dead);
        let empty = self.free | self.dead | self.safe[0] | self.safe[1];
        Board { black, white, empty, ..*board }.restricted(mask)
    }
}

/// A block of stones without a liberty, if there is one.
fn captured(board: &Board, stones: u128) -> Option<u128> {
    let mut rest = stones;
    while rest != 0 {
        let block = board.flood(rest & rest.wrapping_neg(), rest);
        if board.beside(block) & board.empty == 0 {
            return Some(block);
        }
        rest &= !block;
    }
    None
}

impl Ruleset for Nogo {
    type Position = Board;
    type Move = Place;

    fn title(&self) -> &'static str {
        "nogo"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let board = Board::parse(text, "XO.#")?;
        let captured = captured(&board, board.black).or_else(|| captured(&board, board.white));
        match captured {
            None => Ok(board),
            Some(block) => Err(PositionError::Illegal {
                law: "every block of stones needs an empty neighbour",
                offset: block.trailing_zeros() as usize,
            }),
        }
    }

    /// Safe stones are small letters, dead cells are `_`.
    fn format(&self, position: &Board) -> String {
        let kinds = Kinds::of(position);
        let mut text = position.to_string().into_bytes();
        let mark = |text: &mut [u8], cells, symbol| {
            for bit in Bits(cells) {
                text[bit as usize] = symbol;
            }
        };
        mark(&mut text, kinds.dead, b'_');
        mark(&mut text, kinds.safe[0], b'x');
        mark(&mut text, kinds.safe[1], b'o');
        String::from_utf8_lossy(&text).into_owned()
    }

    fn moves(&self, position: &Board, player: Player, moves: &mut Vec<Place>) {
        let cells = Bits(Kinds::of(position).legal(position, player)).map(|bit| position.cell(bit));
        moves.extend(cells.map(|at| Place { at, player }));
    }

    fn count_moves(&self, position: &Board, player: Player) -> Option<usize> {
        Some(Kinds::of(position).legal(position, player).count_ones() as usize)
    }

    fn play(&self, position: &Board, _player: Player, mv: Place) -> Board {
        let bit = position.bit(mv.at);
        let mut next = Board { empty: position.empty & !bit, ..*position };
        *next.stones_mut(mv.player) |= bit;
        next
    }

    /// Free cells belong together if they touch or if a block that may be captured touches both;
    /// that stones of different colours touch does not matter.
    fn split(&self, position: &Board, parts: &mut Vec<Board>) {
        let kinds = Kinds::of(position).settled(position);
        let mut rest = kinds.free;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let free = part & kinds.free;
                let touched = |colour: usize| {
                    position.beside(free | part & kinds.mortal[colour]) & kinds.mortal[colour]
                };
                let next = part | position.beside(part) & kinds.free | touched(0) | touched(1);
                if next == part {
                    break;
                }
                part = next;
            }
            rest &= !part;
            let context = kinds.dead | kinds.safe[0] | kinds.safe[1];
            part |= position.beside(part & kinds.free) & context;
            parts.push(kinds.board(position, part));
        }
    }

    /// What is forbidden once stays forbidden.
    fn most_moves(&self, position: &Board, player: Player) -> Option<u32> {
        self.count_moves(position, player).map(|moves| moves as u32)
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
