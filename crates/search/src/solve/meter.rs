//! Counts positions and says when to stop.

use core::fmt;

use crate::control::{Control, Stop};

/// The control is asked once in so many positions: often enough for a stop within a millisecond.
const POLL_EVERY: u64 = 256;

/// The number of positions made so far, and how many there may be.
pub(crate) struct Meter<'c> {
    nodes: u64,
    limit: u64,
    /// A nearer limit of a part of the work.
    ceiling: u64,
    is_stopped: bool,
    control: &'c dyn Control,
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<'c> Meter<'c> {
    pub(crate) fn new(limit: u64, control: &'c dyn Control) -> Self {
        Self { nodes: 0, limit, ceiling: u64::MAX, is_stopped: false, control }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// One more position was made.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_EVERY) && self.control.poll() == Stop::Now {
            self.is_stopped = true;
        }
    }

    /// Whether the part of the work that is under way must end.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.ceiling || self.is_over()
    }

    /// Whether everything must end.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped || self.nodes >= self.limit
    }

    /// Does a part of the work that may make so many positions.
    pub(crate) fn with_ceiling<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.ceiling;
        self.ceiling = before.min(self.nodes.saturating_add(nodes));
        let done = work(self);
        self.ceiling = before;
        done
    }

    /// Lets the work go on for so many more positions beyond the limit.
    pub(crate) fn extend(&mut self, nodes: u64) {
        self.limit = self.limit.max(self.nodes.saturating_add(nodes));
    }
}
