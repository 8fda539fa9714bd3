//! The tree of a search that is over, read back from the table node by node.
//!
//! Nothing is recorded while the search runs, so being able to explain costs it nothing. What was
//! overwritten in the table is missing from the tree.

use tengen_board::{Board, Cell, NoObserver, Threat, Variant};
use tengen_rules::Point;

use crate::score::Score;
use crate::table::{Bound, Table};

/// How much of the tree is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// To how many plies.
    pub depth: i32,
    /// How many moves of the root, the best ones.
    pub root_width: usize,
    /// How many moves of every other node.
    pub width: usize,
}

/// A move that the table knows something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// Where.
    pub point: Point,
    /// How many plies below the root it is played.
    pub ply: i32,
    /// What it is worth to the side to move at the root.
    pub score: Score,
    /// What that says about the true value, from the same view.
    pub bound: Bound,
    /// How deep it was searched below the move.
    pub depth: i32,
    /// Whether it wins on the spot.
    pub is_five: bool,
}

/// Makes a node of whatever the caller keeps from a move, the nodes of the answers to it, best first
/// for the side that plays them, and how many more answers the table knows.
pub type MakeNode<'f, N> = dyn FnMut(KnownMove, Vec<N>, usize) -> N + 'f;

/// The tree below the position on the board, as far as the table remembers it.
pub fn read_tree<V: Variant, N>(
    board: &mut Board<V>,
    table: &Table,
    size: TreeSize,
    make: &mut MakeNode<'_, N>,
) -> Vec<N> {
    let mut reader = Reader { board, table, size, make };
    reader.nodes(0).0
}

struct Reader<'a, 'f, V: Variant, N> {
    board: &'a mut Board<V>,
    table: &'a Table,
    size: TreeSize,
    make: &'a mut MakeNode<'f, N>,
}

impl<V: Variant, N> Reader<'_, '_, V, N> {
    /// The known moves `ply` plies below the root, and how many were left out.
    fn nodes(&mut self, ply: i32) -> (Vec<N>, usize) {
        if ply >= self.size.depth {
            return (Vec::new(), 0);
        }
        let cells: Vec<Cell> = self.board.candidates().iter().collect();
        let mut known: Vec<KnownMove> =
            cells.into_iter().filter_map(|cell| self.look_up(cell, ply)).collect();
        let is_root_side = ply % 2 == 0;
        // What is only known to be not good enough for whoever plays it was refuted, however good
        // the bound looks: it comes after everything that was looked at fully.
        let refuted = if is_root_side { Bound::Upper } else { Bound::Lower };
        known.sort_by_key(|known| {
            let value = if is_root_side { -known.score.get() } else { known.score.get() };
            (known.bound == refuted, value, known.bound != Bound::Exact, -known.depth)
        });
        let width = if ply == 0 { self.size.root_width } else { self.size.width };
        let n_omitted = known.len().saturating_sub(width);
        known.truncate(width);
        let nodes = known.into_iter().map(|known| self.node(known)).collect();
        (nodes, n_omitted)
    }

    fn node(&mut self, known: KnownMove) -> N {
        if known.is_five {
            return (self.make)(known, Vec::new(), 0);
        }
        self.board.make(self.board.cell(known.point), &mut NoObserver);
        let (answers, n_omitted) = self.nodes(known.ply + 1);
        self.board.unmake();
        (self.make)(known, answers, n_omitted)
    }

    fn look_up(&self, cell: Cell, ply: i32) -> Option<KnownMove> {
        let is_root_side = ply % 2 == 0;
        let node = |score: Score, bound: Bound, depth, is_five| KnownMove {
            point: self.board.point(cell),
            ply,
            score: if is_root_side { score } else { -score },
            bound: if is_root_side { bound } else { bound.negated() },
            depth,
            is_five,
        };
        match self.board.threat(self.board.to_move(), cell) {
            Threat::Five => return Some(node(Score::win_in(ply + 1), Bound::Exact, 0, true)),
            Threat::Forbidden => return None,
            _ => {}
        }
        let entry = self.table.get(self.board.hash_after(cell))?;
        if entry.bound == Bound::None {
            return None;
        }
        // The entry is from the view of the opponent, who is to move after the stone.
        let score = -entry.score.seen_from_root(ply + 1);
        Some(node(score, entry.bound.negated(), entry.depth, false))
    }
}
