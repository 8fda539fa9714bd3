//! What the threads of one search have in common.
//!
//! One thread leads: it deepens, widens windows and says what is searched at the root. The others
//! search the same and leave it as soon as the leader goes on to something else. Threads at the
//! same node share a list of its moves, so that they rarely do the same work twice; what they find is
//! in the table.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use tengen_board::Cell;
use tengen_rules::Size;

use crate::params::Params;
use crate::score::Score;
use crate::shared_nodes::SharedNodes;
use crate::table::Table;
use crate::weights::Weights;

/// What the leader searches at the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootTask {
    /// Which task it is; the first is number one.
    pub(crate) number: u64,
    pub(crate) depth: i32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The moves in their order.
    pub(crate) cells: Vec<Cell>,
}

/// The threads that search one position together, or a single one.
#[derive(Debug)]
pub struct Team<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) table: &'a Table,
    pub(crate) params: &'a Params,
    /// The nodes that are being searched, if there are several threads.
    pub(crate) shared_nodes: Option<SharedNodes>,
    task: Mutex<RootTask>,
    is_announced: Condvar,
    /// The number of the task, to be read often.
    task_number: AtomicU64,
    /// The best score the leader has found at the root in this task.
    alpha: AtomicI32,
    /// Set when the leader has ended the search.
    stop: AtomicBool,
}

impl<'a> Team<'a> {
    /// A team of so many threads for one search on a board of this size.
    pub fn new(
        size: Size,
        n_threads: usize,
        weights: &'a Weights,
        table: &'a Table,
        params: &'a Params,
    ) -> Self {
        Self {
            weights,
            table,
            params,
            shared_nodes: (n_threads > 1).then(|| SharedNodes::new(size.n_points())),
            task: Mutex::default(),
            is_announced: Condvar::new(),
            task_number: AtomicU64::new(0),
            alpha: AtomicI32::new(0),
            stop: AtomicBool::new(false),
        }
    }

    /// Whether several threads search. Then they believe the table on principal variations too: what
    /// one has searched there the others need not search again.
    pub(crate) fn has_helpers(&self) -> bool {
        self.shared_nodes.is_some()
    }

    /// Whether the search is over.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    pub(crate) fn finish(&self) {
        // Under the lock, so that no helper begins to wait between the store and the notification.
        let _task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        self.is_announced.notify_all();
    }

    /// The leader says what is searched next.
    pub(crate) fn announce(
        &self,
        depth: i32,
        alpha: Score,
        beta: Score,
        cells: impl Iterator<Item = Cell>,
    ) {
        if !self.has_helpers() {
            return;
        }
        let mut task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        let number = task.number + 1;
        *task = RootTask { number, depth, alpha, beta, cells: cells.collect() };
        // Before a helper can take the task.
        self.raise_alpha_to(alpha);
        self.task_number.store(number, Ordering::Relaxed);
        drop(task);
        self.is_announced.notify_all();
    }

    /// Waits for the task after the one with this number; `None` when the search is over.
    pub(crate) fn task_after(&self, number: u64) -> Option<RootTask> {
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        let is_old = |task: &mut RootTask| task.number <= number && !self.is_over();
        let task =
            self.is_announced.wait_while(task, is_old).unwrap_or_else(PoisonError::into_inner);
        (!self.is_over()).then(|| task.clone())
    }

    /// Whether this is what the leader searches still.
    #[inline]
    pub(crate) fn is_current(&self, task_number: u64) -> bool {
        self.task_number.load(Ordering::Relaxed) == task_number
    }

    /// The leader has found a better move.
    pub(crate) fn raise_alpha_to(&self, alpha: Score) {
        self.alpha.store(alpha.get(), Ordering::Relaxed);
    }

    /// The best score the leader has found at the root.
    pub(crate) fn alpha(&self) -> Score {
        Score::from_raw(self.alpha.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test is its own engine")]
    fn helpers_get_each_task_once_and_leave_at_the_end() {
        let (weights, table, params) = (Weights::untrained(), Table::new(1), Params::default());
        let team = Team::new(Size::literal(15), 2, &weights, &table, &params);
        let cells = [112, 113].map(Cell::new);
        let (tell, heard) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| {
                let task = team.task_after(0).expect("one is announced");
                tell.send((task.depth, task.cells)).expect("the leader listens");
                team.task_after(task.number).is_none()
            });
            team.announce(7, Score::of_eval(-20), Score::of_eval(20), cells.into_iter());
            assert_eq!(heard.recv(), Ok((7, cells.to_vec())));
            assert!(team.is_current(1) && !team.is_over());
            // Whether it waits already or not, the helper hears of the end.
            team.finish();
            assert!(helper.join().expect("nothing went wrong"));
        });
    }
}
