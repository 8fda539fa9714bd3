//! What was refused or failed, as answers.

use tengen_api::{ApiError, ReadFault};
use tengen_game::ActionError;
use tengen_store::StoreError;

/// An error on its way to the page, with the status of HTTP that says its kind.
#[derive(Debug)]
pub struct Failure {
    /// The status.
    pub status: u16,
    /// What the page is told. Boxed: every answer carries its room.
    pub error: Box<ApiError>,
}

impl Failure {
    /// A failure in these words.
    pub fn new(status: u16, code: &str, text: &str, remedy: Option<&str>) -> Self {
        let error = ApiError {
            code: code.to_owned(),
            text: text.to_owned(),
            remedy: remedy.map(str::to_owned),
            fault: None,
        };
        Self { status, error: Box::new(error) }
    }

    /// A file that cannot be read.
    pub fn unreadable(fault: ReadFault) -> Self {
        let mut failure = Self::from(ActionError::Record(fault.text.clone()));
        failure.error.fault = Some(fault);
        failure
    }

    /// A message that is none.
    pub fn bad_request(error: &impl std::fmt::Display) -> Self {
        Self::new(400, "bad_request", &format!("The message cannot be read: {error}."), None)
    }
}

impl From<ActionError> for Failure {
    fn from(error: ActionError) -> Self {
        let status = match error {
            ActionError::Move(_)
            | ActionError::Opening(_)
            | ActionError::NotNow(_)
            | ActionError::Stale => 409,
            ActionError::Unsupported(_)
            | ActionError::Position(_)
            | ActionError::Record(_)
            | ActionError::Unreadable(_) => 422,
            ActionError::NotSaved(_) => 507,
            ActionError::Missing(_) => 404,
            ActionError::Request(_) => 400,
            ActionError::Internal(_) => 500,
        };
        Self { status, error: Box::new((&error).into()) }
    }
}

/// What the library refuses, as a refusal of an action.
pub fn refusal(error: &StoreError) -> ActionError {
    let text = error.to_string();
    match error {
        StoreError::Newer { .. }
        | StoreError::Damaged
        | StoreError::Json(_)
        | StoreError::Unreadable(_) => ActionError::Unreadable(text),
        StoreError::Overtaken { .. } => ActionError::Stale,
        StoreError::Gone => ActionError::Missing(text),
        StoreError::Closed => ActionError::Internal(text),
        StoreError::Sqlite(_) | StoreError::Unwritable(_) => ActionError::NotSaved(text),
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        refusal(&error).into()
    }
}
