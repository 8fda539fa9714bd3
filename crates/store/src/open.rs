//! Opening the games file on good and bad days.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, params};
use tengen_game::Notice;

use crate::StoreError;
use crate::doc::{AnalysisDoc, GameDoc, VERSION, version_of};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, rule TEXT NOT NULL,
    size INTEGER NOT NULL, opening TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    result TEXT NOT NULL, n_moves INTEGER NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, stones TEXT NOT NULL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entries_by_time ON entries (updated_at);
CREATE TABLE IF NOT EXISTS reasoning (
    game TEXT NOT NULL, ply INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (game, ply)
) STRICT;
CREATE TABLE IF NOT EXISTS extras (name TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
";

/// Opens the file, or the next best thing.
pub(crate) fn open(path: &Path) -> (Connection, Vec<Notice>) {
    if let Some(folder) = path.parent() {
        // If this fails, opening fails too and says why.
        let _ = std::fs::create_dir_all(folder);
    }
    let error = match try_open(path) {
        Ok(Opened::Usable(connection)) => return (connection, Vec::new()),
        Ok(Opened::Newer(version)) => {
            let path = path.display().to_string();
            return (in_memory(), vec![Notice::LibraryIsNewer { path, version }]);
        }
        Err(error) => error,
    };
    if is_damaged(&error)
        && let Some(aside) = put_aside(path)
        && let Ok(Opened::Usable(connection)) = try_open(path)
    {
        let path = aside.display().to_string();
        return (connection, vec![Notice::LibrarySetAside { path }]);
    }
    let notice =
        Notice::LibraryUnusable { path: path.display().to_string(), error: error.to_string() };
    (in_memory(), vec![notice])
}

/// A file that could be opened.
enum Opened {
    Usable(Connection),
    /// A newer program wrote it: this one must not touch it.
    Newer(u32),
}

fn try_open(path: &Path) -> rusqlite::Result<Opened> {
    let connection = Connection::open(path)?;
    // A newer program that was killed has left its last changes in the log beside the file. They
    // count for the version, but closing this connection must not move them into the file.
    let leaves_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
    connection.set_db_config(leaves_log, true)?;
    // Read before anything is written, the journal's mode included.
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version > VERSION {
        return Ok(Opened::Newer(version));
    }
    connection.set_db_config(leaves_log, false)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Committed pages survive the death of the process; only a power cut can lose the last ones.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
            Some(verdict),
        ));
    }
    connection.execute_batch(SCHEMA)?;
    if version < VERSION {
        // On a full disk the documents stay as they are; each is understood where it is read.
        let _ = migrate(&connection);
    }
    Ok(Opened::Usable(connection))
}

/// Rewrites the games and analyses of earlier versions as this one has them. What cannot be read
/// stays as it is, and so do thoughts: there are many, and each is understood where it is read.
fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    {
        let mut select = transaction.prepare("SELECT id, kind, doc FROM entries")?;
        let mut update = transaction.prepare("UPDATE entries SET doc = ?2 WHERE id = ?1")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let (id, kind, doc): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if let Some(upgraded) = upgraded(&kind, &doc) {
                update.execute(params![id, upgraded])?;
            }
        }
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// A document as this version writes it, if it is of an earlier one and can be read.
fn upgraded(kind: &str, doc: &str) -> Option<String> {
    let upgrade = || -> Result<String, StoreError> {
        Ok(if kind == "game" {
            serde_json::to_string(&GameDoc::of(&GameDoc::read(doc)?))?
        } else {
            serde_json::to_string(&AnalysisDoc::of(&AnalysisDoc::read(doc)?)?)?
        })
    };
    let is_earlier = version_of(doc).is_ok_and(|version| version < VERSION);
    is_earlier.then(upgrade)?.ok()
}

fn is_damaged(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Renames the file and what belongs to it; says what it is called now.
fn put_aside(path: &Path) -> Option<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let renamed = |end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let aside = renamed(&format!(".damaged-{now}"));
    std::fs::rename(path, &aside).ok()?;
    for end in ["-wal", "-shm"] {
        let mut name = aside.as_os_str().to_owned();
        name.push(end);
        // They need not exist.
        let _ = std::fs::rename(renamed(end), name);
    }
    Some(aside)
}

fn in_memory() -> Connection {
    let connection = Connection::open_in_memory().expect("memory holds an empty database");
    connection.execute_batch(SCHEMA).expect("the tables fit into an empty database");
    connection
}
