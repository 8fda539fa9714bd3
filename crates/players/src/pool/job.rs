//! What is asked of a thinker and what comes back.

use crate::{Decision, DecisionRequest, SearchHandle, Suggestion, SuggestionRequest};

/// Something to think about.
#[derive(Clone, Debug)]
pub enum Job {
    /// A decision of an opponent in a game.
    Decide(Box<DecisionRequest>),
    /// A suggestion for the side to move.
    Suggest(Box<SuggestionRequest>),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobResult {
    /// The decision.
    Decided(Box<Decision>),
    /// The suggestion.
    Suggested(Box<Suggestion>),
}

/// Somebody who thinks. Each worker thread has its own.
pub trait Thinker: Send {
    /// Thinks about a job. It may panic: then it is replaced by a new one.
    fn think(&mut self, job: &Job, handle: &SearchHandle) -> JobResult;
}
