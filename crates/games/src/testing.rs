//! What the tests of all games share: the conformance battery, and the table of known results.

use zermelo_core::conformance::{Check, Effort, check_rules};
use zermelo_core::{Game, Outcome, Value, oracle};

/// One row a game: see the comment at the top of the file for the columns and sources.
const RESULTS: &str = include_str!("../../../tests/data/results.tsv");

/// Enough to look at every kind of position of a game; `zermelo test` looks at more.
pub(crate) const EFFORT: Effort = Effort { positions: 2_000, seed: 1 };

/// Checks that the rules keep the laws of every game.
pub(crate) fn passes_battery<G: Game>(game: &G) {
    all_kept(&check_rules(game, &EFFORT));
}

/// Panics with the laws that are broken, if any.
pub(crate) fn all_kept(checks: &[Check]) {
    let broken: Vec<String> = checks.iter().filter(|check| !check.passed()).map(Check::to_string).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Puts the game through the battery, solves it by the plain oracle and compares every number in the row `id` of the table of known
/// results (a column that holds `?` is not known).
pub(crate) fn agrees_with_truth<G: Game>(game: &G, id: &str) {
    passes_battery(game);
    let row = RESULTS.lines().find(|line| line.split('\t').next() == Some(id));
    let row: Vec<&str> = row.unwrap_or_else(|| panic!("no row '{id}' in results.tsv")).split('\t').collect();
    let solution = oracle::solve(game, 10_000_000).expect("small enough for the oracle");
    let start = solution[&game.start()];
    let tally: zermelo_core::Tally = solution.into_values().collect();
    let ends = [Value::Win, Value::Lose, Value::Tie].map(|v| tally.of(Outcome::ended(v)).to_string());
    let found = [
        start.value().to_string(),
        start.remoteness().map_or("inf".into(), |r| r.to_string()),
        tally.total().to_string(),
        tally.with_value(Value::Win).to_string(),
        tally.with_value(Value::Lose).to_string(),
        tally.with_value(Value::Tie).to_string(),
        tally.with_value(Value::Draw).to_string(),
        ends.join("/"),
        tally.max_remoteness().unwrap_or(0).to_string(),
    ];
    for (expected, found) in row[1..].iter().zip(&found) {
        assert!(expected == &"?" || expected == found, "{id}: expected {row:?}\n    found {found:?}");
    }
}

/// The names of the legal moves in a position given as text, in the order of the rules.
pub(crate) fn moves_in<G: Game>(game: &G, position: &str) -> String {
    let p = game.parse(position).unwrap_or_else(|error| panic!("{error}"));
    let mut moves = Vec::new();
    game.moves(&p, &mut moves);
    moves.into_iter().map(|m| game.format_move(&p, m)).collect::<Vec<String>>().join(" ")
}

/// The smallest number that is not among the given ones: the nim-value of a position with these options.
pub(crate) fn mex(options: impl Iterator<Item = u32>) -> u32 {
    let options: Vec<u32> = options.collect();
    (0..=options.len() as u32)
        .find(|value| !options.contains(value))
        .expect("one of n + 1 numbers is missing")
}
