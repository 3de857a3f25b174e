//! Which path leads where, and what happens to every request on its way.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use zermelo_service::Service;

use crate::config::Config;
use crate::error::ApiError;
use crate::network::{client, visitor};
use crate::state::{App, VISITOR};
use crate::{api, etag, headers, metrics, origin, page, rate, uwapi};

/// Bytes of a request's body: a hundred positions are far shorter.
const LONGEST_BODY: usize = 64 << 10;

/// Bytes of a request's path and query.
const LONGEST_PATH: usize = 8 << 10;

/// Everything that the server answers. `closing` becomes true when it is about to stop.
pub fn router(service: Arc<Service>, config: Config, closing: watch::Receiver<bool>) -> Router {
    let app = App::new(service, config, closing);
    let mut routes = Router::new()
        .route("/healthz", get(async || Json(json!({ "status": "ok" }))))
        .route("/metrics", get(metrics::show))
        .nest("/api/v1", api::routes())
        .merge(uwapi::routes("/universal/v1/"))
        .fallback(page::file)
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this path has no such method")
        });
    if let Some(prefix) = app.config.prefix.as_deref().filter(|prefix| *prefix != "/universal/v1/") {
        routes = routes.merge(uwapi::routes(prefix));
    }
    let (longest, body) = (app.config.timeout, app.config.body);
    // Only what is read: nothing else is allowed to pages of other sites.
    let cors = CorsLayer::new().allow_origin(Any).allow_methods([Method::GET]).allow_private_network(true);
    let rate = app.config.rate.map(rate::Buckets::new);
    let trusted = Arc::clone(&app.config);
    let mut routes = routes
        .with_state(app.clone())
        .layer(middleware::from_fn(move |request: Request, next: Next| {
            let asks = visitor(client(&request, &trusted.trusted));
            async move {
                // Whoever asks from this machine, or within this process, is the user and not a visitor.
                if asks.is_loopback() || asks.is_unspecified() {
                    return next.run(request).await;
                }
                VISITOR.scope(asks, next.run(request)).await
            }
        }))
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
        .layer(middleware::from_fn(move |request, next| receive_body(request, next, body)))
        .layer(middleware::from_fn(refuse_long_paths))
        .layer(middleware::from_fn(origin::check_origin));
    if let Some(buckets) = rate {
        routes = routes.layer(middleware::from_fn_with_state((buckets, app.clone()), rate::limit));
    }
    routes
        .layer(middleware::from_fn_with_state(app.clone(), origin::check_host))
        // Outside of all refusals, so that these can be read from other origins, too.
        .layer(cors)
        .layer(middleware::from_fn(headers::add))
        .layer(middleware::from_fn_with_state(app, metrics::count))
}

/// Takes the body of a request before anything is done about it, since it may come slowly or never.
async fn receive_body(request: Request, next: Next, longest: Duration) -> Response {
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let refusal = match tokio::time::timeout(longest, to_bytes(body, LONGEST_BODY)).await {
        Ok(Ok(bytes)) => return next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Ok(Err(_)) => ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body is too long, or it broke off; {LONGEST_BODY} bytes are allowed"),
        ),
        Err(_) => {
            let seconds = longest.as_secs_f64();
            let sentence = format!("the body of the request did not come within {seconds} seconds");
            ApiError::new(StatusCode::REQUEST_TIMEOUT, sentence)
        }
    };
    // What is left of the body would be taken for the next request.
    ([(header::CONNECTION, "close")], refusal).into_response()
}

async fn refuse_long_paths(request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    if length > LONGEST_PATH {
        let sentence = format!("a path of {length} characters is too long; {LONGEST_PATH} are allowed");
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, sentence).into_response();
    }
    next.run(request).await
}
