//! Which moves a node looks at, and in which order.

use tengen_board::{Bits, Cell, Threat, Variant};

use crate::worker::Worker;

/// The classes of moves that make a four.
pub(crate) const FOURS: [Threat; 3] = [Threat::FourThree, Threat::FourPlus, Threat::Four];

/// A move and how good it looks, as one number: the better, and among equals the lower cell, is the
/// larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked(i64);

impl Ranked {
    fn new(cell: Cell, order: i32) -> Self {
        Self(i64::from(order) << 16 | i64::from(!cell.number()))
    }

    pub(crate) fn cell(self) -> Cell {
        Cell::new(!(self.0 as u16))
    }
}

impl<V: Variant> Worker<'_, V> {
    /// How good a move looks before it is tried.
    #[inline]
    pub(crate) fn policy(&self, cell: Cell) -> i32 {
        self.weights.policy_of(&self.board, cell)
    }

    /// Fills the node's list with moves and their order, and returns the best policy among them.
    pub(crate) fn list_moves(&mut self, ply: usize, cells: &Bits, skip: Option<Cell>) -> i32 {
        let us = self.board.to_move();
        let recent = self.recent();
        let mut moves = core::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        let mut best = i32::MIN;
        for cell in cells {
            if Some(cell) == skip {
                continue;
            }
            let policy = self.policy(cell);
            best = best.max(policy);
            let history = self.histories.get(us, cell, recent);
            moves.push(Ranked::new(cell, policy + history * self.params.order_history / 100));
        }
        self.frames[ply].moves = moves;
        best
    }

    /// Takes the best move that is left out of the node's list. Ties go to the lower cell.
    #[inline]
    pub(crate) fn pick_move(&mut self, ply: usize) -> Option<Cell> {
        let moves = &mut self.frames[ply].moves;
        let mut best = 0;
        let mut best_move = *moves.first()?;
        for (i, &ranked) in moves.iter().enumerate() {
            if ranked > best_move {
                best_move = ranked;
                best = i;
            }
        }
        Some(moves.swap_remove(best).cell())
    }
}
