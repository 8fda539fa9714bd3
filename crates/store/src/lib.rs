//! Everything that is kept, in one SQLite file, shared by the server and the terminal.
//!
//! What is on the disk is made of documents with types and versions of their own (module `doc`); nobody
//! outside sees them. A save is committed and synced before anybody is told of the move, so neither
//! a killed process nor a power cut loses a move that was told; saves that wait share one sync. A damaged file is put aside and a new one begun; if nothing can
//! be written at all, or a newer program wrote the file, the games go on in memory. The user is told.
//! Without the feature `sqlite` only the documents are left, and a library of rows of text for where
//! somebody else keeps them ([`Shelf`]).
//! Two programs may use the file at once: a game is written only over what its writer has seen.
#![forbid(unsafe_code)]

#[cfg(feature = "sqlite")]
mod db;
mod doc;
#[cfg(feature = "sqlite")]
mod folder;
#[cfg(feature = "sqlite")]
mod ids;
#[cfg(feature = "sqlite")]
mod image;
mod kept;
mod library;
#[cfg(feature = "sqlite")]
mod lock;
#[cfg(feature = "sqlite")]
mod mark;
#[cfg(feature = "sqlite")]
mod open;
mod packed;
mod past;
#[cfg(feature = "sqlite")]
mod rows;
#[cfg(feature = "sqlite")]
mod salvage;
#[cfg(feature = "sqlite")]
mod scan;
mod shelf;
#[cfg(feature = "sqlite")]
mod store;
mod sum;
#[cfg(feature = "sqlite")]
mod thoughts;
#[cfg(feature = "sqlite")]
mod trouble;
#[cfg(feature = "sqlite")]
mod writer;

#[cfg(feature = "sqlite")]
pub use db::Db;
pub use doc::{DocumentKind, game_text, read_game, read_thought, rewrite_document, thought_text};
#[cfg(feature = "sqlite")]
pub use folder::{GAMES_FILE, make_private_folder, user_folder};
#[cfg(feature = "sqlite")]
pub use ids::{new_id, new_token};
pub use library::{Analysis, Entry, EntryKind, EntryState, Page, Query, Settings};
#[cfg(feature = "sqlite")]
pub use lock::FolderLock;
pub use past::{Past, PastGames};
pub use shelf::{Change, Shelf};
#[cfg(feature = "sqlite")]
pub use store::Store;

use thiserror::Error;

/// What whoever saves something believes to be kept of it now. If it is not so, nothing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing: it is new.
    Nothing,
    /// Something, however it looks.
    Something,
    /// The game as it was after the event with this number.
    Seq(u64),
}

/// What came of keeping a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The moves whose thoughts could not be kept.
    pub lost_thoughts: Vec<u32>,
}

/// What SQLite says.
#[cfg(feature = "sqlite")]
pub type FileError = rusqlite::Error;
/// Without a games file nobody says this.
#[cfg(not(feature = "sqlite"))]
pub type FileError = std::convert::Infallible;

/// Why something could not be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// SQLite refuses.
    #[error("the games file cannot be used: {0}")]
    Sqlite(#[from] FileError),
    /// What was stored is no JSON, or not with the fields of its version.
    #[error("a stored value cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// What was stored makes no sense.
    #[error("a stored value cannot be read: {0}")]
    Unreadable(String),
    /// A newer program has written it; it stays as it is.
    #[error(
        "it was written by a newer version of this program (format {version}) and is left as it is"
    )]
    Newer {
        /// The version of the document.
        version: u32,
    },
    /// It is not what was written: a bit has changed on the disk.
    #[error("it is damaged on the disk and cannot be read")]
    Damaged,
    /// What is kept is not what was expected: another program has gone further with the game.
    #[error("another program has gone on with the game meanwhile")]
    Overtaken {
        /// The number of the last event that is kept.
        seq: u64,
    },
    /// It was deleted, and stays so.
    #[error("it was deleted meanwhile")]
    Gone,
    /// Nothing can be written now.
    #[error("{0}")]
    Unwritable(String),
    /// The thread that owns the file is gone.
    #[error("the games file was closed")]
    Closed,
}
