//! A thought that comes whatever happens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{Job, JobResult, Thinker, last_resort};
use crate::SearchHandle;

/// Makes the thinker of a worker, and a new one after a panic.
pub type MakeThinker = Arc<dyn Fn() -> Box<dyn Thinker> + Send + Sync>;

/// What came of a job, and whether it took a panic or two to get it.
#[derive(Debug)]
pub struct Finished {
    /// What came of it.
    pub result: JobResult,
    /// How often a thinker had to be replaced.
    pub n_panics: u32,
}

/// Thinks; after a panic once more with a new thinker, and after another one plays something legal.
pub fn think_safely(
    thinker: &mut Option<Box<dyn Thinker>>,
    make: &MakeThinker,
    job: &Job,
    handle: &SearchHandle,
) -> Finished {
    for n_panics in 0..2 {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            thinker.get_or_insert_with(|| make()).think(job, handle)
        }));
        match attempt {
            Ok(result) => return Finished { result, n_panics },
            Err(_) => *thinker = None,
        }
    }
    Finished { result: last_resort(job), n_panics: 2 }
}
