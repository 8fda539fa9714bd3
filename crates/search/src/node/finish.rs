//! Step 13 and the end of a node: what the histories learn, and what a node without moves is worth.

use tengen_board::{Bits, Cell, Variant};

use super::Node;
use crate::depth::Depth;
use crate::score::Score;
use crate::worker::Worker;

impl<V: Variant> Worker<'_, V> {
    /// Raises the history of the move that cut off and lowers those of the moves tried before it.
    pub(super) fn reward(
        &mut self,
        cell: Cell,
        tried: &[Cell],
        depth: Depth,
        recent: [Option<Cell>; 2],
    ) {
        let us = self.board.to_move();
        let plies = depth.plies().max(1);
        let bonus = (32 * plies * plies + 96 * plies).min(2400);
        self.histories.note(us, cell, recent, bonus);
        for &other in tried.iter().filter(|&&other| other != cell) {
            self.histories.note(us, other, recent, -bonus);
        }
    }

    /// The score of a node in which no candidate could be tried.
    pub(super) fn without_moves(&mut self, node: &Node, alpha: Score) -> Score {
        if node.excluded.is_some() {
            // Nothing but the excluded move: it stands alone.
            return alpha;
        }
        let rest: Bits = self.board.empties().collect();
        if rest.is_empty() {
            return Score::DRAW;
        }
        let any_legal = rest.iter().find(|&cell| self.board.is_legal(cell));
        match any_legal {
            Some(cell) => self.make(cell),
            None if V::BANS_DOUBLE_THREES => return Score::DRAW,
            // Every point is forbidden; all that is left is to pass.
            None => self.make_pass(),
        }
        let depth = node.depth - Depth::ONE_PLY;
        let score = -self.node::<false>(-node.beta, -alpha, depth, node.ply + 1, false);
        self.unmake();
        score
    }
}
