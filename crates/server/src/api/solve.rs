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
use zermelo_guide::{Exhibit, JobState, Status};

use super::words;
use crate::error::ApiError;
use crate::extract::Path;
use crate::state::App;

/// How often progress is told.
const PERIOD: Duration = Duration::from_millis(250);

/// `POST …/solve`
pub(super) async fn start(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<(StatusCode, Json<Json_>), ApiError> {
    app.ask(move |app| {
        let exhibit = app.open(&game, &variant)?;
        if exhibit.status()? == Status::Solved {
            // Perhaps just now, by somebody else: nothing to complain of.
            return Ok((StatusCode::OK, Json(json!({ "status": "solved" }))));
        }
        exhibit.solve()?;
        Ok((StatusCode::ACCEPTED, Json(json!({ "status": "solving" }))))
    })
    .await
}

/// `GET …/progress`
pub(super) async fn progress(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let closing = app.closing.clone();
    let exhibit = app.ask(move |app| app.open(&game, &variant)).await?;
    Ok(Sse::new(events(exhibit, closing)).keep_alive(KeepAlive::default()))
}

/// Progress until the solve is over, then how it ended.
fn events(
    exhibit: Arc<Exhibit>,
    closing: watch::Receiver<bool>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((exhibit, closing, false), |(exhibit, closing, over)| async move {
        if over || *closing.borrow() {
            return None;
        }
        let job = exhibit.solving();
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
                let asked = Arc::clone(&exhibit);
                match tokio::task::spawn_blocking(move || outcome(&asked)).await {
                    Ok(Ok(Some(data))) => ("done", data, true),
                    Ok(Ok(None)) => ("failed", json!({ "error": "it is not being solved" }), true),
                    _ => ("failed", json!({ "error": "its database cannot be read" }), true),
                }
            }
        };
        let event = Event::default().event(name).data(data.to_string());
        Some((Ok(event), (exhibit, closing, over)))
    })
}

/// The outcome of the start, if the game is solved. A collection of endgames has none.
fn outcome(exhibit: &Exhibit) -> Result<Option<Json_>, ApiError> {
    let Some(database) = exhibit.database()? else { return Ok(None) };
    if exhibit.game().is_collection() {
        return Ok(Some(json!({ "status": exhibit.status()?.word(), "value": null, "remoteness": null })));
    }
    let (value, remoteness) = words(exhibit.game().start_outcome(&database)?);
    Ok(Some(json!({ "status": exhibit.status()?.word(), "value": value, "remoteness": remoteness })))
}
