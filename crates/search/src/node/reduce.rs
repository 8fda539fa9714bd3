//! Step 11: how much less deep a late move is searched. A pure function of a few facts.

use tengen_board::Threat;

use crate::params::Params;
use crate::score::Score;
use crate::worker::{PLY, Reductions};

/// What the reduction looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts {
    pub(crate) depth: i32,
    pub(crate) number: usize,
    pub(crate) is_pv: bool,
    pub(crate) is_cut_node: bool,
    pub(crate) is_improving: bool,
    /// What the move makes.
    pub(crate) made: Threat,
    /// What it takes from the opponent.
    pub(crate) taken: Threat,
    pub(crate) history: i32,
    /// How far its policy is below the best move's.
    pub(crate) policy_gap: i32,
    /// Whether it leaves the threatened line alone and is somewhere else: mostly a four that only puts
    /// off the end.
    pub(crate) is_stray: bool,
}

/// How much deeper a late move that surprised is searched again, in sixteenths of a ply: more where
/// the surprise is large, less where the move is hardly better than the best so far.
pub(crate) fn change_for_second_look(
    score: Score,
    alpha: Score,
    best: Score,
    params: &Params,
) -> i32 {
    if score > alpha.plus(params.deeper_margin) {
        PLY
    } else if score < best.plus(params.shallower_margin) {
        -PLY
    } else {
        0
    }
}

/// The reduction in sixteenths of a ply, possibly none.
pub(crate) fn reduction(facts: &MoveFacts, table: &Reductions, params: &Params) -> i32 {
    let mut reduction = table.get(facts.depth, facts.number);
    reduction += PLY * facts.policy_gap / params.reduction_policy;
    reduction -= PLY * facts.history / params.reduction_history;
    if facts.is_cut_node {
        reduction += params.reduction_cut;
    }
    if facts.is_stray {
        reduction += params.reduction_stray;
    }
    if facts.is_pv {
        reduction -= params.reduction_pv;
    }
    if !facts.is_improving {
        reduction += params.reduction_falling;
    }
    // Threats and the points of threats are where games are decided.
    if facts.made >= Threat::FourThree {
        reduction -= params.reduction_four;
    } else if facts.made >= Threat::Three {
        reduction -= params.reduction_three;
    }
    if facts.taken >= Threat::Three {
        reduction -= params.reduction_taken;
    }
    reduction.clamp(0, (facts.depth - PLY).max(0))
}
