//! Values that CGSuite computed: reading, writing, and the numbers that belong to them.

use zermelo_cgt::Arena;

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
