//! What goes over the live connection of a game.

use serde::{Deserialize, Serialize};

use super::{ApiError, GameAction, GameSnapshot, Hint, Notice, SeatName, Spot, ThinkingView};

/// What the page sends over `/api/v1/games/{id}/live`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct GameRequest {
    /// A number of the page's choice that comes back with the answer.
    pub request: u32,
    /// What is done.
    pub action: GameAction,
    /// If given, the action is refused with `stale` unless this is the game's `seq`: two tabs
    /// cannot both answer the same position.
    #[serde(default)]
    pub seq: Option<u64>,
}

/// What the page receives over `/api/v1/games/{id}/live`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameMessage {
    /// Something happened. On connecting there is always one of these: the events after the
    /// `after` of the address as far as they are remembered, and how the game stands.
    Update {
        /// The events, oldest first, for sounds and animations; `game.seq` is the last one's.
        events: Vec<GameEvent>,
        /// How the game stands after them.
        game: Box<GameSnapshot>,
    },
    /// What the AI thinks just now, at most about 20 times a second.
    Thinking {
        /// The thought.
        thinking: Box<ThinkingView>,
    },
    /// Nothing happened; the connection is alive. It comes every few seconds.
    StillHere,
    /// A request was carried out; the update came before.
    Done {
        /// Which.
        request: u32,
        /// Why it is not on the disk, if it is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        notice: Option<Notice>,
    },
    /// A request was refused; nothing changed.
    Refused {
        /// Which.
        request: u32,
        /// Why.
        error: ApiError,
    },
    /// The suggestion that was asked for.
    Hint {
        /// Which request asked.
        request: u32,
        /// The suggestion.
        hint: Box<Hint>,
    },
    /// Something the user should know.
    Notice {
        /// What.
        notice: Notice,
    },
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameEvent {
    /// Its number: 1 for the first of the game, without gaps.
    pub seq: u64,
    /// When.
    pub at: u64,
    /// What.
    pub what: GameEventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEventKind {
    /// The game was begun.
    Begun,
    /// A stone was placed.
    Played {
        /// By whom.
        seat: SeatName,
        /// Where.
        point: Spot,
        /// The stones it took.
        captured: Vec<Spot>,
    },
    /// Somebody passed.
    Passed {
        /// Who.
        seat: SeatName,
    },
    /// A step of the opening that places no stone.
    Chosen {
        /// By whom.
        seat: SeatName,
        /// What, as a sentence.
        text: String,
    },
    /// Steps were taken back.
    Undone {
        /// How many.
        count: u32,
    },
    /// Steps were played again.
    Redone {
        /// How many.
        count: u32,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: SeatName,
    },
    /// The offer was declined.
    DrawDeclined {
        /// By whom.
        seat: SeatName,
    },
    /// The game is over.
    Ended,
    /// The game was paused.
    Paused,
    /// The game goes on.
    Resumed,
    /// The game was renamed.
    Renamed,
    /// Something went wrong that the game survived; the notice says what.
    Trouble,
}
