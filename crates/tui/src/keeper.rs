//! What is kept of the games, in the same file as the games of the page.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tengen_game::{ActionError, Input, Moment, Table};
use tengen_players::Thought;
use tengen_store::{
    Db, EntryKind, EntryState, Expected, GAMES_FILE, Past, Query, Saved, Settings, Store,
    StoreError, new_id,
};

use crate::clock::Clock;
use crate::event::{Effect, Event, GameNumber, Opened};

/// So many games are shown to choose from.
const MOST_GAMES: u32 = 100;

/// A game of this run in the library.
#[derive(Debug)]
struct Kept {
    /// Its name there.
    id: String,
    /// What is there of it, as far as is known here.
    expected: Arc<Mutex<Expected>>,
    /// Thoughts that go there with the next save.
    thoughts: Vec<Thought>,
}

/// A disk that hangs for longer than this does not hold up the game.
const LONGEST_SAVE: Duration = Duration::from_secs(2);

/// How many saves are under way.
#[derive(Debug, Default)]
struct Pending {
    n_saves: Mutex<usize>,
    is_fewer: Condvar,
}

impl Pending {
    fn count(&self) -> MutexGuard<'_, usize> {
        self.n_saves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self) {
        *self.count() += 1;
    }

    fn remove(&self) {
        *self.count() -= 1;
        self.is_fewer.notify_all();
    }

    /// Waits until there are none; says whether there were any.
    fn settle(&self, longest: Duration) -> bool {
        let n_saves = self.count();
        let is_any = *n_saves > 0;
        // Whether or not the time was long enough, whoever waits goes on.
        drop(self.is_fewer.wait_timeout_while(n_saves, longest, |n_saves| *n_saves > 0));
        is_any
    }
}

/// What came of a save.
enum Outcome {
    Saved(Saved),
    /// Another program has gone further.
    Overtaken(Box<Opened>),
}

/// Whoever keeps the games. Nothing here waits for the disk but the start, the end and whoever shows a
/// move: what comes of the rest is an event.
#[derive(Debug)]
pub(crate) struct Keeper {
    store: Store,
    past: Arc<Past>,
    games: HashMap<GameNumber, Kept>,
    clock: Clock,
    events: Sender<Event>,
    pending: Arc<Pending>,
}

impl Keeper {
    /// Opens the file of the games in this folder; what the user should know comes as an event.
    pub(crate) fn start(folder: &Path, clock: Clock, events: Sender<Event>) -> Self {
        let (store, notices) = Store::open(&folder.join(GAMES_FILE));
        for notice in notices {
            // The loop that hears it is about to begin.
            let _ = events.send(Event::Notice(notice));
        }
        let (past, pending) = (Arc::default(), Arc::default());
        Self { store, past, games: HashMap::new(), clock, events, pending }
    }

    /// What the user allows the engine.
    pub(crate) fn settings(&self) -> Settings {
        self.store.wait_for(|db| Ok(db.settings())).unwrap_or_default()
    }

    /// The name of the newest game that is not over.
    pub(crate) fn last_ongoing(&self) -> Option<String> {
        let query = Query { state: Some(EntryState::Ongoing), limit: Some(1), ..games() };
        let page = self.store.wait_for(move |db| db.list(&query)).ok()?;
        page.entries.into_iter().next().map(|entry| entry.id)
    }

    /// Does what the app asks for.
    pub(crate) fn obey(&mut self, effect: Effect) {
        match effect {
            Effect::Save { game, table } => self.save(game, table),
            // It is kept with the move it belongs to, which is saved next.
            Effect::Record { game, thought } => self.kept(game).thoughts.push(*thought),
            Effect::List => self.list(),
            Effect::Open { game, id } => self.open(game, id),
            Effect::Recall { game, person } => self.recall(game, person),
            Effect::Think { .. } | Effect::Stop { .. } | Effect::Suspend => {}
        }
    }

    /// Waits until what was to be saved is on the disk, so that nothing is shown that a kill would take
    /// back; says whether there was anything. What came of it is an event by then.
    pub(crate) fn settle(&self) -> bool {
        self.pending.settle(LONGEST_SAVE)
    }

    /// Waits until everything is kept.
    pub(crate) fn finish(&self) {
        // If the file was closed, nothing is left to wait for.
        let _ = self.store.wait_for(|_| Ok(()));
    }

