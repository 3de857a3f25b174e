//! Games by value and remoteness, position for position, against tables in `tests/data`: of Quixo on 3x3 cells by a brute force
//! (`quixo_by_force.rs`), of the others as published.

use std::collections::BTreeMap;

use zermelo_core::{Outcome, Tally, Value};
use zermelo_library::SolveOptions;
use zermelo_solve::{Analysis, unlimited};

use crate::databases::Databases;
use crate::known_results::{contradicts, known_results, rows};

/// The columns of a table after the remoteness, and what each counts.
type Columns = [(&'static str, &'static [Value]); 3];

const WITHOUT_TIES: Columns = [("win", &[Value::Win]), ("lose", &[Value::Lose]), ("draw", &[Value::Draw])];
const WITH_TIES: Columns =
    [("win", &[Value::Win]), ("lose", &[Value::Lose]), ("tie_or_draw", &[Value::Tie, Value::Draw])];

/// The published ones are wrong: `docs/errata.md`.
#[test]
fn quixo_on_3x3_cells_has_the_counts_of_a_brute_force() {
    let table = include_str!("../../../../tests/data/quixo_3x3.tsv");
    let analysis = counts_are_those_of("quixo/3x3", table, WITHOUT_TIES);
    assert_eq!(analysis.total.canonical.total(), 4_433);
}

#[test]
fn quixo_on_4x4_cells_has_the_published_counts() {
    let table = include_str!("../../../../tests/data/quixo_4x4.tsv");
    let analysis = counts_are_those_of("quixo/4x4", table, WITHOUT_TIES);
    assert_eq!(analysis.total.canonical.total(), 10_339_244);
}

// cargo test --release -p zermelo-games --test suite -- --ignored tic_tac_two
#[test]
#[ignore = "solves and analyses 142 million slots, which takes minutes"]
fn tic_tac_two_has_the_published_counts() {
    let table = include_str!("../../../../tests/data/tictactwo.tsv");
    counts_are_those_of("tictactwo/regular", table, WITH_TIES);
}

/// Compares the known results of a game, its start among them, and the counts of each value and remoteness.
fn counts_are_those_of(name: &str, table: &str, columns: Columns) -> Analysis {
    let (databases, run) = (Databases::new(), unlimited());
    let game = databases.library.open(name).unwrap();
    let database = game.solve(false, &SolveOptions::default(), &run).unwrap().expect("it is complete");
    let start = game.game.start_outcome(&database).unwrap().expect("the start is solved");
    let analysis = game.analyse(&database, &run).unwrap();

    assert_eq!(contradicts(&known_results()[name], start, &analysis.total.all), None);
    let mut expected = rows(table);
    let titles = columns.map(|(title, _)| title.to_owned());
    assert_eq!(expected.remove("remoteness").as_deref(), Some(&titles[..]));
    assert_eq!(by_remoteness(&analysis.total.all, columns), expected);
    analysis
}

/// The counts by remoteness, `inf` for draws, as the tables have them.
fn by_remoteness(tally: &Tally, columns: Columns) -> BTreeMap<String, Vec<String>> {
    let remotenesses = tally.iter().map(|(outcome, _)| outcome.remoteness());
    let row = |remoteness: Option<u32>| {
        let of = |values: &[Value]| {
            let counted = |o: &Outcome| values.contains(&o.value()) && o.remoteness() == remoteness;
            tally
                .iter()
                .filter(|(outcome, _)| counted(outcome))
                .map(|(_, count)| count)
                .sum::<u64>()
                .to_string()
        };
        columns.map(|(_, values)| of(values)).to_vec()
    };
    remotenesses.map(|r| (r.map_or("inf".into(), |r| r.to_string()), row(r))).collect()
}
