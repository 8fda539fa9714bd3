//! The games file, for whoever owns it.

use std::cell::{Cell, RefCell};
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use tengen_game::{Moment, Notice, Table};
use tengen_players::Thought;
use tengen_rules::Size;

use crate::doc::{AnalysisDoc, SettingsDoc, VERSION, game_text, read_game, version_of};
use crate::kept::{Kept, kind_name};
use crate::library::{Analysis, Entry, EntryKind, Page, Query, Settings};
use crate::lock::Sharing;
use crate::mark::Marker;
use crate::open::{self, Opened};
use crate::packed::Packed;
use crate::rows;
use crate::salvage;
use crate::sum::{SETTINGS, settings_sum};
use crate::thoughts;
use crate::{Expected, Saved, StoreError};

/// The games file. Every call waits for the disk.
#[derive(Debug)]
pub struct Db {
    /// Nothing if there was not even memory for games that go on in memory.
    connection: Option<Connection>,
    /// Why nothing is written to the disk, if so.
    standing: Option<Notice>,
    /// What is still to be put in order when nobody wants anything.
    chores: Cell<Chore>,
    /// Notes how far the log was synced, where there is one.
    marker: Option<RefCell<Marker>>,
    _sharing: Sharing,
}

/// The next thing to be put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chore {
    /// Packing the thoughts that an earlier version has left.
    Pack,
    /// Having the file give room back.
    Vacuum,
    /// Giving room back.
    Shrink,
    Nothing,
}

/// So many thoughts are packed at once, and so many pages given back.
const AT_ONCE: u32 = 64;

/// A game ready to be written, with the thoughts behind its last moves.
#[derive(Debug)]
pub(crate) struct Prepared {
    kept: Kept,
    thoughts: Vec<(u32, Packed)>,
    lost_thoughts: Vec<u32>,
}

impl Prepared {
    pub(crate) fn of(id: &str, table: &Table, thoughts: &[Thought]) -> Result<Self, StoreError> {
        let doc = game_text(table)?;
        let kept = Kept::new(Entry::of_game(id, table), doc, Some(table.seq()))?;
        let size = table.game().size();
        let (mut packed, mut lost_thoughts) = (Vec::new(), Vec::new());
        for thought in thoughts {
            match Packed::of(size, thought) {
                Ok(bytes) => packed.push((thought.ply, bytes)),
                Err(_) => lost_thoughts.push(thought.ply),
            }
        }
        Ok(Self { kept, thoughts: packed, lost_thoughts })
    }
}