    fn kept(&mut self, game: GameNumber) -> &mut Kept {
        self.games.entry(game).or_insert_with(|| {
            // A machine without randomness has one game with the number of this run's.
            let id = new_id().unwrap_or_else(|_| format!("terminal{game}"));
            let expected = Arc::new(Mutex::new(Expected::Nothing));
            Kept { id, expected, thoughts: Vec::new() }
        })
    }

    /// Has something read from the file. What comes of it is an event, and so is a failure.
    fn read(&self, work: impl FnMut(&Db) -> Result<Event, StoreError> + Send + 'static) {
        let events = self.events.clone();
        self.store.read_then(work, move |result| {
            // The receiver is gone when the program ends; ignore.
            let _ = events.send(result.unwrap_or_else(|error| trouble(&error)));
        });
    }

    fn save(&mut self, game: GameNumber, table: Box<Table>) {
        let (clock, events) = (self.clock, self.events.clone());
        let pending = Arc::clone(&self.pending);
        pending.add();
        let kept = self.kept(game);
        let (id, thoughts) = (kept.id.clone(), std::mem::take(&mut kept.thoughts));
        let (seq, expected) = (table.seq(), Arc::clone(&kept.expected));
        let plies: Vec<u32> = thoughts.iter().map(|thought| thought.ply).collect();
        let name = id.clone();
        let what_is_there = Arc::clone(&expected);
        let save = move |db: &Db| {
            let expected = *lock(&what_is_there);
            match db.save_with_thoughts(&name, &table, expected, &thoughts) {
                Ok(saved) => Ok(Outcome::Saved(saved)),
                Err(error @ StoreError::Overtaken { .. }) => {
                    let opened = load(db, &name, clock.now())?.ok_or(error)?;
                    Ok(Outcome::Overtaken(Box::new(opened)))
                }
                Err(error) => Err(error),
            }
        };
        self.store.write_then(&id, save, move |result| {
            for event in told(game, (seq, &plies), result, &mut lock(&expected)) {
                // The receiver is gone when the program ends; ignore.
                let _ = events.send(event);
            }
            pending.remove();
        });
    }

    fn list(&self) {
        let query = Query { limit: Some(MOST_GAMES), ..games() };
        self.read(move |db| Ok(Event::Library(db.list(&query)?.entries)));
    }

    fn open(&mut self, game: GameNumber, id: String) {
        let expected = Arc::new(Mutex::new(Expected::Something));
        let kept = Kept { id: id.clone(), expected: Arc::clone(&expected), thoughts: Vec::new() };
        self.games.insert(game, kept);
        let clock = self.clock;
        self.read(move |db| {
            let Some(opened) = load(db, &id, clock.now())? else {
                return Ok(trouble_of(&ActionError::Missing("there is no such game".to_owned())));
            };
            *lock(&expected) = Expected::Seq(opened.table.seq());
            Ok(Event::Opened(game, Box::new(opened)))
        });
    }

    /// Collects what earlier games say about a person, if opponents may adapt. It takes a while.
    fn recall(&mut self, game: GameNumber, person: Option<String>) {
        let (store, past) = (self.store.clone(), Arc::clone(&self.past));
        let (clock, events) = (self.clock, self.events.clone());
        let id = self.kept(game).id.clone();
        let collect = move || {
            if store.wait_for(|db| Ok(db.settings())).is_ok_and(|settings| settings.adapt) {
                let habits = past.habits(&store, person.as_deref(), Some(&id), clock.now());
                // The receiver is gone when the program ends; ignore.
                let _ = events.send(Event::Habits(game, Arc::new(habits)));
            }
        };
        // Without the thread the opponent plays as against everybody.
        let _ = thread::Builder::new().name("habits".to_owned()).spawn(collect);
    }
}

/// What the app is told about a save, up to this event and with the thoughts behind these moves; and
/// what is there of the game from now on.
fn told(
    game: GameNumber,
    (seq, plies): (u64, &[u32]),
    result: Result<Outcome, StoreError>,
    expected: &mut Expected,
) -> Vec<Event> {
    match result {
        Ok(Outcome::Saved(Saved { lost_thoughts })) => {
            *expected = Expected::Seq(seq);
            inputs(game, &lost_thoughts, Ok(()))
        }
        Ok(Outcome::Overtaken(opened)) => {
            *expected = Expected::Seq(opened.table.seq());
            vec![Event::Overtaken(game, opened)]
        }
        Err(error) => inputs(game, plies, Err(error.to_string())),
    }
}

