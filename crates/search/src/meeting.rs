//! Nodes that several threads search together.
//!
//! Who comes to a node that another thread is at finds a list of its moves: what was found out about
//! some, which ones are being looked at. It takes the others first and need not repeat anything. A
//! list that is lost or read too late costs double work. What it says is worth as much as what the
//! table says.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI16, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_board::Cell;

use crate::score::Score;

const SLOTS: usize = 4;
const BUCKETS: usize = 128;

/// Nobody has looked at a move.
const UNTOUCHED: i16 = i16::MIN;
/// Somebody is looking at it.
const TAKEN: i16 = i16::MIN + 1;

/// The nodes that are being searched.
#[derive(Debug)]
pub(crate) struct Meetings {
    buckets: Vec<Mutex<[Attendance; SLOTS]>>,
    moves: Vec<Vec<AtomicI16>>,
}

/// Which node a list is about, and how many threads are there.
#[derive(Clone, Copy, Debug, Default)]
struct Attendance {
    key: u64,
    n_threads: u32,
}

impl Meetings {
    pub(crate) fn new(n_cells: usize) -> Self {
        let list = || (0..n_cells).map(|_| AtomicI16::new(UNTOUCHED)).collect();
        Self {
            buckets: (0..BUCKETS).map(|_| Mutex::default()).collect(),
            moves: (0..BUCKETS * SLOTS).map(|_| list()).collect(),
        }
    }

    fn bucket(&self, index: usize) -> MutexGuard<'_, [Attendance; SLOTS]> {
        self.buckets[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins those who are at a node, or opens its list. `None` if there is no room for another one.
    pub(crate) fn join(&self, key: u64) -> Option<Meeting<'_>> {
        let index = (key >> 32) as usize % BUCKETS;
        let mut bucket = self.bucket(index);
        let is_there = |node: &Attendance| node.n_threads > 0 && node.key == key;
        let slot = bucket
            .iter()
            .position(is_there)
            .or_else(|| bucket.iter().position(|node| node.n_threads == 0))?;
        let moves = &self.moves[index * SLOTS + slot];
        if bucket[slot].n_threads == 0 {
            bucket[slot].key = key;
            for state in moves {
                state.store(UNTOUCHED, Ordering::Relaxed);
            }
        }
        bucket[slot].n_threads += 1;
        drop(bucket);
        Some(Meeting { meetings: self, index, slot, moves })
    }
}

/// The list of a node's moves, as long as a thread is there.
#[derive(Debug)]
pub(crate) struct Meeting<'a> {
    meetings: &'a Meetings,
    index: usize,
    slot: usize,
    moves: &'a [AtomicI16],
}

impl Meeting<'_> {
    fn state(&self, cell: Cell) -> &AtomicI16 {
        &self.moves[cell.index()]
    }

    /// Says that a move is being looked at.
    fn take(&self, cell: Cell) {
        self.state(cell).store(TAKEN, Ordering::Relaxed);
    }

    /// Says that a move is worth no more than this, or, without a score, that nothing was found out.
    fn give_back(&self, cell: Cell, at_most: Option<Score>) {
        let state = at_most.map_or(UNTOUCHED, |score| score.get() as i16);
        self.state(cell).store(state, Ordering::Relaxed);
    }
}

impl Drop for Meeting<'_> {
    fn drop(&mut self) {
        self.meetings.bucket(self.index)[self.slot].n_threads -= 1;
    }
}

/// Whose turn it is among the moves of a node. Those that another thread is looking at wait until all
/// others had theirs, and those that are known to be too bad are left out.
#[derive(Debug)]
pub(crate) struct Turns<'a> {
    meeting: Option<Meeting<'a>>,
    is_pv: bool,
    waiting: VecDeque<(Cell, usize)>,
    /// How many moves wait or were left out.
    n_elsewhere: usize,
    /// The best that was found out elsewhere about moves that were left out.
    best_elsewhere: Score,
}

impl<'a> Turns<'a> {
    pub(crate) fn new(meeting: Option<Meeting<'a>>, is_pv: bool) -> Self {
        let best_elsewhere = -Score::INFINITE;
        Self { meeting, is_pv, waiting: VecDeque::new(), n_elsewhere: 0, best_elsewhere }
    }

