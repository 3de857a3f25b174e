//! How long the live solver takes for random positions of the standard board, on one core.
//!
//! ```sh
//! cargo run --release -p zermelo-connect4 --example live -- [--without-book] [POSITIONS [PLY …]]
//! ```
//!
//! Positions come from random games that are not over, always the same ones. Each is solved with an empty table.
#![allow(clippy::print_stdout)]

use std::env;
use std::time::{Duration, Instant};

use zermelo_connect4::{Board, Live, Position};

const MEMORY: u64 = 64 << 20;
const PLIES: [u32; 6] = [8, 10, 12, 14, 16, 20];

fn main() {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let without_book = words.first().is_some_and(|word| word == "--without-book");
    words.drain(..usize::from(without_book));
    let numbers: Vec<u32> = words.iter().map(|word| word.parse().expect("a number")).collect();
    let positions = numbers.first().copied().unwrap_or(100);
    let plies = if numbers.len() > 1 { &numbers[1..] } else { &PLIES };
    let board = Board::new(6, 7, 4).expect("the standard board");
    println!(
        "{:>4} {:>10} {:>10} {:>10} {:>12} {:>10}",
        "ply", "average", "median", "worst", "positions", "million/s"
    );
    for &ply in plies {
        let mut random = fastrand::Rng::with_seed(u64::from(ply));
        let mut times: Vec<Duration> = Vec::new();
        let mut looked_at = 0;
        for _ in 0..positions {
            let position = random_position(board, ply, &mut random);
            let live = Live::new(board, MEMORY);
            let live = if without_book { live.without_book() } else { live };
            // The table is made and the book opened with the first question; that is not what is measured here.
            live.outcome(nearly_over(board), &|| false);
            let before = live.positions();
            let began = Instant::now();
            live.outcome(position, &|| false).expect("it does not give up");
            times.push(began.elapsed());
            looked_at += live.positions() - before;
        }
        times.sort_unstable();
        let total: Duration = times.iter().sum();
        let (average, median, worst) = (total / positions, times[times.len() / 2], times[times.len() - 1]);
        let speed = looked_at as f64 / total.as_secs_f64() / 1e6;
        println!(
            "{ply:>4} {:>10} {:>10} {:>10} {:>12} {speed:>10.1}",
            text(average),
            text(median),
            text(worst),
            looked_at / u64::from(positions),
        );
    }
}

fn text(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// A position after so many random stones in which the game goes on.
fn random_position(board: Board, ply: u32, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut p = Position::EMPTY;
        while p.ply() < ply && !board.last_mover_won(p) {
            let open: Vec<u32> = (0..board.columns()).filter(|&column| board.has_room(p, column)).collect();
            p = board.drop(p, open[random.usize(..open.len())]);
        }
        if !board.last_mover_won(p) {
            return p;
        }
    }
}

/// A position with an answer at a glance.
fn nearly_over(board: Board) -> Position {
    [0, 1, 0, 1, 0, 1].into_iter().fold(Position::EMPTY, |p, column| board.drop(p, column))
}
