//! Leaves: positions in which the solver finds a forced win, cold and within a budget.
//!
//! The budget is spent in stages, each with tables of its own, so that the many easy leaves are
//! cheap. A stage depends on the stones, their order and its share of the budget, and on nothing
//! else: what was a leaf while a book was grown is one when the book is checked.

use tengen_board::{Board, Variant};
use tengen_engine::weights_of;
use tengen_search::NeverStop;
use tengen_search::solve::{Answer, Certificate, Kind, SolveLimits, solve};

/// How many times a leaf is tried.
pub const N_STAGES: usize = 3;

/// Small tables are quickly cleared, and large enough for all that one stage makes.
const HASH_MIB: usize = 1;

/// What is known of a position that may be a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// The side to move wins, and this is how.
    Won(Box<Certificate>),
    /// There is no win by threats alone; trying harder is no use.
    Quiet,
    /// Not found within this stage.
    Open,
}

/// The positions that a stage may make: a twentieth, a fifth, and the rest.
fn share(budget: u64, stage: usize) -> u64 {
    match stage {
        0 => budget / 20,
        1 => budget / 5,
        _ => budget - budget / 20 - budget / 5,
    }
}

/// One stage of the search for a win of the side to move.
pub(crate) fn solve_stage<V: Variant>(board: &mut Board<V>, budget: u64, stage: usize) -> Leaf {
    let limits = SolveLimits { nodes: share(budget, stage), hash_mib: HASH_MIB };
    let solution = solve(board, Kind::Vct, limits, weights_of(V::RULE), &NeverStop);
    match solution.answer {
        Answer::Win(certificate) => Leaf::Won(certificate),
        Answer::None => Leaf::Quiet,
        Answer::Unknown => Leaf::Open,
    }
}
