//! The library's table.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params, params_from_iter};
use tengen_api::{LibraryEntry, LibraryKind, LibraryPage, LibraryQuery, LibraryState};

use crate::{Saved, StoreError};

const USUAL_LIMIT: u32 = 50;
const LARGEST_LIMIT: u32 = 200;

pub(crate) const fn kind_name(kind: LibraryKind) -> &'static str {
    match kind {
        LibraryKind::Game => "game",
        LibraryKind::Analysis => "analysis",
    }
}

pub(crate) fn save(connection: &Connection, saved: &Saved) -> Result<(), StoreError> {
    let Saved { entry, doc } = saved;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO entries (id, kind, title, rule, size, opening, black, white, \
             result, n_moves, created_at, updated_at, stones, doc) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?
        .execute(params![
            entry.id,
            kind_name(entry.kind),
            entry.title,
            entry.rule,
            entry.size,
            entry.opening,
            entry.black,
            entry.white,
            entry.result,
            entry.n_moves,
            entry.created_at as i64,
            entry.updated_at as i64,
            serde_json::to_string(&entry.stones)?,
            doc,
        ])?;
    Ok(())
}

pub(crate) fn list(
    connection: &Connection,
    query: &LibraryQuery,
) -> Result<LibraryPage, StoreError> {
    let (condition, mut values) = condition(query);
    let total = connection.query_row(
        &format!("SELECT COUNT(*) FROM entries WHERE {condition}"),
        params_from_iter(values.iter()),
        |row| row.get(0),
    )?;
    let limit = query.limit.unwrap_or(USUAL_LIMIT).min(LARGEST_LIMIT);
    values.push(Value::from(limit));
    values.push(Value::from(query.skip.unwrap_or(0)));
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, kind, title, rule, size, opening, black, white, result, n_moves, created_at, \
         updated_at, stones FROM entries WHERE {condition} \
         ORDER BY updated_at DESC, id LIMIT ? OFFSET ?"
    ))?;
    let rows = statement.query_map(params_from_iter(values.iter()), entry)?;
    let entries = rows.collect::<Result<Vec<LibraryEntry>, _>>()?;
    Ok(LibraryPage { entries, total })
}

/// What is looked for. The words are values, never part of the statement.
fn condition(query: &LibraryQuery) -> (String, Vec<Value>) {
    let mut parts = vec!["1".to_owned()];
    let mut values = Vec::new();
    for word in query.text.as_deref().unwrap_or_default().split_whitespace() {
        let pattern = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        parts.push("(title || ' ' || black || ' ' || white) LIKE ? ESCAPE '\\'".to_owned());
        values.push(Value::from(format!("%{pattern}%")));
    }
    if let Some(rule) = &query.rule {
        parts.push("rule = ?".to_owned());
        values.push(Value::from(rule.clone()));
    }
    if let Some(kind) = query.kind {
        parts.push("kind = ?".to_owned());
        values.push(Value::from(kind_name(kind).to_owned()));
    }
    match query.state {
        Some(LibraryState::Ongoing) => parts.push("result = 'ongoing'".to_owned()),
        Some(LibraryState::Over) => parts.push("result <> 'ongoing'".to_owned()),
        None => {}
    }
    (parts.join(" AND "), values)
}

fn entry(row: &Row<'_>) -> rusqlite::Result<LibraryEntry> {
    let kind: String = row.get(1)?;
    let stones: String = row.get(12)?;
    Ok(LibraryEntry {
        id: row.get(0)?,
        kind: if kind == "game" { LibraryKind::Game } else { LibraryKind::Analysis },
        title: row.get(2)?,
        rule: row.get(3)?,
        size: row.get(4)?,
        opening: row.get(5)?,
        black: row.get(6)?,
        white: row.get(7)?,
        result: row.get(8)?,
        n_moves: row.get(9)?,
        created_at: row.get::<_, i64>(10)? as u64,
        updated_at: row.get::<_, i64>(11)? as u64,
        stones: serde_json::from_str(&stones).unwrap_or_default(),
    })
}
