//! Answers that have not changed are not sent again.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Longer answers are sent without a tag.
const MOST: usize = 16 << 20;

/// Gives every complete answer a tag made of its bytes, and says "not modified" to whoever has them.
pub(crate) async fn tag(request: Request, next: Next) -> Response {
    let asked = request.method() == Method::GET;
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    let streams = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    if !asked || response.status() != StatusCode::OK || streams {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MOST).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    // Weak, since the same answer may be compressed or not.
    let tag = format!("W/\"{:016x}\"", fnv(&bytes));
    let same = known.is_some_and(|known| {
        known.to_str().is_ok_and(|known| known == "*" || known.split(',').any(|one| one.trim() == tag))
    });
    parts.headers.insert(ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits"));
    // Answers change when a game is solved, so they are asked for again each time.
    parts.headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    if same {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}

/// The FNV-1a hash, eight bytes at a time: quick, and no secret depends on it.
fn fnv(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ bytes.len() as u64;
    let mut add = |word: u64| hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        add(u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    words.remainder().iter().for_each(|&byte| add(byte.into()));
    hash
}
