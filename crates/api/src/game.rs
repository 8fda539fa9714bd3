//! A game: how it is begun, how it stands, what can be done in it.

use serde::{Deserialize, Serialize};

use super::{Notice, Outcome, PositionInput, PositionView, Reason, SeatName, Spot, StoneColor};
use super::{ThinkingView, Worth};

/// A game to begin. Everything has a default: `{}` begins a sensible game at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default)]
pub struct NewGame {
    /// The rule; the default game's if missing.
    pub rule: Option<String>,
    /// The side of the board; the rule's own if missing.
    pub size: Option<u8>,
    /// The opening procedure; `free` if missing.
    pub opening: Option<String>,
    /// Who opens, holding Black at first; a person if missing.
    pub first: Option<SeatSpec>,
    /// The other seat; the default opponent if missing.
    pub second: Option<SeatSpec>,
    /// Whether a coin decides who sits where.
    pub toss: Option<bool>,
    /// A clock for both; none if missing.
    pub clock: Option<ClockSpec>,
    /// A position to begin from instead of the empty board; only with the opening `free`.
    pub start: Option<PositionInput>,
    /// A name for the library.
    pub title: Option<String>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatSpec {
    /// A person at the page. Two of them are a hotseat game.
    Human {
        /// The name to show.
        #[serde(default)]
        name: Option<String>,
    },
    /// An opponent of the catalogue.
    Ai {
        /// Its name.
        opponent: String,
        /// How long it may think about a move, instead of its habit.
        #[serde(default)]
        time_ms: Option<u64>,
        /// How many plies it may look ahead, instead of its habit.
        #[serde(default)]
        depth: Option<u32>,
        /// How many positions it may look at for a move, instead of its habit.
        #[serde(default)]
        nodes: Option<u64>,
        /// How many moves of each position it looks at, instead of its habit.
        #[serde(default)]
        width: Option<u32>,
    },
}

/// What an opponent may spend on a move; what is missing is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThinkLimits {
    /// How long it may think.
    pub time_ms: Option<u64>,
    /// How many plies it may look ahead.
    pub depth: Option<u32>,
    /// How many positions it may look at.
    pub nodes: Option<u64>,
    /// How many moves of each position it looks at.
    pub width: Option<u32>,
}

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockSpec {
    /// The time each player has for the game.
    pub main_ms: u64,
    /// What each of his moves adds.
    #[serde(default)]
    pub increment_ms: u64,
    /// Once the main time is used up, each move may take this long.
    #[serde(default)]
    pub byoyomi_ms: u64,
    /// How often that may be exceeded before the game is lost, counting the last time.
    #[serde(default)]
    pub byoyomi_periods: u32,
}

/// The answer to a new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Created {
    /// Its name in all addresses.
    pub id: String,
    /// How it stands.
    pub game: GameSnapshot,
}

/// Everything about a game that a page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSnapshot {
    /// Its name in all addresses.
    pub id: String,
    /// The number of the last event that is in it.
    pub seq: u64,
    /// Its name in the library.
    pub title: String,
    /// When it was begun.
    pub created_at: u64,
    /// When something last happened in it.
    pub updated_at: u64,
    /// The moment of this snapshot, to which running clocks refer.
    pub now: u64,
    /// Opening, play or over.
    pub phase: Phase,
    /// The board.
    pub position: PositionView,
    /// Who opens.
    pub first: SeatView,
    /// The other one.
    pub second: SeatView,
    /// Who has to do something now; nobody once it is over.
    pub turn: Option<SeatName>,
    /// The opening dialogue; missing for the opening `free`.
    pub opening: Option<OpeningView>,
    /// The stones that were there before the first move, if the game began from a position.
    pub start: Option<PositionInput>,
    /// The moves, opening stones included.
    pub moves: Vec<MoveView>,
    /// The moves that were taken back and can be played again, the next one first.
    pub undone: Vec<Spot>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What a person may do now.
    pub can: Abilities,
    /// Who has offered a draw that is not answered yet.
    pub draw_offer: Option<SeatName>,
    /// The clock's settings, if there is one.
    pub clock: Option<ClockSpec>,
    /// Whether the clock and the AI stand still because somebody paused the game.
    pub is_paused: bool,
    /// The AI's running thought, if it has one.
    pub thinking: Option<ThinkingView>,
    /// What happened to this game that the user should know.
    pub notices: Vec<Notice>,
}

/// Which part of a game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The opening dialogue.
    Opening,
    /// Normal play.
    Play,
    /// It is over.
    Over,
}

/// A seat with who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatView {
    /// The name to show.
    pub name: String,
    /// The opponent of the catalogue, or nothing for a person.
    pub opponent: Option<String>,
    /// What the opponent may spend on a move, where something else than its habit was chosen.
    pub limits: Option<ThinkLimits>,
    /// The color it holds now.
    pub color: StoneColor,
    /// The stones it has captured.
    pub captured: u32,
    /// Its clock, if the game has one.
    pub clock: Option<ClockView>,
    /// The time of its moves.
    pub timer: TimerView,
}

/// A clock as it stood at `GameSnapshot::now`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockView {
    /// What is left of the main time.
    pub main_ms: u64,
    /// What is left of the present byo-yomi period, once the main time is used up.
    pub byoyomi_ms: u64,
    /// How many periods are left.
    pub periods: u32,
    /// Whether it is running.
    pub is_running: bool,
}

/// How long a seat takes for its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimerView {
    /// The move it is thinking about, as far as it has come at `GameSnapshot::now`.
    pub current_ms: Option<u64>,
    /// Its last move.
    pub last_ms: Option<u64>,
    /// The average of its moves.
    pub average_ms: Option<u64>,
    /// Its longest move.
    pub longest_ms: Option<u64>,
    /// How many moves that is.
    pub n_moves: u32,
    /// How long it may think about a move, if that is limited.
    pub limit_ms: Option<u64>,
    /// How long it thinks about a move on average, if that is less than the limit.
    #[serde(default)]
    pub usual_ms: Option<u64>,
}

