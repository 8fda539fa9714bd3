//! What a player is.
//!
//! A [`Player`] is asked for a move under [`Limits`] and answers with a [`Choice`]. On request it
//! fills a [`Reasoning`]: the one record in which every player of the project, from the gentlest
//! bot to the engine, says why. The app, the protocols, the match runner and `explain` know
//! players only through this crate. It keeps these promises:
//!
//! * Nobody pays for a record that was not asked for: the tree is watched through [`Witness`],
//!   whose [`Silent`] implementation compiles to nothing.
//! * How long a move may take is decided by [`Budget`](tengen_engine::Budget) and nowhere else; the
//!   seed players watch it with a [`Deadline`], the engine by itself.
//! * The engine becomes a player once ([`EnginePlayer`]), and there is one policy for openings
//!   ([`opening`]).
//! * Nothing prints: people get [`Reasoning::to_text`], programs get serde.
#![forbid(unsafe_code)]

// In reading order: the question, the answer, the explanation.
mod deadline;
mod limits;
mod player;
mod score;
mod valuation;

mod reason;
mod reasoning;
mod tree;
mod why;
mod witness;

mod json;
mod render;

// The players and what they know.
pub mod adapt;
pub mod bots;
mod engine_player;
mod explain;
pub mod figures;
mod forced;
mod ladder;
pub mod natural;
mod novice;
pub mod opening;
mod position_figures;
mod proven;

// The players in a game of the app.
mod decision;
pub mod pool;
mod thinking;

pub use bots::Explanation;
pub use deadline::{Deadline, OutOfTime};
pub use decision::{
    Act, Adapting, ClockLeft, Decision, DecisionRequest, Spent, Suggestion, SuggestionRequest,
    Task, Thought,
};
pub use engine_player::{Considered, EnginePlayer};
pub use explain::{ExplainError, explain, limits_of};
pub use ladder::{LADDER, Opponent, Rung, UnknownOpponent, by_name, by_strength};
pub use limits::{LimitKind, Limits, MoveLimits};
pub use novice::Novice;
pub use player::{Choice, Player, Unsupported};
pub use proven::{AnswerKind, Idea, Proven, has_book, ideas, proven, proven_example};
pub use reason::{Fact, FactKind, Reason, axis_words, plies};
pub use reasoning::{
    Bound, Candidate, Detail, Ending, Figure, Part, Reasoning, TreeNode, TriedLine,
};
pub use score::Score;
pub use thinking::{GrowingTree, Iteration, RootMove, SearchHandle, Stage, Thinking, Variation};
pub use valuation::{Units, Valuation};
pub use why::{left_by, reason_for};
pub use witness::{Seen, Silent, TreeRecorder, Witness};
