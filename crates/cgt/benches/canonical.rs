//! Times canonical forms of whole positions, where nearly all work is sums and comparisons of values.
//!
//! `cargo bench -p zermelo-cgt --bench canonical`

#![expect(clippy::print_stdout, reason = "a benchmark tells its times")]

use std::collections::HashMap;
use std::time::Instant;

use zermelo_cgt::{Arena, Value};

/// A board as a set of free cells, 8 to a row.
type Board = u64;

/// Domineering: Left places vertical dominoes, Right horizontal ones.
struct Domineering {
    arena: Arena,
    known: HashMap<Board, Value>,
}

impl Domineering {
    fn value(&mut self, board: Board) -> Value {
        let mut sum = Value::ZERO;
        let mut rest = board;
        while rest != 0 {
            let part = component(rest, rest & rest.wrapping_neg());
            rest &= !part;
            let value = self.component_value(part);
            sum = self.arena.add(sum, value);
        }
        sum
    }

    fn component_value(&mut self, part: Board) -> Value {
        let part = corner(part);
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        let mut moves = |step: u32| {
            let mut options = Vec::new();
            let mut starts = part & part >> step;
            while starts != 0 {
                let cell = starts & starts.wrapping_neg();
                starts ^= cell;
                options.push(self.value(part & !(cell | cell << step)));
            }
            options
        };
        let (left, right) = (moves(8), moves(1));
        let value = self.arena.canonical(&left, &right);
        self.known.insert(part, value);
        value
    }
}

const LAST_COLUMN: Board = 0x8080_8080_8080_8080;
const FIRST_COLUMN: Board = 0x0101_0101_0101_0101;

fn component(free: Board, seed: Board) -> Board {
    let mut part = seed;
    loop {
        let wider = part | (part & !LAST_COLUMN) << 1 | (part & !FIRST_COLUMN) >> 1 | part << 8 | part >> 8;
        let wider = wider & free;
        if wider == part {
            return part;
        }
        part = wider;
    }
}

/// Moved to the upper left corner.
fn corner(mut part: Board) -> Board {
    while part.trailing_zeros() >= 8 {
        part >>= 8;
    }
    while part & FIRST_COLUMN == 0 {
        part >>= 1;
    }
    part
}

fn main() {
    for (rows, columns) in [(4, 4), (4, 5), (4, 6), (5, 5), (4, 7)] {
        let start = Instant::now();
        let mut game = Domineering { arena: Arena::new(), known: HashMap::new() };
        let row: Board = (1 << columns) - 1;
        let board = (0..rows).map(|r| row << (8 * r)).sum();
        let value = game.value(board);
        let (mean, temperature) = (game.arena.mean(value), game.arena.temperature(value));
        println!(
            "domineering {rows}x{columns}: {:.3} s, {} positions, {} values, mean {mean}, temperature {temperature}",
            start.elapsed().as_secs_f64(),
            game.known.len(),
            game.arena.len()
        );
    }
}
