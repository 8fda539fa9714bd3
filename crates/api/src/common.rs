//! What the other types are made of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A point of the board, as `H8`: column letter (I included), row from the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Spot(pub String);

/// The color of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StoneColor {
    /// Black, who places the first stone.
    Black,
    /// White.
    White,
}

/// One of the two seats at the board; which color it holds can change in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SeatName {
    /// The one who opens, holding Black at first.
    First,
    /// The other one.
    Second,
}

/// A value for each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PerColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

/// Why a request was refused, or what went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApiError {
    /// A word that never changes, as `not_found`; `docs/API.md` lists them.
    pub code: String,
    /// What happened, as a sentence.
    pub text: String,
    /// What can be done about it, as a sentence.
    pub remedy: Option<String>,
    /// What is wrong with a file that cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fault: Option<ReadFault>,
}

/// What is wrong with a file or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadFault {
    /// A word that never changes, as `off_board`.
    pub code: String,
    /// The fault as half a sentence.
    pub text: String,
    /// The values that it names, for pages in other languages.
    pub params: BTreeMap<String, String>,
}

/// Something the user should know that no request asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Notice {
    /// How bad it is.
    pub level: NoticeLevel,
    /// A word that never changes, as `database_set_aside`.
    pub code: String,
    /// What happened, as a sentence.
    pub text: String,
    /// What can be done about it, as a sentence.
    pub remedy: Option<String>,
    /// The values that the sentences name, for pages in other languages.
    pub params: BTreeMap<String, String>,
}

/// How bad a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Something does not work as it should, but the game goes on.
    Warning,
    /// Something was lost.
    Error,
}

/// What a player thinks a position or move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Worth {
    /// For people: `+120`, `win in 7`, `loss in 4`.
    pub text: String,
    /// The number in the player's own units; larger is better for the side it is about.
    pub value: i64,
    /// Plies to the end if it is decided: positive for a win, negative for a loss.
    pub mate: Option<i32>,
    /// The share of points to expect, 0 to 1, if the player can tell.
    pub win_rate: Option<f64>,
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ScoreBound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// A reason in words, with the facts the words were made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    /// The English sentence.
    pub text: String,
    /// What it says, the most important first.
    pub facts: Vec<Fact>,
}

/// One fact about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fact {
    /// What kind of fact.
    pub kind: FactKind,
    /// The stones or points it is about, to be drawn on the board.
    pub points: Vec<Spot>,
    /// The direction of the line, if it is about one.
    pub direction: Option<Direction>,
    /// A number that belongs to it: plies of a forced win, stones captured, a procedure's count.
    pub count: Option<u32>,
}

/// What a fact says. `Makes…` is about the mover's stones, `Blocks…` about the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// It completes a winning line.
    MakesFive,
    /// It wins by the number of captured stones.
    WinsByCapture,
    /// It captures stones that hold a standing five.
    BreaksFive,
    /// It blocks a point where the opponent would complete a line.
    BlocksFive,
    /// It makes a four open at both ends.
    MakesOpenFour,
    /// It makes two fours at once.
    MakesDoubleFour,
    /// It makes a four and an open three at once.
    MakesFourThree,
    /// It makes two open threes at once.
    MakesDoubleThree,
    /// It makes a four that must be answered.
    MakesFour,
    /// It keeps the opponent from an open four.
    BlocksOpenFour,
    /// It blocks an open three.
    BlocksOpenThree,
    /// It takes a point where the opponent would make a double threat.
    BlocksDoubleThreat,
    /// It makes an open three.
    MakesOpenThree,
    /// It captures stones.
    Captures,
    /// It saves stones from being captured.
    SavesStones,
    /// It threatens to capture.
    ThreatensCapture,
    /// It begins a forced win of so many plies.
    ForcedWin,
    /// It follows the proof that Black wins, in so many moves at most.
    Proven,
    /// It delays a loss that is forced in so many plies.
    DelaysLoss,
    /// It is the only legal point.
    OnlyMove,
    /// It is near the middle of an open board.
    Center,
    /// It builds on the mover's own stones.
    Develops,
    /// It takes room from the opponent's stones.
    Restrains,
    /// The search prefers it, and nothing else is to be said.
    SearchPrefers,
    /// An opening choice: the position is about even.
    Even,
    /// An opening choice: the chosen color is better off.
    BetterColor,
    /// A pass.
    Passes,
    /// In a review: it left a five of the opponent standing that it could have broken.
    LeavesFive,
    /// In a review: it left a four, which one stone of the opponent completes.
    LeavesFour,
    /// In a review: it left an open three of the opponent.
    LeavesOpenThree,
    /// In a review: it left a point where the opponent threatens twice at once.
    LeavesDoubleThreat,
    /// In a review: it left stones that the opponent can capture.
    LeavesCapture,
}

/// A direction of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Left to right.
    Horizontal,
    /// Top to bottom.
    Vertical,
    /// Top left to bottom right.
    Diagonal,
    /// Bottom left to top right.
    Antidiagonal,
}
