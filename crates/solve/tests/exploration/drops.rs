//! Connect four from plain rules, without symmetry: every move leads to the next level.

use zermelo_core::{Game, Pack, ParseError, Value};

/// A board whose columns are as high as there are rows, with one cell more for the carry.
pub(crate) struct Drops {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

/// The stones of the player to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Position {
    mover: u64,
    occupied: u64,
}

/// One bit above the stones of each column, and the mover's stones below: 6x5 bits for 5x5 cells.
impl Pack for Position {
    const BITS: u32 = 64;

    fn pack<K: zermelo_core::Key>(&self, to: &mut K) {
        to.push(64, self.mover + self.occupied + BOTTOM);
    }

    fn unpack<K: zermelo_core::Key>(from: &mut zermelo_core::Unpacker<K>) -> Option<Position> {
        let key = from.take(64);
        let mut position = Position { mover: 0, occupied: 0 };
        for column in 0..8 {
            let bits = key >> (8 * column) & 0xff;
            let top = bits.checked_ilog2()?;
            position.occupied |= ((1 << top) - 1) << (8 * column);
            position.mover |= (bits ^ 1 << top) << (8 * column);
        }
        Some(position)
    }
}

/// The lowest cells of eight columns of eight bits.
const BOTTOM: u64 = 0x0101_0101_0101_0101;

fn has_four(stones: u64) -> bool {
    [1, 7, 8, 9].iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for Drops {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        Position { mover: 0, occupied: 0 }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        if has_four(p.occupied ^ p.mover) {
            Some(Value::Lose)
        } else {
            (p.occupied.count_ones() == self.rows * self.columns).then_some(Value::Tie)
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<u32>) {
        out.extend((0..self.columns).filter(|column| p.occupied >> (8 * column + self.rows - 1) & 1 == 0));
    }

    fn play(&self, p: &Position, column: u32) -> Position {
        let occupied = p.occupied | (p.occupied + (1 << (8 * column)));
        Position { mover: p.occupied ^ p.mover, occupied }
    }

    fn format(&self, p: &Position) -> String {
        format!("{:x}_{:x}", p.mover, p.occupied)
    }

    fn parse(&self, _: &str) -> Result<Position, ParseError> {
        Err(ParseError::new("not needed"))
    }

    fn format_move(&self, _: &Position, column: u32) -> String {
        column.to_string()
    }
}
