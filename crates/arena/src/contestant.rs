//! What the referee knows of a player: it can be asked.
//!
//! Programs behind a pipe ([`crate::PlayerSource::Program`]) implement [`Contestant`] here; players
//! inside the process are registered with [`crate::Arena::register`]. Answers are only numbers:
//! whether they mean anything is for the referee to find out.

use std::time::{Duration, Instant};

use tengen_rules::{Color, Game, Point, Rule, Size};

use crate::reason::Reason;
use crate::time::ClockKind;

/// Somebody who takes part in a match.
pub trait Contestant: Send {
    /// Gets ready for a new game.
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault>;

    /// Chooses a move in the position of `ask`, in which it is to move.
    fn choose(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault>;

    /// The processor time used so far, if the player has a process of its own. Otherwise the time
    /// of the thread that asks is charged.
    fn cpu_time(&mut self) -> Option<Duration> {
        None
    }

    /// What there is to tell since the last time this was asked.
    fn take_notes(&mut self) -> Notes {
        Notes::default()
    }
}

/// A game that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewGame {
    /// The rule set.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The player's color.
    pub color: Color,
    /// The seed for whatever the player leaves to chance.
    pub seed: u64,
}

/// A question to a player.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The game so far, opening included; the player is to move.
    pub game: &'a Game,
    /// How long the move may take.
    pub limit: Option<Duration>,
    /// How much time is left for the whole game, if that is limited.
    pub time_left: Option<Duration>,
    /// Which clock counts.
    pub clock: ClockKind,
    /// When the referee gives up waiting.
    pub patience: Patience,
}

/// When waiting makes no sense any more.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// By the clock on the wall.
    pub wall: Duration,
    /// By the processor time the player has used since it was asked.
    pub cpu: Option<Duration>,
}

/// An answer, as it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The column from the left, from zero.
    pub x: i64,
    /// The row from the top, from zero.
    pub y: i64,
    /// When it arrived, if that was earlier than its being handed over.
    pub received: Option<Instant>,
}

impl From<Point> for Answer {
    fn from(point: Point) -> Self {
        Self { x: i64::from(point.x()), y: i64::from(point.y()), received: None }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The player loses the game.
    Lost {
        /// Why.
        reason: Reason,
        /// What exactly happened.
        detail: String,
    },
    /// The match is being stopped; nobody is to blame.
    Stopped,
}

impl Fault {
    /// A loss with its story.
    pub fn lost(reason: Reason, detail: impl Into<String>) -> Self {
        Self::Lost { reason, detail: detail.into() }
    }
}

/// What there is to tell about a player besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// What it said (MESSAGE, DEBUG), if that is kept.
    pub chatter: Vec<String>,
    /// How many lines meant nothing.
    pub garbage: u64,
    /// The most memory it has held, in KiB.
    pub peak_kib: Option<u64>,
}
