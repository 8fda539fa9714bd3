//! The thoughts behind moves. There are many and they are large, so they are kept packed, and only the
//! newest ones.

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params};
use tengen_players::Thought;
use tengen_rules::Size;

use crate::StoreError;
use crate::doc::{ThoughtDoc, VERSION, version_of};
use crate::packed::Packed;

/// So many of the newest thoughts are kept: those of about two hundred games.
const MOST_THOUGHTS: u32 = 12_000;

/// The document of a thought.
fn text_of(connection: &Connection, game: &str, ply: u32) -> Result<Option<String>, StoreError> {
    let packed = connection
        .prepare_cached("SELECT doc, sum FROM thoughts WHERE game = ?1 AND ply = ?2")?
        .query_row(params![game, ply], |row| Ok(Packed { bytes: row.get(0)?, sum: row.get(1)? }))
        .optional()?;
    if let Some(packed) = packed {
        return packed.unpack().map(Some);
    }
    // Where an earlier version put it.
    let text = connection
        .prepare_cached("SELECT doc FROM reasoning WHERE game = ?1 AND ply = ?2")?
        .query_row(params![game, ply], |row| row.get(0))
        .optional()?;
    Ok(text)
}

pub(crate) fn load(
    connection: &Connection,
    game: &str,
    ply: u32,
) -> Result<Option<Thought>, StoreError> {
    let Some(text) = text_of(connection, game, ply)? else { return Ok(None) };
    let side: Option<u8> = connection
        .prepare_cached("SELECT size FROM entries WHERE id = ?1")?
        .query_row(params![game], |row| row.get(0))
        .optional()?;
    let Some(side) = side else { return Ok(None) };
    let size =
        Size::new(u64::from(side)).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    ThoughtDoc::read(&text, size).map(Some)
}

/// Keeps a thought. What was recorded of a move that was taken back is replaced, unless a newer program
/// wrote it; what is too old is forgotten.
pub(crate) fn save(
    connection: &Connection,
    game: &str,
    ply: u32,
    packed: &Packed,
) -> Result<(), StoreError> {
    if let Ok(Some(kept)) = text_of(connection, game, ply)
        && let Ok(version) = version_of(&kept)
        && version > VERSION
    {
        return Err(StoreError::Newer { version });
    }
    insert(connection, game, ply, packed)?;
    connection
        .prepare_cached("DELETE FROM reasoning WHERE game = ?1 AND ply = ?2")?
        .execute(params![game, ply])?;
    prune(connection, MOST_THOUGHTS)
}

pub(crate) fn insert(
    connection: &Connection,
    game: &str,
    ply: u32,
    packed: &Packed,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO thoughts (game, ply, format, sum, doc) \
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![game, ply, DEFLATED, packed.sum, packed.bytes])?;
    Ok(())
}

/// How a thought is packed.
const DEFLATED: u32 = 1;

/// Forgets all but so many of the newest.
fn prune(connection: &Connection, most: u32) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "DELETE FROM thoughts WHERE rowid <= (SELECT MAX(rowid) FROM thoughts) - ?1",
        )?
        .execute(params![most])?;
    Ok(())
}

/// Forgets those of a game.
pub(crate) fn delete(connection: &Connection, game: &str) -> Result<(), StoreError> {
    connection.execute("DELETE FROM thoughts WHERE game = ?1", params![game])?;
    connection.execute("DELETE FROM reasoning WHERE game = ?1", params![game])?;
    Ok(())
}

/// Packs some of the thoughts that an earlier version has left; says whether there were any.
pub(crate) fn pack_some(connection: &Connection, n: u32) -> Result<bool, StoreError> {
    // The oldest first: what is put in last counts as the newest, and stays longest.
    let rows: Vec<(i64, String, u32, String)> = connection
        .prepare_cached("SELECT rowid, game, ply, doc FROM reasoning ORDER BY rowid LIMIT ?1")?
        .query_map(params![n], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<_, _>>()?;
    for (rowid, game, ply, text) in &rows {
        insert(connection, game, *ply, &Packed::pack(text)?)?;
        connection
            .prepare_cached("DELETE FROM reasoning WHERE rowid = ?1")?
            .execute(params![rowid])?;
    }
    prune(connection, MOST_THOUGHTS)?;
    Ok(!rows.is_empty())
}

/// A thought of a row that was found in a damaged file, if it is one and what was written.
pub(crate) fn from_values(row: &[Value]) -> Option<(String, u32, Packed)> {
    let (game, ply, packed) = match row {
        [
            Value::Text(game),
            Value::Integer(ply),
            Value::Integer(_),
            Value::Integer(sum),
            Value::Blob(bytes),
        ] => (game, ply, Packed { bytes: bytes.clone(), sum: u32::try_from(*sum).ok()? }),
        [Value::Text(game), Value::Integer(ply), Value::Text(text)] => {
            version_of(text).ok()?;
            (game, ply, Packed::pack(text).ok()?)
        }
        _ => return None,
    };
    packed.unpack().ok()?;
    Some((game.clone(), u32::try_from(*ply).ok()?, packed))
}
