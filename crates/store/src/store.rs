//! The games file, for many who do not want to wait: one thread owns it.

use std::path::Path;
use std::sync::mpsc;

use tengen_game::{Moment, Notice, Table};
use tengen_players::Thought;
use tengen_rules::Size;
use tokio::sync::oneshot;

use crate::{Analysis, Db, Page, Query, Settings, StoreError};

type Work = Box<dyn FnOnce(&Db) + Send>;

/// The games file.
#[derive(Clone, Debug)]
pub struct Store {
    work: mpsc::Sender<Work>,
}

impl Store {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let (db, notices) = Db::open(path);
        (Self::owning(db), notices)
    }

    fn owning(db: Db) -> Self {
        let (work, inbox) = mpsc::channel::<Work>();
        std::thread::spawn(move || {
            for work in inbox {
                work(&db);
            }
        });
        Self { work }
    }

    /// Has something done with the file. Nobody waits for it.
    pub fn post(&self, work: impl FnOnce(&Db) + Send + 'static) -> Result<(), StoreError> {
        self.work.send(Box::new(work)).map_err(|_| StoreError::Closed)
    }

    fn order<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Db) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, StoreError> {
        let (answer, wait) = oneshot::channel();
        self.post(move |db| {
            // Nobody waits any more if the page is gone; the work is done all the same.
            let _ = answer.send(work(db));
        })?;
        Ok(wait)
    }

    /// Has something done with the file and waits for it, for threads that may wait.
    pub fn wait_for<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Db) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        self.order(work)?.blocking_recv().map_err(|_| StoreError::Closed)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Db) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        self.order(work)?.await.map_err(|_| StoreError::Closed)
    }

    /// Keeps a game, replacing what was kept of it.
    pub async fn save_game(&self, id: &str, table: &Table) -> Result<(), StoreError> {
        let (id, table) = (id.to_owned(), table.clone());
        self.run(move |db| db.save_game(&id, &table)).await?
    }

    /// A game, taken up at this moment.
    pub async fn load_game(&self, id: &str, now: Moment) -> Result<Option<Table>, StoreError> {
        let id = id.to_owned();
        self.run(move |db| db.load_game(&id, now)).await?
    }

    /// Keeps an analysis, replacing what was kept of it.
    pub async fn save_analysis(
        &self,
        id: &str,
        analysis: Analysis,
        now: Moment,
    ) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.run(move |db| db.save_analysis(&id, &analysis, now)).await?
    }

    /// An analysis.
    pub async fn load_analysis(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        let id = id.to_owned();
        self.run(move |db| db.load_analysis(&id)).await?
    }

    /// The number of the last event of a game, by which two programs see who has gone further.
    pub async fn seq_of(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let id = id.to_owned();
        self.run(move |db| db.seq_of(&id)).await?
    }

    /// Forgets a game or analysis; says whether there was one.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.run(move |db| db.delete(&id)).await?
    }

    /// A part of the library.
    pub async fn list(&self, query: Query) -> Result<Page, StoreError> {
        self.run(move |db| db.list(&query)).await?
    }

    /// Keeps the thought behind a move.
    pub async fn save_thought(
        &self,
        game: &str,
        size: Size,
        thought: &Thought,
    ) -> Result<(), StoreError> {
        let (game, thought) = (game.to_owned(), thought.clone());
        self.run(move |db| db.save_thought(&game, size, &thought)).await?
    }

    /// The thought behind a move.
    pub async fn load_thought(&self, game: &str, ply: u32) -> Result<Option<Thought>, StoreError> {
        let game = game.to_owned();
        self.run(move |db| db.load_thought(&game, ply)).await?
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub async fn settings(&self) -> Settings {
        self.run(Db::settings).await.unwrap_or_default()
    }

    /// Keeps the user's settings.
    pub async fn set_settings(&self, settings: Settings) -> Result<(), StoreError> {
        self.run(move |db| db.set_settings(&settings)).await?
    }

    /// Lets the file have no more pages than this, as a full disk does; as many as it has at least.
    pub async fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        self.run(move |db| db.limit_pages(most)).await?
    }
}
