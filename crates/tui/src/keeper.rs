//! What is kept of the games, in the same file as the games of the page.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use tengen_game::{ActionError, Input, Moment, Table};
use tengen_players::Thought;
use tengen_rules::Size;
use tengen_store::{
    Db, EntryKind, EntryState, GAMES_FILE, Past, Query, Settings, Store, StoreError, new_id,
};

use crate::clock::Clock;
use crate::event::{Effect, Event, GameNumber, Opened};

/// So many games are shown to choose from.
const MOST_GAMES: u32 = 100;

/// Whoever keeps the games. Nothing here waits for the disk but the start and the end: what comes
/// of the rest is an event.
#[derive(Debug)]
pub(crate) struct Keeper {
    store: Store,
    past: Arc<Past>,
    /// The names of the games of this run in the library.
    ids: HashMap<GameNumber, String>,
    clock: Clock,
    events: Sender<Event>,
}

impl Keeper {
    /// Opens the file of the games in this folder; what the user should know comes as an event.
    pub(crate) fn start(folder: &Path, clock: Clock, events: Sender<Event>) -> Self {
        let (store, notices) = Store::open(&folder.join(GAMES_FILE));
        for notice in notices {
            // The loop that hears it is about to begin.
            let _ = events.send(Event::Notice(notice));
        }
        Self { store, past: Arc::default(), ids: HashMap::new(), clock, events }
    }

    /// What the user allows the engine.
    pub(crate) fn settings(&self) -> Settings {
        self.store.wait_for(Db::settings).unwrap_or_default()
    }

    /// The name of the newest game that is not over.
    pub(crate) fn last_ongoing(&self) -> Option<String> {
        let query = Query { state: Some(EntryState::Ongoing), limit: Some(1), ..games() };
        let page = self.store.wait_for(move |db| db.list(&query)).ok()?.ok()?;
        page.entries.into_iter().next().map(|entry| entry.id)
    }

    /// Does what the app asks for.
    pub(crate) fn obey(&mut self, effect: Effect) {
        match effect {
            Effect::Save { game, table } => self.save(game, table),
            Effect::Record { game, size, thought } => self.record(game, size, thought),
            Effect::List => self.list(),
            Effect::Open { game, id } => self.open(game, id),
            Effect::Recall { game, person } => self.recall(game, person),
            Effect::Think { .. } | Effect::Stop { .. } | Effect::Suspend => {}
        }
    }

    /// Waits until everything is kept.
    pub(crate) fn finish(&self) {
        // If the file was closed, nothing is left to wait for.
        let _ = self.store.wait_for(|_| ());
    }

    fn id_of(&mut self, game: GameNumber) -> String {
        // A machine without randomness has one game with the number of this run's.
        let make = || new_id().unwrap_or_else(|_| format!("terminal{game}"));
        self.ids.entry(game).or_insert_with(make).clone()
    }

    /// Has something done with the file. What comes of it is an event, and so is a failure.
    fn post(
        &self,
        work: impl FnOnce(&Db) -> Result<Option<Event>, StoreError> + Send + 'static,
        failed: impl Fn(&StoreError) -> Event + Copy + Send + 'static,
    ) {
        let events = self.events.clone();
        let posted = self.store.post(move |db| {
            if let Some(event) = work(db).unwrap_or_else(|error| Some(failed(&error))) {
                // The receiver is gone when the program ends; ignore.
                let _ = events.send(event);
            }
        });
        if let Err(error) = posted {
            let _ = self.events.send(failed(&error));
        }
    }

    fn save(&mut self, game: GameNumber, table: Box<Table>) {
        let (id, clock) = (self.id_of(game), self.clock);
        let save = move |db: &Db| {
            if db.seq_of(&id)?.is_some_and(|seq| seq >= table.seq())
                && let Some(opened) = load(db, &id, clock.now())?
            {
                return Ok(Some(Event::Overtaken(game, Box::new(opened))));
            }
            db.save_game(&id, &table)?;
            Ok(Some(Event::Game(game, Input::Saved(Ok(())))))
        };
        self.post(save, move |error| Event::Game(game, Input::Saved(Err(error.to_string()))));
    }

    fn record(&mut self, game: GameNumber, size: Size, thought: Box<Thought>) {
        let (id, ply) = (self.id_of(game), thought.ply);
        let record = move |db: &Db| db.save_thought(&id, size, &thought).map(|()| None);
        self.post(record, move |_| Event::Game(game, Input::RecordFailed { ply }));
    }

    fn list(&self) {
        let query = Query { limit: Some(MOST_GAMES), ..games() };
        self.post(move |db| Ok(Some(Event::Library(db.list(&query)?.entries))), trouble);
    }

