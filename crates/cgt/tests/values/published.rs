//! Values that CGSuite computed: reading, writing, and the numbers that belong to them.

use std::collections::HashMap;

use zermelo_cgt::{Arena, Value};

const TABLE: &str = include_str!("../data/values.tsv");

#[test]
fn outcome_mean_temperature_and_stops_are_as_published() {
    let mut arena = Arena::new();
    let mut rows = 0;
    for row in TABLE.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [game, position, value, outcome, mean, temperature, left_stop, right_stop] = columns[..] else {
            panic!("a row with other columns: {row}");
        };
        let value = arena.parse(value).unwrap_or_else(|error| panic!("{game} {position}: {error}"));
        let computed = [
            arena.outcome(value).letter().to_string(),
            arena.mean(value).to_string(),
            arena.temperature(value).to_string(),
            arena.left_stop(value).to_string(),
            arena.right_stop(value).to_string(),
        ];
        assert_eq!(computed, [outcome, mean, temperature, left_stop, right_stop], "{game} {position}");
        rows += 1;
    }
    assert!(rows > 200, "the table is complete");
}

#[test]
fn published_values_are_written_and_read_again() {
    let mut arena = Arena::new();
    for row in TABLE.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let text = row.split('\t').nth(2).expect("a value in every row");
        let value = arena.parse(text).expect("a value");
        let written = arena.text(value);
        assert_eq!(arena.parse(&written), Ok(value), "{text} written as {written}");
        // The options may come in another order, so only the length is the same.
        assert_eq!(written.len(), text.len(), "{text} written as {written}");
    }
}

/// A stone moves onto an adjacent stone of the other colour.
fn clobber_strip(arena: &mut Arena, known: &mut HashMap<String, Value>, strip: &str) -> Value {
    if let Some(&value) = known.get(strip) {
        return value;
    }
    let [left, right] = [('x', 'o'), ('o', 'x')].map(|(own, other)| {
        let cells: Vec<char> = strip.chars().collect();
        let mut options = Vec::new();
        for (from, to) in (1..cells.len()).flat_map(|at| [(at - 1, at), (at, at - 1)]) {
            if cells[from] == own && cells[to] == other {
                let mut after = cells.clone();
                (after[from], after[to]) = ('.', own);
                let after: String = after.into_iter().collect();
                options.push(clobber_strip(arena, known, &after));
            }
        }
        options
    });
    let value = arena.canonical(&left, &right);
    known.insert(strip.to_owned(), value);
    value
}

#[test]
fn names_of_values_mean_what_clobber_strips_are() {
    let (mut arena, mut known) = (Arena::new(), HashMap::new());
    let mut powers_of_up = 0;
    for row in TABLE.lines().filter(|row| row.starts_with("clobber\t")) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (strip, published) = (columns[1], columns[2]);
        if strip.len() > 13 || strip.contains('|') {
            continue;
        }
        let value = clobber_strip(&mut arena, &mut known, strip);
        assert_eq!(arena.parse(published), Ok(value), "{strip}");
        powers_of_up += usize::from(published.contains("[2]") || published.contains("<2>"));
    }
    assert!(powers_of_up >= 2, "strips with powers of up are among them");
}
