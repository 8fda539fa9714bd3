//! What is asked of a thinker and what comes back.

use std::time::Duration;

use crate::{
    Decision, DecisionRequest, Opponent, Rung, SearchHandle, Suggestion, SuggestionRequest, Task,
};

/// A thought that takes longer than this is a long one.
const QUICK: Duration = Duration::from_millis(250);
/// Even a slow machine looks at so many nodes in that time.
const QUICK_NODES: u64 = 30_000;

/// Something to think about.
#[derive(Clone, Debug)]
pub enum Job {
    /// A decision of an opponent in a game.
    Decide(Box<DecisionRequest>),
    /// A suggestion for the side to move.
    Suggest(Box<SuggestionRequest>),
}

impl Job {
    /// Whether it is a decision that takes a moment: nobody who moves at once is to wait behind
    /// those who think for long.
    pub fn is_quick(&self) -> bool {
        let Self::Decide(request) = self else { return false };
        if matches!(request.task, Task::Opening(_)) {
            return false;
        }
        let chosen = request.limits;
        if chosen.says_when_to_stop() {
            return chosen.time.is_some_and(|time| time <= QUICK)
                && chosen.depth.is_none()
                && chosen.nodes.is_none();
        }
        match Rung::named(&request.opponent).map(|rung| rung.opponent) {
            // One that does not look ahead weighs every point once.
            Some(Opponent::Bot(_, depth)) => depth.is_none(),
            Some(Opponent::EngineNodes(nodes)) => nodes <= QUICK_NODES,
            Some(Opponent::EngineTime(_) | Opponent::Solved(_)) => false,
            Some(Opponent::Novice(_)) | None => true,
        }
    }
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
