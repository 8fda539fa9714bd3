//! The thinker behind the ladder of opponents.

use std::sync::Arc;

use super::opponents::Opponents;
use super::{Allowance, Engines, Job, JobResult, Thinker};
use crate::SearchHandle;

/// The thinker behind the ladder of opponents.
#[derive(Debug)]
pub struct LadderThinker {
    opponents: Opponents,
}

impl LadderThinker {
    /// One whose strongest opponents have engines of their own. `seed` is for what is left to chance.
    pub fn new(allowance: Allowance, seed: u64) -> Self {
        Self::sharing(Arc::new(Engines::new(allowance)), seed)
    }

    /// One that shares the engines of its strongest opponents with others.
    pub fn sharing(engines: Arc<Engines>, seed: u64) -> Self {
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
                JobResult::Suggested(Box::new(self.opponents.suggest(request, handle)))
            }
        }
    }
}
