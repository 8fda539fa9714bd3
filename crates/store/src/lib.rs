//! Everything that is kept, in one SQLite file, shared by the server and the terminal.
//!
//! A save is committed before anybody is told of the move, so a killed process loses at most the
//! move in flight. A damaged file is put aside and a new one begun; if nothing can be written at
//! all, the games go on in memory. The user is told. Two programs may use the file at once: each
//! keeps what it owns.
#![forbid(unsafe_code)]

mod folder;
mod ids;
mod library;
mod open;
mod past;
mod saved;
mod shelf;
mod store;

pub use folder::{GAMES_FILE, user_folder};
pub use ids::{new_id, new_token};
pub use past::Past;
pub use saved::Saved;
pub use shelf::Shelf;
pub use store::Store;

use thiserror::Error;

/// Why something could not be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// SQLite refuses.
    #[error("the games file cannot be used: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// What was stored makes no sense.
    #[error("a stored value cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The thread that owns the file is gone.
    #[error("the games file was closed")]
    Closed,
}
