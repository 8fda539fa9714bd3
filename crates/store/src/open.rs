//! Opening the games file on good and bad days.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, MAIN_DB, Transaction, TransactionBehavior};
use tengen_game::Notice;

use crate::StoreError;
use crate::doc::VERSION;
use crate::folder::{make_private_file, make_private_folder};
use crate::image::{Image, is_log_damaged};
use crate::lock::Sharing;
use crate::rows::{WHOLE_ROWS, rewrite, whole};
use crate::salvage::{Salvaged, Verdict, judge};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, rule TEXT NOT NULL,
    size INTEGER NOT NULL, opening TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    result TEXT NOT NULL, n_moves INTEGER NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, stones TEXT NOT NULL, doc TEXT NOT NULL, seq INTEGER, sum INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS entries_by_time ON entries (updated_at);
CREATE TABLE IF NOT EXISTS reasoning (
    game TEXT NOT NULL, ply INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (game, ply)
) STRICT;
CREATE TABLE IF NOT EXISTS thoughts (
    game TEXT NOT NULL, ply INTEGER NOT NULL, format INTEGER NOT NULL, sum INTEGER NOT NULL,
    doc BLOB NOT NULL, PRIMARY KEY (game, ply)
) STRICT;
CREATE TABLE IF NOT EXISTS extras (name TEXT PRIMARY KEY, doc TEXT NOT NULL, sum INTEGER) STRICT;
";

/// Columns that files of earlier versions do not have.
const ADDED: &[(&str, &str)] = &[("entries", "seq"), ("entries", "sum"), ("extras", "sum")];

/// A file that is open, or what stands for it.
pub(crate) struct Opened {
    /// Nothing if there was not even memory for what stands for it.
    pub(crate) connection: Option<Connection>,
    pub(crate) sharing: Sharing,
    /// What the user should know.
    pub(crate) notices: Vec<Notice>,
    /// Why nothing is written to the disk, if so.
    pub(crate) standing: Option<Notice>,
}

/// Opens the file, or the next best thing.
pub(crate) fn open(path: &Path) -> Opened {
    if let Some(folder) = path.parent() {
        // If this fails, opening fails too and says why.
        let _ = make_private_folder(folder);
    }
    make_private_file(path);
    let mut sharing = Sharing::begin(path);
    let Found { connection, notices, standing } = find(path, sharing.is_alone());
    sharing.share();
    Opened { connection, sharing, notices, standing }
}

struct Found {
    connection: Option<Connection>,
    notices: Vec<Notice>,
    standing: Option<Notice>,
}

fn find(path: &Path, is_alone: bool) -> Found {
    if is_alone && is_log_damaged(path) {
        return replace(path).unwrap_or_else(|| beside(path, "its log is damaged"));
    }
    let place = || path.display().to_string();
    match try_open(path) {
        Ok(Looked::Usable(connection)) => {
            let damaged = damaged_titles(&connection);
            let notices = damaged.map(|names| Notice::EntriesDamaged { names });
            let standing = probe(&connection).err().map(|error| unusable(path, &error.to_string()));
            let connection = Some(connection);
            Found { connection, notices: notices.into_iter().collect(), standing }
        }
        Ok(Looked::Newer(version)) => {
            let standing = Some(Notice::LibraryIsNewer { path: place(), version });
            Found { connection: in_memory().ok(), notices: Vec::new(), standing }
        }
        Ok(Looked::Unknown(what)) => {
            let standing = Some(Notice::LibraryIsUnknown { path: place(), what });
            Found { connection: in_memory().ok(), notices: Vec::new(), standing }
        }
        Err(error) => {
            let replaced = (is_alone && is_damaged(&error)).then(|| replace(path)).flatten();
            replaced.unwrap_or_else(|| beside(path, &error.to_string()))
        }
    }
}

/// What a look at a file says about it.
enum Looked {
    Usable(Connection),
    /// A newer program wrote it: this one must not touch it.
    Newer(u32),
    /// There is something in it that this program does not know: it must not touch it.
    Unknown(String),
}

