//! Steps 11 and 12: how a move that was made is searched, first cheaply, then as deeply as it deserves.

use tengen_board::{Cell, Threat, Variant};

use super::Node;
use super::reduce::{self, MoveFacts};
use crate::depth::Depth;
use crate::score::Score;
use crate::worker::Worker;

/// A move of a node.
pub(super) struct Move {
    pub(super) cell: Cell,
    /// Its place in the order, from one.
    pub(super) number: usize,
    pub(super) extension: Depth,
    /// What it makes.
    pub(super) made: Threat,
    /// What it takes from the opponent.
    pub(super) taken: Threat,
    pub(super) history: i32,
    /// How far its policy is below the best move's.
    pub(super) policy_gap: i32,
}

impl<V: Variant> Worker<'_, V> {
    /// The score of the move that was just made, for the side that made it.
    #[inline]
    pub(super) fn search_move<const IS_PV: bool>(
        &mut self,
        node: &Node,
        mv: &Move,
        alpha: Score,
        best: Score,
    ) -> Score {
        let &Node { ply, beta, is_cut, .. } = node;
        let (low, high) = (-alpha.plus(1), -alpha);
        let mut depth = node.depth - Depth::ONE_PLY + mv.extension;
        let mut score = -Score::INFINITE;
        let mut needs_full = true;
        if mv.number > 1 && node.depth >= Depth::of_plies(2) && !node.candidates.is_forced {
            let reduction = self.reduction(node, mv, depth);
            let reduced = depth - reduction;
            score = -self.node::<false>(low, high, reduced, ply + 1, true);
            needs_full = score > alpha && reduction > Depth::ZERO;
            if needs_full {
                let change = reduce::change_for_second_look(score, alpha, best, self.params);
                depth = (depth + change).max(reduced);
                needs_full = depth > reduced;
            }
        }
        if needs_full && (!IS_PV || mv.number > 1) {
            score = -self.node::<false>(low, high, depth, ply + 1, !is_cut);
        }
        if IS_PV && (mv.number == 1 || score > alpha) {
            score = -self.node::<true>(-beta, high, depth, ply + 1, false);
        }
        score
    }

    /// How much less deeply than to `depth` a late move is searched at first.
    #[inline]
    fn reduction(&self, node: &Node, mv: &Move, depth: Depth) -> Depth {
        let leaves_threat = node.candidates.is_threatened && mv.taken < Threat::Four;
        let facts = MoveFacts {
            depth,
            number: mv.number,
            is_pv: node.was_pv,
            is_cut_node: node.is_cut,
            is_improving: node.is_improving,
            made: mv.made,
            taken: mv.taken,
            history: mv.history,
            policy_gap: mv.policy_gap,
            is_stray: leaves_threat && self.is_far_off(mv.cell),
        };
        reduce::reduction(&facts, &self.reductions, self.params)
    }

    /// Whether a move, made already, is far from the moves before it.
    fn is_far_off(&self, cell: Cell) -> bool {
        let point = self.board.point(cell);
        (1..=2).all(|back| {
            self.board
                .recent(back)
                .is_none_or(|before| self.board.point(before).distance(point) > 4)
        })
    }
}
