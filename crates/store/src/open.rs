//! Opening the games file on good and bad days.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode};
use tengen_api::{Notice, NoticeLevel};

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
        Ok(connection) => return (connection, Vec::new()),
        Err(error) => error,
    };
    if is_damaged(&error)
        && let Some(aside) = put_aside(path)
        && let Ok(connection) = try_open(path)
    {
        return (connection, vec![damaged(&aside)]);
    }
    (in_memory(), vec![unusable(path, &error)])
}

fn try_open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
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
    Ok(connection)
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

fn damaged(aside: &Path) -> Notice {
    Notice {
        level: NoticeLevel::Error,
        code: "database_set_aside".to_owned(),
        text: "The file with your games was damaged. It was put aside and a new one begun."
            .to_owned(),
        way_out: Some(format!("The old file is kept as {}.", aside.display())),
    }
}

fn unusable(path: &Path, error: &rusqlite::Error) -> Notice {
    Notice {
        level: NoticeLevel::Warning,
        code: "database_unusable".to_owned(),
        text: format!("Games cannot be saved: {error}. They are kept in memory until you quit."),
        way_out: Some(format!(
            "Check that {} can be written and that the disk is not full, then start again.",
            path.display()
        )),
    }
}
