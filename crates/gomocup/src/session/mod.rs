//! A conversation with a manager, as a state machine without I/O.
//!
//! Lines and engine events go in, effects come out. The session owns the position and the
//! settings, decides what a command means now, and keeps these promises:
//!
//! * every command that must be answered is answered exactly once, whatever the engine does;
//! * while the engine thinks, only commands that must act at once do; the others wait their turn;
//! * no answer is an illegal move as long as there is a legal one.

mod intake;
mod play;
mod position;
mod request;
mod settings;
mod soosorv;
mod swap2;
mod think;
mod yixin;

use std::collections::{BTreeSet, VecDeque};

use tengen_rules::{Color, Point, Rule};

use crate::gomocup::{Command, Identity, Parser, Reply};
use crate::limits::Limits;
use position::Position;
pub use request::{
    Answer, Event, Few, Opponent, Progress, SoosorvStep, Summary, ThinkKind, ThinkRequest,
};
pub use settings::{Dialect, Settings};
use think::Thinking;

/// What the session has to know about the program and the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The answer to `ABOUT`.
    pub identity: Identity,
    /// The most threads a search may use.
    pub max_threads: u32,
    /// The binary logarithm of the largest hash table in KiB.
    pub max_hash_log2_kib: u32,
    /// The players that `INFO bot` may name; any name is taken if there are none.
    pub bots: Vec<String>,
}

impl Default for Host {
    fn default() -> Self {
        Self {
            identity: Identity::default(),
            max_threads: 1,
            max_hash_log2_kib: 22,
            bots: Vec::new(),
        }
    }
}

/// What the driver has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Write one line and flush it.
    Write(Reply),
    /// Start to think and send an [`Event::Answer`] when done.
    Think(Box<ThinkRequest>),
    /// Think about what the opponent may do until the next line arrives; no answer is wanted.
    Ponder(Box<ThinkRequest>),
    /// The limits of the running search have changed.
    UpdateLimits(Limits),
    /// End the running search now and send its answer.
    StopThinking,
    /// A new game has begun.
    NewGame,
    /// Forget everything that was searched.
    ClearHash,
    /// Exit with code 0; a running search is of no interest any more.
    Quit,
}

impl Effect {
    /// The effect of an accepted command.
    pub const fn write_ok() -> Self {
        Self::Write(Reply::Ok)
    }
}

/// A conversation.
#[derive(Debug)]
pub struct Session {
    host: Host,
    parser: Parser,
    dialect: Dialect,
    settings: Settings,
    // `None` until a board was started successfully.
    position: Option<Position>,
    // Root moves closed by `yxblock`.
    excluded: BTreeSet<Point>,
    // Closed by `yxblockpath`: the last move of each, after the ones before it.
    closed_paths: BTreeSet<Vec<Point>>,
    // Closed to one side by `yxforbid`.
    forbidden: BTreeSet<(Point, Color)>,
    thinking: Option<Thinking>,
    // Invariant: empty unless the engine thinks.
    queue: VecDeque<Command>,
    queue_bytes: usize,
    next_id: u64,
    has_ended: bool,
    effects: Vec<Effect>,
}

impl Session {
    /// A conversation that has not begun.
    pub fn new(host: Host) -> Self {
        Self {
            host,
            parser: Parser::default(),
            dialect: Dialect::default(),
            settings: Settings::default(),
            position: None,
            excluded: BTreeSet::new(),
            closed_paths: BTreeSet::new(),
            forbidden: BTreeSet::new(),
            thinking: None,
            queue: VecDeque::new(),
            queue_bytes: 0,
            next_id: 1,
            has_ended: false,
            effects: Vec::new(),
        }
    }

    /// The settings made so far.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The dialect the other side speaks.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The rule set in force.
    pub fn rule(&self) -> Rule {
        self.settings.rule(self.dialect)
    }

    /// Whether the engine has been asked and has not answered.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    fn write(&mut self, reply: Reply) {
        self.effects.push(Effect::Write(reply));
    }

    fn error(&mut self, reason: impl Into<String>) {
        self.write(Reply::Error(reason.into()));
    }

    fn message(&mut self, text: impl Into<String>) {
        self.write(Reply::Message(text.into()));
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