    fn open(&mut self, game: GameNumber, id: String) {
        self.ids.insert(game, id.clone());
        let clock = self.clock;
        let open = move |db: &Db| {
            let gone = || trouble_of(&ActionError::Missing("there is no such game".to_owned()));
            let found = load(db, &id, clock.now())?;
            Ok(Some(found.map_or_else(gone, |opened| Event::Opened(game, Box::new(opened)))))
        };
        self.post(open, trouble);
    }

    /// Collects what earlier games say about a person, if opponents may adapt. It takes a while.
    fn recall(&mut self, game: GameNumber, person: Option<String>) {
        let (store, past) = (self.store.clone(), Arc::clone(&self.past));
        let (id, clock, events) = (self.id_of(game), self.clock, self.events.clone());
        let collect = move || {
            if store.wait_for(Db::settings).is_ok_and(|settings| settings.adapt) {
                let habits = past.habits(&store, person.as_deref(), Some(&id), clock.now());
                // The receiver is gone when the program ends; ignore.
                let _ = events.send(Event::Habits(game, Arc::new(habits)));
            }
        };
        // Without the thread the opponent plays as against everybody.
        let _ = thread::Builder::new().name("habits".to_owned()).spawn(collect);
    }
}

/// All games of the library.
fn games() -> Query {
    Query { kind: Some(EntryKind::Game), ..Query::default() }
}

fn trouble(error: &StoreError) -> Event {
    trouble_of(&ActionError::Internal(error.to_string()))
}

fn trouble_of(error: &ActionError) -> Event {
    Event::Trouble(error.text())
}

/// A kept game with the thoughts behind its moves, also of those that were taken back.
fn load(db: &Db, id: &str, now: Moment) -> Result<Option<Opened>, StoreError> {
    let Some(table) = db.load_game(id, now)? else { return Ok(None) };
    let n_plies = (table.game().turns().len() + table.history().undone.len()) as u32;
    // A game goes on without a thought that cannot be read.
    let thoughts = (1..=n_plies).filter_map(|ply| db.load_thought(id, ply).ok().flatten());
    Ok(Some(Opened { thoughts: thoughts.collect(), table }))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use tempfile::TempDir;
    use tengen_game::{NewGameSpec, Occupant, PlayerAction};
    use tengen_rules::Point;

    use super::*;

    fn keeper(folder: &TempDir) -> (Keeper, Receiver<Event>) {
        let (events, inbox) = channel();
        (Keeper::start(folder.path(), Clock::new(), events), inbox)
    }

    fn next(inbox: &Receiver<Event>) -> Event {
        inbox.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    fn game_of(n_moves: u8) -> Box<Table> {
        let second = Some(Occupant::person());
        let spec = NewGameSpec { second, ..NewGameSpec::default() };
        let mut table = Table::new(spec, false, 0).unwrap();
        for x in 0..n_moves {
            table.act(&PlayerAction::Play(Point::new(x, x)), 0).unwrap();
        }
        Box::new(table)
    }

    #[test]
    fn a_game_that_went_further_elsewhere_is_not_overwritten() {
        let folder = TempDir::new().unwrap();
        let (mut page, page_inbox) = keeper(&folder);
        page.obey(Effect::Save { game: 0, table: game_of(3) });
        assert!(matches!(next(&page_inbox), Event::Game(0, Input::Saved(Ok(())))));

        let (mut keeper, inbox) = keeper(&folder);
        let id = keeper.last_ongoing().unwrap();
        keeper.obey(Effect::Open { game: 1, id });
        assert!(matches!(next(&inbox), Event::Opened(1, _)));
        for n_moves in [2, 3] {
            keeper.obey(Effect::Save { game: 1, table: game_of(n_moves) });
            let Event::Overtaken(1, opened) = next(&inbox) else { panic!("it was overwritten") };
            assert_eq!(opened.table.game().turns().len(), 3);
        }
        keeper.obey(Effect::Save { game: 1, table: game_of(4) });
        assert!(matches!(next(&inbox), Event::Game(1, Input::Saved(Ok(())))));
    }

    #[test]
    fn what_the_disk_has_no_room_for_is_told() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        keeper.store.wait_for(|db| db.limit_pages(1)).unwrap().unwrap();
        let is_refused = (0..100).any(|game| {
            keeper.obey(Effect::Save { game, table: game_of(5) });
            matches!(next(&inbox), Event::Game(_, Input::Saved(Err(_))))
        });
        assert!(is_refused);
    }

    #[test]
    fn a_game_that_is_gone_is_told() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        keeper.obey(Effect::Open { game: 1, id: "gone".to_owned() });
        let Event::Trouble(text) = next(&inbox) else { panic!("it was found") };
        assert_eq!(text, "There is no such game.");
    }
}
