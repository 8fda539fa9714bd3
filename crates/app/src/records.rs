//! Records in and out.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use tengen_api::{
    Exported, FileContent, ImportRequest, Imported, ImportedRecord, ReadFault, SavedAnalysis,
    read_fault, record_view, rule_of, size_of, skipped_parts,
};
use tengen_game::{ActionError, LONGEST_TITLE, check_length};
use tengen_record::{Format, ReadOptions, Record, read_partly, write};
use tengen_rules::Rule;

use crate::Failure;

/// A format by its name.
pub fn format_of(name: &str) -> Result<Format, ActionError> {
    Format::from_name(name)
        .ok_or_else(|| ActionError::Record(format!("there is no format {name:?}")))
}

/// A record as a file.
pub fn exported(record: &Record, format: Format, name: &str) -> Result<Exported, ActionError> {
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

/// Reads a file as far as it makes sense.
pub fn read_request(request: &ImportRequest) -> Result<Imported, Failure> {
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

/// The name of a file as the title of an analysis.
pub fn shortened(name: &str) -> String {
    name.trim().chars().take(LONGEST_TITLE).collect()
}

/// Texts about a record, as a name or a date, have at most so many letters.
const LONGEST_TEXT: usize = 1_000;
/// A comment has at most so many letters.
const LONGEST_COMMENT: usize = 20_000;

/// Refuses texts that nobody could read.
pub fn check_analysis(analysis: &SavedAnalysis) -> Result<(), ActionError> {
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
