//! Keys for sets of stones and the dictionary of evaluations under them (seed 001, 2.5.2).

use std::collections::HashMap;

use crate::Score;
use tengen_rules::{ByColor, Color, SplitMix64};

/// Two tables of random numbers, `M_B` and `M_W`; the empty board has key zero.
#[derive(Clone, Debug)]
pub(super) struct Zobrist(ByColor<Vec<u64>>);

impl Zobrist {
    pub(super) fn new(n_cells: usize) -> Self {
        // A fixed seed: the same position is searched the same way every time.
        let mut random = SplitMix64::new(0x0005_EED0_0001);
        let mut table = || (0..n_cells).map(|_| random.next_u64()).collect();
        Self(ByColor::new(table(), table()))
    }

    /// The key after a stone is placed or removed.
    pub(super) fn toggle(&self, key: u64, index: usize, color: Color) -> u64 {
        key ^ self.0[color][index]
    }
}

/// The report's `eval_dict`: the value of a set of stones with the depth it was evaluated at.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary(HashMap<u64, (u32, Score)>);

impl Dictionary {
    /// The remembered value, if it was evaluated at the same depth. The key does not hold the side
    /// to move; the depth does, because colors alternate on the way down.
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<Score> {
        self.0.get(&key).filter(|(stored, _)| *stored == depth).map(|&(_, score)| score)
    }

    pub(super) fn put(&mut self, key: u64, depth: u32, score: Score) {
        self.0.insert(key, (depth, score));
    }
}
