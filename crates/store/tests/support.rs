//! Games files to work on, each in a folder of its own, and a look at what is really in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;
use tengen_store::{Db, GAMES_FILE};

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
        Self { folder: TempDir::new().unwrap() }
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
                sql.execute("UPDATE entries SET doc = ?2 WHERE id = ?1", (id, text))
            }
            Place::Thought(game, ply) => sql.execute(
                "UPDATE reasoning SET doc = ?3 WHERE game = ?1 AND ply = ?2",
                (game, ply, text),
            ),
            Place::Settings => {
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
