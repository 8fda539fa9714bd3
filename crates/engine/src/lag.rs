//! How long the machine keeps a search from running.
//!
//! A search looks at the clock every few hundred positions, so the looks are a millisecond or two
//! apart. Where they are far apart, the processor was given to somebody else. On such a machine a
//! search that stops at its limit answers long after it, because stopping and telling take turns on
//! the same processor. So it stops earlier, by twice the longest wait it has seen.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Shorter waits are work: an iteration is told, a table is read.
const LEAST: Duration = Duration::from_millis(10);

/// The waits of one search.
#[derive(Debug, Default)]
pub(crate) struct Lag {
    /// When somebody last looked, and the longest wait, in microseconds.
    last: AtomicU64,
    longest: AtomicU64,
}

impl Lag {
    /// Somebody looks at the clock, so long after the search began. Whether it is time to stop, for
    /// an answer that is wanted at `hard`.
    pub(crate) fn is_late(&self, now: Duration, hard: Duration) -> bool {
        let micros = u64::try_from(now.as_micros()).unwrap_or(u64::MAX);
        let wait = Duration::from_micros(micros.saturating_sub(self.last.swap(micros, RELAXED)));
        if wait >= LEAST {
            let wait = u64::try_from(wait.as_micros()).unwrap_or(u64::MAX);
            self.longest.fetch_max(wait, RELAXED);
        }
        let longest = Duration::from_micros(self.longest.load(RELAXED));
        // Half of the time is for thinking, whatever happens.
        now + (longest * 2).min(hard / 2) >= hard
    }
}

/// Each number stands for itself; at worst a wait is seen one look later.
const RELAXED: Ordering = Ordering::Relaxed;

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: Duration = Duration::from_millis(1500);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn on_a_quiet_machine_the_time_is_used_to_the_end() {
        let lag = Lag::default();
        assert!((0..1499).all(|now| !lag.is_late(ms(now), HARD)));
        assert!(lag.is_late(HARD, HARD));
    }

    #[test]
    fn where_the_processor_was_away_the_search_stops_earlier() {
        let lag = Lag::default();
        for now in (0..300).chain(500..1098) {
            assert!(!lag.is_late(ms(now), HARD), "{now}");
        }
        // It was away for 201 ms once: twice that is kept back.
        assert!(lag.is_late(ms(1098), HARD));
    }

    #[test]
    fn half_of_the_time_is_for_thinking() {
        let lag = Lag::default();
        assert!(!lag.is_late(ms(0), HARD) && !lag.is_late(ms(700), HARD));
        assert!(!lag.is_late(ms(749), HARD));
        assert!(lag.is_late(ms(750), HARD));
    }
}
