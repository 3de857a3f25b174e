//! For the tests of a game: the conformance battery, and short ways to ask what is possible in a position.

use std::fmt::Write;

use zermelo_core::Game;
use zermelo_library::{Effort, Family};
use zermelo_solve::unlimited;

/// Positions that are looked at for each law.
const EFFORT: Effort = Effort { positions: 10_000, seed: 1 };

/// Checks that every listed variant keeps the laws that solver, databases and page rely on, as `zermelo test` does.
///
/// # Panics
/// With a list of the laws that are broken.
///
/// ```should_panic
/// // A family without variants has nothing that could be right.
/// zermelo::testing::keeps_the_laws(&zermelo::Family::new("none", "None", "No rules."));
/// ```
pub fn keeps_the_laws(family: &Family) {
    assert!(!family.variants.is_empty(), "{} has no variants", family.id);
    let mut broken = String::new();
    for variant in &family.variants {
        let game = family.build(variant.id).expect("listed variants can be built");
        let checks = game.test(&EFFORT, &unlimited()).expect("small enough to be tried");
        for check in checks.iter().filter(|check| !check.passed()) {
            let _ = writeln!(broken, "{}/{}: {check}", family.id, variant.id);
        }
    }
    assert!(broken.is_empty(), "broken laws:\n{broken}");
}

/// Returns the names of all legal moves in a position, separated by spaces, in the order of the rules.
///
/// # Panics
/// If the text is not a position.
pub fn moves_in<G: Game>(game: &G, position: &str) -> String {
    let position = game.parse(position).unwrap_or_else(|error| panic!("{error}"));
    let mut moves = Vec::new();
    if game.end(&position).is_none() {
        game.moves(&position, &mut moves);
    }
    let names: Vec<String> = moves.into_iter().map(|m| game.format_move(&position, m)).collect();
    names.join(" ")
}
