//! The worker with the games: messages in, messages out.
//!
//! It is the edge of the browser edition, as the server is that of the program: one driver for each
//! game, the same answers to the same addresses, the library as rows that somebody else keeps. What
//! the server waits for with tasks and channels is here a place in a queue.

mod lanes;
mod live;
mod query;
mod routes;
mod session;
mod work;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json, to_value};
use tengen_app::Failure;
use tengen_game::{ActionError, Table};
use tengen_players::adapt::Habits;
use tengen_store::{Change, Past, Shelf};

use self::lanes::{Lanes, Owner};
use self::live::Socket;
use self::session::{Item, Session};
use crate::World;
use crate::job::ThinkerWord;

/// Games that nobody looks at stay awake, as long as there are not more than this.
const MOST_AWAKE: usize = 8;
/// A page that has heard nothing for a few of these knows that the worker is dead.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The number of a request of the page.
type RequestNumber = u64;
/// The number of a connection of the page.
type SocketNumber = u64;

/// What waits for a change to be kept.
#[derive(Debug)]
enum Kept {
    /// A game.
    Game(String),
    /// An answer, which is another one if that fails.
    Answer(RequestNumber, u16, Value),
}

/// The worker with the games.
pub struct Host {
    world: Arc<dyn World>,
    /// What came before the library was here.
    early: VecDeque<Value>,
    is_ready: bool,
    library: Shelf,
    past: Past,
    games: BTreeMap<String, Session>,
    sockets: BTreeMap<SocketNumber, Socket>,
    lanes: Lanes,
    unkept: BTreeMap<u64, Kept>,
    n_changes: u64,
    catalogue: Option<Value>,
    tick_at: Option<u64>,
    beat_at: Option<Duration>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("games", &self.games.keys()).finish_non_exhaustive()
    }
}

impl Host {
    /// A host without a library yet.
    pub fn new(world: Arc<dyn World>) -> Self {
        Self {
            world,
            early: VecDeque::new(),
            is_ready: false,
            library: Shelf::default(),
            past: Past::default(),
            games: BTreeMap::new(),
            sockets: BTreeMap::new(),
            lanes: Lanes::default(),
            unkept: BTreeMap::new(),
            n_changes: 0,
            catalogue: None,
            tick_at: None,
            beat_at: None,
        }
    }

    /// Takes a message. What cannot be understood is answered by nothing: it comes from our own scripts.
    pub fn message(&mut self, text: &str) {
        if let Ok(message) = serde_json::from_str(text) {
            self.take(message);
        }
        self.set_tick();
    }

    /// Time has passed.
    pub fn tick(&mut self) {
        self.tick_at = None;
        let ids: Vec<String> = self.games.keys().cloned().collect();
        for id in ids {
            if self.games[&id].is_late(self.now()) {
                self.tell_game(&id, Item::Input(tengen_game::Input::Tick));
            }
        }
        self.beat();
        self.set_tick();
    }

    fn take(&mut self, message: Value) {
        let is_about_rows = ["start", "rows"].map(Value::from).contains(&message["type"]);
        if !self.is_ready && !is_about_rows {
            return self.early.push_back(message);
        }
        match message["type"].as_str() {
            Some("rows") => self.take_rows(&message),
            Some("request") => self.request(&message),
            Some("open") => self.open(&message),
            Some("send") => self.receive(&message),
            Some("close") => self.close(number(&message["socket"])),
            Some("stored") => self.stored(&message),
            Some("thinker") => {
                let lane = number(&message["thinker"]) as usize;
                if let Ok(word) = serde_json::from_value(message["data"].clone()) {
                    self.hear(lane, word);
                }
            }
            Some("lost") => self.lost(number(&message["thinker"]) as usize),
            _ => {}
        }
    }

    fn take_rows(&mut self, message: &Value) {
        for row in message["rows"].as_array().into_iter().flatten() {
            if let (Some(key), Some(value)) = (row["key"].as_str(), row["value"].as_str()) {
                self.library.take(key, value);
            }
        }
        if message["done"] == true {
            self.is_ready = true;
            while let Some(message) = self.early.pop_front() {
                self.take(message);
            }
        }
    }

    fn now(&self) -> u64 {
        crate::job::millis(self.world.now())
    }

    fn emit(&self, message: &Value) {
        self.world.emit(message);
    }

    fn send(&self, socket: SocketNumber, message: &impl Serialize) {
        self.emit(&json!({ "type": "data", "socket": socket, "data": to_json(message) }));
    }

