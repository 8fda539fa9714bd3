//! What was refused or failed, as answers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_api::{ApiError, ReadFault};
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
        let error = ApiError {
            code: code.to_owned(),
            text: text.to_owned(),
            remedy: remedy.map(str::to_owned),
            fault: None,
        };
        Self { status, error: Box::new(error) }
    }

    /// A file that cannot be read.
    pub(crate) fn unreadable(fault: ReadFault) -> Self {
        let mut failure = Self::from(ActionError::Record(fault.text.clone()));
        failure.error.fault = Some(fault);
        failure
    }
}

impl From<ActionError> for Failure {
    fn from(error: ActionError) -> Self {
        let status = match error {
            ActionError::Move(_)
            | ActionError::Opening(_)
            | ActionError::NotNow(_)
            | ActionError::Stale => StatusCode::CONFLICT,
            ActionError::Unsupported(_)
            | ActionError::Position(_)
            | ActionError::Record(_)
            | ActionError::Unreadable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ActionError::NotSaved(_) => StatusCode::INSUFFICIENT_STORAGE,
            ActionError::Missing(_) => StatusCode::NOT_FOUND,
            ActionError::Request(_) => StatusCode::BAD_REQUEST,
            ActionError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, error: Box::new((&error).into()) }
    }
}

/// What the library refuses, as a refusal of an action.
pub(crate) fn refusal(error: &StoreError) -> ActionError {
    let text = error.to_string();
    match error {
        StoreError::Newer { .. }
        | StoreError::Damaged
        | StoreError::Json(_)
        | StoreError::Unreadable(_) => ActionError::Unreadable(text),
        StoreError::Sqlite(_) | StoreError::Unwritable(_) => ActionError::NotSaved(text),
        StoreError::Overtaken { .. } => ActionError::Stale,
        StoreError::Gone => ActionError::Missing(text),
        StoreError::Closed => ActionError::Internal(text),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        refusal(&error).into()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.error)).into_response()
    }
}
