//! Records in and out, and analyses that are kept.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_api::{
    ExportRequest, Exported, ImportRequest, RecordView, SavedAnalysis, Stored, record_view,
    to_record,
};
use tengen_app::{check_analysis, exported, format_of, read_request, shortened};
use tengen_game::ActionError;
use tengen_record::Record;
use tengen_rules::Rule;
use tengen_store::{Analysis, Expected, StoreError, new_id};

use super::Body;
use crate::failure::Failure;
use crate::game::Command;
use crate::games::check_lasting;
use crate::state::AppState;

#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    format: String,
}

async fn record_of(state: &AppState, id: &str) -> Result<Record, ActionError> {
    let table = state.games().ask(state.shared(), id, Command::Copy).await?;
    Ok(table.to_record())
}

pub(crate) async fn record(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<RecordView>, Failure> {
    Ok(Json(record_view(&record_of(&state, &id).await?, Rule::Freestyle)))
}

pub(crate) async fn export_game(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(Wanted { format }): Query<Wanted>,
) -> Result<Json<Exported>, Failure> {
    let record = record_of(&state, &id).await?;
    Ok(Json(exported(&record, format_of(&format)?, &id)?))
}

pub(crate) async fn export(
    State(state): State<AppState>,
    Body(request): Body<ExportRequest>,
) -> Result<Json<Exported>, Failure> {
    let write = move || -> Result<Exported, ActionError> {
        let record = to_record(&request.record)?;
        exported(&record, format_of(&request.format)?, "analysis")
    };
    Ok(Json(aside(&state, write).await?))
}

/// Does something with records on a thread of its own, one after the other: a large file takes seconds
/// and much memory, and nobody's move waits for it.
async fn aside<T: Send + 'static, E: Into<Failure> + Send + 'static>(
    state: &AppState,
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, Failure> {
    // It is never closed.
    let _place = state.record_places().acquire().await;
    let done = tokio::task::spawn_blocking(work).await;
    let failed = || ActionError::Internal("the record could not be worked on".to_owned());
    done.map_err(|_| failed())?.map_err(Into::into)
}

pub(crate) async fn import(
    State(state): State<AppState>,
    Body(request): Body<ImportRequest>,
) -> Result<Response, Failure> {
    let (is_kept, name) = (request.keep, request.name.clone());
    let mut imported = aside(&state, move || read_request(&request)).await?;
    if is_kept {
        let title = shortened(&name.unwrap_or_else(|| format!("Imported {}", imported.format)));
        for it in &mut imported.records {
            let (title, record) = (title.clone(), it.record.clone());
            let analysis = SavedAnalysis { title, record, notice: None };
            it.id = Some(keep(&state, None, &analysis).await?);
        }
        imported.notice = state.unsaved();
    }
    let text = aside(&state, move || {
        serde_json::to_vec(&imported).map_err(|error| ActionError::Internal(error.to_string()))
    });
    Ok(([(CONTENT_TYPE, "application/json")], text.await?).into_response())
}

pub(crate) async fn create_analysis(
    State(state): State<AppState>,
    Body(analysis): Body<SavedAnalysis>,
) -> Result<Response, Failure> {
    let id = keep(&state, None, &analysis).await?;
    let notice = state.unsaved();
    Ok((StatusCode::CREATED, Json(Stored { id, notice })).into_response())
}

pub(crate) async fn set_analysis(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(analysis): Body<SavedAnalysis>,
) -> Result<Json<SavedAnalysis>, Failure> {
    load(&state, &id).await?;
    keep(&state, Some(id), &analysis).await?;
    Ok(Json(SavedAnalysis { notice: state.unsaved(), ..analysis }))
}

async fn load(state: &AppState, id: &str) -> Result<SavedAnalysis, Failure> {
    let found = state.store().load_analysis(id).await?;
    let Analysis { title, record } = found.ok_or_else(no_such_analysis)?;
    Ok(SavedAnalysis { title, record: record_view(&record, Rule::Freestyle), notice: None })
}

fn no_such_analysis() -> ActionError {
    ActionError::Missing("there is no such analysis".to_owned())
}

pub(crate) async fn analysis(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<SavedAnalysis>, Failure> {
    Ok(Json(load(&state, &id).await?))
}

pub(crate) async fn delete_analysis(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    check_lasting(state.shared())?;
    load(&state, &id).await?;
    state.store().delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Puts an analysis into the library. A record that makes no sense is refused.
async fn keep(
    state: &AppState,
    id: Option<String>,
    analysis: &SavedAnalysis,
) -> Result<String, Failure> {
    check_analysis(analysis)?;
    let record = to_record(&analysis.record)?;
    let expected = if id.is_some() { Expected::Something } else { Expected::Nothing };
    let id = match id {
        Some(id) => id,
        None => new_id().map_err(|error| ActionError::Internal(error.to_string()))?,
    };
    let kept = Analysis { title: analysis.title.clone(), record };
    let now = state.shared().clock.now();
    state.store().save_analysis(&id, kept, expected, now).await.map_err(|error| match error {
        StoreError::Gone => no_such_analysis().into(),
        error => Failure::from(error),
    })?;
    Ok(id)
}