    fn respond(&self, id: RequestNumber, answer: Result<(u16, Value), Failure>) {
        let (status, body) =
            answer.unwrap_or_else(|failure| (failure.status, to_json(&failure.error)));
        self.emit(&json!({ "type": "response", "id": id, "status": status, "body": body }));
    }

    /// Has a change kept; whoever waits for that is told when it is.
    fn keep(&mut self, change: &Change, waiting: Kept) -> u64 {
        self.n_changes += 1;
        let ack = self.n_changes;
        let row = |(key, value): &(String, String)| json!({ "key": key, "value": value });
        let put: Vec<Value> = change.put.iter().map(row).collect();
        self.unkept.insert(ack, waiting);
        self.emit(&json!({ "type": "store", "ack": ack, "put": put, "delete": change.delete }));
        ack
    }

    fn stored(&mut self, message: &Value) {
        let ack = number(&message["ack"]);
        let saved = match message["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(()),
        };
        match self.unkept.remove(&ack) {
            Some(Kept::Game(id)) => self.game_kept(&id, ack, saved),
            Some(Kept::Answer(request, status, body)) => {
                let failure = |text| Failure::from(ActionError::NotSaved(text));
                self.respond(request, saved.map(|()| (status, body)).map_err(failure));
            }
            None => {}
        }
    }

    /// What a thinker says.
    fn hear(&mut self, lane: usize, word: ThinkerWord) {
        let is_last = matches!(word, ThinkerWord::Thought { .. });
        let Some((serial, owner)) = self.lanes.at_work(lane) else { return };
        if is_last {
            self.lanes.finish(lane);
        }
        match owner {
            Owner::Game { id, job } => self.game_heard(&id, job, word),
            Owner::Work { socket, job } => self.work_heard(socket, job, serial, word),
            Owner::Nobody => {}
        }
        if is_last {
            self.dispatch();
        }
    }

    /// A thinker is gone, with whatever it was asked.
    fn lost(&mut self, lane: usize) {
        let orders = self.lanes.lose(lane);
        for (serial, owner) in orders {
            match owner {
                Owner::Game { id, job } => self.game_lost(&id, job),
                Owner::Work { socket, job } => self.work_lost(socket, job, serial),
                Owner::Nobody => {}
            }
        }
        self.dispatch();
    }

    /// Gives what waits to thinkers that are free.
    fn dispatch(&mut self) {
        while let Some((lane, job)) = self.lanes.next() {
            self.emit(&json!({ "type": "think", "thinker": lane, "job": to_json(&job) }));
        }
    }

    /// Asks a thinker to come to an end.
    fn stop_thinking(&mut self, serial: u64) {
        match self.lanes.stop(serial) {
            lanes::Stopped::Running(lane) => {
                self.emit(&json!({ "type": "stop", "thinker": lane }));
            }
            lanes::Stopped::Waiting(Owner::Game { id, job }) => self.game_lost(&id, job),
            lanes::Stopped::Waiting(Owner::Work { socket, job }) => {
                self.work_lost(socket, job, serial);
            }
            lanes::Stopped::Waiting(Owner::Nobody) | lanes::Stopped::Unknown => {}
        }
    }

    /// What other games say about a person.
    fn habits(&self, name: Option<&str>, except: &str) -> Habits {
        self.past.habits(&self.library, name, Some(except), self.now())
    }

    /// A game as it stands, awake or not.
    fn table(&self, id: &str) -> Result<Table, ActionError> {
        if let Some(session) = self.games.get(id) {
            return Ok(session.table().clone());
        }
        let found = self.library.load_game(id, self.now());
        found.map_err(|error| tengen_app::refusal(&error))?.ok_or_else(no_such_game)
    }

    /// Says when it wants to be called, if that has changed.
    fn set_tick(&mut self) {
        let now = self.world.monotonic();
        let late = self.games.values().filter_map(|session| session.until_late(self.now()));
        let late = late.map(|wait| now + wait);
        let next = late.chain(self.beat_at).min().map(crate::job::millis).map(|ms| ms + 1);
        if next != self.tick_at {
            self.tick_at = next;
            self.emit(&json!({ "type": "tick_at", "ms": next }));
        }
    }
}

fn no_such_game() -> ActionError {
    ActionError::Missing("there is no such game".to_owned())
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// Our messages are plain data with text keys, which always have a JSON form.
fn to_json(message: &impl Serialize) -> Value {
    to_value(message).unwrap_or_default()
}
