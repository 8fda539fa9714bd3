//! The thinker behind the ladder of opponents.

use std::sync::Arc;

use tengen_game::{Answer, Task};

use crate::engines::{Allowance, Engines};
use crate::minds::{Minds, decide_move};
use crate::think::{Job, Thinker, Thought, Watched};

/// The thinker behind the ladder of opponents.
#[derive(Debug)]
pub struct LadderThinker {
    minds: Minds,
}

impl LadderThinker {
    /// One whose strongest opponent has a table of this size and so many threads.
    pub fn new(hash_mib: usize, threads: usize) -> Self {
        Self::sharing(Arc::new(Engines::new(Allowance { hash_mib, threads })))
    }

    /// One that shares the engines of its strongest opponents with others.
    pub fn sharing(engines: Arc<Engines>) -> Self {
        Self { minds: Minds::sharing(engines) }
    }
}

impl Thinker for LadderThinker {
    fn think(&mut self, job: &Job, Watched(live): &Watched) -> Thought {
        let wanted = job.wanted();
        match (job, &wanted.task) {
            (Job::Decide(..), Task::Opening(opening)) => {
                let (action, reason) = self.minds.decide_opening(opening, wanted, live);
                let answer = Answer {
                    act: tengen_game::Act::Opening { action },
                    score: None,
                    reason: Some(reason),
                    has_reasoning: false,
                    time_ms: None,
                };
                Thought::Decided(Box::new(answer), None)
            }
            (Job::Decide(_, past), Task::Move) => {
                let past = past.as_deref();
                let (answer, recorded) = decide_move(&mut self.minds, wanted, past, live);
                Thought::Decided(Box::new(answer), recorded.map(Box::new))
            }
            (Job::Suggest(_), _) => Thought::Suggested(Box::new(self.minds.suggest(wanted, live))),
        }
    }
}
