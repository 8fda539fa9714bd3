//! What each address answers.

mod games;
mod records;
mod rest;

pub(crate) use games::{act, create_game, delete_game, game, library, reasoning, tree};
pub(crate) use records::{
    analysis, create_analysis, delete_analysis, export, export_game, import, record, set_analysis,
};
pub(crate) use rest::{
    catalogue, hello, new_address, position, set_settings, settings, transform_position,
};

use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::failure::Failure;

/// The whole of a message has to be here after this long.
const BODY_TIME: Duration = Duration::from_secs(20);

/// A JSON body whose faults are told in our own words.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let reading = axum::body::Bytes::from_request(request, state);
        let bytes = timeout(BODY_TIME, reading).await.map_err(|_| {
            let text = "The message took too long to arrive.";
            Failure::new(StatusCode::REQUEST_TIMEOUT, "too_slow", text, None)
        })?;
        let bytes = bytes.map_err(|rejection| {
            let status = rejection.status();
            let is_large = status == StatusCode::PAYLOAD_TOO_LARGE;
            let code = if is_large { "too_large" } else { "bad_request" };
            Failure::new(status, code, &rejection.body_text(), None)
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            let text = format!("The message cannot be read: {error}.");
            Failure::new(StatusCode::BAD_REQUEST, "bad_request", &text, None)
        })
    }
}
