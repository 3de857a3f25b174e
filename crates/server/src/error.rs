//! What goes wrong with a request, as the visitor is told.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use zermelo_core::ParseError;
use zermelo_library::LibraryError;
use zermelo_service::Refusal;

/// A status and a sentence.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: String,
    /// More about it, for answers whose sentence is prescribed.
    reason: Option<String>,
    /// After how many seconds it makes sense to ask again.
    retry_after: Option<u64>,
}

/// After so many seconds something may have changed, if nothing else is known.
const A_WHILE: u64 = 5;

impl ApiError {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> ApiError {
        let retry_after = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(A_WHILE);
        ApiError { status, sentence: sentence.into(), reason: None, retry_after }
    }

    /// Too many requests; in so many seconds one more is possible.
    pub(crate) fn too_many(seconds: u64) -> ApiError {
        let error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down");
        ApiError { retry_after: Some(seconds), ..error }
    }

    /// The request makes no sense.
    pub(crate) fn bad(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// There is no such thing.
    pub(crate) fn not_found(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, sentence)
    }

    /// Not now.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again later")
    }

    /// The same under a prescribed sentence.
    pub(crate) fn called(self, sentence: &str) -> ApiError {
        ApiError { reason: Some(self.sentence), sentence: sentence.to_owned(), ..self }
    }

    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = match self.reason {
            Some(reason) => json!({ "error": self.sentence, "reason": reason }),
            None => json!({ "error": self.sentence }),
        };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A position or a move that is not one.
impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> ApiError {
        ApiError::bad(error.to_string())
    }
}

impl From<LibraryError> for ApiError {
    fn from(error: LibraryError) -> ApiError {
        match error {
            LibraryError::Parse(error) => error.into(),
            // Disk or memory refused. The visitor cannot help it, but the log should have it.
            other => {
                tracing::error!(error = %other, "a database cannot be used");
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, other.to_string())
            }
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        let status = match refusal {
            Refusal::TooLarge(_) => StatusCode::BAD_REQUEST,
            Refusal::NotHere(_) => StatusCode::FORBIDDEN,
            Refusal::Failed(_) => StatusCode::CONFLICT,
            Refusal::Busy(_) | Refusal::NotYet(_) | Refusal::NoThread => StatusCode::SERVICE_UNAVAILABLE,
        };
        ApiError::new(status, refusal.to_string())
    }
}
