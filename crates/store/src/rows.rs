//! The rows of the library.

use std::borrow::Cow;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use tengen_rules::ByColor;

use crate::doc::VERSION;
use crate::kept::{Kept, StonesDoc, kind_name};
use crate::library::{Entry, EntryKind, EntryState, Page, Query};
use crate::{Expected, StoreError};

/// What stands in the way of a row.
struct Standing {
    version: u32,
    seq: Option<u64>,
    created_at: u64,
}

fn standing(connection: &Connection, id: &str) -> Result<Option<Standing>, StoreError> {
    // What is no document at all has no version, and nothing in it that could be lost.
    let found = connection
        .prepare_cached(
            "SELECT CASE WHEN json_valid(doc) THEN json_extract(doc, '$.version') END, \
             seq, created_at FROM entries WHERE id = ?1",
        )?
        .query_row(params![id], |row| {
            Ok(Standing {
                version: row.get::<_, Option<u32>>(0)?.unwrap_or(0),
                seq: row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned),
                created_at: row.get::<_, i64>(2)?.cast_unsigned(),
            })
        })
        .optional()?;
    Ok(found)
}

/// Keeps a row if what is kept there now is what is expected: nobody's move is written over, and what
/// was deleted stays so. What a newer program wrote is left as it is.
pub(crate) fn save(
    connection: &Connection,
    kept: &Kept,
    expected: Expected,
) -> Result<(), StoreError> {
    let mut kept = Cow::Borrowed(kept);
    let standing = standing(connection, &kept.entry.id)?;
    if let Some(Standing { version, .. }) = standing
        && version > VERSION
    {
        return Err(StoreError::Newer { version });
    }
    match (&standing, expected) {
        (Some(Standing { seq, .. }), Expected::Nothing) => {
            return Err(StoreError::Overtaken { seq: seq.unwrap_or(0) });
        }
        (None, Expected::Something | Expected::Seq(_)) => return Err(StoreError::Gone),
        (Some(standing), Expected::Something) => {
            kept.to_mut().entry.created_at = standing.created_at;
        }
        (None, Expected::Nothing) | (Some(_), Expected::Seq(_)) => {}
    }
    let n_changed = match expected {
        Expected::Nothing => write(connection, INSERT, &kept, None)?,
        Expected::Something => write(connection, UPDATE, &kept, None)?,
        Expected::Seq(seq) => write(connection, UPDATE, &kept, Some(seq))?,
    };
    if n_changed == 1 {
        return Ok(());
    }
    // Somebody else was there first.
    Err(standing.map_or(StoreError::Gone, |standing| StoreError::Overtaken {
        seq: standing.seq.unwrap_or(0),
    }))
}

const INSERT: &str = "INSERT INTO entries (id, kind, title, rule, size, opening, black, white, \
    result, n_moves, created_at, updated_at, stones, doc, seq, sum) \
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16 WHERE ?17 IS NULL \
    ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE entries SET kind = ?2, title = ?3, rule = ?4, size = ?5, opening = ?6, \
    black = ?7, white = ?8, result = ?9, n_moves = ?10, created_at = ?11, updated_at = ?12, \
    stones = ?13, doc = ?14, seq = ?15, sum = ?16 WHERE id = ?1 AND (?17 IS NULL OR seq = ?17)";

fn write(
    connection: &Connection,
    statement: &str,
    kept: &Kept,
    seq: Option<u64>,
) -> Result<usize, StoreError> {
    let entry = &kept.entry;
    let n_changed = connection.prepare_cached(statement)?.execute(params![
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
        entry.created_at.cast_signed(),
        entry.updated_at.cast_signed(),
        kept.stones,
        kept.doc,
        kept.seq.map(u64::cast_signed),
        kept.sum(),
        seq.map(u64::cast_signed),
    ])?;
    Ok(n_changed)
}

pub(crate) fn list(connection: &Connection, query: &Query) -> Result<Page, StoreError> {
    let (condition, mut values) = condition(query);
    let total = connection.query_row(
        &format!("SELECT COUNT(*) FROM entries WHERE {condition}"),
        params_from_iter(values.iter()),
        |row| row.get(0),
    )?;
    values.push(Value::from(query.most()));
    values.push(Value::from(query.skip.unwrap_or(0)));
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, kind, title, rule, size, opening, black, white, result, n_moves, created_at, \
         updated_at, stones FROM entries WHERE {condition} \
         ORDER BY updated_at DESC, id LIMIT ? OFFSET ?"
    ))?;
    let rows = statement.query_map(params_from_iter(values.iter()), entry)?;
    let entries = rows.collect::<Result<Vec<Entry>, _>>()?;
    Ok(Page { entries, total })
}

