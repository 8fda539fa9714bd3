//! Records in and out, and analyses that are kept.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use tengen_api::{
    ExportRequest, Exported, FileContent, ImportRequest, Imported, ImportedRecord, ReadFault,
    RecordView, SavedAnalysis, Stored, read_fault, record_view, rule_of, size_of, skipped_parts,
    to_record,
};
use tengen_game::{ActionError, LONGEST_TITLE, check_length};
use tengen_record::{Format, ReadOptions, Record, read_partly, write};
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

/// How much of a file is taken at once, counted in nodes: an answer of some megabytes.
const MOST_NODES: usize = 50_000;
/// What a game costs besides its nodes.
const NODES_OF_A_HEADER: usize = 3;
/// How many games are put into the library at once.
const MOST_KEPT: usize = 1_000;

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

fn read_request(request: &ImportRequest) -> Result<Imported, Failure> {
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
                let text = "the format cannot be told from the content".to_owned();
                let params = BTreeMap::new();
                Failure::unreadable(ReadFault { code: "no_format".to_owned(), text, params })
            })?,
    };
    let rule = request.rule.as_deref().map(rule_of).transpose()?;
    // The rule by which the page shows the games; what it refuses is not kept but told.
    let shown_rule = rule.unwrap_or(Rule::Freestyle);
    let mut options = ReadOptions { rule: Some(shown_rule), ..ReadOptions::default() };
    if let Some(side) = request.size {
        options.size = size_of(side)?;
    }
    let reading = read_partly(&bytes, format, &options)
        .map_err(|error| Failure::unreadable(read_fault(&error)))?;
    let most_games = if request.keep { MOST_KEPT } else { usize::MAX };
    let (records, left_out) = within_bounds(&reading.records, shown_rule, most_games);
    let warnings = reading.warnings.iter().map(ToString::to_string).chain(left_out).collect();
    Ok(Imported {
        format: format.name().to_owned(),
        records,
        warnings,
        skipped: skipped_parts(&reading),
        n_skipped: u32::try_from(reading.n_skipped).unwrap_or(u32::MAX),
        notice: None,
    })
}

/// As much of the records as an answer takes, and sentences about what was left out. What is cut off
/// a record are its last variations; the game itself comes first.
fn within_bounds(
    records: &[Record],
    rule: Rule,
    most_games: usize,
) -> (Vec<ImportedRecord>, Vec<String>) {
    let (mut taken, mut left_out) = (Vec::new(), Vec::new());
    let mut room = MOST_NODES;
    for record in records.iter().take(most_games) {
        let Some(room_here) = room.checked_sub(NODES_OF_A_HEADER).filter(|&room| room > 0) else {
            break;
        };
        let mut view = record_view(record, rule);
        let n_nodes = view.nodes.len();
        if n_nodes > room_here {
            // Every node comes after its parent, and the main line first.
            view.nodes.truncate(room_here);
            let n_cut = n_nodes - room_here;
            let number = taken.len() + 1;
            left_out.push(format!(
                "Game {number} is too large: {n_cut} of its {n_nodes} moves and variations were left out."
            ));
        }
        room = room_here - view.nodes.len();
        taken.push(ImportedRecord { id: None, record: view });
    }
    let n_left = records.len() - taken.len();
    if n_left > 0 {
        left_out.push(format!(
            "The file is too large to be taken at once: the last {n_left} of its {} games were left \
             out. `Gomoku convert` takes files of any size.",
            records.len()
        ));
    }
    (taken, left_out)
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

/// The name of a file as the title of an analysis.
fn shortened(name: &str) -> String {
    name.trim().chars().take(LONGEST_TITLE).collect()
}

/// Texts about a record, as a name or a date, have at most so many letters.
const LONGEST_TEXT: usize = 1_000;
/// A comment has at most so many letters.
const LONGEST_COMMENT: usize = 20_000;

/// Refuses texts that nobody could read.
fn check_analysis(analysis: &SavedAnalysis) -> Result<(), ActionError> {
    let SavedAnalysis { title, record, .. } = analysis;
    check_length("the title", title, LONGEST_TITLE)?;
    let players = [&record.players.black, &record.players.white];
    let about = players.into_iter().chain([&record.result, &record.date, &record.event]);
    for text in about.flatten() {
        check_length("a text about the game", text, LONGEST_TEXT)?;
    }
    for node in &record.nodes {
        check_length("a comment", node.comment.as_deref().unwrap_or_default(), LONGEST_COMMENT)?;
        for mark in &node.marks {
            check_length("a label", mark.text.as_deref().unwrap_or_default(), LONGEST_TEXT)?;
        }
    }
    Ok(())
}
