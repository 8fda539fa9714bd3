//! The thinker behind the ladder of opponents.

use tengen_engine::Instant;

use super::opponents::Opponents;
use super::{Allowance, Engines, Job, JobResult, Thinker};
use crate::{SearchHandle, Suggestion};

/// The thinker behind the ladder of opponents.
#[derive(Debug)]
pub struct LadderThinker {
    opponents: Opponents,
}

impl LadderThinker {
    /// One whose strongest opponents have engines of their own. `seed` is for what is left to chance.
    pub fn new(allowance: Allowance, seed: u64) -> Self {
        Self::sharing(Engines::new(allowance), seed)
    }

    /// One that shares the engines of its strongest opponents with others.
    pub fn sharing(engines: Engines, seed: u64) -> Self {
        Self { opponents: Opponents::new(engines, seed) }
    }
}

impl Thinker for LadderThinker {
    fn think(&mut self, job: &Job, handle: &SearchHandle) -> JobResult {
        match job {
            Job::Decide(request) => {
                JobResult::Decided(Box::new(self.opponents.decide(request, handle)))
            }
            Job::Suggest(request) => {
                let start = Instant::now();
                let suggestion = self.opponents.suggest(request, handle);
                let time = start.elapsed();
                JobResult::Suggested(Box::new(Suggestion { time, ..suggestion }))
            }
        }
    }
}
