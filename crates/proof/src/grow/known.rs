//! What is proven, shared by all that grow.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::frame::Key;

/// The proven positions with Black's moves.
#[derive(Debug, Default)]
pub struct Known {
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    entries: BTreeMap<Key, u16>,
    /// Those of which every reply was made, down to the leaves.
    whole: BTreeSet<Key>,
}

impl Known {
    /// What earlier growing has proven, and of which positions every reply was made.
    pub fn new(entries: BTreeMap<Key, u16>, whole: BTreeSet<Key>) -> Self {
        Self { inside: Mutex::new(Inside { entries, whole }) }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The move of a proven position.
    pub fn answer(&self, key: &Key) -> Option<u16> {
        self.inside().entries.get(key).copied()
    }

    /// Whether every reply was made, there and below.
    pub fn is_whole(&self, key: &Key) -> bool {
        self.inside().whole.contains(key)
    }

    pub(super) fn insert(&self, key: Key, answer: u16) {
        self.inside().entries.entry(key).or_insert(answer);
    }

    pub(super) fn insert_whole(&self, key: Key) {
        self.inside().whole.insert(key);
    }

    /// All proven positions.
    pub fn entries(&self) -> BTreeMap<Key, u16> {
        self.inside().entries.clone()
    }

    /// How many positions are proven, and of how many every reply was made.
    pub fn counts(&self) -> (usize, usize) {
        let inside = self.inside();
        (inside.entries.len(), inside.whole.len())
    }
}
