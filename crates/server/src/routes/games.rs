//! Games.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_api::{
    Created, GameRequest, GameSnapshot, LibraryPage, LibraryQuery, MoveReasoning, NewGame,
    TreeLevel,
};
use tengen_app::{check_search, find_thought, page_view, query_of};
use tengen_game::Table;
use tengen_players::Thought;

use super::Body;
use crate::failure::Failure;
use crate::game::{Command, Done};
use crate::state::AppState;

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
    check_search(query.text.as_deref())?;
    Ok(Json(page_view(state.store().list(query_of(query)).await?)))
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
        Done::Changed { game, .. } => Json(*game).into_response(),
        Done::Suggested(hint) => Json(*hint).into_response(),
    })
}

/// The thought behind a move, and the table it belongs to.
async fn recorded(state: &AppState, id: &str, ply: u32) -> Result<(Thought, Box<Table>), Failure> {
    let table = state.games().ask(state.shared(), id, Command::Copy).await?;
    let found = state.store().load_thought(id, ply).await?;
    Ok((find_thought(found)?, table))
}

pub(crate) async fn reasoning(
    State(state): State<AppState>,
    Path((id, ply)): Path<(String, u32)>,
) -> Result<Json<MoveReasoning>, Failure> {
    let (thought, table) = recorded(&state, &id, ply).await?;
    Ok(Json(tengen_app::reasoning(&table, ply, thought)))
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
    let (thought, table) = recorded(&state, &id, ply).await?;
    Ok(Json(tengen_app::tree(&table, &thought, &path)?))
}
