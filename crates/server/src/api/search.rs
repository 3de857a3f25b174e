//! Positions of a kind, and puzzles.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use zermelo_core::Value;
use zermelo_library::{Search, outcome_words};

use super::position::seed_of_the_moment;
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::state::App;

/// How many positions are given if the query does not say, and at most.
const USUAL: usize = 20;
const MOST: usize = 100;

/// How many stored outcomes may be looked at for one request: a second or two.
const EFFORT: u64 = 6_000_000;

#[derive(Deserialize)]
pub(super) struct SearchQuery {
    value: Option<String>,
    min: Option<u32>,
    max: Option<u32>,
    limit: Option<usize>,
    seed: Option<u64>,
    puzzle: Option<String>,
}

impl SearchQuery {
    fn search(&self) -> Result<Search, ApiError> {
        let value = match self.value.as_deref() {
            None | Some("") => None,
            Some(word) => {
                let found = Value::ALL.into_iter().find(|value| value.word() == word);
                let no =
                    || ApiError::bad(format!("'{word}' is not a value; there are win, lose, tie and draw"));
                Some(found.ok_or_else(no)?)
            }
        };
        Ok(Search {
            value,
            remoteness: self.min.unwrap_or(0)..=self.max.unwrap_or(u32::MAX),
            limit: self.limit.unwrap_or(USUAL).min(MOST),
            seed: self.seed.unwrap_or_else(seed_of_the_moment),
            effort: EFFORT,
        })
    }
}

/// `GET …/search?value=win&min=1&max=5&limit=20&seed=1&puzzle=1`
pub(super) async fn find(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        let search = query.search()?;
        let variant = app.open(&game, &variant)?;
        let puzzles = query.puzzle.is_some_and(|puzzle| puzzle != "0");
        let positions: Vec<Json_> = if puzzles {
            let describe = |puzzle: zermelo_service::Puzzle| {
                let (value, remoteness) = outcome_words(Some(puzzle.outcome));
                json!({
                    "position": puzzle.position,
                    "value": value,
                    "remoteness": remoteness,
                    "difficulty": puzzle.difficulty,
                    "solution": puzzle.solution,
                })
            };
            variant.puzzles(&search, app.visit())?.into_iter().map(describe).collect()
        } else {
            let describe = |(position, outcome)| {
                let (value, remoteness) = outcome_words(Some(outcome));
                json!({ "position": position, "value": value, "remoteness": remoteness })
            };
            variant.search(&search, app.visit())?.into_iter().map(describe).collect()
        };
        Ok(Json(json!({ "positions": positions })))
    })
    .await
}
