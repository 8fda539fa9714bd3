//! The games file, for whoever owns it.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use tengen_game::{Moment, Notice, Table};
use tengen_players::Thought;
use tengen_rules::Size;

use crate::doc::{AnalysisDoc, GameDoc, SettingsDoc, ThoughtDoc, VERSION, version_of};
use crate::library::{self, Analysis, Entry, EntryKind, Page, Query, Settings};
use crate::{StoreError, open};

const SETTINGS: &str = "settings";

/// The games file. Every call waits for the disk.
#[derive(Debug)]
pub struct Db {
    connection: Connection,
}

impl Db {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let (connection, notices) = open::open(path);
        (Self { connection }, notices)
    }

    /// Keeps a game, replacing what was kept of it.
    pub fn save_game(&self, id: &str, table: &Table) -> Result<(), StoreError> {
        let doc = serde_json::to_string(&GameDoc::of(table.history()))?;
        library::save(&self.connection, &Entry::of_game(id, table), &doc)
    }

    /// A game, taken up at this moment.
    pub fn load_game(&self, id: &str, now: Moment) -> Result<Option<Table>, StoreError> {
        let Some(doc) = self.document(id, EntryKind::Game)? else { return Ok(None) };
        let table = Table::restore(GameDoc::read(&doc)?, now);
        table.map(Some).map_err(|error| StoreError::Unreadable(error.to_string()))
    }

    /// Keeps an analysis, replacing what was kept of it.
    pub fn save_analysis(
        &self,
        id: &str,
        analysis: &Analysis,
        now: Moment,
    ) -> Result<(), StoreError> {
        let doc = serde_json::to_string(&AnalysisDoc::of(analysis)?)?;
        library::save(&self.connection, &Entry::of_analysis(id, analysis, now), &doc)
    }

    /// An analysis.
    pub fn load_analysis(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        let doc = self.document(id, EntryKind::Analysis)?;
        doc.map(|doc| AnalysisDoc::read(&doc)).transpose()
    }

    fn document(&self, id: &str, kind: EntryKind) -> Result<Option<String>, StoreError> {
        let found = self
            .connection
            .prepare_cached("SELECT doc FROM entries WHERE id = ?1 AND kind = ?2")?
            .query_row(params![id, library::kind_name(kind)], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// The number of the last event of a game, by which two programs see who has gone further.
    pub fn seq_of(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let seq: Option<Option<i64>> = self
            .connection
            .prepare_cached(
                "SELECT json_extract(doc, '$.seq') FROM entries WHERE id = ?1 AND kind = ?2",
            )?
            .query_row(params![id, library::kind_name(EntryKind::Game)], |row| row.get(0))
            .optional()?;
        Ok(seq.flatten().map(i64::cast_unsigned))
    }

    /// Forgets a game or analysis; says whether there was one.
    pub fn delete(&self, id: &str) -> Result<bool, StoreError> {
        self.connection.execute("DELETE FROM reasoning WHERE game = ?1", params![id])?;
        Ok(self.connection.execute("DELETE FROM entries WHERE id = ?1", params![id])? > 0)
    }

    /// A part of the library.
    pub fn list(&self, query: &Query) -> Result<Page, StoreError> {
        library::list(&self.connection, query)
    }

    /// Keeps the thought behind a move. What was recorded of a move that was taken back is replaced,
    /// unless a newer program wrote it.
    pub fn save_thought(
        &self,
        game: &str,
        size: Size,
        thought: &Thought,
    ) -> Result<(), StoreError> {
        if let Some((kept, _)) = self.thought_text(game, thought.ply)?
            && let Ok(version) = version_of(&kept)
            && version > VERSION
        {
            return Err(StoreError::Newer { version });
        }
        let doc = serde_json::to_string(&ThoughtDoc::of(size, thought))?;
        self.connection.execute(
            "INSERT OR REPLACE INTO reasoning (game, ply, doc) VALUES (?1, ?2, ?3)",
            params![game, thought.ply, doc],
        )?;
        Ok(())
    }

    /// The thought behind a move.
    pub fn load_thought(&self, game: &str, ply: u32) -> Result<Option<Thought>, StoreError> {
        let Some((doc, side)) = self.thought_text(game, ply)? else { return Ok(None) };
        let size = Size::new(u64::from(side))
            .map_err(|error| StoreError::Unreadable(error.to_string()))?;
        ThoughtDoc::read(&doc, size).map(Some)
    }

    /// The document of a thought, and the side of the board of its game.
    fn thought_text(&self, game: &str, ply: u32) -> Result<Option<(String, u8)>, StoreError> {
        let found = self
            .connection
            .prepare_cached(
                "SELECT reasoning.doc, entries.size FROM reasoning \
                 JOIN entries ON entries.id = reasoning.game WHERE game = ?1 AND ply = ?2",
            )?
            .query_row(params![game, ply], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found)
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub fn settings(&self) -> Settings {
        let doc = self.settings_text().ok().flatten();
        doc.and_then(|doc| SettingsDoc::read(&doc).ok()).unwrap_or_default()
    }

    fn settings_text(&self) -> Result<Option<String>, StoreError> {
        let found = self
            .connection
            .prepare_cached("SELECT doc FROM extras WHERE name = ?1")?
            .query_row(params![SETTINGS], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// Keeps the user's settings, unless there are some with more in them than is known here.
    pub fn set_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        if let Some(kept) = self.settings_text()?
            // What is no document at all has nothing in it that could be lost.
            && version_of(&kept).is_ok()
        {
            SettingsDoc::read(&kept)?;
        }
        self.connection.execute(
            "INSERT OR REPLACE INTO extras (name, doc) VALUES (?1, ?2)",
            params![SETTINGS, serde_json::to_string(&SettingsDoc::from(settings))?],
        )?;
        Ok(())
    }

    /// Lets the file have no more pages than this, as a full disk does; as many as it has at least.
    pub fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        let set = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        self.connection.query_row(&format!("PRAGMA max_page_count = {most}"), [], set)?;
        Ok(())
    }
}
