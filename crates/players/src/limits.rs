//! What a player may spend on one move.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a player may spend on one move, and the seed of whatever it leaves to chance.
///
/// `None` means the player's own habit, which for the seed players is 5 seconds and their own
/// depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// How long it may think.
    pub time: Option<Duration>,
    /// How many plies it may look ahead.
    pub depth: Option<u32>,
    /// How many positions it may visit.
    pub nodes: Option<u64>,
    /// Set by somebody else when the answer is wanted now.
    pub stop: Option<&'a AtomicBool>,
    /// The seed of random choices: the same seed in the same position gives the same move.
    pub seed: u64,
}

impl Limits<'_> {
    /// Nothing but a time.
    pub fn within(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Nothing but a depth.
    pub fn to_depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }
}
