//! What is kept of the games, in the same file as the games of the page.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use tengen_api::{LibraryKind, LibraryQuery, LibraryState, UserSettings};
use tengen_game::TableDoc;
use tengen_minds::Recorded;
use tengen_store::{GAMES_FILE, Past, Saved, Shelf, Store, StoreError, new_id};

use crate::event::{Effect, Event, Opened};

/// So many games are shown to choose from.
const MOST_GAMES: u32 = 100;

/// Whoever keeps the games.
#[derive(Debug)]
pub(crate) struct Keeper {
    store: Store,
    past: Arc<Past>,
    /// The names of the games of this run, by their numbers.
    ids: HashMap<u64, String>,
    events: Sender<Event>,
    /// Whether the user was told that nothing can be kept.
    is_told: Arc<AtomicBool>,
}

impl Keeper {
    /// Opens the file of the games in this folder; what the user should know comes as an event.
    pub(crate) fn start(folder: &Path, events: Sender<Event>) -> Self {
        let (store, notices) = Store::open(&folder.join(GAMES_FILE));
        let is_told = Arc::new(AtomicBool::new(!notices.is_empty()));
        for notice in notices {
            let text = [Some(notice.text), notice.way_out];
            let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
            // The loop that hears it is about to begin.
            let _ = events.send(Event::Trouble(text));
        }
        Self { store, past: Arc::default(), ids: HashMap::new(), events, is_told }
    }

    /// What the user allows the engine.
    pub(crate) fn settings(&self) -> UserSettings {
        self.store.wait_for(Shelf::settings).unwrap_or_default()
    }

    /// The name of the newest game that is not over.
    pub(crate) fn last_ongoing(&self) -> Option<String> {
        let query = LibraryQuery {
            kind: Some(LibraryKind::Game),
            state: Some(LibraryState::Ongoing),
            limit: Some(1),
            ..LibraryQuery::default()
        };
        let page = self.store.wait_for(move |shelf| shelf.list(&query)).ok()?.ok()?;
        page.entries.into_iter().next().map(|entry| entry.id)
    }

    /// Does what the app asks for.
    pub(crate) fn obey(&mut self, effect: Effect) {
        match effect {
            Effect::Save(number, table) => {
                let (id, events) = (self.id_of(number), self.events.clone());
                self.keep(move |shelf| {
                    if shelf.seq_of(&id)?.is_some_and(|seq| seq >= table.seq())
                        && let Some(opened) = opened(shelf, &id)?
                    {
                        // Nobody waits any more if the program ends.
                        let _ = events.send(Event::Overtaken(number, Box::new(opened)));
                        return Ok(());
                    }
                    shelf.save(&Saved::game(&id, &table)?)
                });
            }
            Effect::Record(number, recorded) => {
                let id = self.id_of(number);
                let ply = recorded.view.ply;
                self.keep(move |shelf| shelf.save_reasoning(&id, ply, &recorded));
            }
            Effect::List => self.list(),
            Effect::Open(number, id) => self.open(number, id),
            Effect::Recall(number, name) => self.recall(number, name),
            Effect::Think(..) | Effect::Stop | Effect::Suspend => {}
        }
    }

    /// Waits until everything is kept.
    pub(crate) fn finish(&self) {
        // If the file was closed, nothing is left to wait for.
        let _ = self.store.wait_for(|_| ());
    }

    fn id_of(&mut self, number: u64) -> String {
        // A machine without randomness has one game with the number of this run's.
        let make = || new_id().unwrap_or_else(|_| format!("terminal{number}"));
        self.ids.entry(number).or_insert_with(make).clone()
    }

    /// Keeps something. The first failure is told; the game goes on.
    fn keep(&self, work: impl FnOnce(&Shelf) -> Result<(), StoreError> + Send + 'static) {
        let (events, is_told) = (self.events.clone(), Arc::clone(&self.is_told));
        let posted = self.store.post(move |shelf| {
            if let Err(error) = work(shelf) {
                tell_once(&events, &is_told, &error);
            }
        });
        if let Err(error) = posted {
            tell_once(&self.events, &self.is_told, &error);
        }
    }

    /// Asks the file something; the answer is an event, and so is a failure.
    fn ask(&self, work: impl FnOnce(&Shelf) -> Result<Event, StoreError> + Send + 'static) {
        let events = self.events.clone();
        let posted = self.store.post(move |shelf| {
            let event = work(shelf).unwrap_or_else(|error| Event::Trouble(error.to_string()));
            // Nobody waits any more if the program ends.
            let _ = events.send(event);
        });
        if let Err(error) = posted {
            let _ = self.events.send(Event::Trouble(error.to_string()));
        }
    }

    fn list(&self) {
        self.ask(|shelf| {
            let query = LibraryQuery {
                kind: Some(LibraryKind::Game),
                limit: Some(MOST_GAMES),
                ..LibraryQuery::default()
            };
            Ok(Event::Library(shelf.list(&query)?.entries))
        });
    }

    fn open(&mut self, number: u64, id: String) {
        self.ids.insert(number, id.clone());
        self.ask(move |shelf| {
            let gone = || Event::Trouble("That game was deleted meanwhile.".to_owned());
            let found = opened(shelf, &id)?;
            Ok(found.map_or_else(gone, |opened| Event::Opened(number, Box::new(opened))))
        });
    }

    /// Collects what earlier games say about the player, if the opponent is to adapt.
    fn recall(&mut self, number: u64, name: Option<String>) {
        let (store, past, events) =
            (self.store.clone(), Arc::clone(&self.past), self.events.clone());
        let id = self.id_of(number);
        let collect = move || {
            if store.wait_for(Shelf::settings).is_ok_and(|settings| settings.adapt) {
                let habits = past.habits(&store, name.as_deref(), Some(&id), 0);
                // Nobody waits any more if the program ends.
                let _ = events.send(Event::Habits(number, Arc::new(habits)));
            }
        };
        // Without the thread the opponent plays as against everybody.
        let _ = thread::Builder::new().name("habits".to_owned()).spawn(collect);
    }
}

/// A kept game with the reasons of its moves.
fn opened(shelf: &Shelf, id: &str) -> Result<Option<Opened>, StoreError> {
    let Some(doc) = shelf.load::<TableDoc>(id, LibraryKind::Game)? else { return Ok(None) };
    let mut reasonings = Vec::new();
    for ply in 1..=doc.steps.len() as u32 {
        let recorded: Option<Recorded> = shelf.load_reasoning(id, ply)?;
        reasonings.extend(recorded.map(|recorded| recorded.view));
    }
    Ok(Some(Opened { doc, reasonings }))
}

fn tell_once(events: &Sender<Event>, is_told: &AtomicBool, error: &StoreError) {
    if !is_told.swap(true, Ordering::Relaxed) {
        let text = format!("The game goes on, but it cannot be saved: {error}.");
        // Nobody waits any more if the program ends.
        let _ = events.send(Event::Trouble(text));
    }
}
