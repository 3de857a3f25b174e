//! The table of published results. The tests inside the crate use this file too.

use std::collections::BTreeMap;

use zermelo_core::{Outcome, Tally, Value};

/// The rows of `results.tsv` by game; see the comment at its top for columns and sources.
pub(crate) fn known_results() -> BTreeMap<String, Vec<String>> {
    rows(include_str!("../../../../tests/data/results.tsv"))
}

/// The rows of a table by their first column, without comments.
pub(crate) fn rows(table: &str) -> BTreeMap<String, Vec<String>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let cells = lines.map(|line| line.split('\t').map(str::to_owned));
    cells.map(|mut cells| (cells.next().expect("a line has a first cell"), cells.collect())).collect()
}

/// Compares every number that is known of a game with what was found (a column that holds `?` is not known); what
/// differs, if anything.
pub(crate) fn contradicts(known: &[String], start: Outcome, tally: &Tally) -> Option<String> {
    let of_value = |value| tally.with_value(value).to_string();
    let ends = [Value::Win, Value::Lose, Value::Tie].map(|v| tally.of(Outcome::ended(v)).to_string());
    let found = [
        start.value().to_string(),
        start.remoteness().map_or("inf".into(), |r| r.to_string()),
        tally.total().to_string(),
        of_value(Value::Win),
        of_value(Value::Lose),
        of_value(Value::Tie),
        of_value(Value::Draw),
        ends.join("/"),
        tally.max_remoteness().unwrap_or(0).to_string(),
    ];
    let same = known.iter().zip(&found).all(|(known, found)| known == "?" || known == found);
    (!same).then(|| format!("known are {known:?}\n    found are {found:?}"))
}
