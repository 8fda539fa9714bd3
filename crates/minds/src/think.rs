//! What is asked of an AI and what comes back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use tengen_api::{Hint, MoveReasoning, ThinkingView};
use tengen_game::{Answer, Wanted};
use tengen_players::TreeNode;
use tengen_players::adapt::Habits;

use crate::engines::Shortage;

/// A thought that others can watch and stop.
#[derive(Clone, Debug, Default)]
pub struct Live {
    stop: Arc<AtomicBool>,
    view: Arc<Mutex<(u64, ThinkingView)>>,
    shortage: Arc<OnceLock<Shortage>>,
}

impl Live {
    /// Asks it to come to an end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What the thinker looks at to know whether to end.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Changes what is seen. The thinker never waits: the lock is only held to copy a view.
    pub fn change(&self, change: impl FnOnce(&mut ThinkingView)) {
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        view.0 += 1;
        change(&mut view.1);
    }

    /// Says that the thinker has less memory than it was allowed.
    pub fn tell_shortage(&self, shortage: Shortage) {
        // The first one is as good as any.
        let _ = self.shortage.set(shortage);
    }

    /// Whether the thinker has less memory than it was allowed.
    pub fn shortage(&self) -> Option<Shortage> {
        self.shortage.get().copied()
    }

    /// What is seen now, with a number that grows with every change.
    pub fn look(&self) -> (u64, ThinkingView) {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Something to think about.
#[derive(Debug)]
pub enum Job {
    /// A decision of an AI in a game, with what earlier games say about its opponent if it is to
    /// adapt to that.
    Decide(Box<Wanted>, Option<Arc<Habits>>),
    /// A suggestion for the side to move.
    Suggest(Box<Wanted>),
}

impl Job {
    /// What is to be decided.
    pub fn wanted(&self) -> &Wanted {
        match self {
            Self::Decide(wanted, _) | Self::Suggest(wanted) => wanted,
        }
    }
}

/// What came of it.
#[derive(Debug)]
pub enum Thought {
    /// The decision, with the record of how it came about.
    Decided(Box<Answer>, Option<Box<Recorded>>),
    /// The suggestion.
    Suggested(Box<Hint>),
}

/// A reasoning as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// What is sent.
    pub view: MoveReasoning,
    /// The whole tree, of which levels are sent on request.
    pub tree: Vec<TreeNode>,
}

/// Somebody who thinks. Each worker thread has its own.
pub trait Thinker: Send {
    /// Thinks about a job. It may panic: then it is replaced by a new one.
    fn think(&mut self, job: &Job, live: &Watched) -> Thought;
}

/// The running thought as the thinker sees it.
#[derive(Clone, Debug)]
pub struct Watched(pub(crate) Live);
