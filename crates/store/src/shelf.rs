//! The games file, for whoever owns it.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_api::{LibraryKind, LibraryPage, LibraryQuery, Notice, UserSettings};

use crate::{Saved, StoreError, library, open};

const SETTINGS: &str = "settings";

/// The games file. Every call waits for the disk.
#[derive(Debug)]
pub struct Shelf {
    connection: Connection,
}

impl Shelf {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let (connection, notices) = open::open(path);
        (Self { connection }, notices)
    }

    /// Keeps a game or analysis, replacing what was kept of it.
    pub fn save(&self, saved: &Saved) -> Result<(), StoreError> {
        library::save(&self.connection, saved)
    }

    /// The document of a game or analysis.
    pub fn load<T: DeserializeOwned>(
        &self,
        id: &str,
        kind: LibraryKind,
    ) -> Result<Option<T>, StoreError> {
        self.document(
            "SELECT doc FROM entries WHERE id = ?1 AND kind = ?2",
            params![id, library::kind_name(kind)],
        )
    }

    /// The number of the last event of a game, by which two programs see who has gone further.
    pub fn seq_of(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let statement =
            "SELECT json_extract(doc, '$.seq') FROM entries WHERE id = ?1 AND kind = ?2";
        let seq: Option<Option<i64>> = self
            .connection
            .query_row(statement, params![id, library::kind_name(LibraryKind::Game)], |row| {
                row.get(0)
            })
            .optional()?;
        Ok(seq.flatten().map(i64::cast_unsigned))
    }

    /// Forgets a game or analysis; says whether there was one.
    pub fn delete(&self, id: &str) -> Result<bool, StoreError> {
        self.connection.execute("DELETE FROM reasoning WHERE game = ?1", params![id])?;
        Ok(self.connection.execute("DELETE FROM entries WHERE id = ?1", params![id])? > 0)
    }

    /// A part of the library.
    pub fn list(&self, query: &LibraryQuery) -> Result<LibraryPage, StoreError> {
        library::list(&self.connection, query)
    }

    /// Keeps the reasoning of a move. What was recorded of a move that was taken back is replaced.
    pub fn save_reasoning<T: Serialize>(
        &self,
        game: &str,
        ply: u32,
        reasoning: &T,
    ) -> Result<(), StoreError> {
        self.connection.execute(
            "INSERT OR REPLACE INTO reasoning (game, ply, doc) VALUES (?1, ?2, ?3)",
            params![game, ply, serde_json::to_string(reasoning)?],
        )?;
        Ok(())
    }

    /// The reasoning of a move.
    pub fn load_reasoning<T: DeserializeOwned>(
        &self,
        game: &str,
        ply: u32,
    ) -> Result<Option<T>, StoreError> {
        self.document("SELECT doc FROM reasoning WHERE game = ?1 AND ply = ?2", params![game, ply])
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub fn settings(&self) -> UserSettings {
        let found = self.document("SELECT doc FROM extras WHERE name = ?1", params![SETTINGS]);
        found.ok().flatten().unwrap_or_default()
    }

    /// Keeps the user's settings.
    pub fn set_settings(&self, settings: &UserSettings) -> Result<(), StoreError> {
        self.connection.execute(
            "INSERT OR REPLACE INTO extras (name, doc) VALUES (?1, ?2)",
            params![SETTINGS, serde_json::to_string(settings)?],
        )?;
        Ok(())
    }

    /// Lets the file have no more pages than this, as a full disk does; as many as it has at least.
    pub fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        let set = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        self.connection.query_row(&format!("PRAGMA max_page_count = {most}"), [], set)?;
        Ok(())
    }

    fn document<T: DeserializeOwned>(
        &self,
        statement: &str,
        values: impl rusqlite::Params,
    ) -> Result<Option<T>, StoreError> {
        let doc: Option<String> =
            self.connection.query_row(statement, values, |row| row.get(0)).optional()?;
        Ok(doc.as_deref().map(serde_json::from_str).transpose()?)
    }
}
