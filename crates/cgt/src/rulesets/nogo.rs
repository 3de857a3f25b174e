//! NoGo on a grid.

use std::fmt;

use super::grid_rules::GridRules;
use crate::boards::board::Bits;
use crate::{Cell, CellSet, Grid, Player, PositionError, SignedNormal};

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
        let stone = char::from(crate::boards::strip::stone(self.player));
        write!(f, "{}_{stone}", self.at)
    }
}

/// What the cells of a board are. Two kinds exist only in parts of split boards, where a cell in
/// several sets of the [`Board`] stands for them: they never change, and all that matters is what
/// they touch.
#[derive(Clone, Copy)]
struct Kinds<S> {
    /// Empty cells where somebody may place a stone, or so it seems.
    free: S,
    /// Empty cells that stay empty, because neither player may ever place a stone there: black,
    /// white and empty.
    dead: S,
    /// Stones that have a liberty for ever: black or white, and empty.
    safe: [S; 2],
    /// The other stones.
    mortal: [S; 2],
}

impl<S: CellSet> Kinds<S> {
    fn of(board: &Grid<S>) -> Self {
        let Grid { black, white, empty, .. } = *board;
        Self {
            free: empty & !black & !white,
            dead: empty & black & white,
            safe: [empty & black & !white, empty & white & !black],
            mortal: [black & !empty, white & !empty],
        }
    }

    /// The cells where a player may place a stone: not the last liberty of an enemy block, and with
    /// a liberty next to it or in a block that it joins. What is forbidden once stays forbidden.
    fn legal(&self, board: &Grid<S>, player: Player) -> S {
        let (own, other) = (player.index(), player.opponent().index());
        let mut legal = board.beside(self.free | self.dead | self.safe[own]);
        self.for_each_mortal_block(board, own, |liberties| {
            if liberties.has_several() {
                legal |= liberties;
            }
        });
        self.for_each_mortal_block(board, other, |liberties| {
            if !liberties.has_several() {
                legal &= !liberties;
            }
        });
        legal & self.free
    }

    /// Calls `visit` with the liberties of each block; safe stones next to it are as good as one.
    fn for_each_mortal_block(&self, board: &Grid<S>, colour: usize, mut visit: impl FnMut(S)) {
        let mut rest = self.mortal[colour];
        while !rest.is_empty() {
            let block = board.flood(rest.only_first(), rest);
            rest &= !block;
            visit(board.beside(block) & (self.free | self.dead | self.safe[colour]));
        }
    }

    /// The same cells, with all that is dead and safe by now.
    fn settled(&self, board: &Grid<S>) -> Self {
        let legal = Player::BOTH.iter().fold(S::EMPTY, |all, &player| all | self.legal(board, player));
        let dead = self.dead | self.free & !legal;
        let [black, white] = [0, 1].map(|colour| {
            let stones = self.safe[colour] | self.mortal[colour];
            board.flood((self.safe[colour] | board.beside(dead)) & stones, stones)
        });
        let mortal = [self.mortal[0] & !black, self.mortal[1] & !white];
        Self { free: self.free & legal, dead, safe: [black, white], mortal }
    }

    /// The board again, with these cells only.
    fn board(&self, board: &Grid<S>, mask: S) -> Grid<S> {
        let [black, white] = [0, 1].map(|colour| self.mortal[colour] | self.safe[colour] | self.dead);
        let empty = self.free | self.dead | self.safe[0] | self.safe[1];
        Grid { black, white, empty, ..*board }.restricted(mask)
    }
}

/// A block of stones without a liberty, if there is one.
fn captured<S: CellSet>(board: &Grid<S>, stones: S) -> Option<S> {
    let mut rest = stones;
    while !rest.is_empty() {
        let block = board.flood(rest.only_first(), rest);
        if (board.beside(block) & board.empty).is_empty() {
            return Some(block);
        }
        rest &= !block;
    }
    None
}

impl GridRules for Nogo {
    type Position<S: CellSet> = Grid<S>;
    type Move = Place;

    fn title(&self) -> &'static str {
        "nogo"
    }

    fn symbols(&self) -> &'static str {
        "XO."
    }

    fn parse<S: CellSet>(&self, text: &str) -> Result<Grid<S>, PositionError> {
        let board = Grid::<S>::parse(text, "XO.#")?;
        let captured = captured(&board, board.black).or_else(|| captured(&board, board.white));
        match captured {
            None => Ok(board),
            Some(block) => Err(PositionError::Illegal {
                law: "every block of stones needs an empty neighbour",
                offset: block.first() as usize,
            }),
        }
    }

    /// Safe stones are small letters, dead cells are `_`.
    fn format<S: CellSet>(&self, position: &Grid<S>) -> String {
        let kinds = Kinds::of(position);
        let mut text = position.to_string().into_bytes();
        let mark = |text: &mut [u8], cells: S, symbol| {
            for bit in Bits(cells) {
                text[bit as usize] = symbol;
            }
        };
        mark(&mut text, kinds.dead, b'_');
        mark(&mut text, kinds.safe[0], b'x');
        mark(&mut text, kinds.safe[1], b'o');
        String::from_utf8_lossy(&text).into_owned()
    }

    fn moves<S: CellSet>(&self, position: &Grid<S>, player: Player, moves: &mut Vec<Place>) {
        let cells = Bits(Kinds::of(position).legal(position, player)).map(|bit| position.cell(bit));
        moves.extend(cells.map(|at| Place { at, player }));
    }

    fn count_moves<S: CellSet>(&self, position: &Grid<S>, player: Player) -> Option<usize> {
        Some(Kinds::of(position).legal(position, player).count() as usize)
    }

    fn play<S: CellSet>(&self, position: &Grid<S>, _player: Player, mv: Place) -> Grid<S> {
        let bit = position.bit(mv.at);
        let mut next = Grid { empty: position.empty & !bit, ..*position };
        *next.stones_mut(mv.player) |= bit;
        next
    }

    /// Free cells belong together if they touch or if a block that may be captured touches both;
    /// that stones of different colours touch does not matter.
    fn split<S: CellSet>(&self, position: &Grid<S>, parts: &mut Vec<Grid<S>>) {
        let kinds = Kinds::of(position).settled(position);
        let mut rest = kinds.free;
        while !rest.is_empty() {
            let mut part = rest.only_first();
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
    fn most_moves<S: CellSet>(&self, position: &Grid<S>, player: Player) -> Option<u32> {
        self.count_moves(position, player).map(|moves| moves as u32)
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
