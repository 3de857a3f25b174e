//! Counts as JSON.

use serde_json::{Map, Value as Json, json};
use zermelo_core::{Tally, Value};
use zermelo_solve::{Analysis, Counts};

use crate::view::outcome_words;

/// A tally as JSON: totals by value, and the counts of each value by remoteness (a draw has none).
pub fn tally_json(tally: &Tally) -> Json {
    let values: Map<String, Json> =
        Value::ALL.iter().map(|v| (v.word().to_owned(), json!(tally.with_value(*v)))).collect();
    let outcomes: Vec<Json> = tally
        .iter()
        .map(|(outcome, count)| {
            let (value, remoteness) = outcome_words(Some(outcome));
            json!({ "value": value, "remoteness": remoteness, "count": count })
        })
        .collect();
    json!({
        "positions": tally.total(),
        "maxRemoteness": tally.max_remoteness(),
        "values": values,
        "outcomes": outcomes,
    })
}

fn counts_json(counts: &Counts) -> Json {
    json!({
        "all": tally_json(&counts.all),
        "canonical": tally_json(&counts.canonical),
        "moves": counts.moves,
        "branching": counts.branching(),
    })
}

/// An analysis as JSON.
pub fn analysis_json(analysis: &Analysis) -> Json {
    let examples: Vec<Json> = analysis
        .examples
        .iter()
        .map(|(outcome, position)| {
            let (value, remoteness) = outcome_words(Some(*outcome));
            json!({ "value": value, "remoteness": remoteness, "position": position })
        })
        .collect();
    let tiers: Vec<Json> = analysis
        .tiers
        .iter()
        .map(|(tier, counts)| {
            let mut json = counts_json(counts);
            json["tier"] = tier.as_str().into();
            json
        })
        .collect();
    let mut json = counts_json(&analysis.total);
    json["examples"] = examples.into();
    json["tiers"] = tiers.into();
    json
}