/// A move of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveView {
    /// Its number, from 1.
    pub ply: u32,
    /// Whose stone.
    pub color: StoneColor,
    /// Who played it.
    pub seat: SeatName,
    /// Where; nothing for a pass.
    pub point: Option<Spot>,
    /// The stones it took.
    pub captured: Vec<Spot>,
    /// How long it took, if that is known.
    pub time_ms: Option<u64>,
    /// Whether it belongs to the opening dialogue.
    pub is_opening: bool,
    /// What the AI that played it thought of it.
    pub score: Option<Worth>,
    /// Whether its reasoning was recorded (`GET …/reasoning/{ply}`).
    pub has_reasoning: bool,
}

/// What a person may do now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Abilities {
    /// Place a stone.
    pub play: bool,
    /// Pass.
    pub pass: bool,
    /// Take the last move back, with the AI's reply.
    pub undo: bool,
    /// Play it again.
    pub redo: bool,
    /// Resign.
    pub resign: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Accept or decline the opponent's offer.
    pub answer_draw: bool,
    /// Ask for a suggestion.
    pub hint: bool,
    /// Make the AI move at once.
    pub move_now: bool,
    /// Pause or resume.
    pub pause: bool,
}

/// The opening dialogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningView {
    /// The procedure.
    pub procedure: String,
    /// What is asked now; nothing once it is over.
    pub step: Option<OpeningStep>,
    /// What was done so far.
    pub log: Vec<OpeningEntry>,
}

/// What is asked of whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningStep {
    /// Who chooses.
    pub seat: SeatName,
    /// What he is asked, as a sentence.
    pub text: String,
    /// What he may do.
    pub options: Vec<OpeningOption>,
    /// The color of the stone to place, offer or pick, if that is asked.
    pub color: Option<StoneColor>,
    /// The number of the stone to place, offer or pick, from 1.
    pub stone: Option<u32>,
    /// How many points must be offered, or may at most be declared.
    pub count: Option<u32>,
    /// The points on offer.
    pub offers: Vec<Spot>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningOption {
    /// The kind of action, as in [`OpeningAction`].
    pub kind: OpeningKind,
    /// What it means, in a few words.
    pub text: String,
}

/// The kind of an opening action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OpeningKind {
    /// Place the next stone.
    Place,
    /// Exchange the colors.
    Swap,
    /// Leave the colors as they are.
    Stay,
    /// Take Black.
    TakeBlack,
    /// Take White.
    TakeWhite,
    /// Place two more stones and let the other choose.
    PutTwo,
    /// Announce how many fifth moves will be offered.
    Declare,
    /// Choose to offer ten fifth moves.
    OfferTen,
    /// Offer fifth moves.
    Offer,
    /// Pick one of the offers.
    Pick,
}

/// Something done in the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OpeningAction {
    /// Place the next stone.
    Place {
        /// Where.
        point: Spot,
    },
    /// Exchange the colors.
    Swap,
    /// Leave the colors as they are.
    Stay,
    /// Take Black.
    TakeBlack,
    /// Take White.
    TakeWhite,
    /// Place two more stones and let the other choose.
    PutTwo,
    /// Announce how many fifth moves will be offered.
    Declare {
        /// How many.
        count: u32,
    },
    /// Choose to offer ten fifth moves.
    OfferTen,
    /// Offer fifth moves.
    Offer {
        /// Which.
        points: Vec<Spot>,
    },
    /// Pick one of the offers.
    Pick {
        /// Which.
        point: Spot,
    },
}

/// A line of the opening's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningEntry {
    /// Who.
    pub seat: SeatName,
    /// What.
    pub action: OpeningAction,
    /// The same as a sentence.
    pub text: String,
    /// Why the AI chose it; nothing for people.
    pub reason: Option<Reason>,
}

/// What a person does in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameAction {
    /// Places a stone; in an opening the same as `opening` with `place`, or `pick` where that is
    /// asked.
    Play {
        /// Where.
        point: Spot,
    },
    /// Passes.
    Pass,
    /// Does a step of the opening.
    Opening {
        /// Which.
        action: OpeningAction,
    },
    /// Takes the last move back; against an AI also its reply, so that the person is to move again.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Gives up. In hotseat the side to move does.
    Resign,
    /// Offers a draw. In hotseat the other person has to accept it; an AI does so only where
    /// nobody can win any more, or late in a game that was even for long.
    OfferDraw,
    /// Accepts the draw on offer.
    AcceptDraw,
    /// Declines it.
    DeclineDraw,
    /// Asks for a suggestion for the side to move; the answer comes as a `hint` message.
    Hint,
    /// Makes the AI move at once with what it has found.
    MoveNow,
    /// Stops the clock and the AI.
    Pause,
    /// Goes on.
    Resume,
    /// Gives the game a name.
    Rename {
        /// The name.
        title: String,
    },
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The ply it is for: the number the suggested move would get.
    pub ply: u32,
    /// Whom it is for.
    pub color: StoneColor,
    /// Where; nothing if the suggestion is to pass or an opening action.
    pub point: Option<Spot>,
    /// The suggested opening action, in an opening.
    pub action: Option<OpeningAction>,
    /// Why.
    pub reason: Reason,
    /// What it is worth.
    pub score: Option<Worth>,
    /// How the game may go on, the suggestion first.
    pub line: Vec<Spot>,
    /// How long it took to find.
    #[serde(default)]
    pub time_ms: u64,
}
