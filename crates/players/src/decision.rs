//! What a player is asked in a game, and what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tengen_engine::EvalParts;
use tengen_rules::{Action, Color, Game, Move, OpeningState, Point};

use crate::adapt::{Adapted, Habits};
use crate::thinking::Thinking;
use crate::{Figure, MoveLimits, Reason, TreeNode, Units, Valuation};

/// What is to be decided.
#[derive(Clone, Debug)]
pub enum Task {
    /// A move.
    Move,
    /// A step of the opening.
    Opening(Box<OpeningState>),
}

/// Something an opponent of the ladder has to decide in a game.
#[derive(Clone, Debug)]
pub struct DecisionRequest {
    /// The opponent's name.
    pub opponent: String,
    /// The position.
    pub game: Game,
    /// What is to be decided.
    pub task: Task,
    /// How long it may take, if the seat or the game limits it.
    pub limit: Option<Duration>,
    /// What was chosen for it instead of its habit; `limit` says the same about the time.
    pub limits: MoveLimits,
    /// The clock of the game, if there is one.
    pub clock: Option<ClockLeft>,
    /// What this opponent has thought so far.
    pub spent: Spent,
    /// What earlier games say about the person on the other side, if the opponent is to adapt.
    pub habits: Option<Arc<Habits>>,
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLeft {
    /// For the rest of the game.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// How long somebody has thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// About how many moves.
    pub n_moves: u32,
    /// All of them together.
    pub time: Duration,
}

/// A request for a suggestion to the side to move.
#[derive(Clone, Debug)]
pub struct SuggestionRequest {
    /// The position.
    pub game: Game,
    /// What is to be decided.
    pub task: Task,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A stone or a pass.
    Move(Move),
    /// A step of the opening.
    Opening(Action),
}

/// What an opponent decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What it does.
    pub act: Act,
    /// What it thinks of it.
    pub value: Option<Valuation>,
    /// Why.
    pub reason: Option<Reason>,
    /// How it came to it, where that was recorded.
    pub thought: Option<Box<Thought>>,
}

impl Decision {
    /// A decision of which nothing else is known.
    pub const fn bare(act: Act) -> Self {
        Self { act, value: None, reason: None, thought: None }
    }
}

/// A suggestion to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The number the suggested move would get.
    pub ply: u32,
    /// Whom it is for.
    pub color: Color,
    /// What is suggested; nothing where nothing can be done.
    pub act: Option<Act>,
    /// Why.
    pub reason: Reason,
    /// What it is worth.
    pub value: Option<Valuation>,
    /// How the game may go on, the suggestion first.
    pub line: Vec<Point>,
    /// How long it took to find.
    pub time: Duration,
}

/// The record of how a move came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move's number, from 1.
    pub ply: u32,
    /// The opponent that thought.
    pub player: String,
    /// The color it thought for.
    pub color: Color,
    /// What it chose.
    pub choice: Option<Move>,
    /// Why.
    pub why: Reason,
    /// How it thought, as it stood at the end. A seed player's candidates are all points it judged.
    pub thinking: Thinking,
    /// How often each kind of cut-off saved work.
    pub cutoffs: BTreeMap<String, u64>,
    /// Anything else it has a number, a text or points for.
    pub figures: BTreeMap<String, Figure>,
    /// Remarks.
    pub notes: Vec<String>,
    /// What the engine's evaluation of the position is made of.
    pub evaluation: Option<EvalParts>,
    /// What it knows about its opponent and made of that, if it adapts.
    pub adapting: Option<Adapting>,
    /// The search tree, as far as it was recorded.
    pub tree: Vec<TreeNode>,
    /// Whose numbers the scores of the tree are.
    pub units: Units,
}

/// What is known about a person, and what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapting {
    /// What is known.
    pub habits: Habits,
    /// The moves that were about equal, if there were any.
    pub adapted: Option<Adapted>,
}
