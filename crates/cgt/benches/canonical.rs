//! Times canonical forms of whole positions, where most work is sums and comparisons of values.
//!
//! `cargo bench -p zermelo-cgt --bench canonical [NAME]`

#![expect(clippy::print_stdout, reason = "a benchmark tells its times")]

use std::time::Instant;

use rustc_hash::FxHashMap;
use zermelo_cgt::{Arena, Player, Value};

/// A set of cells, 8 to a row.
type Cells = u64;

/// Boards of two kinds of cells; domineering uses the first only, for free cells.
type Board = [Cells; 2];

struct Game {
    name: &'static str,
    start: Board,
    moves: fn(Board, Player, &mut Vec<Board>),
}

struct Evaluation {
    moves: fn(Board, Player, &mut Vec<Board>),
    arena: Arena,
    known: FxHashMap<Board, Value>,
}

impl Evaluation {
    fn value(&mut self, [a, b]: Board) -> Value {
        let mut sum = Value::ZERO;
        let mut rest = a | b;
        while rest != 0 {
            let part = component(rest, rest & rest.wrapping_neg());
            rest &= !part;
            let value = self.value_of_part([a & part, b & part]);
            sum = self.arena.add(sum, value);
        }
        sum
    }

    fn value_of_part(&mut self, part: Board) -> Value {
        let part = corner(part);
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        let [left, right] = Player::BOTH.map(|player| {
            let mut boards = Vec::new();
            (self.moves)(part, player, &mut boards);
            boards.into_iter().map(|board| self.value(board)).collect::<Vec<Value>>()
        });
        let value = self.arena.canonical(&left, &right);
        self.known.insert(part, value);
        value
    }
}

const LAST_COLUMN: Cells = 0x8080_8080_8080_8080;
const FIRST_COLUMN: Cells = 0x0101_0101_0101_0101;

fn neighbours(cells: Cells) -> [Cells; 4] {
    [(cells & !LAST_COLUMN) << 1, (cells & !FIRST_COLUMN) >> 1, cells << 8, cells >> 8]
}

fn component(all: Cells, seed: Cells) -> Cells {
    let mut part = seed;
    loop {
        let wider = neighbours(part).into_iter().fold(part, |sum, next| sum | next) & all;
        if wider == part {
            return part;
        }
        part = wider;
    }
}

/// Moved to the upper left corner.
fn corner([mut a, mut b]: Board) -> Board {
    let down = (a | b).trailing_zeros() / 8 * 8;
    (a, b) = (a >> down, b >> down);
    while (a | b) & FIRST_COLUMN == 0 {
        (a, b) = (a >> 1, b >> 1);
    }
    [a, b]
}

fn cells(mut set: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Left places vertical dominoes, Right horizontal ones.
fn domineering([free, _]: Board, player: Player, boards: &mut Vec<Board>) {
    let step = if player == Player::Left { 8 } else { 1 };
    boards.extend(cells(free & free >> step).map(|cell| [free & !(cell | cell << step), 0]));
}

/// A stone moves onto an adjacent stone of the other colour.
fn clobber([left, right]: Board, player: Player, boards: &mut Vec<Board>) {
    let (own, other) = if player == Player::Left { (left, right) } else { (right, left) };
    for from in cells(own) {
        for to in neighbours(from).into_iter().filter(|to| to & other != 0) {
            let (own, other) = (own & !from | to, other & !to);
            boards.push(if player == Player::Left { [own, other] } else { [other, own] });
        }
    }
}

const fn rectangle(rows: u32, columns: u32) -> Cells {
    let mut cells = 0;
    let mut row = 0;
    while row < rows {
        cells |= ((1 << columns) - 1) << (8 * row);
        row += 1;
    }
    cells
}

const fn checkerboard(rows: u32, columns: u32) -> Board {
    const EVEN: Cells = 0xAA55_AA55_AA55_AA55;
    let all = rectangle(rows, columns);
    [all & EVEN, all & !EVEN]
}

fn main() {
    let games = [
        Game { name: "domineering 4x6", start: [rectangle(4, 6), 0], moves: domineering },
        Game { name: "domineering 5x5", start: [rectangle(5, 5), 0], moves: domineering },
        Game { name: "domineering 4x7", start: [rectangle(4, 7), 0], moves: domineering },
        Game { name: "clobber 3x4", start: checkerboard(3, 4), moves: clobber },
        Game { name: "clobber 2x7", start: checkerboard(2, 7), moves: clobber },
        Game { name: "clobber 4x4", start: checkerboard(4, 4), moves: clobber },
    ];
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for Game { name, start, moves } in games {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let began = Instant::now();
        let mut evaluation = Evaluation { moves, arena: Arena::new(), known: FxHashMap::default() };
        let value = evaluation.value(start);
        let seconds = began.elapsed().as_secs_f64();
        let arena = &mut evaluation.arena;
        let text = arena.text_within(value, 60).unwrap_or_else(|| "a long value".to_owned());
        println!(
            "{name}: {seconds:.3} s, {} positions, {} values: {text}",
            evaluation.known.len(),
            arena.len()
        );
    }
}
