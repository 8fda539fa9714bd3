//! Forced wins and how to walk them.

use serde::{Deserialize, Serialize};

use super::{PositionView, SolveKind, Spot, StoneColor};

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProofView {
    /// What is known.
    pub answer: ProofAnswer,
    /// By which moves, or which were tried last.
    pub kind: SolveKind,
    /// The side it is about.
    pub attacker: StoneColor,
    /// The result as a sentence.
    pub text: String,
    /// How many plies the win takes at most.
    pub plies: Option<u32>,
    /// The line against the longest defense, the attacker first.
    pub line: Vec<Spot>,
    /// How many positions the proof has.
    pub n_nodes: u32,
    /// Whether the slow judge has checked every branch.
    pub is_checked: bool,
    /// How many positions were searched.
    pub nodes: u64,
    /// How long it took.
    pub time_ms: u64,
    /// The first step of the walk, if there is a win.
    pub first: Option<ProofStep>,
}

/// What a solver knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ProofAnswer {
    /// The attacker wins.
    Win,
    /// There is no such win.
    None,
    /// Not known: a limit was hit.
    Unknown,
}

/// Where a walk stands: the attacker has just played, the defender is to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProofStep {
    /// The moves so far, attack and reply in turn; the last one is an attack.
    pub moves: Vec<Spot>,
    /// The attacker's move.
    pub attack: Spot,
    /// The position after it.
    pub position: PositionView,
    /// The replies that the proof answers one by one; any other legal reply has one answer.
    pub replies: Vec<ReplyView>,
    /// The number of plies to the five against the longest defense.
    pub plies_left: u32,
    /// Whether the attack has won.
    pub is_won: bool,
    /// The step as a sentence.
    pub text: String,
}

/// A reply of the defender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplyView {
    /// Where.
    pub point: Spot,
    /// How many plies the attacker needs after it.
    pub plies_left: u32,
}