/// What is looked for. The words are values, never part of the statement.
fn condition(query: &Query) -> (String, Vec<Value>) {
    // A game in which nothing was done is nothing to come back to.
    let is_untouched = "kind = 'game' AND n_moves = 0 AND result = 'ongoing' \
                        AND stones = '{\"black\":[],\"white\":[]}'";
    let wants_untouched = query.is_begun == Some(false);
    let mut parts = vec![format!("({is_untouched}) = {}", i32::from(wants_untouched))];
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
        Some(EntryState::Ongoing) => parts.push("result = 'ongoing'".to_owned()),
        Some(EntryState::Over) => parts.push("result <> 'ongoing'".to_owned()),
        None => {}
    }
    (parts.join(" AND "), values)
}

/// A row as it was saved from a damaged file; those of newer programs get no checksum.
pub(crate) fn insert(
    connection: &Connection,
    kept: &Kept,
    has_sum: bool,
) -> Result<(), StoreError> {
    write(connection, INSERT, kept, None)?;
    if !has_sum {
        let forget = "UPDATE entries SET sum = NULL WHERE id = ?1";
        connection.prepare_cached(forget)?.execute(params![kept.entry.id])?;
    }
    Ok(())
}

/// A row with its checksum out of what was found in a damaged file, if it is one of the library.
pub(crate) fn from_values(row: &[Value]) -> Option<(Kept, Option<u32>)> {
    let text = |at: usize| match row.get(at) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let number = |at: usize| match row.get(at) {
        Some(Value::Integer(number)) => Some(*number),
        _ => None,
    };
    if !(14..=16).contains(&row.len()) {
        return None;
    }
    let kind = match text(1)?.as_str() {
        "game" => EntryKind::Game,
        "analysis" => EntryKind::Analysis,
        _ => return None,
    };
    let stones = text(12)?;
    let StonesDoc { black, white } = serde_json::from_str(&stones).unwrap_or_default();
    let entry = Entry {
        id: text(0)?,
        kind,
        title: text(2)?,
        rule: text(3)?,
        size: number(4)?.try_into().ok()?,
        opening: text(5)?,
        black: text(6)?,
        white: text(7)?,
        result: text(8)?,
        n_moves: number(9)?.try_into().ok()?,
        created_at: number(10)?.cast_unsigned(),
        updated_at: number(11)?.cast_unsigned(),
        stones: ByColor::new(black, white),
    };
    let seq = number(14).map(i64::cast_unsigned);
    let sum = number(15).and_then(|sum| sum.try_into().ok());
    Some((Kept { entry, stones, doc: text(13)?, seq }, sum))
}

/// All rows, whole, with their checksums.
pub(crate) const WHOLE_ROWS: &str = "SELECT id, kind, title, rule, size, opening, black, white, \
    result, n_moves, created_at, updated_at, stones, doc, seq, sum FROM entries";

/// A whole row, and its checksum if it has one.
pub(crate) fn whole(row: &Row<'_>) -> rusqlite::Result<(Kept, Option<u32>)> {
    let seq = row.get_ref(14)?.as_i64().ok().map(i64::cast_unsigned);
    let kept = Kept { entry: entry(row)?, stones: text(row, 12)?, doc: text(row, 13)?, seq };
    // A sum that is none does not fit.
    let sum = row.get_ref(15)?.as_i64_or_null().unwrap_or(Some(-1));
    Ok((kept, sum.map(|sum| u32::try_from(sum).unwrap_or_default())))
}

/// Writes the document of a row anew, and what goes with it.
pub(crate) fn rewrite(connection: &Connection, kept: &Kept) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE entries SET doc = ?2, seq = ?3, sum = ?4 WHERE id = ?1")?
        .execute(params![kept.entry.id, kept.doc, kept.seq.map(u64::cast_signed), kept.sum()])?;
    Ok(())
}

/// A text as far as it is one: a changed bit must not hide the other rows.
fn text(row: &Row<'_>, at: usize) -> rusqlite::Result<String> {
    let bytes = row.get_ref(at)?.as_bytes().unwrap_or_default();
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// A number, if it is one.
fn number<T: TryFrom<i64> + Default>(row: &Row<'_>, at: usize) -> rusqlite::Result<T> {
    let number = row.get_ref(at)?.as_i64().unwrap_or_default();
    Ok(T::try_from(number).unwrap_or_default())
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    // A picture that cannot be read is left out; the game is not.
    let stones = text(row, 12)?;
    let StonesDoc { black, white } = serde_json::from_str(&stones).unwrap_or_default();
    let is_game = text(row, 1)? == kind_name(EntryKind::Game);
    Ok(Entry {
        id: text(row, 0)?,
        kind: if is_game { EntryKind::Game } else { EntryKind::Analysis },
        title: text(row, 2)?,
        rule: text(row, 3)?,
        size: number(row, 4)?,
        opening: text(row, 5)?,
        black: text(row, 6)?,
        white: text(row, 7)?,
        result: text(row, 8)?,
        n_moves: number(row, 9)?,
        created_at: number(row, 10)?,
        updated_at: number(row, 11)?,
        stones: ByColor::new(black, white),
    })
}
