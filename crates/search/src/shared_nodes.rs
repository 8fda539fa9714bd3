//! Nodes that several threads search together.
//!
//! The threads at a node share a list of its moves: which were searched, with what result, and which
//! are being searched. A thread takes the untouched moves first and repeats nothing. The list is a
//! hint like the table: one that is lost or read too late costs double work and nothing else.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI16, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_board::Cell;

use crate::score::Score;

const SLOTS: usize = 4;
const BUCKETS: usize = 128;

/// No thread has searched the move.
const UNSEARCHED: i16 = i16::MIN;
/// A thread is searching it.
const IN_PROGRESS: i16 = i16::MIN + 1;

/// The nodes that are being searched, found by their key.
#[derive(Debug)]
pub(crate) struct SharedNodes {
    buckets: Vec<Mutex<[NodeSlot; SLOTS]>>,
    moves: Vec<Vec<AtomicI16>>,
}

/// The node that a list of moves belongs to, and how many threads are searching it.
#[derive(Clone, Copy, Debug, Default)]
struct NodeSlot {
    key: u64,
    n_threads: u32,
}

impl SharedNodes {
    pub(crate) fn new(n_points: usize) -> Self {
        let list = || (0..n_points).map(|_| AtomicI16::new(UNSEARCHED)).collect();
        Self {
            buckets: (0..BUCKETS).map(|_| Mutex::default()).collect(),
            moves: (0..BUCKETS * SLOTS).map(|_| list()).collect(),
        }
    }

    fn bucket(&self, index: usize) -> MutexGuard<'_, [NodeSlot; SLOTS]> {
        self.buckets[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the threads at a node, or begins its list. `None` if its bucket is full.
    pub(crate) fn join(&self, key: u64) -> Option<SharedNode<'_>> {
        let index = (key >> 32) as usize % BUCKETS;
        let mut bucket = self.bucket(index);
        let is_there = |node: &NodeSlot| node.n_threads > 0 && node.key == key;
        let slot = bucket
            .iter()
            .position(is_there)
            .or_else(|| bucket.iter().position(|node| node.n_threads == 0))?;
        let moves = &self.moves[index * SLOTS + slot];
        if bucket[slot].n_threads == 0 {
            bucket[slot].key = key;
            for state in moves {
                state.store(UNSEARCHED, Ordering::Relaxed);
            }
        }
        bucket[slot].n_threads += 1;
        drop(bucket);
        Some(SharedNode { nodes: self, index, slot, moves })
    }
}

/// A thread's place at a node, left when dropped.
#[derive(Debug)]
pub(crate) struct SharedNode<'a> {
    nodes: &'a SharedNodes,
    index: usize,
    slot: usize,
    moves: &'a [AtomicI16],
}

impl SharedNode<'_> {
    fn state(&self, cell: Cell) -> &AtomicI16 {
        &self.moves[cell.index()]
    }

    /// Tells the others that a move is being searched.
    fn begin(&self, cell: Cell) {
        self.state(cell).store(IN_PROGRESS, Ordering::Relaxed);
    }

    /// Tells the others that a move is worth no more than this, or, without a score, that nothing was
    /// found out about it.
    fn finish(&self, cell: Cell, at_most: Option<Score>) {
        let state = at_most.map_or(UNSEARCHED, |score| score.get() as i16);
        self.state(cell).store(state, Ordering::Relaxed);
    }
}

impl Drop for SharedNode<'_> {
    fn drop(&mut self) {
        self.nodes.bucket(self.index)[self.slot].n_threads -= 1;
    }
}

/// The moves of a node in the order in which one thread searches them. Those that another thread is
/// searching come last, and those that it has refuted are left out.
#[derive(Debug)]
pub(crate) struct MoveQueue<'a> {
    node: Option<SharedNode<'a>>,
    is_pv: bool,
    waiting: VecDeque<(Cell, usize)>,
    /// How many moves wait or were left out.
    n_elsewhere: usize,
    /// The best that was found out elsewhere about moves that were left out.
    best_elsewhere: Score,
}

impl<'a> MoveQueue<'a> {
    pub(crate) fn new(node: Option<SharedNode<'a>>, is_pv: bool) -> Self {
        let best_elsewhere = -Score::INFINITE;
        Self { node, is_pv, waiting: VecDeque::new(), n_elsewhere: 0, best_elsewhere }
    }

    /// Whether other threads may be here.
    pub(crate) fn is_shared(&self) -> bool {
        self.node.is_some()
    }

    /// The best score of the moves that were left out; none of them was better than alpha.
    pub(crate) fn best_elsewhere(&self) -> Score {
        self.best_elsewhere
    }

