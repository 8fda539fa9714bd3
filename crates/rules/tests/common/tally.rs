//! Counts of what random tests ran into, so that a test which exercises nothing fails.

use std::collections::BTreeMap;

/// How often each event occurred.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    /// One more event.
    pub(crate) fn count(&mut self, event: &'static str) {
        self.count_if(true, event);
    }

    /// One more event if it happened.
    pub(crate) fn count_if(&mut self, happened: bool, event: &'static str) {
        *self.0.entry(event).or_default() += u64::from(happened);
    }

    /// Prints the counts (`--nocapture` shows them) and fails unless all of these occurred.
    pub(crate) fn assert_all_occurred(&self, name: &str, events: &[&str]) {
        println!("{name}: {:?}", self.0);
        for event in events {
            let times = self.0.get(event).copied().unwrap_or(0);
            assert!(times > 0, "{name}: {event} never occurred: {:?}", self.0);
        }
    }
}
