//! What the manifest of a database says about the solution.

use serde_json::{Value as Json, json};
use zermelo_core::{Outcome, Value};
use zermelo_store::{Database, StoreError};

use crate::AnyGame;
use crate::view::outcome_words;

/// The summary of a whole game with the outcome of its start, or of a part of it. A collection of endgames has no start.
pub(crate) fn summary(game: &dyn AnyGame, outcome: Option<Outcome>) -> Json {
    let mut summary = json!({ "complete": outcome.is_some() });
    if game.is_collection() {
        return summary;
    }
    summary["start"] = game.start().into();
    if outcome.is_some() {
        let (value, remoteness) = outcome_words(outcome);
        summary["value"] = value.into();
        summary["remoteness"] = remoteness.into();
    }
    summary
}

/// Returns the longest win that a database of slot tables holds, from their palettes alone, so that it takes a moment.
pub fn longest_win(database: &Database) -> Result<Option<Outcome>, StoreError> {
    let mut longest = None;
    for name in database.tables() {
        let table = database.table(name)?;
        let wins = table.palette().filter(|outcome| outcome.value() == Value::Win);
        longest = longest.max(wins.filter_map(Outcome::remoteness).max());
    }
    Ok(longest.map(Outcome::Win))
}

/// Whether a summary is that of a whole game; a part says that it is one.
pub fn says_complete(summary: &Json) -> bool {
    summary["complete"] != false
}

/// Whether a database has the whole game.
pub fn is_complete(database: &Database) -> bool {
    says_complete(&database.manifest().summary)
}
