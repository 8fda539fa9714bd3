//! What a worker gives.

use std::time::Duration;

use serde_json::Value;

/// What this crate touches of the outside world, all of it given by the page's scripts.
pub trait World: Send + Sync {
    /// The time since 1970.
    fn now(&self) -> Duration;
    /// The time since some moment, which never runs backwards.
    fn monotonic(&self) -> Duration;
    /// Fills with what nobody can guess.
    fn fill_random(&self, bytes: &mut [u8]);
    /// Says something to whoever holds the worker.
    fn emit(&self, message: &Value);
    /// Whether the thought that goes on is to end.
    fn is_stop_requested(&self) -> bool;
}
