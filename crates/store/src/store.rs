//! The games file, for many who do not want to wait: one thread owns it.

use std::path::Path;
use std::sync::mpsc;

use tengen_game::{Moment, Notice, Table};
use tengen_players::Thought;
use tokio::sync::oneshot;

use crate::db::Prepared;
use crate::trouble::Trouble;
use crate::writer::{Order, Work, serve};
use crate::{Analysis, Db, Entry, Expected, Page, PastGames, Query, Saved, Settings, StoreError};

/// What all writes that belong to no game go by.
const SETTINGS: &str = "settings";

/// The games file.
#[derive(Clone, Debug)]
pub struct Store {
    work: mpsc::Sender<Box<dyn Work>>,
    trouble: Trouble,
}

impl Store {
    /// Opens the file, and says what the user should know about that.
    pub fn open(path: &Path) -> (Self, Vec<Notice>) {
        let (db, notices) = Db::open(path);
        let trouble = Trouble::new(path, db.standing().cloned(), db.is_in_memory());
        let told = trouble.clone();
        let (work, inbox) = mpsc::channel();
        std::thread::spawn(move || serve(&db, &inbox, &told));
        (Self { work, trouble }, notices)
    }

    /// Why what is kept now does not outlive the program, if so.
    pub fn trouble(&self) -> Option<Notice> {
        self.trouble.get()
    }

    /// Whether games are in memory only, until the program ends.
    pub fn is_in_memory(&self) -> bool {
        self.trouble.is_lasting()
    }

    fn order<T: Send + 'static>(
        &self,
        key: Option<String>,
        work: impl FnMut(&Db) -> Result<T, StoreError> + Send + 'static,
        answer: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        let order = Box::new(Order { key, work, result: None, answer });
        if let Err(mpsc::SendError(order)) = self.work.send(order) {
            order.finish(Err(StoreError::Closed));
        }
    }

    /// Has something read from the file. Nobody waits for it; `then` gets the result.
    pub fn read_then<T: Send + 'static>(
        &self,
        work: impl FnMut(&Db) -> Result<T, StoreError> + Send + 'static,
        then: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        self.order(None, work, then);
    }

    /// Has something written of this game. Nobody waits for it; `then` gets the result once it is on
    /// the disk. It may be done twice, if what else was to be written with it fails.
    pub fn write_then<T: Send + 'static>(
        &self,
        id: &str,
        work: impl FnMut(&Db) -> Result<T, StoreError> + Send + 'static,
        then: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        self.order(Some(id.to_owned()), work, then);
    }

    /// Has something read from the file and waits for it, for threads that may wait. Everything that
    /// was ordered before is done by then.
    pub fn wait_for<T: Send + 'static>(
        &self,
        work: impl FnMut(&Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, wait) = oneshot::channel();
        // Nobody waits any more if the page is gone; the work is done all the same.
        self.order(None, work, |result| drop(answer.send(result)));
        wait.blocking_recv().unwrap_or(Err(StoreError::Closed))
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnMut(&Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, wait) = oneshot::channel();
        self.order(None, work, |result| drop(answer.send(result)));
        wait.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn write<T: Send + 'static>(
        &self,
        id: &str,
        work: impl FnMut(&Db) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, wait) = oneshot::channel();
        self.order(Some(id.to_owned()), work, |result| drop(answer.send(result)));
        wait.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Keeps a game with the thoughts behind its last moves, if what is kept of it is what is
    /// expected. It is on the disk when this is answered.
    pub async fn save_game(
        &self,
        id: &str,
        table: &Table,
        expected: Expected,
        thoughts: &[Thought],
    ) -> Result<Saved, StoreError> {
        // The thread that writes has better things to do than to make documents.
        let game = Prepared::of(id, table, thoughts)?;
        self.write(id, move |db| db.write(&game, expected)).await
    }

    /// A game, taken up at this moment.
    pub async fn load_game(&self, id: &str, now: Moment) -> Result<Option<Table>, StoreError> {
        let id = id.to_owned();
        self.read(move |db| db.load_game(&id, now)).await
    }

    /// Keeps an analysis: a new one, or in the place of the one that is expected.
    pub async fn save_analysis(
        &self,
        id: &str,
        analysis: Analysis,
        expected: Expected,
        now: Moment,
    ) -> Result<(), StoreError> {
        let name = id.to_owned();
        self.write(id, move |db| db.save_analysis(&name, &analysis, expected, now)).await
    }

    /// An analysis.
    pub async fn load_analysis(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        let id = id.to_owned();
        self.read(move |db| db.load_analysis(&id)).await
    }

    /// The number of the last event of a game, by which two programs see who has gone further.
    pub async fn seq_of(&self, id: &str) -> Result<Option<u64>, StoreError> {
        let id = id.to_owned();
        self.read(move |db| db.seq_of(&id)).await
    }

    /// Forgets a game or analysis; says whether there was one.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let name = id.to_owned();
        self.write(id, move |db| db.delete(&name)).await
    }

    /// A part of the library.
    pub async fn list(&self, query: Query) -> Result<Page, StoreError> {
        self.read(move |db| db.list(&query)).await
    }

    /// The thought behind a move.
    pub async fn load_thought(&self, game: &str, ply: u32) -> Result<Option<Thought>, StoreError> {
        let game = game.to_owned();
        self.read(move |db| db.load_thought(&game, ply)).await
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub async fn settings(&self) -> Settings {
        self.read(|db| Ok(db.settings())).await.unwrap_or_default()
    }

    /// Keeps the user's settings.
    pub async fn set_settings(&self, settings: Settings) -> Result<(), StoreError> {
        self.write(SETTINGS, move |db| db.set_settings(&settings)).await
    }

    /// Lets the file have no more pages than this, as a full disk does; as many as it has at least.
    pub async fn limit_pages(&self, most: u32) -> Result<(), StoreError> {
        self.read(move |db| db.limit_pages(most)).await
    }
}

impl PastGames for Store {
    fn entries(&self, query: Query) -> Vec<Entry> {
        let page = self.wait_for(move |db| db.list(&query));
        page.map(|page| page.entries).unwrap_or_default()
    }

    fn game(&self, id: &str, now: Moment) -> Option<Table> {
        let id = id.to_owned();
        self.wait_for(move |db| db.load_game(&id, now)).ok().flatten()
    }
}
