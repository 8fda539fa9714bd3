//! What mattered in a game.

use serde::{Deserialize, Serialize};

use super::{Reason, Spot, StoneColor, Worth};

/// A game looked at again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Review {
    /// What each position was worth, from before the first move on.
    pub graph: Vec<GraphPoint>,
    /// What mattered, in the order of the game.
    pub moments: Vec<Moment>,
    /// The game in a few sentences.
    pub summary: Vec<String>,
    /// Whether it is finished.
    pub is_complete: bool,
}

/// What a position was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GraphPoint {
    /// After how many moves.
    pub ply: u32,
    /// The share of points Black could expect, 0 to 1.
    pub black_win_rate: f64,
    /// The worth to the side to move.
    pub score: Worth,
    /// The best move there.
    pub best: Option<Spot>,
}

/// A move that mattered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    /// The move's number, from 1.
    pub ply: u32,
    /// Whose.
    pub color: StoneColor,
    /// What it was.
    pub kind: MomentKind,
    /// What was played.
    pub played: Option<Spot>,
    /// What should have been played, where that is known; never the move itself.
    pub better: Option<Spot>,
    /// How it would have gone on, the better move first; with a proof, its longest defense.
    pub line: Vec<Spot>,
    /// How much it cost, as a share of points from 0 to 1.
    pub loss: f64,
    /// How many plies the win takes; only where the solver has proved it or the search has counted it
    /// to the end.
    pub proven_plies: Option<u32>,
    /// The sentence, with its facts: what the move left (`leaves_…`), what speaks for the better one,
    /// and last the proof.
    pub reason: Reason,
}

/// What is to be said about a move that somebody tried in place of the one that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// The move's number, from 1.
    pub ply: u32,
    /// The move.
    pub point: Spot,
    /// Whether it is good: it keeps what was there to be had.
    pub is_found: bool,
    /// What is wrong with it; nothing if it is good.
    pub fault: Option<Moment>,
    /// What it is worth to whoever plays it.
    pub score: Worth,
    /// How it may go on, the opponent's answer first.
    pub line: Vec<Spot>,
    /// What speaks for it.
    pub why: Reason,
}

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// It let a proven win go.
    MissedWin,
    /// It allowed a proven win that another move would have avoided.
    AvoidableLoss,
    /// After it the other side was better.
    TurningPoint,
    /// It cost much, by the engine's judgement.
    Mistake,
    /// It began the forced win that decided the game.
    DecisiveWin,
}
