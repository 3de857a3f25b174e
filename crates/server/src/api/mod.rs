//! The API of our own page, described in `openapi.json`.

mod analysis;
mod games;
mod position;
mod search;
mod solve;
mod variant;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(games::all))
        .route("/games/{game}", get(games::one))
        .route("/games/{game}/{variant}", get(variant::describe))
        .route("/games/{game}/{variant}/position", get(position::one))
        .route("/games/{game}/{variant}/positions", post(position::many))
        .route("/games/{game}/{variant}/line", get(position::line))
        .route("/games/{game}/{variant}/random", get(position::random))
        .route("/games/{game}/{variant}/analysis", get(analysis::counts))
        .route("/games/{game}/{variant}/search", get(search::find))
        .route("/games/{game}/{variant}/solve", post(solve::start))
        .route("/games/{game}/{variant}/progress", get(solve::progress))
        .route("/openapi.json", get(description))
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("openapi.json")).into_response()
}
