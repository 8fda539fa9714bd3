//! The one clock of the server.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 that never run backwards, whatever happens to the system's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SteadyClock {
    started: Instant,
    started_at: u64,
}

impl SteadyClock {
    pub(crate) fn new() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: Instant::now(), started_at: since_1970.as_millis() as u64 }
    }

    pub(crate) fn now(&self) -> u64 {
        self.started_at + self.started.elapsed().as_millis() as u64
    }
}
