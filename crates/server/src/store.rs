//! Everything that is kept, in one SQLite file.
//!
//! One thread owns the connection. A save is committed before anybody is told of the move, so a
//! killed process loses at most the move in flight. A damaged file is put aside and a new one
//! begun; if nothing can be written at all, the games go on in memory. The user is told.

#[cfg(test)]
mod full_disk;
mod library;
mod open;

use std::path::Path;
use std::sync::mpsc;

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_proto::app::{LibraryEntry, LibraryKind, LibraryPage, LibraryQuery, Notice};
use thiserror::Error;
use tokio::sync::oneshot;

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

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

/// The games file.
#[derive(Clone, Debug)]
pub struct Store {
    work: mpsc::Sender<Work>,
}

/// What is stored of a game or analysis.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) entry: LibraryEntry,
    /// The document from which everything else follows.
    pub(crate) doc: String,
}

impl Store {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let (connection, notices) = open::open(path);
        (Self::owning(connection), notices)
    }

    fn owning(mut connection: Connection) -> Self {
        let (work, inbox) = mpsc::channel::<Work>();
        std::thread::spawn(move || {
            for work in inbox {
                work(&mut connection);
            }
        });
        Self { work }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, wait) = oneshot::channel();
        let boxed: Work = Box::new(move |connection| {
            // Nobody waits any more if the page is gone; the work is done all the same.
            let _ = answer.send(work(connection));
        });
        self.work.send(boxed).map_err(|_| StoreError::Closed)?;
        wait.await.map_err(|_| StoreError::Closed)?
    }

    /// Keeps a game or analysis, replacing what was kept of it.
    pub(crate) async fn save(&self, saved: Saved) -> Result<(), StoreError> {
        self.run(move |connection| library::save(connection, &saved)).await
    }

    /// The document of a game or analysis.
    pub(crate) async fn load<T: DeserializeOwned + Send + 'static>(
        &self,
        id: &str,
        kind: LibraryKind,
    ) -> Result<Option<T>, StoreError> {
        let id = id.to_owned();
        self.run(move |connection| {
            let doc: Option<String> = connection
                .query_row(
                    "SELECT doc FROM entries WHERE id = ?1 AND kind = ?2",
                    params![id, library::kind_name(kind)],
                    |row| row.get(0),
                )
                .optional()?;
            Ok(doc.as_deref().map(serde_json::from_str).transpose()?)
        })
        .await
    }

    /// Forgets a game or analysis; says whether there was one.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.run(move |connection| {
            connection.execute("DELETE FROM reasoning WHERE game = ?1", params![id])?;
            Ok(connection.execute("DELETE FROM entries WHERE id = ?1", params![id])? > 0)
        })
        .await
    }

    /// A part of the library.
    pub(crate) async fn list(&self, query: LibraryQuery) -> Result<LibraryPage, StoreError> {
        self.run(move |connection| library::list(connection, &query)).await
    }

    /// Keeps the reasoning of a move. What was recorded of a move that was taken back is replaced.
    pub(crate) async fn save_reasoning<T: Serialize>(
        &self,
        game: &str,
        ply: u32,
        reasoning: &T,
    ) -> Result<(), StoreError> {
        let (game, doc) = (game.to_owned(), serde_json::to_string(reasoning)?);
        self.run(move |connection| {
            connection.execute(
                "INSERT OR REPLACE INTO reasoning (game, ply, doc) VALUES (?1, ?2, ?3)",
                params![game, ply, doc],
            )?;
            Ok(())
        })
        .await
    }

    /// The reasoning of a move.
    pub(crate) async fn load_reasoning<T: DeserializeOwned + Send + 'static>(
        &self,
        game: &str,
        ply: u32,
    ) -> Result<Option<T>, StoreError> {
        let game = game.to_owned();
        self.run(move |connection| {
            let doc: Option<String> = connection
                .query_row(
                    "SELECT doc FROM reasoning WHERE game = ?1 AND ply = ?2",
                    params![game, ply],
                    |row| row.get(0),
                )
                .optional()?;
            Ok(doc.as_deref().map(serde_json::from_str).transpose()?)
        })
        .await
    }

    /// A value by its name, as the settings.
    pub(crate) async fn value<T: DeserializeOwned + Send + 'static>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, StoreError> {
        self.run(move |connection| {
            let doc: Option<String> = connection
                .query_row("SELECT doc FROM extras WHERE name = ?1", params![name], |row| {
                    row.get(0)
                })
                .optional()?;
            Ok(doc.as_deref().map(serde_json::from_str).transpose()?)
        })
        .await
    }

    /// Keeps a value by its name.
    pub(crate) async fn set_value<T: Serialize>(
        &self,
        name: &'static str,
        value: &T,
    ) -> Result<(), StoreError> {
        let doc = serde_json::to_string(value)?;
        self.run(move |connection| {
            connection.execute(
                "INSERT OR REPLACE INTO extras (name, doc) VALUES (?1, ?2)",
                params![name, doc],
            )?;
            Ok(())
        })
        .await
    }
}
