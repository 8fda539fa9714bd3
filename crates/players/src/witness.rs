//! Watching a search without slowing it down.

use core::cmp::Reverse;

use tengen_rules::{Color, Point};

use crate::{Bound, Detail, Ending, Score, TreeNode};

/// What a node turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its value for the side to move at the root.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// Why the search went no further.
    pub ending: Ending,
}

impl Seen {
    /// A value that is exact.
    pub fn exactly(score: Score, ending: Ending) -> Self {
        Self { score, bound: Bound::Exact, ending }
    }

    /// What an alpha-beta search with this window knows after a node: outside the window a value
    /// is only a bound.
    pub fn within(score: Score, alpha: Score, beta: Score, ending: Ending) -> Self {
        let bound = if score <= alpha {
            Bound::AtMost
        } else if score >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        Self { score, bound, ending }
    }
}

/// Somebody who watches a tree search. A search is generic over its witness, so that
/// [`Silent`] costs nothing.
pub trait Witness {
    /// Whether anybody watches; work that only serves the watcher hangs on it.
    const IS_WATCHING: bool;

    /// An iteration starts from the root.
    fn begin(&mut self);
    /// The search plays a move.
    fn enter(&mut self, point: Point, color: Color);
    /// The search takes the last move back, having seen this.
    fn leave(&mut self, seen: Seen);
    /// The iteration ended; an incomplete one does not replace what was seen before.
    fn end(&mut self, is_complete: bool);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Witness for Silent {
    const IS_WATCHING: bool = false;

    fn begin(&mut self) {}
    fn enter(&mut self, _point: Point, _color: Color) {}
    fn leave(&mut self, _seen: Seen) {}
    fn end(&mut self, _is_complete: bool) {}
}

/// Records the tree of the last complete iteration to a depth and a width.
#[derive(Clone, Debug)]
pub struct TreeRecorder {
    root: Color,
    detail: Detail,
    // Invariant: `open` holds the nodes on the path to the current one, as far as they are
    // recorded, so it is never longer than `ply`.
    ply: u32,
    open: Vec<TreeNode>,
    current: Vec<TreeNode>,
    complete: Vec<TreeNode>,
}

impl TreeRecorder {
    /// A recorder for a search with `root` to move.
    pub fn new(root: Color, detail: Detail) -> Self {
        Self { root, detail, ply: 0, open: Vec::new(), current: Vec::new(), complete: Vec::new() }
    }

    /// The tree, or as much of it as was asked for.
    pub fn into_tree(self) -> Vec<TreeNode> {
        self.complete
    }

    /// Keeps the best moves of one side; says how many went.
    fn keep_best(&self, nodes: &mut Vec<TreeNode>) -> usize {
        let is_root = nodes.first().is_some_and(|node| node.color == self.root);
        // A bound equal to the best score is a move that was refuted, not an equal one.
        let is_loose = |node: &TreeNode| node.bound != Bound::Exact;
        if is_root {
            nodes.sort_by_key(|node| (Reverse(node.score), is_loose(node)));
        } else {
            nodes.sort_by_key(|node| (node.score, is_loose(node)));
        }
        let n_omitted = nodes.len().saturating_sub(self.detail.width);
        nodes.truncate(self.detail.width);
        n_omitted
    }
}

impl Witness for TreeRecorder {
    const IS_WATCHING: bool = true;

    fn begin(&mut self) {
        self.ply = 0;
        self.open.clear();
        self.current.clear();
    }

    fn enter(&mut self, point: Point, color: Color) {
        self.ply += 1;
        if self.ply <= self.detail.depth {
            self.open.push(TreeNode::unknown(point, color));
        }
    }

    fn leave(&mut self, seen: Seen) {
        let is_recorded = self.ply <= self.detail.depth;
        self.ply -= 1;
        if !is_recorded {
            return;
        }
        let Some(mut node) = self.open.pop() else { return };
        let Seen { score, bound, ending } = seen;
        (node.score, node.bound, node.ending) = (score, bound, ending);
        node.n_omitted = self.keep_best(&mut node.children);
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.current.push(node),
        }
    }

    fn end(&mut self, is_complete: bool) {
        if is_complete {
            let mut tree = core::mem::take(&mut self.current);
            self.keep_best(&mut tree);
            self.complete = tree;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: u8) -> Point {
        Point::new(x, 0)
    }

    fn exact(score: i64) -> Seen {
        Seen::exactly(Score(score), Ending::Depth)
    }

    #[test]
    fn the_best_moves_of_either_side_are_kept() {
        let detail = Detail { depth: 2, width: 1 };
        let mut recorder = TreeRecorder::new(Color::White, detail);
        recorder.begin();
        for (x, score) in [(0, 5), (1, 9)] {
            recorder.enter(point(x), Color::White);
            for (x, score) in [(2, score), (3, score + 7)] {
                recorder.enter(point(x), Color::Black);
                recorder.enter(point(4), Color::White); // below the wanted depth
                recorder.leave(exact(0));
                recorder.leave(exact(score));
            }
            recorder.leave(exact(score));
        }
        recorder.end(true);
        recorder.begin();
        recorder.enter(point(7), Color::White);
        recorder.end(false);
        let tree = recorder.into_tree();
        assert_eq!(tree.len(), 1);
        assert_eq!((tree[0].point, tree[0].score), (point(1), Score(9)));
        assert_eq!(tree[0].children.len(), 1);
        assert_eq!(tree[0].n_omitted, 1);
        assert_eq!(tree[0].children[0].score, Score(9), "the opponent takes the smaller");
        assert!(tree[0].children[0].children.is_empty());
    }
}
