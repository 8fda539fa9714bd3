//! The one clock of everybody who thinks.
//!
//! Where the standard library has none, as in a browser's worker, the edge gives one before anybody
//! thinks. Nobody below the edges asks what machine it is.

use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

/// The clock of the edge, if it had to give one. It is given once and never changes.
static GIVEN: OnceLock<fn() -> Duration> = OnceLock::new();
/// What moments are counted from where the system's clock is used.
static FIRST: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);

/// Gives everybody a clock: the time since some moment, which never runs backwards. The first one
/// given stays.
pub fn give_clock(read: fn() -> Duration) {
    // A second one would make moments of two clocks that cannot be compared.
    let _ = GIVEN.set(read);
}

/// A moment of that clock, to measure how long something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(GIVEN.get().map_or_else(|| FIRST.elapsed(), |read| read()))
    }

    /// How long ago it was.
    pub fn elapsed(self) -> Duration {
        Self::now().duration_since(self)
    }

    /// How long after an earlier moment it is; nothing if it is not later.
    pub fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment so much later, unless that is beyond what can be expressed.
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_and_never_runs_backwards() {
        let first = Instant::now();
        while first.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
        let later = Instant::now();
        assert!(later > first);
        assert!(later.duration_since(first) >= Duration::from_millis(2));
        assert_eq!(first.duration_since(later), Duration::ZERO);
        assert_eq!(first.checked_add(Duration::MAX), None);
        assert_eq!(first.checked_add(Duration::ZERO), Some(first));
    }
}
