//! The two ways the search talks to the world.

use tengen_board::Cell;

use crate::root::RootLine;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Go on.
    No,
    /// Stop now; what was found so far counts.
    Now,
}

/// Asked now and then whether to stop. It may read a clock or a flag; the search itself does not.
pub trait Control: Sync {
    /// Asked every few hundred nodes by every thread.
    fn poll(&self) -> Stop;

    /// Asked by the main thread after each finished iteration whether another is worth beginning.
    fn after_iteration(&self, iteration: &Iteration<'_>) -> Stop {
        let _ = iteration;
        Stop::No
    }
}

/// Goes on until the limits end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeverStop;

impl Control for NeverStop {
    fn poll(&self) -> Stop {
        Stop::No
    }
}

/// What one iteration found.
#[derive(Clone, Debug)]
pub struct Iteration<'a> {
    /// The depth in plies.
    pub depth: i32,
    /// The deepest ply that was looked at.
    pub selective_depth: i32,
    /// Nodes of this thread so far.
    pub nodes: u64,
    /// The best lines, best first.
    pub lines: &'a [RootLine],
    /// The share of nodes spent on the best move in this iteration, in percent.
    pub best_move_percent: u32,
}

/// Told what is going on. Everything is optional.
pub trait Watcher {
    /// An iteration was finished.
    fn iteration(&mut self, iteration: &Iteration<'_>) {
        let _ = iteration;
    }

    /// A root move is being tried.
    fn trying(&mut self, depth: i32, cell: Cell) {
        let _ = (depth, cell);
    }
}

/// Ignores everything.
impl Watcher for () {}