    /// Whether other threads may be here.
    pub(crate) fn is_shared(&self) -> bool {
        self.meeting.is_some()
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
            // On a principal variation the first move is everybody's: elsewhere it may have been a late
            // one, hardly looked at.
            let is_needed = number == 1 && self.is_pv;
            if !is_needed && self.leaves_out(state, alpha) {
                self.n_elsewhere += 1;
            } else if state == TAKEN && number > 1 {
                self.n_elsewhere += 1;
                self.waiting.push_back((cell, number));
            } else {
                return Some((cell, number));
            }
        }
        while let Some((cell, number)) = self.waiting.pop_front() {
            if !self.leaves_out(self.state(cell), alpha) {
                return Some((cell, number));
            }
        }
        None
    }

    fn state(&self, cell: Cell) -> i16 {
        self.meeting
            .as_ref()
            .map_or(UNTOUCHED, |meeting| meeting.state(cell).load(Ordering::Relaxed))
    }

    /// Whether a move is known to be no better than alpha; then its score is taken note of.
    fn leaves_out(&mut self, state: i16, alpha: Score) -> bool {
        let score = Score::from_raw(i32::from(state));
        let is_known = state != UNTOUCHED && state != TAKEN && score <= alpha;
        if is_known {
            self.best_elsewhere = self.best_elsewhere.max(score);
        }
        is_known
    }

    /// Says that this thread looks at a move.
    pub(crate) fn take(&self, cell: Cell) {
        if let Some(meeting) = &self.meeting {
            meeting.take(cell);
        }
    }

    /// Says that it does no more, and what a move that is no better than alpha is worth at most.
    pub(crate) fn give_back(&self, cell: Cell, at_most: Option<Score>) {
        if let Some(meeting) = &self.meeting {
            meeting.give_back(cell, at_most);
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
    fn all(turns: &mut Turns<'_>, alpha: Score, cells: &[u16]) -> Vec<(u16, usize)> {
        let mut rest = cells.iter().copied().map(Cell::new);
        let mut got = Vec::new();
        while let Some((cell, number)) = turns.next(got.len(), alpha, || rest.next()) {
            got.push((cell.number(), number));
        }
        got
    }

    #[test]
    fn moves_of_others_wait_and_known_ones_are_left_out() {
        let meetings = Meetings::new(225);
        let first = Turns::new(meetings.join(7), false);
        first.take(cell(11));
        first.take(cell(12));
        first.give_back(cell(12), Some(score(-30)));
        first.take(cell(13));
        first.give_back(cell(13), Some(score(50)));
        first.take(cell(14));
        first.give_back(cell(14), None);
        let mut second = Turns::new(meetings.join(7), false);
        let got = all(&mut second, score(0), &[10, 11, 12, 13, 14]);
        // 13 may be better than this thread's alpha.
        assert_eq!(got, [(10, 1), (13, 4), (14, 5), (11, 2)]);
        assert_eq!(second.best_elsewhere(), score(-30));
        // What is finished while it waits is left out as well.
        let mut third = Turns::new(meetings.join(7), false);
        let mut rest = [10, 11].map(cell).into_iter();
        assert_eq!(third.next(0, score(0), || rest.next()), Some((cell(10), 1)));
        first.give_back(cell(11), Some(score(-1)));
        assert_eq!(third.next(1, score(0), || rest.next()), None);
        assert_eq!(third.best_elsewhere(), score(-1));
        // The first move is left out as well, but not on a principal variation.
        let first_of = |is_pv| {
            let mut rest = [12, 15].map(cell).into_iter();
            Turns::new(meetings.join(7), is_pv).next(0, score(0), || rest.next())
        };
        assert_eq!((first_of(false), first_of(true)), (Some((cell(15), 2)), Some((cell(12), 1))));
    }

    #[test]
    fn nothing_is_left_of_a_node_when_the_last_has_gone() {
        let meetings = Meetings::new(225);
        let one = meetings.join(5).expect("there is room");
        let two = meetings.join(5).expect("there is room");
        one.take(cell(3));
        drop(one);
        assert_eq!(two.state(cell(3)).load(Ordering::Relaxed), TAKEN);
        drop(two);
        let again = meetings.join(5).expect("there is room");
        assert_eq!(again.state(cell(3)).load(Ordering::Relaxed), UNTOUCHED);
        // A bucket holds no more than it has slots for.
        let others: Vec<_> = (6..10).map(|key| meetings.join(key)).collect();
        assert_eq!(others.iter().filter(|meeting| meeting.is_some()).count(), SLOTS - 1);
    }

    #[test]
    fn alone_all_moves_come_in_their_order() {
        let mut turns = Turns::new(None, false);
        assert_eq!(all(&mut turns, score(0), &[4, 2, 9]), [(4, 1), (2, 2), (9, 3)]);
    }
}
