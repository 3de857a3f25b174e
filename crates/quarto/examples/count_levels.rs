//! Counts the positions of late levels by value: `cargo run --release -p zermelo-quarto --example
//! count_levels -- LEVEL [LAYERS]`
//!
//! With a number of layers, only so many are counted, and what is printed is not the whole level.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;
use zermelo_quarto::{Counts, Search, layers};

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|n| n.parse().expect("a number")).collect();
    let begin = Instant::now();
    let (mut counts, mut search) = (Counts::default(), Search::new(16));
    let layers = layers(numbers[0] as u32);
    let some = numbers.get(1).copied().unwrap_or(layers.len());
    for &(layer, times) in layers.iter().step_by(layers.len().div_ceil(some)) {
        counts.add(layer, times, &mut search);
    }
    println!("{} layers in {:.1} s, {} classes", layers.len(), begin.elapsed().as_secs_f64(), counts.classes);
    println!("ended: {}", counts.ended);
    for (score, positions) in &counts.scores {
        println!("{score:?} after {:?}: {positions}", score.placements());
    }
}
