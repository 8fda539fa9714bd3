//! Who may end a search.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search looks at, every few thousand nodes, to know whether to end. A flag that somebody
/// else sets is one; where nobody else can run meanwhile, whoever implements it asks the edge.
pub trait StopSign: Debug + Sync {
    /// Whether the search is to end.
    fn is_set(&self) -> bool;
}

impl StopSign for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
