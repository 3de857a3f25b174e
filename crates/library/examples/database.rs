//! Writes a database and reads it: `cargo run -p zermelo-library --example database`.

#![expect(clippy::print_stdout, reason = "an example")]

use zermelo_core::{Game, Outcome, ParseError, Value};
use zermelo_library::{Family, Library, Solution, SolveOptions, any_game};
use zermelo_solve::unlimited;

/// One heap; a move takes one, two or three counters, and whoever takes the last one wins.
struct Heap;

impl Game for Heap {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        21
    }

    fn end(&self, heap: &u32) -> Option<Value> {
        (*heap == 0).then_some(Value::Lose)
    }

    fn moves(&self, heap: &u32, out: &mut Vec<u32>) {
        out.extend(1..=3.min(*heap));
    }

    fn play(&self, heap: &u32, taken: u32) -> u32 {
        heap - taken
    }

    fn format(&self, heap: &u32) -> String {
        heap.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::new("a number is needed"))
    }

    fn format_move(&self, _: &u32, taken: u32) -> String {
        taken.to_string()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let home = tempfile::tempdir()?;
    let family = Family::new("heap", "Heap", "Take.").variant("regular", "21 counters", || any_game!(Heap));
    let heap = Library::new(vec![family], home.path().to_owned()).open("heap")?;

    let database = heap.solve(false, &SolveOptions::default(), &unlimited())?.expect("solved as a whole");
    println!("{} bytes in {}", database.manifest().bytes, database.directory().display());

    // Another program would begin here; it needs the same rules.
    let database = heap.database()?.expect("just written");
    assert_eq!(heap.game.start_outcome(&database)?, Some(Outcome::Win(11)));
    let view = heap.game.view("10", Solution::of(&database))?;
    for m in &view.moves {
        println!("take {}: {}", m.name, m.worth().expect("all are solved"));
    }
    assert_eq!(view.moves[0].name, "2");
    Ok(())
}
