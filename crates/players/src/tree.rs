//! The engine's tree in the record that every player shares.

use tengen_engine::{Bound as EngineBound, Engine, KnownMove, Position, TreeSize};

use crate::{Bound, Ending, TreeNode};

/// The tree of the engine's last search of a position, as much of it as is asked for.
pub(crate) fn tree_of(engine: &Engine, position: &Position, size: TreeSize) -> Vec<TreeNode> {
    engine.tree(position, size, |known: KnownMove, children, n_omitted| TreeNode {
        point: known.point,
        color: if known.ply % 2 == 0 { position.to_move } else { !position.to_move },
        score: known.score.into(),
        bound: bound_of(known.bound),
        depth: u32::try_from(known.depth).ok(),
        ending: ending_of(&known),
        children,
        n_omitted,
    })
}

const fn bound_of(bound: EngineBound) -> Bound {
    match bound {
        EngineBound::Upper => Bound::AtMost,
        EngineBound::Lower => Bound::AtLeast,
        EngineBound::Exact | EngineBound::None => Bound::Exact,
    }
}

/// A node whose value is only a bound was cut: from above, the root has better elsewhere; from
/// below, the opponent has.
fn ending_of(known: &KnownMove) -> Ending {
    match (known.is_five, known.depth, known.bound) {
        (true, _, _) => Ending::Five,
        (false, ..=0, _) => Ending::Depth,
        (false, _, EngineBound::Upper) => Ending::AlphaCut,
        (false, _, EngineBound::Lower) => Ending::BetaCut,
        (false, _, EngineBound::Exact | EngineBound::None) => Ending::Complete,
    }
}
