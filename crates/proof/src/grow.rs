//! Grows the proof of one position: proof numbers over quiet moves outside, the threat solver
//! inside.
//!
//! A position with the attacker to move is as hard as its easiest candidate, one with the defender
//! to move as hard as all his replies together. There are no disproof numbers: a win that is not
//! found is not known to be missing.
//!
//! Every position is looked at in the frame of its key, so that a leaf is tried with the very stones
//! in the very order in which the checker will try it.

mod candidates;
mod complete;
mod kin;
mod known;
mod replies;
mod zone;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use tengen_board::{Board, Variant};
use tengen_engine::{Engine, Settings};
use tengen_rules::Size;

use crate::book::replies;
use crate::frame::{Key, stone};
use crate::ground::{ATTACKER, Ground};
use crate::leaf::{Leaf, N_STAGES, solve_stage};
use candidates::Candidate;
pub use known::Known;

/// How hard something that is not expected to be provable at all is.
pub(crate) const HOPELESS: u32 = 1 << 30;

/// With fewer stones than this nothing is won by threats alone, and it is not tried.
const FEWEST_FOR_A_LEAF: usize = 6;

/// What growing spends.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The positions that a leaf may take, cold.
    pub leaf_nodes: u64,
    /// The nodes of the engine for a list of candidates.
    pub engine_nodes: u64,
    /// How many candidates are asked for.
    pub lines: usize,
    /// The size of the engine's table.
    pub hash_mib: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { leaf_nodes: 20_000, engine_nodes: 20_000, lines: 8, hash_mib: 16 }
    }
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that were tried as leaves, by stage.
    pub tried: [u64; N_STAGES],
    /// How many of them were won.
    pub won: [u64; N_STAGES],
    /// How often the engine was asked.
    pub engine_calls: u64,
    /// How often a move that won elsewhere was tried, and won.
    pub hints: [u64; 2],
}

/// Something happened.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A position was proven.
    Entry {
        /// Which one.
        key: &'a Key,
        /// The winning move.
        answer: u16,
        /// What was done so far.
        tally: Tally,
    },
    /// Every reply to a proven position was made, and so it is below it.
    Whole {
        /// Which one.
        key: &'a Key,
        /// How many moves Black needs there at most.
        moves: u8,
        /// What was done so far.
        tally: Tally,
    },
    /// The number of a position near the root has changed.
    Number {
        /// Which one.
        key: &'a Key,
        /// How hard it looks now.
        proof: u32,
        /// The move that looks best.
        best: u16,
        /// What was done so far.
        tally: Tally,
    },
}

/// A position with the attacker to move.
#[derive(Debug, Default)]
struct Node {
    proof: u32,
    /// How many stages of a leaf have failed.
    stage: usize,
    /// Whether the engine was asked.
    is_expanded: bool,
    candidates: Vec<Candidate>,
}

/// Grows proofs on one board under one rule.
pub struct Grower<'a, V: Variant> {
    ground: Ground<V>,
    effort: Effort,
    engine: Engine,
    known: &'a Known,
    nodes: BTreeMap<Key, Node>,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(&Event<'_>),
    tally: Tally,
}

impl<V: Variant> core::fmt::Debug for Grower<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Grower").field("tally", &self.tally).finish_non_exhaustive()
    }
}

impl<'a, V: Variant> Grower<'a, V> {
    /// A grower that adds to what is known; `None` if the board is too large.
    pub fn new(
        size: Size,
        effort: Effort,
        known: &'a Known,
        stop: &'a AtomicBool,
        tell: &'a mut dyn FnMut(&Event<'_>),
    ) -> Option<Self> {
        let ground = Ground::new(size)?;
        let engine = Engine::new(Settings { hash_mib: effort.hash_mib, ..Settings::default() });
        let (nodes, tally) = (BTreeMap::new(), Tally::default());
        Some(Self { ground, effort, engine, known, nodes, stop, tell, tally })
    }

    /// What was done so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Proves the position with these stones, Black to move. `false` if it was stopped or nothing
    /// is left to try.
    pub fn prove(&mut self, stones: &[u16]) -> bool {
        let (key, _) = self.ground.frames.canonical(stones);
        if self.known.answer(&key).is_some() {
            return true;
        }
        let mut board = self.ground.board(&key);
        if key.len() >= FEWEST_FOR_A_LEAF && matches!(self.try_leaf(&mut board, 0), Leaf::Won(_)) {
            return true;
        }
        self.attack(&key, HOPELESS, &[]) == 0
    }

    /// The positions after White's replies to these stones, mirror images once.
    pub fn classes(&self, stones: &[u16]) -> Vec<Key> {
        let after = |reply| {
            let mut after = stones.to_vec();
            after.push(stone(reply, !ATTACKER));
            self.ground.frames.canonical(&after).0
        };
        replies(self.ground.size, &self.ground.frames, stones).into_iter().map(after).collect()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn try_leaf(&mut self, board: &mut Board<V>, stage: usize) -> Leaf {
        let leaf = solve_stage(board, self.effort.leaf_nodes, stage);
        self.tally.tried[stage] += 1;
        self.tally.won[stage] += u64::from(matches!(leaf, Leaf::Won(_)));
        leaf
    }
}
