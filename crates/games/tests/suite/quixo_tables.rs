//! Quixo by value and remoteness, position for position, against an independent brute force (its tables are in
//! `tests/data`).

use std::collections::BTreeMap;

use zermelo_core::{Outcome, Tally, Value};
use zermelo_explore::SolveOptions;
use zermelo_solve::unlimited;

use crate::known_results::{contradicts, known_results, rows};
use crate::shelf::Shelf;

#[test]
fn the_3x3_board_has_the_published_counts() {
    counts_are_those_published(
        "quixo/3x3",
        include_str!("../../../../tests/data/quixo_3x3.tsv"),
        Outcome::Win(7),
        (32_027, 4_433),
    );
}

#[test]
fn the_4x4_board_has_the_published_counts() {
    counts_are_those_published(
        "quixo/4x4",
        include_str!("../../../../tests/data/quixo_4x4.tsv"),
        Outcome::Win(21),
        (82_497_861, 10_339_244),
    );
}

/// Compares start, totals (all positions, and up to symmetry) and the counts of each value and remoteness.
fn counts_are_those_published(name: &str, table: &str, expected_start: Outcome, totals: (u64, u64)) {
    let (shelf, run) = (Shelf::new(), unlimited());
    let game = shelf.library.open(name).unwrap();
    let database = game.solve(false, &SolveOptions::default(), &run).unwrap().expect("it is complete");
    let start = game.game.start_outcome(&database).unwrap().expect("the start is solved");
    let analysis = game.analyse(&database, &run).unwrap();

    assert_eq!(start, expected_start);
    assert_eq!((analysis.total.all.total(), analysis.total.canonical.total()), totals);
    assert_eq!(contradicts(&known_results()[name], start, &analysis.total.all), None);
    let mut published = rows(table);
    assert_eq!(
        published.remove("remoteness").as_deref(),
        Some(&["win", "lose", "draw"].map(String::from)[..])
    );
    assert_eq!(by_remoteness(&analysis.total.all), published);
}

/// The counts of wins, losses and draws by remoteness, `inf` for draws, as the tables have them.
fn by_remoteness(tally: &Tally) -> BTreeMap<String, Vec<String>> {
    let remotenesses = tally.iter().map(|(outcome, _)| outcome.remoteness());
    let row = |remoteness: Option<u32>| {
        let of = |value| {
            let same = tally.iter().filter(|(o, _)| o.value() == value && o.remoteness() == remoteness);
            same.map(|(_, count)| count).sum::<u64>().to_string()
        };
        [Value::Win, Value::Lose, Value::Draw].map(of).to_vec()
    };
    remotenesses.map(|r| (r.map_or("inf".into(), |r| r.to_string()), row(r))).collect()
}