fn try_open(path: &Path) -> Result<Looked, StoreError> {
    let connection = Connection::open(path)?;
    // A newer program that was killed has left its last changes in the log beside the file. They
    // count for the version, but closing this connection must not move them into the file.
    let leaves_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
    connection.set_db_config(leaves_log, true)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // Read before anything is written, the journal's mode included.
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version > VERSION {
        return Ok(Looked::Newer(version));
    }
    if let Some(what) = unknown_part(&connection)? {
        return Ok(Looked::Unknown(what));
    }
    if connection.is_readonly(MAIN_DB)? {
        return Err(StoreError::Unwritable("the file with the games may only be read".to_owned()));
    }
    // Before the first table; it lets the file become smaller later.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // What is committed survives a power cut. Where syncing alone does not reach the disk, it is asked
    // to write everything out.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)?;
    let verdict: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(corrupt(verdict));
    }
    connection.execute_batch(SCHEMA)?;
    if version < VERSION {
        migrate(&connection)?;
    }
    connection.set_db_config(leaves_log, false)?;
    Ok(Looked::Usable(connection))
}

/// A part of the file that this program does not know.
fn unknown_part(connection: &Connection) -> Result<Option<String>, StoreError> {
    let all = columns_of(connection)?;
    // A file with other columns than ours was written by a program that knows more.
    let ours = columns_of(&in_memory()?)?;
    let is_ours = |table: &str| ours.iter().any(|(name, _)| name == table);
    if all.is_empty() {
        return Ok(None);
    }
    if !all.iter().any(|(table, _)| is_ours(table)) {
        return Ok(Some(all[0].0.clone()));
    }
    // A bit may have changed in a name: what is missing is damage, not another program's doing.
    let missing = ours.iter().find(|column| {
        let (table, name) = (column.0.as_str(), column.1.as_str());
        let is_needed = table == "entries" || all.iter().any(|(other, _)| other == table);
        is_needed && !ADDED.contains(&(table, name)) && !all.contains(column)
    });
    if let Some((table, _)) = missing {
        return Err(corrupt(format!("a part of {table} is missing")));
    }
    let is_unknown = |column: &&(String, String)| is_ours(&column.0) && !ours.contains(column);
    Ok(all.iter().find(is_unknown).map(|(table, column)| format!("{table}.{column}")))
}

/// The columns of all tables, each with the name of its table.
fn columns_of(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let mut columns = connection.prepare(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables \
         JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'",
    )?;
    columns.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn corrupt(what: String) -> StoreError {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(what)).into()
}

/// Rewrites the games and analyses of earlier versions as this one has them. What cannot be read
/// stays as it is, and so do thoughts: there are many, and they are packed when there is time.
fn migrate(connection: &Connection) -> Result<(), StoreError> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    for (table, column) in ADDED {
        let known = "SELECT COUNT(*) FROM pragma_table_info(?1) WHERE name = ?2";
        if transaction.query_row(known, (table, column), |row| row.get::<_, u32>(0))? == 0 {
            transaction.execute(&format!("ALTER TABLE {table} ADD COLUMN {column} INTEGER"), [])?;
        }
    }
    let ids: Vec<String> = transaction
        .prepare("SELECT id FROM entries WHERE sum IS NULL")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for id in ids {
        let one = format!("{WHOLE_ROWS} WHERE id = ?1");
        let (kept, sum) = transaction.prepare_cached(&one)?.query_row([id], whole)?;
        if let Verdict::Sound(kept) = judge(&kept, sum) {
            rewrite(&transaction, &kept)?;
        }
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// What the games and analyses are called that are not what was written. They are left as they are.
fn damaged_titles(connection: &Connection) -> Option<String> {
    let look = || -> rusqlite::Result<Vec<String>> {
        let mut statement = connection.prepare(WHOLE_ROWS)?;
        let rows = statement.query_map([], whole)?;
        let is_damaged = |(kept, sum): &_| matches!(judge(kept, *sum), Verdict::Damaged);
        let damaged = rows.filter(|row| row.as_ref().map_or(true, is_damaged));
        damaged.map(|row| row.map(|(kept, _)| kept.entry.title)).collect()
    };
    let names = listed(&look().ok()?);
    (!names.is_empty()).then_some(names)
}

/// The first of some names.
fn listed(names: &[String]) -> String {
    const MOST: usize = 10;
    let shown = |name: &String| if name.is_empty() { "?".to_owned() } else { name.clone() };
    let mut text = names.iter().take(MOST).map(shown).collect::<Vec<_>>().join("; ");
    if names.len() > MOST {
        text.push_str("; …");
    }
    text
}

/// Whether anything can be written: the number that is there is written once more.
fn probe(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.pragma_update(None, "user_version", VERSION)?)
}