    /// The next move and its number in the order, after `n_tried` moves were tried here. `pick` takes
    /// moves from the node's list.
    #[inline]
    pub(crate) fn next(
        &mut self,
        n_tried: usize,
        alpha: Score,
        mut pick: impl FnMut() -> Option<Cell>,
    ) -> Option<(Cell, usize)> {
        while let Some(cell) = pick() {
            let number = n_tried + self.n_elsewhere + 1;
            let state = self.state(cell);
            // On a principal variation every thread searches its first move: in another thread it may
            // have been a late one, searched with a large reduction.
            let is_needed = number == 1 && self.is_pv;
            if !is_needed && self.is_refuted(state, alpha) {
                self.n_elsewhere += 1;
            } else if state == IN_PROGRESS && number > 1 {
                self.n_elsewhere += 1;
                self.waiting.push_back((cell, number));
            } else {
                return Some((cell, number));
            }
        }
        while let Some((cell, number)) = self.waiting.pop_front() {
            if !self.is_refuted(self.state(cell), alpha) {
                return Some((cell, number));
            }
        }
        None
    }

    fn state(&self, cell: Cell) -> i16 {
        self.node.as_ref().map_or(UNSEARCHED, |node| node.state(cell).load(Ordering::Relaxed))
    }

    /// Whether a move is known to be no better than alpha; then its score is taken note of.
    fn is_refuted(&mut self, state: i16, alpha: Score) -> bool {
        let score = Score::from_raw(i32::from(state));
        let is_known = state != UNSEARCHED && state != IN_PROGRESS && score <= alpha;
        if is_known {
            self.best_elsewhere = self.best_elsewhere.max(score);
        }
        is_known
    }

    /// Tells the others that this thread searches a move.
    pub(crate) fn begin(&self, cell: Cell) {
        if let Some(node) = &self.node {
            node.begin(cell);
        }
    }

    /// Tells the others that it is done with a move, and what one that is no better than alpha is
    /// worth at most.
    pub(crate) fn finish(&self, cell: Cell, at_most: Option<Score>) {
        if let Some(node) = &self.node {
            node.finish(cell, at_most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: i32) -> Score {
        Score::of_eval(value)
    }

    fn cell(number: u16) -> Cell {
        Cell::new(number)
    }

    /// The moves a thread gets, in their order.
    fn all(queue: &mut MoveQueue<'_>, alpha: Score, cells: &[u16]) -> Vec<(u16, usize)> {
        let mut rest = cells.iter().copied().map(Cell::new);
        let mut got = Vec::new();
        while let Some((cell, number)) = queue.next(got.len(), alpha, || rest.next()) {
            got.push((cell.number(), number));
        }
        got
    }

    #[test]
    fn moves_of_others_wait_and_known_ones_are_left_out() {
        let nodes = SharedNodes::new(225);
        let first = MoveQueue::new(nodes.join(7), false);
        first.begin(cell(11));
        first.begin(cell(12));
        first.finish(cell(12), Some(score(-30)));
        first.begin(cell(13));
        first.finish(cell(13), Some(score(50)));
        first.begin(cell(14));
        first.finish(cell(14), None);
        let mut second = MoveQueue::new(nodes.join(7), false);
        let got = all(&mut second, score(0), &[10, 11, 12, 13, 14]);
        // 13 may be better than this thread's alpha.
        assert_eq!(got, [(10, 1), (13, 4), (14, 5), (11, 2)]);
        assert_eq!(second.best_elsewhere(), score(-30));
        // What is finished while it waits is left out as well.
        let mut third = MoveQueue::new(nodes.join(7), false);
        let mut rest = [10, 11].map(cell).into_iter();
        assert_eq!(third.next(0, score(0), || rest.next()), Some((cell(10), 1)));
        first.finish(cell(11), Some(score(-1)));
        assert_eq!(third.next(1, score(0), || rest.next()), None);
        assert_eq!(third.best_elsewhere(), score(-1));
        // The first move is left out as well, but not on a principal variation.
        let first_of = |is_pv| {
            let mut rest = [12, 15].map(cell).into_iter();
            MoveQueue::new(nodes.join(7), is_pv).next(0, score(0), || rest.next())
        };
        assert_eq!((first_of(false), first_of(true)), (Some((cell(15), 2)), Some((cell(12), 1))));
    }

    #[test]
    fn nothing_is_left_of_a_node_when_the_last_has_gone() {
        let nodes = SharedNodes::new(225);
        let one = nodes.join(5).expect("there is room");
        let two = nodes.join(5).expect("there is room");
        one.begin(cell(3));
        drop(one);
        assert_eq!(two.state(cell(3)).load(Ordering::Relaxed), IN_PROGRESS);
        drop(two);
        let again = nodes.join(5).expect("there is room");
        assert_eq!(again.state(cell(3)).load(Ordering::Relaxed), UNSEARCHED);
        // A bucket holds no more than it has slots for.
        let others: Vec<_> = (6..10).map(|key| nodes.join(key)).collect();
        assert_eq!(others.iter().filter(|node| node.is_some()).count(), SLOTS - 1);
    }

    #[test]
    fn alone_all_moves_come_in_their_order() {
        let mut queue = MoveQueue::new(None, false);
        assert_eq!(all(&mut queue, score(0), &[4, 2, 9]), [(4, 1), (2, 2), (9, 3)]);
    }
}
