//! The clock of the program.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tengen_game::Moment;

/// Milliseconds since 1970 that never run backwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    started: Instant,
    started_at: Moment,
}

impl Clock {
    /// Begins to count at the time of the system.
    pub(crate) fn new() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: Instant::now(), started_at: since_1970.as_millis() as Moment }
    }

    /// The present moment.
    pub(crate) fn now(&self) -> Moment {
        self.started_at + self.started.elapsed().as_millis() as Moment
    }
}
