//! The wish to stop, heard everywhere at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a running match to stop. Games under way are given up; finished ones are safe already.
#[derive(Clone, Debug, Default)]
pub struct StopToken {
    own: Arc<AtomicBool>,
    // A match stops when the person wants it or when its test has an answer, and the second must
    // not be visible outside.
    parent: Option<Arc<AtomicBool>>,
}

impl StopToken {
    /// A token that nobody has used.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that Ctrl-C (and a termination signal) uses. One process can have only one.
    pub fn on_ctrl_c() -> Result<Self, ctrlc::Error> {
        let token = Self::new();
        let heard = token.clone();
        ctrlc::set_handler(move || heard.stop())?;
        Ok(token)
    }

    /// Asks for the stop.
    pub fn stop(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked for.
    pub fn is_stopped(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_set(&self.own) || self.parent.as_deref().is_some_and(is_set)
    }

    /// A token that stops with this one, but not the other way round.
    pub(crate) fn child(&self) -> Self {
        Self { own: Arc::default(), parent: Some(Arc::clone(&self.own)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_stops_with_its_parent_only() {
        let parent = StopToken::new();
        let (child, other) = (parent.child(), parent.child());
        child.stop();
        assert!(child.is_stopped() && !parent.is_stopped() && !other.is_stopped());
        parent.stop();
        assert!(other.is_stopped());
    }
}
