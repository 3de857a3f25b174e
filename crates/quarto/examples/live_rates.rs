//! Times the search on random boards: `cargo run --release -p zermelo-quarto --example live_rates -- LEVEL
//! COUNT`

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;
use zermelo_quarto::{Board, CELLS, Score, Search};

/// Returns a random board of `level` pieces without a line.
fn random_board(random: &mut fastrand::Rng, level: usize) -> Board {
    loop {
        let (mut cells, mut pieces) = ((0..CELLS).collect::<Vec<_>>(), (0..16).collect::<Vec<u8>>());
        random.shuffle(&mut cells);
        random.shuffle(&mut pieces);
        let board = cells
            .iter()
            .zip(pieces)
            .take(level)
            .fold(Board::EMPTY, |board, (&cell, piece)| board.with(cell, piece));
        if !board.planes().has_line() {
            return board;
        }
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|n| n.parse().expect("a number")).collect();
    let (level, count) = (numbers[0], numbers[1]);
    let mut random = fastrand::Rng::with_seed(1);
    let boards: Vec<Board> = (0..count).map(|_| random_board(&mut random, level)).collect();
    let mut search = Search::new(16);
    let mut counts = std::collections::BTreeMap::<Score, usize>::new();
    let begin = Instant::now();
    let mut worst = 0;
    for &board in &boards {
        let before = search.nodes;
        *counts.entry(search.score(board)).or_default() += 1;
        worst = worst.max(search.nodes - before);
    }
    let each = begin.elapsed().as_secs_f64() / count as f64;
    println!(
        "level {level}: {:.3} us a board, {:.1} nodes, worst {worst}; {counts:?}",
        each * 1e6,
        search.nodes as f64 / count as f64
    );
}
