//! Records in and out, and analyses that are kept.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use tengen_api::{
    ExportRequest, Exported, FileContent, ImportRequest, Imported, ImportedRecord, RecordView,
    SavedAnalysis, Stored, record_view, rule_of, size_of, to_record,
};
use tengen_game::ActionError;
use tengen_record::{Format, ReadOptions, Record, read_with, write};
use tengen_rules::Rule;
use tengen_store::{Analysis, new_id};

use super::Body;
use crate::failure::Failure;
use crate::game::Command;
use crate::state::AppState;

#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    format: String,
}

fn format_of(name: &str) -> Result<Format, ActionError> {
    Format::from_name(name)
        .ok_or_else(|| ActionError::Record(format!("there is no format {name:?}")))
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

pub(crate) async fn export(Body(request): Body<ExportRequest>) -> Result<Json<Exported>, Failure> {
    let record = to_record(&request.record)?;
    Ok(Json(exported(&record, format_of(&request.format)?, "analysis")?))
}

fn exported(record: &Record, format: Format, name: &str) -> Result<Exported, ActionError> {
    let written = write(std::slice::from_ref(record), format)
        .map_err(|error| ActionError::Record(error.to_string()))?;
    let content = match String::from_utf8(written.bytes) {
        Ok(text) if format.is_text() => FileContent::Text { text },
        Ok(text) => FileContent::Base64 { base64: BASE64.encode(text) },
        Err(error) => FileContent::Base64 { base64: BASE64.encode(error.into_bytes()) },
    };
    Ok(Exported {
        file_name: format!("gomoku-{name}.{}", format.extension()),
        content,
        lost: written.losses.iter().map(|loss| loss.to_string()).collect(),
    })
}

pub(crate) async fn import(
    State(state): State<AppState>,
    Body(request): Body<ImportRequest>,
) -> Result<Json<Imported>, Failure> {
    let bytes = match &request.content {
        FileContent::Text { text } => text.clone().into_bytes(),
        FileContent::Base64 { base64 } => BASE64
            .decode(base64)
            .map_err(|_| ActionError::Request("the content is not base64".to_owned()))?,
    };
    let format = match &request.format {
        Some(name) => format_of(name)?,
        None => Format::sniff(&bytes)
            .or_else(|| Format::from_path_extension(request.name.as_deref()?))
            .ok_or_else(|| {
                ActionError::Record("the format cannot be told from the content".to_owned())
            })?,
    };
    let rule = request.rule.as_deref().map(rule_of).transpose()?;
    let mut options = ReadOptions { rule, ..ReadOptions::default() };
    if let Some(side) = request.size {
        options.size = size_of(side)?;
    }
    let reading = read_with(&bytes, format, &options)
        .map_err(|error| ActionError::Record(error.to_string()))?;
    let mut records = Vec::new();
    for record in &reading.records {
        let view = record_view(record, rule.unwrap_or(Rule::Freestyle));
        let id = if request.keep {
            let title = request.name.clone().unwrap_or_else(|| format!("Imported {format}"));
            let analysis = SavedAnalysis { title, record: view.clone() };
            Some(keep(&state, None, &analysis).await?)
        } else {
            None
        };
        records.push(ImportedRecord { id, record: view });
    }
    let warnings = reading.warnings.iter().map(ToString::to_string).collect();
    Ok(Json(Imported { format: format.name().to_owned(), records, warnings }))
}

pub(crate) async fn create_analysis(
    State(state): State<AppState>,
    Body(analysis): Body<SavedAnalysis>,
) -> Result<Response, Failure> {
    let id = keep(&state, None, &analysis).await?;
    Ok((StatusCode::CREATED, Json(Stored { id })).into_response())
}

pub(crate) async fn set_analysis(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(analysis): Body<SavedAnalysis>,
) -> Result<Json<SavedAnalysis>, Failure> {
    load(&state, &id).await?;
    keep(&state, Some(id), &analysis).await?;
    Ok(Json(analysis))
}

async fn load(state: &AppState, id: &str) -> Result<SavedAnalysis, Failure> {
    let found = state.store().load_analysis(id).await?;
    let missing = || ActionError::Missing("there is no such analysis".to_owned());
    let Analysis { title, record } = found.ok_or_else(missing)?;
    Ok(SavedAnalysis { title, record: record_view(&record, Rule::Freestyle) })
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
    let record = to_record(&analysis.record)?;
    let id = match id {
        Some(id) => id,
        None => new_id().map_err(|error| ActionError::Internal(error.to_string()))?,
    };
    let kept = Analysis { title: analysis.title.clone(), record };
    state.store().save_analysis(&id, kept, state.shared().clock.now()).await?;
    Ok(id)
}
