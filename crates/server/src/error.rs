//! What goes wrong with a request, as the visitor is told.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use zermelo_core::ParseError;
use zermelo_explore::ExploreError;
use zermelo_guide::Refusal;

/// A status and a sentence.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: String,
    /// More about it, for answers whose sentence is prescribed.
    reason: Option<String>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> ApiError {
        ApiError { status, sentence: sentence.into(), reason: None }
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
        (self.status, Json(body)).into_response()
    }
}

/// A position or a move that is not one.
impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> ApiError {
        ApiError::bad(error.to_string())
    }
}

impl From<ExploreError> for ApiError {
    fn from(error: ExploreError) -> ApiError {
        match error {
            ExploreError::Parse(error) => error.into(),
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
            Refusal::Failed(_) => StatusCode::CONFLICT,
            Refusal::Busy(_) | Refusal::NoThread => StatusCode::SERVICE_UNAVAILABLE,
        };
        ApiError::new(status, refusal.to_string())
    }
}
