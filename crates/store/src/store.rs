//! The games file, for many who do not want to wait: one thread owns it.

use std::path::Path;
use std::sync::mpsc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_api::{LibraryKind, LibraryPage, LibraryQuery, Notice, UserSettings};
use tokio::sync::oneshot;

use crate::{Saved, Shelf, StoreError};

type Work = Box<dyn FnOnce(&Shelf) + Send>;

/// The games file.
#[derive(Clone, Debug)]
pub struct Store {
    work: mpsc::Sender<Work>,
}

impl Store {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let (shelf, notices) = Shelf::open(path);
        (Self::owning(shelf), notices)
    }

    fn owning(shelf: Shelf) -> Self {
        let (work, inbox) = mpsc::channel::<Work>();
        std::thread::spawn(move || {
            for work in inbox {
                work(&shelf);
            }
        });
        Self { work }
    }

    /// Has something done with the file. Nobody waits for it.
    pub fn post(&self, work: impl FnOnce(&Shelf) + Send + 'static) -> Result<(), StoreError> {
        self.work.send(Box::new(work)).map_err(|_| StoreError::Closed)
    }

    fn order<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Shelf) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, StoreError> {
        let (answer, wait) = oneshot::channel();
        self.post(move |shelf| {
            // Nobody waits any more if the page is gone; the work is done all the same.
            let _ = answer.send(work(shelf));
        })?;
        Ok(wait)
    }

    /// Has something done with the file and waits for it, for threads that may wait.
    pub fn wait_for<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Shelf) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        self.order(work)?.blocking_recv().map_err(|_| StoreError::Closed)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Shelf) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        self.order(work)?.await.map_err(|_| StoreError::Closed)
    }

    /// Keeps a game or analysis, replacing what was kept of it.
    pub async fn save(&self, saved: Saved) -> Result<(), StoreError> {
        self.run(move |shelf| shelf.save(&saved)).await?
    }

    /// The document of a game or analysis.
    pub async fn load<T: DeserializeOwned + Send + 'static>(
        &self,
        id: &str,
        kind: LibraryKind,
    ) -> Result<Option<T>, StoreError> {
        let id = id.to_owned();
        self.run(move |shelf| shelf.load(&id, kind)).await?
    }

    /// The number of the last event of a game, by which two programs see who has gone further.
    pub async fn seq_of(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let id = id.to_owned();
        self.run(move |shelf| shelf.seq_of(&id)).await?
    }

    /// Forgets a game or analysis; says whether there was one.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.run(move |shelf| shelf.delete(&id)).await?
    }

    /// A part of the library.
    pub async fn list(&self, query: LibraryQuery) -> Result<LibraryPage, StoreError> {
        self.run(move |shelf| shelf.list(&query)).await?
    }

    /// Keeps the reasoning of a move. What was recorded of a move that was taken back is replaced.
    pub async fn save_reasoning<T: Serialize + Clone + Send + 'static>(
        &self,
        game: &str,
        ply: u32,
        reasoning: &T,
    ) -> Result<(), StoreError> {
        let (game, reasoning) = (game.to_owned(), reasoning.clone());
        self.run(move |shelf| shelf.save_reasoning(&game, ply, &reasoning)).await?
    }

    /// The reasoning of a move.
    pub async fn load_reasoning<T: DeserializeOwned + Send + 'static>(
        &self,
        game: &str,
        ply: u32,
    ) -> Result<Option<T>, StoreError> {
        let game = game.to_owned();
        self.run(move |shelf| shelf.load_reasoning(&game, ply)).await?
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub async fn settings(&self) -> UserSettings {
        self.run(Shelf::settings).await.unwrap_or_default()
    }

    /// Keeps the user's settings.
    pub async fn set_settings(&self, settings: &UserSettings) -> Result<(), StoreError> {
        let settings = settings.clone();
        self.run(move |shelf| shelf.set_settings(&settings)).await?
    }

    /// Lets the file have no more pages than this, as a full disk does; as many as it has at least.
    pub async fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        self.run(move |shelf| shelf.limit_pages(most)).await?
    }
}
