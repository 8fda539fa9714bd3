//! Everything that is kept, in one SQLite file, shared by the server and the terminal.
//!
//! What is on the disk is made of documents with types and versions of their own (module `doc`); nobody
//! outside sees them. A save is committed before anybody is told of the move, so a killed process
//! loses at most the move in flight. A damaged file is put aside and a new one begun; if nothing can
//! be written at all, or a newer program wrote the file, the games go on in memory. The user is told.
//! Two programs may use the file at once: each keeps what it owns.
#![forbid(unsafe_code)]

mod db;
mod doc;
mod folder;
mod ids;
mod library;
mod open;
mod past;
mod store;

pub use db::Db;
pub use folder::{GAMES_FILE, user_folder};
pub use ids::{new_id, new_token};
pub use library::{Analysis, Entry, EntryKind, EntryState, Page, Query, Settings};
pub use past::Past;
pub use store::Store;

use thiserror::Error;

/// Why something could not be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// SQLite refuses.
    #[error("the games file cannot be used: {0}")]
    Sqlite(#[from] rusqlite::Error),
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
    /// The thread that owns the file is gone.
    #[error("the games file was closed")]
    Closed,
}
