//! What the manifest of a database says about the solution.

use serde_json::{Value as Json, json};
use zermelo_core::Outcome;
use zermelo_store::Database;

use crate::view::outcome_words;

/// The summary of a whole game with the outcome of its start, or of a part of it.
pub(crate) fn summary(start: &str, outcome: Option<Outcome>) -> Json {
    match outcome {
        None => json!({ "complete": false, "start": start }),
        Some(_) => {
            let (value, remoteness) = outcome_words(outcome);
            json!({ "complete": true, "start": start, "value": value, "remoteness": remoteness })
        }
    }
}

/// Whether a summary is that of a whole game; a part says that it is one.
pub fn says_complete(summary: &Json) -> bool {
    summary["complete"] != false
}

/// Whether a database has the whole game.
pub fn is_complete(database: &Database) -> bool {
    says_complete(&database.manifest().summary)
}
