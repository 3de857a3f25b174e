//! Col and snort: colouring a map.

use std::fmt;

use super::grid_rules::GridRules;
use super::nogo::Place;
use crate::boards::board::Bits;
use crate::{Cell, CellSet, Grid, Player, PositionError};

/// Col: colour a cell that touches no cell of your own colour.
#[derive(Debug, Clone, Copy, Default)]
pub struct Col;

/// Snort: colour a cell that touches no cell of the other colour.
#[derive(Debug, Clone, Copy, Default)]
pub struct Snort;

/// A map of free cells. Coloured cells are gone; what is left of them is that one player, or
/// nobody, may use the cells around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Map<S> {
    /// `empty` holds the cells for both, `black` and `white` those for one player only.
    board: Grid<S>,
}

impl<S: CellSet> Map<S> {
    /// Reads stones `X O`, free cells `.`, walls `#`, and free cells `b w` for one player only.
    /// `spoils` says whose use of the neighbours a stone of a player spoils.
    fn parse(text: &str, spoils: fn(Player) -> Player) -> Result<Self, PositionError> {
        if let Some((offset, symbol)) =
            text.chars().enumerate().find(|&(_, symbol)| !"XO.#bw|".contains(symbol))
        {
            return Err(PositionError::unexpected(symbol, offset, "XO.#bw|"));
        }
        let only = |symbol| text.replace(|c: char| c != symbol && c != '|', "#");
        let stones = Grid::<S>::parse(&text.replace(['.', 'b', 'w'], "#"), "XO#")?;
        let free = Grid::<S>::parse(&only('.'), ".#")?.empty;
        let black = Grid::<S>::parse(&only('b').replace('b', "X"), "X#")?.black;
        let white = Grid::<S>::parse(&only('w').replace('w', "O"), "O#")?.white;
        let mut map = Self { board: Grid { black, white, empty: free, ..stones } };
        for player in Player::BOTH {
            map.spoil(spoils(player), stones.beside(stones.stones(player)));
        }
        Ok(map)
    }

    /// Cells that a player may colour.
    fn usable(&self, player: Player) -> S {
        self.board.empty | self.board.stones(player)
    }

    /// Takes cells away from one player.
    fn spoil(&mut self, player: Player, cells: S) {
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
        while !rest.is_empty() {
            let region = self.board.flood(rest.only_first(), rest);
            rest &= !region;
            parts.push(Self { board: self.board.restricted(region) });
        }
    }
}

impl<S: CellSet> fmt::Display for Map<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board.to_string().replace('X', "b").replace('O', "w"))
    }
}

/// The two games differ only in whose neighbouring cells a stone spoils.
macro_rules! map_game {
    ($game:ident, $title:literal, $spoils:expr) => {
        impl GridRules for $game {
            type Position<S: CellSet> = Map<S>;
            type Move = Place;

            fn title(&self) -> &'static str {
                $title
            }

            fn symbols(&self) -> &'static str {
                ".bw#"
            }

            fn parse<S: CellSet>(&self, text: &str) -> Result<Map<S>, PositionError> {
                Map::parse(text, $spoils)
            }

            fn format<S: CellSet>(&self, position: &Map<S>) -> String {
                position.to_string()
            }

            fn moves<S: CellSet>(&self, position: &Map<S>, player: Player, moves: &mut Vec<Place>) {
                position.moves(player, moves);
            }

            fn play<S: CellSet>(&self, position: &Map<S>, player: Player, mv: Place) -> Map<S> {
                position.play($spoils(player), mv.at)
            }

            fn split<S: CellSet>(&self, position: &Map<S>, parts: &mut Vec<Map<S>>) {
                position.split(parts);
            }

            fn normal<S: CellSet>(&self, position: &Map<S>) -> Map<S> {
                Map { board: position.board.least_image() }
            }

            fn negative<S: CellSet>(&self, position: &Map<S>) -> Option<Map<S>> {
                Some(Map { board: position.board.recoloured() })
            }
        }
    };
}

map_game!(Col, "col", |player: Player| player);
map_game!(Snort, "snort", Player::opponent);
