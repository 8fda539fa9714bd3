//! Step 10: which moves are searched more deeply.

use tengen_board::{Cell, Variant};

use super::Node;
use crate::depth::Depth;
use crate::score::Score;
use crate::table::Bound;
use crate::worker::Worker;

/// What is done about the depth of a move.
pub(super) enum Extension {
    /// It is searched so much more deeply.
    By(Depth),
    /// It need not be searched: the other moves beat beta as well.
    CutOff(Score),
}

impl Extension {
    const NONE: Self = Self::By(Depth::ZERO);
}

impl<V: Variant> Worker<'_, V> {
    /// How much more deeply a move of a node is searched.
    #[inline]
    pub(super) fn extension(&mut self, node: &Node, cell: Cell) -> Extension {
        if node.candidates.is_forced {
            // Captures give several answers to choose from; only one that stands alone is free.
            let is_choice = V::CAPTURES && node.candidates.cells.len() > 1;
            let free = Depth::of_sixteenths(self.params.forced_extension);
            return Extension::By(if is_choice { Depth::ONE_PLY / 4 } else { free });
        }
        if Some(cell) != node.table_move || node.excluded.is_some() {
            return Extension::NONE;
        }
        let extension = self.singular_extension(node, cell);
        let was_tested = node.depth >= Depth::of_plies(self.singular_depth());
        if was_tested && !self.is_stopped() && matches!(extension, Extension::By(_)) {
            // The test used this ply's list; make it anew.
            self.list_moves(node.ply, &node.candidates.cells, node.table_move);
        }
        extension
    }

    /// Whether the table move is so much better than all others that it deserves more depth, or
    /// whether the others beat beta as well: a search without it tells.
    fn singular_extension(&mut self, node: &Node, cell: Cell) -> Extension {
        let plies = node.depth.plies();
        let Some(entry) = node.known.filter(|entry| {
            plies >= self.singular_depth()
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= plies - 3
                && !entry.score.is_win()
                && !entry.score.is_loss()
        }) else {
            return Extension::NONE;
        };
        let target = entry.score.plus(-self.params.singular_margin * plies);
        let depth = (node.depth - Depth::ONE_PLY) / 2;
        self.frames[node.ply].excluded = Some(cell);
        let score = self.node::<false>(target.plus(-1), target, depth, node.ply, node.is_cut);
        self.frames[node.ply].excluded = None;
        if score < target {
            let is_far = score < target.plus(-4 * self.params.singular_margin * plies);
            let half = if is_far { Depth::ONE_PLY / 2 } else { Depth::ZERO };
            Extension::By(Depth::ONE_PLY + half)
        } else if target >= node.beta && !score.is_loss() {
            Extension::CutOff(target)
        } else {
            Extension::NONE
        }
    }

    /// The least depth for testing whether the table move stands alone, in plies.
    fn singular_depth(&self) -> i32 {
        if V::CAPTURES { self.params.capture_singular_depth } else { self.params.singular_depth }
    }
}