impl Db {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let Opened { connection, sharing, notices, standing } = open::open(path);
        let notices = notices.into_iter().chain(standing.clone()).collect();
        let chores = Cell::new(if standing.is_none() { Chore::Pack } else { Chore::Nothing });
        let marker = None;
        let mut db = Self { connection, standing, chores, marker, _sharing: sharing };
        if !db.is_in_memory() {
            db.marker = Some(RefCell::new(Marker::new(path)));
        }
        (db, notices)
    }

    fn connection(&self) -> Result<&Connection, StoreError> {
        let missing = || StoreError::Unwritable("there is not enough memory for games".to_owned());
        self.connection.as_ref().ok_or_else(missing)
    }

    /// Why nothing that is kept now outlives the program, if so.
    pub(crate) fn standing(&self) -> Option<&Notice> {
        self.standing.as_ref()
    }

    /// Whether there is no file behind this.
    pub(crate) fn is_in_memory(&self) -> bool {
        self.connection.as_ref().and_then(Connection::path).is_none_or(str::is_empty)
    }

    /// Puts a little in order; says whether there is more to be done. What does not work now is left
    /// for the next start.
    pub(crate) fn tidy(&self) -> bool {
        let is_done = match self.chores.get() {
            Chore::Pack => self.in_transaction(|| thoughts::pack_some(self.connection()?, AT_ONCE)),
            Chore::Vacuum => self.begin_to_give_back().map(|()| false),
            Chore::Shrink => self.shrink(),
            Chore::Nothing => return false,
        };
        let next = match (self.chores.get(), is_done) {
            (chore, Ok(true)) => chore,
            (Chore::Pack, Ok(false)) => Chore::Vacuum,
            (Chore::Vacuum, Ok(false)) => Chore::Shrink,
            _ => Chore::Nothing,
        };
        self.chores.set(next);
        next != Chore::Nothing
    }

    /// After something was deleted there may be room to give back.
    pub(crate) fn expect_room(&self) {
        if self.chores.get() == Chore::Nothing && self.standing.is_none() {
            self.chores.set(Chore::Shrink);
        }
    }

    fn in_transaction<T>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.begin()?;
        let done = work().and_then(|done| self.commit().map(|()| done));
        if done.is_err() {
            self.roll_back();
        }
        done
    }

    fn number(&self, pragma: &str) -> Result<u32, StoreError> {
        Ok(self.connection()?.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0))?)
    }

    /// A file of an earlier version never gives room back; it is written anew once.
    fn begin_to_give_back(&self) -> Result<(), StoreError> {
        const INCREMENTAL: u32 = 2;
        if self.number("auto_vacuum")? != INCREMENTAL {
            self.connection()?.pragma_update(None, "auto_vacuum", INCREMENTAL)?;
            self.connection()?.execute_batch("VACUUM")?;
        }
        Ok(())
    }

    fn shrink(&self) -> Result<bool, StoreError> {
        if self.number("freelist_count")? <= AT_ONCE {
            return Ok(false);
        }
        let sql = format!("PRAGMA incremental_vacuum({AT_ONCE})");
        let mut statement = self.connection()?.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(true)
    }

    /// Begins a transaction that writes.
    pub(crate) fn begin(&self) -> Result<(), StoreError> {
        self.connection()?.execute_batch("BEGIN IMMEDIATE")?;
        if let Some(marker) = &self.marker {
            marker.borrow_mut().catch_up();
        }
        Ok(())
    }

    /// Puts on the disk what was written since the beginning.
    pub(crate) fn commit(&self) -> Result<(), StoreError> {
        self.connection()?.execute_batch("COMMIT")?;
        if let Some(marker) = &self.marker {
            marker.borrow_mut().one_more();
        }
        Ok(())
    }

    /// Takes everything back since the beginning, unless SQLite has done so already.
    pub(crate) fn roll_back(&self) {
        if let Some(connection) = self.connection.as_ref().filter(|it| !it.is_autocommit()) {
            // There is nothing else to be done about it.
            let _ = connection.execute_batch("ROLLBACK");
        }
    }

    /// Does something inside a transaction, and takes it back if it says that it failed. An error
    /// means that the whole transaction is lost.
    pub(crate) fn try_alone(&self, work: impl FnOnce() -> bool) -> Result<(), StoreError> {
        let connection = self.connection()?;
        connection.execute_batch("SAVEPOINT alone")?;
        let is_done = work();
        if connection.is_autocommit() {
            return Err(StoreError::Unwritable("the disk cannot be written".to_owned()));
        }
        if !is_done {
            connection.execute_batch("ROLLBACK TO alone")?;
        }
        Ok(connection.execute_batch("RELEASE alone")?)
    }

    /// Keeps a game, if what is kept of it is what is expected.
    pub fn save_game(&self, id: &str, table: &Table, expected: Expected) -> Result<(), StoreError> {
        self.save_with_thoughts(id, table, expected, &[]).map(drop)
    }

    /// Keeps a game with the thoughts behind its last moves. Without the game no thought is kept; a
    /// thought that cannot be kept does not hinder the game.
    pub fn save_with_thoughts(
        &self,
        id: &str,
        table: &Table,
        expected: Expected,
        thoughts: &[Thought],
    ) -> Result<Saved, StoreError> {
        self.write(&Prepared::of(id, table, thoughts)?, expected)
    }

    /// Writes a game that is ready for it.
    pub(crate) fn write(&self, game: &Prepared, expected: Expected) -> Result<Saved, StoreError> {
        let connection = self.connection()?;
        rows::save(connection, &game.kept, expected)?;
        let mut lost_thoughts = game.lost_thoughts.clone();
        for (ply, packed) in &game.thoughts {
            if thoughts::save(connection, &game.kept.entry.id, *ply, packed).is_err() {
                lost_thoughts.push(*ply);
            }
        }
        Ok(Saved { lost_thoughts })
    }

    /// A game, taken up at this moment.
    pub fn load_game(&self, id: &str, now: Moment) -> Result<Option<Table>, StoreError> {
        let Some(doc) = self.document(id, EntryKind::Game)? else { return Ok(None) };
        read_game(&doc, now).map(Some)
    }

    /// Keeps an analysis: a new one, or in the place of the one that is expected.
    pub fn save_analysis(
        &self,
        id: &str,
        analysis: &Analysis,
        expected: Expected,
        now: Moment,
    ) -> Result<(), StoreError> {
        let doc = serde_json::to_string(&AnalysisDoc::of(analysis)?)?;
        let kept = Kept::new(Entry::of_analysis(id, analysis, now), doc, None)?;
        rows::save(self.connection()?, &kept, expected)
    }

    /// An analysis.
    pub fn load_analysis(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        let doc = self.document(id, EntryKind::Analysis)?;
        doc.map(|doc| AnalysisDoc::read(&doc)).transpose()
    }

    /// The document of an entry, if it is what was written.
    fn document(&self, id: &str, kind: EntryKind) -> Result<Option<String>, StoreError> {
        let found = self
            .connection()?
            .prepare_cached(&format!("{} WHERE id = ?1 AND kind = ?2", rows::WHOLE_ROWS))?
            .query_row(params![id, kind_name(kind)], rows::whole)
            .optional()?;
        let Some((kept, sum)) = found else { return Ok(None) };
        let is_newer = version_of(&kept.doc).is_ok_and(|version| version > VERSION);
        if sum.is_some_and(|sum| sum != kept.sum()) && !is_newer {
            return Err(StoreError::Damaged);
        }
        Ok(Some(kept.doc))
    }

    /// The number of the last event of a game, by which two programs see who has gone further.
    pub fn seq_of(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let seq: Option<Option<i64>> = self
            .connection()?
            .prepare_cached("SELECT seq FROM entries WHERE id = ?1 AND kind = ?2")?
            .query_row(params![id, kind_name(EntryKind::Game)], |row| row.get(0))
            .optional()?;
        Ok(seq.flatten().map(i64::cast_unsigned))
    }

    /// Forgets a game or analysis; says whether there was one.
    pub fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let connection = self.connection()?;
        thoughts::delete(connection, id)?;
        self.expect_room();
        Ok(connection.execute("DELETE FROM entries WHERE id = ?1", params![id])? > 0)
    }

    /// A part of the library.
    pub fn list(&self, query: &Query) -> Result<Page, StoreError> {
        rows::list(self.connection()?, query)
    }

    /// Keeps the thought behind a move. What was recorded of a move that was taken back is replaced,
    /// unless a newer program wrote it; what is too old is forgotten.
    pub fn save_thought(
        &self,
        game: &str,
        size: Size,
        thought: &Thought,
    ) -> Result<(), StoreError> {
        thoughts::save(self.connection()?, game, thought.ply, &Packed::of(size, thought)?)
    }

    /// The thought behind a move.
    pub fn load_thought(&self, game: &str, ply: u32) -> Result<Option<Thought>, StoreError> {
        thoughts::load(self.connection()?, game, ply)
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub fn settings(&self) -> Settings {
        let doc = self.settings_text().ok().flatten();
        doc.and_then(|doc| SettingsDoc::read(&doc).ok()).unwrap_or_default()
    }

    /// The document of the settings, if it is what was written.
    fn settings_text(&self) -> Result<Option<String>, StoreError> {
        let found: Option<(String, Option<u32>)> = self
            .connection()?
            .prepare_cached("SELECT doc, sum FROM extras WHERE name = ?1")?
            .query_row(params![SETTINGS], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let is_sound = |(doc, sum): &(String, Option<u32>)| {
            let is_newer = version_of(doc).is_ok_and(|version| version > VERSION);
            is_newer || sum.is_none_or(|sum| sum == settings_sum(doc))
        };
        Ok(found.filter(is_sound).map(|(doc, _)| doc))
    }

    /// Keeps the user's settings, unless there are some with more in them than is known here.
    pub fn set_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        if let Some(kept) = self.settings_text()?
            // What is no document at all has nothing in it that could be lost.
            && version_of(&kept).is_ok()
        {
            SettingsDoc::read(&kept)?;
        }
        let doc = serde_json::to_string(&SettingsDoc::from(settings))?;
        salvage::put_settings(self.connection()?, &doc)
    }

    /// Lets the file have no more pages than this, as a full disk does; as many as it has at least.
    pub fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        let set = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        self.connection()?.query_row(&format!("PRAGMA max_page_count = {most}"), [], set)?;
        Ok(())
    }
}
