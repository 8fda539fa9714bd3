//! The forced-win solvers: victory by continuous fours (VCF) and by continuous threats (VCT), with
//! certificates that a slow judge can [`check()`].
//!
//! Every question has three answers, and they are never confused: a win with its whole tree, the
//! proof that there is none, and "not known" because a limit was hit. What it deliberately does not
//! do: look for quiet wins, read clocks, or trust its own tables when it claims a win: the tree is
//! replayed from the root before it is handed out.

pub(crate) mod attacks;
mod certificate;
mod check;
mod defense;
mod expect;
mod extract;
mod influence;
mod judge;
mod meter;
mod numbers;
mod threats;
mod vcf;
mod vct;

#[cfg(test)]
mod tests;

use tengen_board::{Board, Variant};

use crate::control::Control;
use crate::weights::Weights;

pub use certificate::{Certificate, NodeId, ProofNode};
pub use check::{CheckError, Checked, check, check_with_limit};

use meter::Meter;
use vcf::{Search, Vcf};
use vct::Vct;

/// Which moves the attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Fours only.
    Vcf,
    /// Fours, and moves that threaten a win by fours.
    Vct,
}

impl Kind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vcf => "vcf",
            Self::Vct => "vct",
        }
    }
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move wins, and this is how.
    Win(Box<Certificate>),
    /// There is no such win: the search was exhaustive.
    None,
    /// A limit was hit first.
    Unknown,
}

/// An answer with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// How many positions were made to find it.
    pub nodes: u64,
    /// How many more were made to write the certificate down.
    pub extraction_nodes: u64,
}

/// How far a solver may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveLimits {
    /// How many positions are made at most.
    pub nodes: u64,
    /// The size of all tables together.
    pub hash_mib: usize,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self { nodes: u64::MAX, hash_mib: 64 }
    }
}

/// So many positions are all that a mebibyte of tables can be asked to remember.
const NODES_PER_MIB: u64 = 2000;

impl SolveLimits {
    /// The same with tables no larger than these positions can fill: memory that is touched for the
    /// first time costs more than a position.
    fn within_reason(self) -> Self {
        let most = usize::try_from(self.nodes / NODES_PER_MIB).unwrap_or(usize::MAX);
        Self { hash_mib: self.hash_mib.min(most.saturating_add(4)), ..self }
    }
}

/// Whether the side to move wins by moves of this kind.
///
/// The weights only say where to look first; no answer rests on them. The tables live as long as the
/// call, so the same question always costs the same nodes.
pub fn solve<V: Variant>(
    board: &mut Board<V>,
    kind: Kind,
    limits: SolveLimits,
    weights: &Weights,
    control: &dyn Control,
) -> Solution {
    let limits = limits.within_reason();
    match kind {
        Kind::Vcf => solve_vcf(board, limits, control),
        Kind::Vct => solve_vct(board, limits, weights, control),
    }
}

fn solve_vcf<V: Variant>(
    board: &mut Board<V>,
    limits: SolveLimits,
    control: &dyn Control,
) -> Solution {
    let mut meter = Meter::new(limits.nodes, control);
    let mut vcf = Vcf::new(limits.hash_mib);
    let answer = match vcf.prove(board, &mut meter) {
        Search::Win(root) => Answer::Win(Box::new(Certificate::new(board, vcf.take_proof(), root))),
        Search::None => Answer::None,
        Search::Unknown => Answer::Unknown,
    };
    Solution { answer, nodes: meter.nodes(), extraction_nodes: 0 }
}

fn solve_vct<V: Variant>(
    board: &mut Board<V>,
    limits: SolveLimits,
    weights: &Weights,
    control: &dyn Control,
) -> Solution {
    let mut vct = Vct::new(board, limits, weights, control);
    let search = vct.prove(board);
    let nodes = vct.nodes();
    let answer = match search {
        Search::Win(()) => vct.extract(board).map_or(Answer::Unknown, |(proof, root)| {
            Answer::Win(Box::new(Certificate::new(board, proof, root)))
        }),
        Search::None => Answer::None,
        Search::Unknown => Answer::Unknown,
    };
    Solution { answer, nodes, extraction_nodes: vct.nodes() - nodes }
}
