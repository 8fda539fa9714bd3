//! Games.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_api::{
    Created, GameRequest, GameSnapshot, LibraryPage, LibraryQuery, MoveReasoning, NewGame, Spot,
    TreeLevel,
};
use tengen_game::{Refusal, Units, tree_level};
use tengen_players::{LADDER, Opponent};

use super::Body;
use crate::failure::Failure;
use crate::game::{Command, Done};
use crate::state::AppState;
use tengen_minds::Recorded;

pub(crate) async fn create_game(
    State(state): State<AppState>,
    Body(wish): Body<NewGame>,
) -> Result<Response, Failure> {
    let id = state.games().create(state.shared(), wish).await?;
    let game = *state.games().ask(state.shared(), &id, Command::Look).await?;
    Ok((StatusCode::CREATED, Json(Created { id, game })).into_response())
}

pub(crate) async fn library(
    State(state): State<AppState>,
    Query(query): Query<LibraryQuery>,
) -> Result<Json<LibraryPage>, Failure> {
    Ok(Json(state.store().list(query).await?))
}

pub(crate) async fn game(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<GameSnapshot>, Failure> {
    Ok(Json(*state.games().ask(state.shared(), &id, Command::Look).await?))
}

pub(crate) async fn delete_game(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    state.games().delete(state.shared(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn act(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(request): Body<GameRequest>,
) -> Result<Response, Failure> {
    let ask = |reply| Command::Act(Box::new(request), reply);
    let done = state.games().ask(state.shared(), &id, ask).await??;
    Ok(match done {
        Done::Changed(game) => Json(*game).into_response(),
        Done::Suggested(hint) => Json(*hint).into_response(),
    })
}

async fn recorded(state: &AppState, id: &str, ply: u32) -> Result<Recorded, Failure> {
    let found = state.store().load_reasoning(id, ply).await?;
    let missing = || Refusal::Missing("no reasoning was recorded for that move".to_owned());
    Ok(found.ok_or_else(missing)?)
}

pub(crate) async fn reasoning(
    State(state): State<AppState>,
    Path((id, ply)): Path<(String, u32)>,
) -> Result<Json<MoveReasoning>, Failure> {
    Ok(Json(recorded(&state, &id, ply).await?.view))
}

#[derive(Debug, Deserialize)]
pub(crate) struct TreePath {
    #[serde(default)]
    path: String,
}

pub(crate) async fn tree(
    State(state): State<AppState>,
    Path((id, ply)): Path<(String, u32)>,
    Query(TreePath { path }): Query<TreePath>,
) -> Result<Json<TreeLevel>, Failure> {
    let names = path.split(',').filter(|name| !name.is_empty());
    let path: Vec<Spot> = names.map(|name| Spot(name.to_owned())).collect();
    let recorded = recorded(&state, &id, ply).await?;
    let rung = LADDER.iter().find(|rung| rung.name == recorded.view.player);
    let is_bot = rung.is_some_and(|rung| matches!(rung.opponent, Opponent::Bot(..)));
    let units = if is_bot { Units::Own } else { Units::Engine };
    Ok(Json(tree_level(&recorded.tree, units, &path)?))
}
