//! Small questions.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use tengen_api::{
    API_VERSION, Catalogue, Hello, NewAddress, PositionInput, PositionView, TransformRequest,
    Transformed, UserSettings, new_game_view, position_view, read_position, transform,
};
use tengen_app::{accept_settings, settings_view};
use tengen_game::{ActionError, default_game};

use super::Body;
use crate::failure::Failure;
use crate::state::{AppState, n_processors};

pub(crate) async fn hello(State(state): State<AppState>) -> Json<Hello> {
    Json(Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        api_version: API_VERSION,
        notices: state.notices().iter().map(Into::into).collect(),
        default_game: new_game_view(&default_game()),
        is_open_to_network: state.access().is_open(),
        n_processors: n_processors(),
    })
}

/// `POST /address`: one more address, as the asker sees this server.
pub(crate) async fn new_address(
    State(state): State<AppState>,
    headers: HeaderMap,
) -> Result<Json<NewAddress>, Failure> {
    let ticket = state.access().new_ticket();
    let ticket = ticket.map_err(|error| ActionError::Internal(error.to_string()))?;
    // The guard has looked at it.
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    Ok(Json(NewAddress { url: format!("http://{host}/?token={ticket}") }))
}

pub(crate) async fn catalogue(State(state): State<AppState>) -> Json<Catalogue> {
    Json(state.catalogue().clone())
}

pub(crate) async fn settings(State(state): State<AppState>) -> Result<Json<UserSettings>, Failure> {
    Ok(Json(settings_view(state.store().settings().await)))
}

pub(crate) async fn set_settings(
    State(state): State<AppState>,
    Body(settings): Body<UserSettings>,
) -> Result<Json<UserSettings>, Failure> {
    let settings = accept_settings(settings, n_processors())?;
    state.store().set_settings(settings.clone()).await?;
    state.allow(&settings);
    Ok(Json(UserSettings { notice: state.unsaved(), ..settings_view(settings) }))
}

pub(crate) async fn position(
    State(state): State<AppState>,
    Body(input): Body<PositionInput>,
) -> Result<Json<PositionView>, Failure> {
    let game = state.games().position(state.shared(), &input).await?;
    Ok(Json(position_view(&game, None)))
}

pub(crate) async fn transform_position(
    State(state): State<AppState>,
    Body(request): Body<TransformRequest>,
) -> Result<Json<Transformed>, Failure> {
    let game = state.games().position(state.shared(), &request.position).await?;
    let position = transform(&game, request.by)?;
    let view = position_view(&read_position(&position)?, None);
    Ok(Json(Transformed { position, view }))
}
