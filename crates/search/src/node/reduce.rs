//! Step 11: how much less deep a late move is searched. A pure function of a few facts.

use tengen_board::Threat;

use crate::depth::Depth;
use crate::params::Params;
use crate::score::Score;

/// What the reduction looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts {
    pub(crate) depth: Depth,
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

/// How much deeper a late move that surprised is searched again: more where
/// the surprise is large, less where the move is hardly better than the best so far.
pub(crate) fn change_for_second_look(
    score: Score,
    alpha: Score,
    best: Score,
    params: &Params,
) -> Depth {
    if score > alpha.plus(params.deeper_margin) {
        Depth::ONE_PLY
    } else if score < best.plus(params.shallower_margin) {
        Depth::ZERO - Depth::ONE_PLY
    } else {
        Depth::ZERO
    }
}

/// The reduction, possibly none.
pub(crate) fn reduction(facts: &MoveFacts, table: &Reductions, params: &Params) -> Depth {
    let mut reduction = table.get(facts.depth, facts.number);
    reduction += Depth::of_plies(facts.policy_gap) / params.reduction_policy;
    reduction -= Depth::of_plies(facts.history) / params.reduction_history;
    if facts.is_cut_node {
        reduction += Depth::of_sixteenths(params.reduction_cut);
    }
    if facts.is_stray {
        reduction += Depth::of_sixteenths(params.reduction_stray);
    }
    if facts.is_pv {
        reduction -= Depth::of_sixteenths(params.reduction_pv);
    }
    if !facts.is_improving {
        reduction += Depth::of_sixteenths(params.reduction_falling);
    }
    // Threats and the points of threats are where games are decided.
    if facts.made >= Threat::FourThree {
        reduction -= Depth::of_sixteenths(params.reduction_four);
    } else if facts.made >= Threat::Three {
        reduction -= Depth::of_sixteenths(params.reduction_three);
    }
    if facts.taken >= Threat::Three {
        reduction -= Depth::of_sixteenths(params.reduction_taken);
    }
    reduction.clamp(Depth::ZERO, (facts.depth - Depth::ONE_PLY).max(Depth::ZERO))
}

/// Late move reductions by depth and number. Built from a logarithm in integers, so that every
/// machine has the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    base: Depth,
    /// How much a product of logarithms adds for each one, in sixteenths of a ply.
    factor: i32,
}

impl Reductions {
    pub(crate) fn new(params: &Params) -> Self {
        Self { base: Depth::of_sixteenths(params.reduction_base), factor: params.reduction_factor }
    }

    /// The reduction of the move with this number at this depth.
    #[inline]
    pub(crate) fn get(&self, depth: Depth, number: usize) -> Depth {
        // Logarithms are in 64ths, so their product is in 4096ths.
        let product = log64(depth.max(Depth::ONE_PLY).plies() as u32) * log64(number.max(1) as u32);
        self.base + Depth::of_sixteenths(self.factor * product / 4096)
    }
}

/// The natural logarithm in sixty-fourths, off by less than nine of them.
fn log64(n: u32) -> i32 {
    /// ln(1 + i/8) * 64 for the three bits behind the leading one.
    const FRACTION: [i32; 8] = [0, 8, 14, 20, 26, 31, 36, 40];
    let leading = n.ilog2();
    let fraction = if leading >= 3 { n >> (leading - 3) } else { n << (3 - leading) } & 7;
    // ln 2 * 64 = 44.36
    leading as i32 * 4436 / 100 + FRACTION[fraction as usize]
}

#[cfg(test)]
mod tests {
    use super::log64;

    #[test]
    fn logarithms_are_near_the_real_ones() {
        for n in 1..500_u32 {
            let exact = f64::from(n).ln() * 64.0;
            assert!((f64::from(log64(n)) - exact).abs() < 9.0, "{n}: {} {exact}", log64(n));
        }
    }
}
