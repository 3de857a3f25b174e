//! Col and snort: colouring a map.

use std::fmt;

use super::nogo::Place;
use crate::board::Bits;
use crate::{Board, Cell, Player, PositionError, Ruleset};

/// Col: colour a cell that touches no cell of your own colour.
#[derive(Debug, Clone, Copy, Default)]
pub struct Col;

/// Snort: colour a cell that touches no cell of the other colour.
#[derive(Debug, Clone, Copy, Default)]
pub struct Snort;

/// A map of free cells. Coloured cells are gone; what is left of them is that one player, or
/// nobody, may use the cells around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Map {
    /// `empty` holds the cells for both, `black` and `white` those for one player only.
    board: Board,
}

impl Map {
    /// Reads stones `X O`, free cells `.`, walls `#`, and free cells `b w` for one player only.
    /// `spoils` says whose use of the neighbours a stone of a player spoils.
    fn parse(text: &str, spoils: fn(Player) -> Player) -> Result<Self, PositionError> {
        if let Some((offset, symbol)) =
            text.chars().enumerate().find(|&(_, symbol)| !"XO.#bw|".contains(symbol))
        {
            return Err(PositionError::unexpected(symbol, offset, "XO.#bw|"));
        }
        let only = |symbol| text.replace(|c: char| c != symbol && c != '|', "#");
        let stones = Board::parse(&text.replace(['.', 'b', 'w'], "#"), "XO#")?;
        let free = Board::parse(&only('.'), ".#")?.empty;
        let black = Board::parse(&only('b').replace('b', "X"), "X#")?.black;
        let white = Board::parse(&only('w').replace('w', "O"), "O#")?.white;
        let mut map = Self { board: Board { black, white, empty: free, ..stones } };
        for player in Player::BOTH {
            map.spoil(spoils(player), stones.beside(stones.stones(player)));
        }
        Ok(map)
    }

    /// Cells that a player may colour.
    const fn usable(&self, player: Player) -> u128 {
        self.board.empty | self.board.stones(player)
    }

    /// Takes cells away from one player.
    fn spoil(&mut self, player: Player, cells: u128) {
        let left_over = self.board.empty & cells;
        self.board.empty &= !cells;
        *self.board.stones_mut(player.opponent()) |= left_over;
        *self.board.stones_mut(player) &= !cells;
    }

    fn moves(&self, player: Player, moves: &mut Vec<Place>) {
        let cells = Bits(self.usable(player)).map(|bit| self.board.cell(bit));
        moves.extend(cells.map(|at| Place { at, player }));
    }

    fn play(&self, spoiled: Player, at: Cell) -> Self {
        let mut next = *self;
        let bit = self.board.bit(at);
        next.board.black &= !bit;
        next.board.white &= !bit;
        next.board.empty &= !bit;
        next.spoil(spoiled, self.board.beside(bit));
        next
    }

    fn split(&self, parts: &mut Vec<Self>) {
        let mut rest = self.board.cells();
        while rest != 0 {
            let region = self.board.flood(rest & rest.wrapping_neg(), rest);
            rest &= !region;
            parts.push(Self { board: self.board.restricted(region) });
        }
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board.to_string().replace('X', "b").replace('O', "w"))
    }
}

/// The two games differ only in whose neighbouring cells a stone spoils.
macro_rules! map_game {
    ($game:ident, $title:literal, $spoils:expr) => {
        impl Ruleset for $game {
            type Position = Map;
            type Move = Place;

            fn title(&self) -> &'static str {
                $title
            }

            fn symbols(&self) -> &'static str {
                ".bw#"
            }

            fn parse(&self, text: &str) -> Result<Map, PositionError> {
                Map::parse(text, $spoils)
            }

            fn format(&self, position: &Map) -> String {
                position.to_string()
            }

            fn moves(&self, position: &Map, player: Player, moves: &mut Vec<Place>) {
                position.moves(player, moves);
            }

            fn play(&self, position: &Map, player: Player, mv: Place) -> Map {
                position.play($spoils(player), mv.at)
            }

            fn split(&self, position: &Map, parts: &mut Vec<Map>) {
                position.split(parts);
            }

            fn normal(&self, position: &Map) -> Map {
                Map { board: position.board.least_image() }
            }

            fn negative(&self, position: &Map) -> Option<Map> {
                Some(Map { board: position.board.recoloured() })
            }
        }
    };
}

map_game!(Col, "col", |player: Player| player);
map_game!(Snort, "snort", Player::opponent);
