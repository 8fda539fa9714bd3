//! Game records.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tengen_record::chess_log::ChessLog;
use tengen_record::{Format, ReadOptions, Record, read_with, write};
use tengen_rules::Rule;

use crate::errors::{RecordError, guarded};
use crate::game::{Game, parse_rule, parse_size};
use crate::point::number_of;

/// The names of the formats.
#[pyfunction]
pub(crate) fn formats() -> Vec<&'static str> {
    Format::ALL.into_iter().map(Format::name).collect()
}

fn format_of(name: Option<&str>, bytes: &[u8]) -> PyResult<Format> {
    let known = || format!("the formats are {}", formats().join(", "));
    match name {
        Some(name) => Format::from_name(name)
            .ok_or_else(|| RecordError::new_err(format!("unknown format {name:?}; {}", known()))),
        None => Format::sniff(bytes)
            .ok_or_else(|| RecordError::new_err(format!("the format is not plain; {}", known()))),
    }
}

fn records(
    bytes: &[u8],
    format: Option<&str>,
    rule: Option<&str>,
    size: i64,
) -> PyResult<Vec<Record>> {
    let options = ReadOptions { rule: rule.map(parse_rule).transpose()?, size: parse_size(size)? };
    let reading = read_with(bytes, format_of(format, bytes)?, &options);
    Ok(reading.map_err(|error| RecordError::new_err(error.to_string()))?.records)
}

/// Turns a record of one format into another; see `gomoku.convert`.
#[pyfunction]
#[pyo3(signature = (data, to, source=None, rule=None, size=15, lossless=false))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    data: &[u8],
    to: &str,
    source: Option<&str>,
    rule: Option<&str>,
    size: i64,
    lossless: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = guarded(|| {
        let records = records(data, source, rule, size)?;
        if to.eq_ignore_ascii_case("board") {
            return Ok(boards(&records)?.into_bytes());
        }
        let written = write(&records, format_of(Some(to), &[])?)
            .map_err(|error| RecordError::new_err(error.to_string()))?;
        if lossless && !written.losses.is_empty() {
            let text = format!("{to} cannot hold everything: {}", written.losses);
            return Err(RecordError::new_err(text));
        }
        Ok(written.bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The positions after the last move of each game, one empty line between them.
fn boards(records: &[Record]) -> PyResult<String> {
    let diagrams: PyResult<Vec<String>> =
        records.iter().map(|record| Ok(game_of(record)?.stones().to_string())).collect();
    Ok(diagrams?.join("\n"))
}

fn game_of(record: &Record) -> PyResult<tengen_rules::Game> {
    let rule = record.header.rule.unwrap_or(Rule::Freestyle);
    record.to_game_under(rule).map_err(|error| RecordError::new_err(error.to_string()))
}

/// The games of a record, at their last move; see `gomoku.read_games`.
#[pyfunction]
#[pyo3(signature = (data, source=None, rule=None, size=15))]
pub(crate) fn read_games(
    data: &[u8],
    source: Option<&str>,
    rule: Option<&str>,
    size: i64,
) -> PyResult<Vec<Game>> {
    guarded(|| {
        let records = records(data, source, rule, size)?;
        records.iter().map(|record| Ok(Game { inner: game_of(record)? })).collect()
    })
}

/// The stones of a `chess_log.txt`, game by game, as `(row, column, color)`.
#[pyfunction]
#[pyo3(signature = (data, size=15))]
pub(crate) fn chess_log_stones(data: &[u8], size: i64) -> PyResult<Vec<Vec<(u8, u8, i8)>>> {
    guarded(|| {
        let log = ChessLog::parse(data, parse_size(size)?)
            .map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(log
            .segments()
            .map(|stones| {
                stones.iter().map(|&(p, color)| (p.y(), p.x(), number_of(Some(color)))).collect()
            })
            .collect())
    })
}
