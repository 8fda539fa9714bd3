//! Steps 6, 7 and 9: when a node or a move need not be searched. The conditions are pure functions of
//! a few facts.

use tengen_board::Variant;

use crate::depth::Depth;
use crate::params::Params;
use crate::score::Score;
use crate::worker::Worker;

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

/// Reverse futility: whether the evaluation is so far above beta that it will stay there.
pub(crate) fn is_futile_to_go_on(facts: &Facts, params: &Params) -> bool {
    let margin = params.futility_per_ply * facts.depth.plies()
        - params.futility_per_ply * i32::from(facts.is_improving) / 2;
    facts.depth <= Depth::of_plies(params.futility_depth)
        && !facts.beta.is_loss()
        && !facts.eval.is_win()
        && facts.eval.plus(-margin) >= facts.beta
}

/// Razoring: whether only a forced win by fours could still help.
pub(crate) fn is_hopeless_without_fours(facts: &Facts, params: &Params) -> bool {
    let margin = params.razor_base + facts.depth.times(params.razor_per_ply);
    facts.depth <= Depth::of_plies(params.razor_depth)
        && !facts.alpha.is_win()
        && facts.eval.plus(margin) <= facts.alpha
}

/// Late move pruning: how many moves are looked at before the rest is skipped.
pub(crate) fn move_count_limit(facts: &Facts, params: &Params) -> usize {
    let plies = i64::from(facts.depth.plies().max(0));
    let count = i64::from(params.move_count_base)
        + i64::from(params.move_count_growth) * (8 * plies + plies * plies) / 800;
    let count = if facts.is_improving { count } else { count / 2 + 1 };
    count.max(1) as usize
}

/// Null move: whether passing is worth trying: standing above beta, with depth to spare.
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

impl<V: Variant> Worker<'_, V> {
    /// Step 6: the score of a quiet node whose evaluation is far outside the window.
    #[inline]
    pub(super) fn prune_by_evaluation(&mut self, facts: &Facts, ply: usize) -> Option<Score> {
        if is_futile_to_go_on(facts, self.params) {
            return Some(facts.eval);
        }
        if is_hopeless_without_fours(facts, self.params) {
            let score = self.quiesce(facts.alpha, facts.beta, 0, ply);
            return (score <= facts.alpha || self.is_stopped()).then_some(score);
        }
        None
    }

    /// Step 7: the score of a quiet node in which even a pass holds beta.
    #[inline]
    pub(super) fn prune_by_pass(
        &mut self,
        facts: &Facts,
        ply: usize,
        is_cut_node: bool,
    ) -> Option<Score> {
        if !is_null_move_worth_trying(facts, self.params) || self.board.recent(0).is_none() {
            return None;
        }
        let beta = facts.beta;
        let reduced = facts.depth - null_move_reduction(facts);
        self.make_pass();
        let score = -self.node::<false>(-beta, -beta.plus(-1), reduced, ply + 1, !is_cut_node);
        self.unmake();
        if self.is_stopped() {
            return Some(Score::DRAW);
        }
        (score >= beta && !score.is_win()).then_some(score)
    }
}
