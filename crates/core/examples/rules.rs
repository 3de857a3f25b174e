//! The rules of a game, and what they make of it: `cargo run -p zermelo-core --example rules`.

#![expect(clippy::print_stdout, reason = "an example")]

use zermelo_core::{Game, Outcome, ParseError, Value, oracle, parse_move};

/// One heap; whoever takes the last counter wins. A move takes one counter or halves the heap.
struct Halving;

impl Game for Halving {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        20
    }

    fn end(&self, heap: &u32) -> Option<Value> {
        (*heap == 0).then_some(Value::Lose)
    }

    fn moves(&self, heap: &u32, out: &mut Vec<u32>) {
        out.push(1);
        out.extend((*heap >= 4).then_some(heap / 2));
    }

    fn play(&self, heap: &u32, taken: u32) -> u32 {
        heap - taken
    }

    fn format(&self, heap: &u32) -> String {
        heap.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse()
            .ok()
            .filter(|heap| *heap <= 20)
            .ok_or_else(|| ParseError::new("a number up to 20 is needed"))
    }

    fn format_move(&self, _: &u32, taken: u32) -> String {
        format!("take{taken}")
    }
}

fn main() {
    let outcomes = oracle::solve(&Halving, 1_000).expect("fewer than a thousand positions");
    for (heap, outcome) in &outcomes {
        println!("{heap:>2}: {outcome}");
    }
    // One counter wins at once; two lose, since the opponent takes the last one.
    assert_eq!((outcomes[&1], outcomes[&2]), (Outcome::Win(1), Outcome::Lose(2)));
    let half = parse_move(&Halving, &20, "take10").expect("a legal move");
    println!("from 20 by taking half: {}", outcomes[&Halving.play(&20, half)]);
}
