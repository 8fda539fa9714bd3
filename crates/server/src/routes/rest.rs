//! Small questions.

use axum::Json;
use axum::extract::State;
use tengen_api::{
    API_VERSION, Catalogue, Hello, PositionInput, PositionView, TransformRequest, Transformed,
    UserSettings, new_game_view, position_view, read_position, transform,
};
use tengen_game::default_game;

use super::Body;
use crate::failure::Failure;
use crate::kept::{settings_of, settings_view};
use crate::state::{AppState, n_processors};

const MOST_HASH_MIB: u32 = 4096;

pub(crate) async fn hello(State(state): State<AppState>) -> Json<Hello> {
    Json(Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        api_version: API_VERSION,
        notices: state.notices().iter().map(Into::into).collect(),
        default_game: new_game_view(&default_game()),
        is_open_to_network: state.access().is_open,
        n_processors: n_processors(),
    })
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
    let mut settings = settings_of(settings);
    settings.threads = settings.threads.clamp(1, n_processors());
    settings.hash_mib = settings.hash_mib.clamp(1, MOST_HASH_MIB);
    state.store().set_settings(settings.clone()).await?;
    state.allow(&settings);
    Ok(Json(settings_view(settings)))
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
