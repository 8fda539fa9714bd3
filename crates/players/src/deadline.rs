//! The moment a player has to stop thinking.

use std::time::Duration;

use tengen_engine::{Budget, Clock, Instant, StopSign};
use thiserror::Error;

use crate::Limits;

/// The search was interrupted and its unfinished value means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("out of time")]
pub struct OutOfTime;

/// A started clock with the limits it watches.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    started: Instant,
    // `None` where the end lies beyond what the clock can express.
    at: Option<Instant>,
    nodes: u64,
    stop: Option<&'a dyn StopSign>,
}

impl<'a> Deadline<'a> {
    /// Starts the clock. `habit` is the time of a player who was not given one.
    pub fn start(limits: &Limits<'a>, habit: Duration) -> Self {
        let started = Instant::now();
        let budget = Budget::of(&Clock::of_turn(limits.time.unwrap_or(habit)));
        Self {
            started,
            at: budget.hard.and_then(|hard| started.checked_add(hard)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            stop: limits.stop,
        }
    }

    /// Fails once time, nodes or patience are used up. Cheap enough for every node: reading the
    /// clock costs tens of nanoseconds, a node of the cheapest bot some microseconds.
    pub fn check(&self, n_nodes: u64) -> Result<(), OutOfTime> {
        let is_stopped = self.stop.is_some_and(StopSign::is_set);
        let is_late = || self.at.is_some_and(|at| Instant::now() >= at);
        let is_over = is_stopped || n_nodes >= self.nodes || is_late();
        if is_over { Err(OutOfTime) } else { Ok(()) }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn each_limit_ends_it() {
        let long = Duration::from_secs(1000);
        assert_eq!(Deadline::start(&Limits::default(), long).check(u64::MAX - 1), Ok(()));
        assert_eq!(Deadline::start(&Limits::default(), Duration::ZERO).check(0), Err(OutOfTime));
        let nodes = Limits { nodes: Some(10), ..Limits::default() };
        assert_eq!(Deadline::start(&nodes, long).check(9), Ok(()));
        assert_eq!(Deadline::start(&nodes, long).check(10), Err(OutOfTime));
        let stop = AtomicBool::new(false);
        let deadline = Deadline::start(&Limits { stop: Some(&stop), ..Limits::default() }, long);
        assert_eq!(deadline.check(0), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(deadline.check(0), Err(OutOfTime));
    }

    #[test]
    fn the_given_time_replaces_the_habit_and_keeps_a_reserve() {
        let limits = Limits::within(Duration::from_secs(5));
        let deadline = Deadline::start(&limits, Duration::ZERO);
        let length = deadline.at.unwrap().duration_since(deadline.started);
        assert_eq!(length, Duration::from_millis(4730));
        let endless = Deadline::start(&Limits::within(Duration::MAX), Duration::ZERO);
        assert_eq!(endless.check(0), Ok(()));
    }
}
