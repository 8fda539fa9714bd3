//! Refusals as answers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_api::ApiError;
use tengen_game::Refusal;
use tengen_store::StoreError;

/// A refusal on its way to the page.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: ApiError,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, text: &str, way_out: Option<&str>) -> Self {
        let error = ApiError {
            code: code.to_owned(),
            text: text.to_owned(),
            way_out: way_out.map(str::to_owned),
        };
        Self { status, error }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::Move(_) | Refusal::Opening(_) | Refusal::Action(_) | Refusal::Stale => {
                StatusCode::CONFLICT
            }
            Refusal::Unsupported(_) | Refusal::Position(_) | Refusal::Record(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Refusal::Missing(_) => StatusCode::NOT_FOUND,
            Refusal::Request(_) => StatusCode::BAD_REQUEST,
            Refusal::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, error: refusal.to_api() }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Refusal::Internal(error.to_string()).into()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.error)).into_response()
    }
}
