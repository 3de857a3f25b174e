//! Which path leads where, and what happens to every request on its way.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use zermelo_guide::Guide;

use crate::config::Config;
use crate::error::ApiError;
use crate::state::App;
use crate::{api, etag, page, rate, uwapi};

/// Bytes of a request's body: a hundred positions are far shorter.
const LONGEST_BODY: usize = 64 << 10;

/// Bytes of a request's path and query.
const LONGEST_PATH: usize = 8 << 10;

/// Everything that the server answers. `closing` becomes true when it is about to stop.
pub fn router(guide: Arc<Guide>, config: Config, closing: watch::Receiver<bool>) -> Router {
    let app = App::new(guide, config, closing);
    let mut routes = Router::new()
        .route("/healthz", get(async || Json(json!({ "status": "ok" }))))
        .nest("/api/v1", api::routes())
        .merge(uwapi::routes("/universal/v1/"))
        .fallback(page::file)
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method")
        });
    if let Some(prefix) = app.config.prefix.as_deref().filter(|prefix| *prefix != "/universal/v1/") {
        routes = routes.merge(uwapi::routes(prefix));
    }
    let longest = app.config.timeout;
    let cors = CorsLayer::new().allow_origin(Any).allow_methods([Method::GET]).allow_private_network(true);
    let rate = app.config.rate.map(rate::Buckets::new);
    let mut routes = routes
        .with_state(app)
        .layer(middleware::from_fn(move |request: Request, next: Next| async move {
            let answer = tokio::time::timeout(longest, next.run(request)).await;
            answer.unwrap_or_else(|_| ApiError::busy().into_response())
        }))
        .layer(CatchPanicLayer::custom(|_| {
            tracing::error!("a handler panicked");
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "a mistake in the program; it has been noted")
                .into_response()
        }))
        .layer(middleware::from_fn(etag::tag))
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn(refuse_long_paths));
    if let Some(buckets) = rate {
        routes = routes.layer(middleware::from_fn_with_state(buckets, rate::limit));
    }
    // Outermost, so that refusals can be read from other origins, too.
    routes.layer(cors)
}

async fn refuse_long_paths(request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    if length > LONGEST_PATH {
        let sentence = format!("a path of {length} characters is too long; {LONGEST_PATH} are allowed");
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, sentence).into_response();
    }
    next.run(request).await
}
