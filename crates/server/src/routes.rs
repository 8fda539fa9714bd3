//! What each address answers.

mod games;
mod records;
mod rest;

pub(crate) use games::{act, create_game, delete_game, game, library, reasoning, tree};
pub(crate) use records::{
    analysis, create_analysis, delete_analysis, export, export_game, import, record, set_analysis,
};
pub(crate) use rest::{catalogue, hello, position, set_settings, settings, transform_position};

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// A JSON body whose faults are told in our own words.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let bytes = axum::body::Bytes::from_request(request, state).await.map_err(|rejection| {
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
