//! Games files to work on, each in a folder of its own, and a look at what is really in them.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::DeflateDecoder;
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;
use tengen_game::Table;
use tengen_store::{Analysis, Db, Expected, GAMES_FILE, Query, StoreError};

/// When everything is taken up.
pub(crate) const NOW: u64 = 2_000_000_000_000;

/// The folder with the library that version 0.1.0 has made.
fn first_version_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/library-v1")
}

/// What version 0.1.0 said about its library.
pub(crate) fn first_version_answers() -> Value {
    let text = std::fs::read_to_string(first_version_folder().join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Keeps a game over whatever is there of it.
pub(crate) fn keep(db: &Db, id: &str, table: &Table) -> Result<(), StoreError> {
    let expected = db.seq_of(id)?.map_or(Expected::Nothing, Expected::Seq);
    db.save_game(id, table, expected)
}

/// Keeps an analysis over whatever is there of it.
pub(crate) fn keep_analysis(db: &Db, id: &str, analysis: &Analysis) -> Result<(), StoreError> {
    let page = db.list(&Query::default())?;
    let is_there = page.entries.iter().any(|entry| entry.id == id);
    let expected = if is_there { Expected::Something } else { Expected::Nothing };
    db.save_analysis(id, analysis, expected, NOW)
}

/// A document in a games file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A game or an analysis.
    Entry(String),
    /// The thought behind a move of a game.
    Thought(String, u32),
    Settings,
}

/// A games file.
pub(crate) struct Library {
    folder: TempDir,
}

impl Library {
    /// One that is made when it is opened.
    pub(crate) fn new() -> Self {
        // In memory where the system has such a folder: every save is synced, and there are thousands.
        let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new());
        Self { folder: folder.unwrap() }
    }

    /// A copy of the one that version 0.1.0 has made.
    pub(crate) fn of_first_version() -> Self {
        let library = Self::new();
        std::fs::copy(first_version_folder().join(GAMES_FILE), library.path()).unwrap();
        library
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(GAMES_FILE)
    }

    /// The path of the log that belongs to the file.
    pub(crate) fn log_path(&self) -> PathBuf {
        self.folder.path().join(format!("{GAMES_FILE}-wal"))
    }

    /// Opens it; there is nothing to tell the user about that.
    pub(crate) fn open(&self) -> Db {
        let (db, notices) = Db::open(&self.path());
        assert_eq!(notices, []);
        db
    }

    /// The file as SQLite sees it.
    pub(crate) fn sql(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }

    pub(crate) fn user_version(&self) -> u32 {
        self.sql().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    /// All documents as they are written.
    pub(crate) fn documents(&self) -> BTreeMap<Place, String> {
        let sql = self.sql();
        let mut documents = BTreeMap::new();
        let mut entries = sql.prepare("SELECT id, doc FROM entries").unwrap();
        let mut rows = entries.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            documents.insert(Place::Entry(row.get(0).unwrap()), row.get(1).unwrap());
        }
        let mut thoughts = sql.prepare("SELECT game, ply, doc FROM reasoning").unwrap();
        let mut rows = thoughts.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let place = Place::Thought(row.get(0).unwrap(), row.get(1).unwrap());
            documents.insert(place, row.get(2).unwrap());
        }
        // Files of earlier versions have no such table.
        sql.execute_batch("CREATE TEMP TABLE IF NOT EXISTS thoughts (game, ply, doc)").unwrap();
        let is_there = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'thoughts'";
        let n_tables: u32 = sql.query_row(is_there, [], |row| row.get(0)).unwrap();
        let table = if n_tables == 0 { "temp.thoughts" } else { "main.thoughts" };
        let mut packed = sql.prepare(&format!("SELECT game, ply, doc FROM {table}")).unwrap();
        let mut rows = packed.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let place = Place::Thought(row.get(0).unwrap(), row.get(1).unwrap());
            let bytes: Vec<u8> = row.get(2).unwrap();
            let mut text = String::new();
            DeflateDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
            documents.insert(place, text);
        }
        let mut extras = sql.prepare("SELECT doc FROM extras WHERE name = 'settings'").unwrap();
        let mut rows = extras.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            documents.insert(Place::Settings, row.get(0).unwrap());
        }
        documents
    }

    pub(crate) fn document(&self, place: &Place) -> String {
        self.documents().remove(place).unwrap()
    }

    /// Writes a document as somebody else might.
    pub(crate) fn set_document(&self, place: &Place, text: &str) {
        let sql = self.sql();
        let n_changed = match place {
            Place::Entry(id) => {
                // Files of earlier versions have no sums; whoever writes beside us leaves a wrong one.
                let _ = sql.execute("UPDATE entries SET sum = NULL WHERE id = ?1", [id]);
                sql.execute("UPDATE entries SET doc = ?2 WHERE id = ?1", (id, text))
            }
            Place::Thought(game, ply) => {
                // As an earlier version would have written it.
                sql.execute("DELETE FROM thoughts WHERE game = ?1 AND ply = ?2", (game, ply))
                    .unwrap();
                let put = "INSERT OR REPLACE INTO reasoning (game, ply, doc) VALUES (?1, ?2, ?3)";
                sql.execute(put, (game, ply, text))
            }
            Place::Settings => {
                let _ = sql.execute("UPDATE extras SET sum = NULL", []);
                sql.execute("UPDATE extras SET doc = ?1 WHERE name = 'settings'", [text])
            }
        };
        assert_eq!(n_changed, Ok(1), "{place:?}");
    }

    /// The version that a document says it has.
    pub(crate) fn version_of(text: &str) -> Option<u64> {
        serde_json::from_str::<Value>(text).unwrap()["version"].as_u64()
    }
}
