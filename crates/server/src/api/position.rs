//! Positions, alone and in a row.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use zermelo_library::outcome_words;
use zermelo_service::{OpenVariant, Visit, position_json};

use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::state::App;

/// How many positions may be asked for at once.
const MOST_POSITIONS: usize = 100;

/// How long a line may be.
const LONGEST_LINE: usize = 200;

fn look_at(variant: &OpenVariant, position: Option<&str>, visit: Visit) -> Result<Json_, ApiError> {
    let start = || variant.game().start();
    let position = position.map_or_else(start, str::to_owned);
    let view = variant.steps(&position, visit)?;
    Ok(position_json(&view, variant.game().look().is_some()))
}

#[derive(Deserialize)]
pub(super) struct PositionQuery {
    p: Option<String>,
}

/// `GET …/position?p=POSITION`
pub(super) async fn one(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<Json_>, ApiError> {
    app.ask_about(game, variant, move |app, variant| {
        look_at(variant, query.p.as_deref(), app.visit()).map(Json)
    })
    .await
}

#[derive(Deserialize)]
pub(super) struct Batch {
    positions: Vec<String>,
}

/// `POST …/positions`
pub(super) async fn many(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    batch: Result<Json<Batch>, JsonRejection>,
) -> Result<Json<Json_>, ApiError> {
    let Json(Batch { positions }) =
        batch.map_err(|rejection| ApiError::new(rejection.status(), rejection.body_text()))?;
    if positions.len() > MOST_POSITIONS {
        let count = positions.len();
        return Err(ApiError::bad(format!("{count} positions are too many; {MOST_POSITIONS} are allowed")));
    }
    app.ask(move |app| {
        let variant = app.open(&game, &variant)?;
        let mut answers = Vec::with_capacity(positions.len());
        // Together they wait no longer than one.
        let visit = app.visit();
        let visit = Visit { patience: visit.patience / positions.len().max(1) as u32, ..visit };
        for position in positions {
            answers.push(match look_at(&variant, Some(&position), visit) {
                Ok(view) => view,
                Err(error) if error.status().is_client_error() => {
                    json!({ "position": position, "error": error.sentence() })
                }
                Err(error) => return Err(error),
            });
        }
        Ok(Json(json!({ "positions": answers })))
    })
    .await
}

#[derive(Deserialize)]
pub(super) struct LineQuery {
    p: Option<String>,
    length: Option<usize>,
}

/// `GET …/line?p=POSITION&length=40`
pub(super) async fn line(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    Query(query): Query<LineQuery>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        let variant = app.open(&game, &variant)?;
        let from = query.p.unwrap_or_else(|| variant.game().start());
        let line = variant.best_line(&from, query.length.unwrap_or(40).min(LONGEST_LINE), app.visit())?;
        let moves: Vec<Json_> = line
            .into_iter()
            .map(|step| {
                let (value, remoteness) = outcome_words(step.outcome);
                json!({ "name": step.name, "position": step.position, "value": value, "remoteness": remoteness })
            })
            .collect();
        Ok(Json(json!({ "moves": moves })))
    })
    .await
}

#[derive(Deserialize)]
pub(super) struct RandomQuery {
    seed: Option<u64>,
}

/// `GET …/random?seed=N`
pub(super) async fn random(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    Query(query): Query<RandomQuery>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        let variant = app.open(&game, &variant)?;
        let seed = query.seed.unwrap_or_else(seed_of_the_moment);
        Ok(Json(json!({ "position": variant.game().random(seed) })))
    })
    .await
}

pub(super) fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
