//! Solving in the background.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream;
use serde_json::{Value as Json_, json};
use tokio::sync::watch;
use tokio::time::sleep;
use zermelo_library::outcome_words;
use zermelo_service::{JobState, OpenVariant, Refusal, Status, Visit};

use super::variant::command;
use crate::error::ApiError;
use crate::extract::Path;
use crate::state::App;

/// Whoever asks for a solve may have to wait so long until it is known how large the game is.
const UNTIL_SIZE_IS_KNOWN: Duration = Duration::from_secs(3);

/// How often progress is told.
const PERIOD: Duration = Duration::from_millis(250);

/// `POST …/solve`
pub(super) async fn start(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<(StatusCode, Json<Json_>), ApiError> {
    app.ask(move |app| {
        let variant = app.open(&game, &variant)?;
        if variant.status()? == Status::Solved {
            // Perhaps just now, by somebody else: nothing to complain of.
            return Ok((StatusCode::OK, Json(json!({ "status": "solved" }))));
        }
        let visit = app.visit();
        let visit = Visit { patience: visit.patience.max(UNTIL_SIZE_IS_KNOWN), ..visit };
        variant.solve_for(visit).map_err(|refusal| refused(&refusal, &variant))?;
        Ok((StatusCode::ACCEPTED, Json(json!({ "status": "solving" }))))
    })
    .await
}

/// A refusal, with what the visitor can do about it.
fn refused(refusal: &Refusal, variant: &OpenVariant) -> ApiError {
    let advice = match refusal {
        Refusal::TooLarge(_) | Refusal::Failed(_) => format!("; run '{}'", command(variant)),
        Refusal::NotHere(_) | Refusal::Busy(_) | Refusal::NotYet(_) | Refusal::NoThread => String::new(),
    };
    let status = match refusal {
        Refusal::TooLarge(_) => StatusCode::BAD_REQUEST,
        Refusal::NotHere(_) => StatusCode::FORBIDDEN,
        Refusal::Failed(_) => StatusCode::CONFLICT,
        Refusal::Busy(_) | Refusal::NotYet(_) | Refusal::NoThread => StatusCode::SERVICE_UNAVAILABLE,
    };
    ApiError::new(status, format!("{refusal}{advice}"))
}

/// `GET …/progress`
pub(super) async fn progress(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let closing = app.closing.clone();
    let variant = app.ask(move |app| app.open(&game, &variant)).await?;
    Ok(Sse::new(events(variant, closing)).keep_alive(KeepAlive::default()))
}

/// Progress until the solve is over, then how it ended.
fn events(
    variant: Arc<OpenVariant>,
    closing: watch::Receiver<bool>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((variant, closing, false), |(variant, closing, over)| async move {
        if over || *closing.borrow() {
            return None;
        }
        let job = variant.solving();
        let state = job.as_ref().map(|job| job.state());
        let (name, data, over) = match (state, job) {
            (Some(JobState::Waiting | JobState::Running), Some(job)) => {
                sleep(PERIOD).await;
                let progress = job.progress();
                let data = json!({
                    "done": progress.done,
                    "total": progress.total,
                    "phase": progress.phase,
                    "secondsLeft": progress.seconds_left,
                });
                ("progress", data, false)
            }
            (Some(JobState::Failed(reason)), _) => ("failed", json!({ "error": reason }), true),
            _ => {
                let asked = Arc::clone(&variant);
                match tokio::task::spawn_blocking(move || outcome(&asked)).await {
                    Ok(Ok(Some(data))) => ("done", data, true),
                    Ok(Ok(None)) => ("failed", json!({ "error": "it is not being solved" }), true),
                    _ => ("failed", json!({ "error": "its database cannot be read" }), true),
                }
            }
        };
        let event = Event::default().event(name).data(data.to_string());
        Some((Ok(event), (variant, closing, over)))
    })
}

/// The outcome of the start, if the game is solved. A collection of endgames has none.
fn outcome(variant: &OpenVariant) -> Result<Option<Json_>, ApiError> {
    let Some(database) = variant.database()? else { return Ok(None) };
    if variant.game().is_collection() {
        return Ok(Some(json!({ "status": variant.status()?.word(), "value": null, "remoteness": null })));
    }
    let (value, remoteness) = outcome_words(variant.game().start_outcome(&database)?);
    Ok(Some(json!({ "status": variant.status()?.word(), "value": value, "remoteness": remoteness })))
}
