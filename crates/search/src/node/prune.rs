//! Steps 6 and 8: when a node or a move need not be searched. Pure functions of a few facts.

use crate::depth::Depth;
use crate::params::Params;
use crate::score::Score;

/// What the pruning rules look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) depth: Depth,
    pub(crate) eval: Score,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Whether the side to move stands better than two plies ago.
    pub(crate) is_improving: bool,
}

/// Whether the evaluation is so far above beta that it will stay there.
pub(crate) fn is_futile_to_go_on(facts: &Facts, params: &Params) -> bool {
    let margin = params.futility_per_ply * facts.depth.plies()
        - params.futility_per_ply * i32::from(facts.is_improving) / 2;
    facts.depth <= Depth::of_plies(params.futility_depth)
        && !facts.beta.is_loss()
        && !facts.eval.is_win()
        && facts.eval.plus(-margin) >= facts.beta
}

/// Whether only a forced win by fours could still help.
pub(crate) fn is_hopeless_without_fours(facts: &Facts, params: &Params) -> bool {
    let margin = params.razor_base + facts.depth.times(params.razor_per_ply);
    facts.depth <= Depth::of_plies(params.razor_depth)
        && !facts.alpha.is_win()
        && facts.eval.plus(margin) <= facts.alpha
}

/// How many moves are looked at before the rest is skipped.
pub(crate) fn move_count_limit(facts: &Facts, params: &Params) -> usize {
    let plies = i64::from(facts.depth.plies().max(0));
    let count = i64::from(params.move_count_base)
        + i64::from(params.move_count_growth) * (8 * plies + plies * plies) / 800;
    let count = if facts.is_improving { count } else { count / 2 + 1 };
    count.max(1) as usize
}

/// Whether passing is worth trying: standing above beta, with depth to spare.
pub(crate) fn is_null_move_worth_trying(facts: &Facts, params: &Params) -> bool {
    facts.depth >= Depth::of_plies(params.null_depth)
        && facts.eval.plus(-params.null_margin) >= facts.beta
        && !facts.beta.is_loss()
        && !facts.beta.is_win()
}

/// How much less deep the position after a pass is searched.
pub(crate) fn null_move_reduction(facts: &Facts) -> Depth {
    Depth::of_plies(4) + facts.depth / 4
}