/// What the driver of a game is told: which thoughts are lost, and whether it was saved.
fn inputs(game: GameNumber, lost: &[u32], saved: Result<(), String>) -> Vec<Event> {
    let lost = lost.iter().map(|&ply| Input::RecordFailed { ply });
    lost.chain([Input::Saved(saved)]).map(|input| Event::Game(game, input)).collect()
}

fn lock(expected: &Mutex<Expected>) -> MutexGuard<'_, Expected> {
    expected.lock().unwrap_or_else(PoisonError::into_inner)
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
    use std::time::Instant;

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
        // Meanwhile the page goes on. Whatever is played here on the game as it was is not kept, and
        // the game of the page is taken over.
        page.obey(Effect::Save { game: 0, table: game_of(4) });
        assert!(matches!(next(&page_inbox), Event::Game(0, Input::Saved(Ok(())))));
        keeper.obey(Effect::Save { game: 1, table: game_of(5) });
        let Event::Overtaken(1, opened) = next(&inbox) else { panic!("it was overwritten") };
        assert_eq!(opened.table.game().turns().len(), 4);
        keeper.obey(Effect::Save { game: 1, table: game_of(5) });
        assert!(matches!(next(&inbox), Event::Game(1, Input::Saved(Ok(())))));
        page.obey(Effect::Save { game: 0, table: game_of(5) });
        assert!(matches!(next(&page_inbox), Event::Overtaken(0, _)));
    }

    #[test]
    fn what_is_shown_is_on_the_disk() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        assert!(!keeper.settle(), "nothing is to be waited for");
        let path = folder.path().join(GAMES_FILE);
        for n_moves in 1..20 {
            keeper.obey(Effect::Save { game: 0, table: game_of(n_moves) });
            assert!(keeper.settle());
            // What another program finds at this moment is what it would find after a kill.
            let (other, _) = Db::open(&path);
            let entry = other.list(&games()).unwrap().entries.remove(0);
            assert_eq!(entry.n_moves, u32::from(n_moves));
            assert!(matches!(inbox.try_recv(), Ok(Event::Game(0, Input::Saved(Ok(()))))));
        }
    }

    #[test]
    fn a_disk_that_hangs_does_not_hold_up_the_game() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        let (go_on, wait) = channel::<()>();
        let hang = move |_: &Db| wait.recv().map_err(|_| StoreError::Closed);
        keeper.store.read_then(hang, drop);
        keeper.obey(Effect::Save { game: 0, table: game_of(1) });
        let start = Instant::now();
        assert!(keeper.settle());
        assert!(start.elapsed() >= LONGEST_SAVE);
        assert!(inbox.try_recv().is_err(), "it is not saved yet");
        go_on.send(()).unwrap();
        assert!(matches!(next(&inbox), Event::Game(0, Input::Saved(Ok(())))));
    }

    #[test]
    fn saves_that_wait_for_each_other_are_all_kept() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        (0..9).for_each(|n| keeper.obey(Effect::Save { game: 0, table: game_of(n) }));
        for _ in 0..9 {
            assert!(matches!(next(&inbox), Event::Game(0, Input::Saved(Ok(())))));
        }
    }

    #[test]
    fn a_game_that_was_deleted_elsewhere_does_not_come_back() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        keeper.obey(Effect::Save { game: 0, table: game_of(3) });
        next(&inbox);
        let id = keeper.last_ongoing().unwrap();
        let (page, _) = Db::open(&folder.path().join(GAMES_FILE));
        assert!(page.delete(&id).unwrap());
        keeper.obey(Effect::Save { game: 0, table: game_of(4) });
        let Event::Game(0, Input::Saved(Err(text))) = next(&inbox) else { panic!("it is back") };
        assert_eq!(text, "it was deleted meanwhile");
        assert_eq!(keeper.last_ongoing(), None);
    }

    #[test]
    fn what_the_disk_has_no_room_for_is_told() {
        let folder = TempDir::new().unwrap();
        let (mut keeper, inbox) = keeper(&folder);
        keeper.store.wait_for(|db| db.limit_pages(1)).unwrap();
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
