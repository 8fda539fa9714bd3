//! A table as it is stored: what was agreed and what was done. Everything else follows from that.

use serde::{Deserialize, Serialize};
use tengen_api::{
    ClockSpec, Notice, OpeningAction, PositionInput, Reason, SeatName, SeatSpec, Spot, Worth,
};

/// A table as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableDoc {
    /// The version of this shape.
    pub version: u32,
    /// The name for people.
    pub title: String,
    /// The rule's name.
    pub rule: String,
    /// The side of the board.
    pub size: u8,
    /// The opening procedure's name.
    pub opening: String,
    /// The seats, the opener first.
    pub seats: [SeatSpec; 2],
    /// The clock.
    pub clock: Option<ClockSpec>,
    /// The position it began from, if not the empty board.
    pub start: Option<PositionInput>,
    /// What was done.
    pub steps: Vec<Step>,
    /// What was taken back, the next to be played again last.
    pub undone: Vec<Step>,
    /// How it was ended, if not on the board.
    pub ending: Option<Ending>,
    /// Who has offered a draw.
    pub draw_offer: Option<SeatName>,
    /// The number of the last event.
    pub seq: u64,
    /// When it was begun.
    pub created_at: u64,
    /// When something last happened.
    pub updated_at: u64,
    /// What the user should know.
    #[serde(default)]
    pub notices: Vec<Notice>,
}

/// Something a player did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Who.
    pub seat: SeatName,
    /// What.
    pub act: Act,
    /// How long it took.
    pub time_ms: u64,
    /// What an AI thought of it.
    #[serde(default)]
    pub score: Option<Worth>,
    /// Why an AI did it.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// Whether its reasoning was recorded.
    #[serde(default)]
    pub has_reasoning: bool,
}

/// What a player can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Act {
    /// A step of the opening.
    Opening {
        /// Which.
        action: OpeningAction,
    },
    /// A stone.
    Play {
        /// Where.
        point: Spot,
    },
    /// A pass.
    Pass,
}

/// How a game is ended by word instead of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ending {
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: SeatName,
    },
    /// Somebody's clock ran out.
    TimedOut {
        /// Whose.
        seat: SeatName,
    },
    /// Both agreed on a draw.
    Agreed,
}
