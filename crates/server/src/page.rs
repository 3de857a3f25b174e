//! The page: its files are part of the program.

use axum::body::Body;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;
use crate::headers::PAGE_POLICY;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// A file of the page. Any other path is the page itself, which knows what to show there; but what looks like a file or
/// belongs to an API is not found.
pub(crate) async fn file(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "only GET is possible here").into_response();
    }
    if let Some(file) = Files::get(path) {
        return reply(path, file);
    }
    let of_an_api = path.starts_with("api/") || path.starts_with("universal/");
    let like_a_file = path.rsplit('/').next().is_some_and(|last| kind(last).is_some());
    match Files::get("index.html") {
        Some(index) if !of_an_api && !like_a_file => reply("index.html", index),
        _ => ApiError::not_found(format!("there is nothing at '/{path}'")).into_response(),
    }
}

fn reply(path: &str, file: EmbeddedFile) -> Response {
    let mut response = Response::new(Body::from(file.data));
    let kind = kind(path).unwrap_or("application/octet-stream");
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    response
}

/// The media type of a file, by the end of its name.
fn kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}
