//! Which moves are being searched at this moment, so that threads share the work.
//!
//! A thread that comes to a move another one is just searching tries its other moves first. When it
//! comes back, the table mostly knows the answer. Nothing here has to be right: a mark that is lost
//! or seen too late costs double work, never a wrong score.

use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 4;
const BUCKETS: usize = 1024;

/// Marks of moves that are being searched, by the hash of the position after the move.
#[derive(Debug)]
pub(crate) struct Busy(Box<[[AtomicU64; SLOTS]]>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..BUCKETS).map(|_| Default::default()).collect())
    }

    fn bucket(&self, key: u64) -> &[AtomicU64; SLOTS] {
        &self.0[(key >> 32) as usize % BUCKETS]
    }

    /// Whether somebody is searching this.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.bucket(key).iter().any(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// Marks it. In a full bucket one mark is lost.
    #[inline]
    pub(crate) fn begin(&self, key: u64) {
        let bucket = self.bucket(key);
        let free = bucket.iter().find(|slot| slot.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&bucket[0]).store(key, Ordering::Relaxed);
    }

    /// Takes the mark away.
    #[inline]
    pub(crate) fn end(&self, key: u64) {
        for slot in self.bucket(key) {
            if slot.load(Ordering::Relaxed) == key {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_seen_until_they_are_taken_away() {
        let busy = Busy::new();
        // All in one bucket, and one more than it holds.
        let keys: Vec<u64> = (1..=SLOTS as u64 + 1).collect();
        for &key in &keys {
            assert!(!busy.contains(key));
            busy.begin(key);
            assert!(busy.contains(key));
        }
        assert!(!busy.contains(keys[0]), "the oldest mark made room");
        for &key in &keys {
            busy.end(key);
            assert!(!busy.contains(key));
        }
    }
}
