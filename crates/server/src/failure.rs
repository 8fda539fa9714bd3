//! What was refused or failed, as answers of HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_api::ApiError;
use tengen_game::ActionError;
use tengen_store::StoreError;

/// An error on its way to the page.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    /// Boxed: every answer carries its room.
    error: Box<ApiError>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, text: &str, remedy: Option<&str>) -> Self {
        tengen_app::Failure::new(status.as_u16(), code, text, remedy).into()
    }
}

impl From<tengen_app::Failure> for Failure {
    fn from(failure: tengen_app::Failure) -> Self {
        let status = StatusCode::from_u16(failure.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, error: failure.error }
    }
}

impl From<ActionError> for Failure {
    fn from(error: ActionError) -> Self {
        tengen_app::Failure::from(error).into()
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        tengen_app::Failure::from(error).into()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.error)).into_response()
    }
}