fn is_damaged(error: &StoreError) -> bool {
    let StoreError::Sqlite(error) = error else { return false };
    // A text that is none, or a number in its place.
    let is_nonsense = matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::Utf8Error(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
    );
    is_nonsense
        || matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        )
}

/// Puts a damaged file aside and begins a new one with everything in it that can be read.
fn replace(path: &Path) -> Option<Found> {
    let salvaged = Salvaged::from(&Image::read(path).ok()?);
    let aside = put_aside(path)?;
    let begun = match try_open(path) {
        Ok(Looked::Usable(connection)) => Some(connection),
        _ => None,
    };
    let Some(connection) = begun.filter(|new| salvaged.put_into(new).is_ok()) else {
        // Where there is no room for a second file, the first one stays what it is.
        put_back(&aside, path);
        return None;
    };
    let notice = Notice::LibrarySetAside {
        path: aside.display().to_string(),
        n_saved: salvaged.n_saved(),
        n_lost: salvaged.lost.len(),
        names: listed(&salvaged.lost),
        n_lost_thoughts: salvaged.n_lost_thoughts,
    };
    Some(Found { connection: Some(connection), notices: vec![notice], standing: None })
}

/// Games in memory, with everything that can be read from a file that cannot be written.
fn beside(path: &Path, error: &str) -> Found {
    let connection = in_memory().ok();
    let image = Image::read(path).ok();
    if let Some(version) = image.as_ref().map(Image::version).filter(|&it| it > VERSION) {
        let path = path.display().to_string();
        let standing = Some(Notice::LibraryIsNewer { path, version });
        return Found { connection, notices: Vec::new(), standing };
    }
    let mut notices = Vec::new();
    if let Some(image) = image {
        let salvaged = Salvaged::from(&image);
        // If not even memory has room for it, there is nothing to show.
        let _ = connection.as_ref().map(|memory| salvaged.put_into(memory));
        if !salvaged.lost.is_empty() {
            notices.push(Notice::EntriesDamaged { names: listed(&salvaged.lost) });
        }
    }
    Found { connection, notices, standing: Some(unusable(path, error)) }
}

/// Why games cannot be saved.
pub(crate) fn unusable(path: &Path, error: &str) -> Notice {
    Notice::LibraryUnusable { path: path.display().to_string(), error: error.to_owned() }
}

const BESIDE: [&str; 3] = ["-wal", "-shm", "-mark"];

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Renames the file and what belongs to it; says what it is called now.
fn put_aside(path: &Path) -> Option<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut names = (0..1000).map(|n| with_end(path, &format!(".damaged-{}", now + n)));
    let aside = names.find(|name| !name.exists())?;
    std::fs::rename(path, &aside).ok()?;
    for end in BESIDE {
        // They need not exist.
        let _ = std::fs::rename(with_end(path, end), with_end(&aside, end));
    }
    Some(aside)
}

fn put_back(aside: &Path, path: &Path) {
    for end in [""].iter().chain(&BESIDE) {
        // What does not exist is not in the way either.
        let _ = std::fs::remove_file(with_end(path, end));
        let _ = std::fs::rename(with_end(aside, end), with_end(path, end));
    }
}

/// An empty library in memory, if there is memory for it.
fn in_memory() -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(SCHEMA)?;
    Ok(connection)
}
