//! A position, as the page gives it and as it gets it back.

use serde::{Deserialize, Serialize};

use super::{Direction, PerColor, Spot, StoneColor};

/// A position that somebody plays, pastes, loads or sets up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PositionInput {
    /// Moves from the empty board.
    Moves {
        /// The rule.
        rule: String,
        /// The side of the board.
        size: u8,
        /// The moves; `pass` where the rule has it.
        moves: Vec<Spot>,
    },
    /// Stones that were set up, and moves after that.
    Setup {
        /// The rule.
        rule: String,
        /// The side of the board.
        size: u8,
        /// The stones.
        stones: PerColor<Vec<Spot>>,
        /// Who is to move.
        to_move: StoneColor,
        /// The stones captured *by* each color.
        #[serde(default)]
        captured: PerColor<u32>,
        /// What is played from there.
        #[serde(default)]
        moves: Vec<Spot>,
    },
    /// The code of a link: `PositionView::code`.
    Code {
        /// The code.
        code: String,
    },
    /// A game of the library after so many moves.
    Game {
        /// Which game.
        id: String,
        /// After how many moves; all of them if missing.
        #[serde(default)]
        ply: Option<u32>,
    },
}

/// Everything a board needs to show, and nothing to compute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionView {
    /// The rule.
    pub rule: String,
    /// The side of the board.
    pub size: u8,
    /// The stones.
    pub stones: PerColor<Vec<Spot>>,
    /// Whose turn it is, or would be if the game were not over.
    pub to_move: StoneColor,
    /// The stones captured *by* each color.
    pub captured: PerColor<u32>,
    /// How many of them win, where stones are captured.
    pub captures_to_win: Option<u32>,
    /// The points that the side to move may play now; none once the game is over.
    pub legal: Vec<Spot>,
    /// If given, only these points can be chosen: the zone of an opening stone, or nothing because
    /// no stone is to be placed. Otherwise every empty point that is not forbidden.
    pub allowed: Option<Vec<Spot>>,
    /// The empty points that the rule closes to the side to move.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The points where the side to move would capture.
    pub captures: Vec<CapturePoint>,
    /// The last stone.
    pub last: Option<Spot>,
    /// The lines that won, each with its stones in order.
    pub win_lines: Vec<Vec<Spot>>,
    /// A five that stands and can still be broken.
    pub pending: Option<PendingFive>,
    /// Whether the side to move may pass.
    pub may_pass: bool,
    /// How the game stands.
    pub outcome: Option<Outcome>,
    /// The position as text for a link; see [`PositionInput::Code`].
    pub code: String,
}

/// A point that is closed to the side to move, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForbiddenPoint {
    /// Where.
    pub point: Spot,
    /// Which ban.
    pub kind: ForbiddenKind,
    /// The explanation, as a sentence.
    pub text: String,
    /// The lines that cause it: stones and the point itself, in order.
    pub lines: Vec<ForbiddenLine>,
}

/// One of the lines that close a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForbiddenLine {
    /// Its direction.
    pub direction: Direction,
    /// Its stones, with the point itself.
    pub points: Vec<Spot>,
}

/// Why a point is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ForbiddenKind {
    /// Six or more in a row.
    Overline,
    /// Two fours.
    DoubleFour,
    /// Two open threes.
    DoubleThree,
}

/// A point where stones would be captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CapturePoint {
    /// Where.
    pub point: Spot,
    /// The stones it takes.
    pub takes: Vec<Spot>,
}

/// A five that wins unless the side to move breaks it now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PendingFive {
    /// Whose.
    pub owner: StoneColor,
    /// Its lines.
    pub lines: Vec<Vec<Spot>>,
    /// The moves that answer it.
    pub answers: Vec<CapturePoint>,
    /// Those of them that win the game by the number of captured stones.
    #[serde(default)]
    pub wins: Vec<Spot>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<StoneColor>,
    /// The reason, as `five`, `capture`, `resignation`, `timeout`, `full-board`.
    pub reason: String,
    /// The whole, as a sentence.
    pub text: String,
}

/// Turns, mirrors or moves a position on its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransformRequest {
    /// The position.
    pub position: PositionInput,
    /// What to do with it.
    pub by: Transform,
}

/// A way to turn, mirror or move a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Transform {
    /// A quarter turn clockwise.
    Rotate,
    /// Left and right exchanged.
    Mirror,
    /// Top and bottom exchanged.
    Flip,
    /// Moved by so many columns to the right and rows down; refused if a stone would fall off.
    Shift {
        /// Columns to the right.
        dx: i32,
        /// Rows down.
        dy: i32,
    },
}

/// A position after a tool was used on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Transformed {
    /// The position to go on with.
    pub position: PositionInput,
    /// What it looks like.
    pub view: PositionView,
}
