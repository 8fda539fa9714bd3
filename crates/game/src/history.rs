//! What was agreed about a game and what was done in it. Everything else follows from that.

use tengen_players::{Act, MoveLimits, Reason, Valuation};
use tengen_rules::{Game, Move, Opening, Rule, Seat, Size};

use crate::clock::ClockSpec;
use crate::notice::Notice;
use crate::table::Moment;

/// What was agreed about a game and what was done in it.
#[derive(Clone, Debug)]
pub struct History {
    /// The name for people.
    pub title: String,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The opening procedure.
    pub opening: Opening,
    /// Who sits on the first seat and on the second.
    pub seats: [Occupant; 2],
    /// The clock.
    pub clock: Option<ClockSpec>,
    /// The position it began from, if not the empty board.
    pub start: Option<Game>,
    /// What was done.
    pub steps: Vec<Step>,
    /// What was taken back, the next to be played again last.
    pub undone: Vec<Step>,
    /// How it was ended, if not on the board.
    pub ending: Option<Ending>,
    /// Who has offered a draw.
    pub draw_offer: Option<Seat>,
    /// How long the present turn had taken when somebody paused the game, if it is paused.
    pub paused_ms: Option<u64>,
    /// The number of the last event.
    pub seq: u64,
    /// When it was begun.
    pub created_at: Moment,
    /// When something last happened.
    pub updated_at: Moment,
    /// What the user should know.
    pub notices: Vec<Notice>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person. Two of them are a hotseat game.
    Person {
        /// The name to show.
        name: Option<String>,
    },
    /// An opponent of the ladder.
    Opponent {
        /// Its name.
        name: String,
        /// What it may spend on a move, instead of its habit.
        limits: MoveLimits,
    },
}

impl Occupant {
    /// A person without a name.
    pub const fn person() -> Self {
        Self::Person { name: None }
    }

    /// An opponent with its habits.
    pub fn opponent(name: &str) -> Self {
        Self::Opponent { name: name.to_owned(), limits: MoveLimits::NONE }
    }

    /// Whether it is one of the ladder's opponents.
    pub const fn is_opponent(&self) -> bool {
        matches!(self, Self::Opponent { .. })
    }
}

/// Something a player did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who.
    pub seat: Seat,
    /// What.
    pub act: Act,
    /// How long it took.
    pub time_ms: u64,
    /// What an opponent thought of it.
    pub value: Option<Valuation>,
    /// Why an opponent did it.
    pub reason: Option<Reason>,
    /// Whether its thought was recorded.
    pub has_thought: bool,
}

impl Step {
    /// Whether it adds a turn to the game.
    pub const fn places_a_turn(&self) -> bool {
        use tengen_rules::Action;
        match &self.act {
            Act::Move(Move::Place(_) | Move::Pass) => true,
            Act::Opening(action) => matches!(action, Action::Place(_) | Action::Pick(_)),
        }
    }
}

/// How a game is ended by word instead of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: Seat,
    },
    /// Somebody's clock ran out.
    TimedOut {
        /// Whose.
        seat: Seat,
    },
    /// Both agreed on a draw.
    Agreed,
}

/// The number of a seat in a pair.
pub(crate) const fn index_of(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

/// A game to begin. Everything has a default.
#[derive(Clone, Debug, Default)]
pub struct NewGameSpec {
    /// The rule; the default game's if missing.
    pub rule: Option<Rule>,
    /// The board; the rule's own if missing.
    pub size: Option<Size>,
    /// The opening procedure; none if missing.
    pub opening: Option<Opening>,
    /// Who opens, holding Black at first; a person if missing.
    pub first: Option<Occupant>,
    /// The other seat; the default opponent if missing.
    pub second: Option<Occupant>,
    /// Whether a coin decides who sits where.
    pub toss: bool,
    /// A clock for both; none if missing.
    pub clock: Option<ClockSpec>,
    /// A position to begin from instead of the empty board; only without an opening procedure.
    pub start: Option<Game>,
    /// A name for the library.
    pub title: Option<String>,
}
