//! A thought that comes whatever happens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::fallback::last_resort;
use crate::think::{Job, Live, Thinker, Thought, Watched};

/// Makes the thinker of a worker, and a new one after a panic.
pub type MakeThinker = Arc<dyn Fn() -> Box<dyn Thinker> + Send + Sync>;

/// A thought, and whether it took a panic or two to get it.
#[derive(Debug)]
pub struct Finished {
    /// What was thought.
    pub thought: Thought,
    /// How often a thinker had to be replaced.
    pub n_panics: u32,
}

/// Thinks; after a panic once more with a new thinker, and after another one plays something legal.
pub fn think_safely(
    thinker: &mut Option<Box<dyn Thinker>>,
    make: &MakeThinker,
    job: &Job,
    live: &Live,
) -> Finished {
    for n_panics in 0..2 {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            thinker.get_or_insert_with(|| make()).think(job, &Watched(live.clone()))
        }));
        match attempt {
            Ok(thought) => return Finished { thought, n_panics },
            Err(_) => *thinker = None,
        }
    }
    Finished { thought: last_resort(job), n_panics: 2 }
}
