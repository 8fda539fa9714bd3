//! What an empty point is worth to either side (seed 001, `eval_posi`, table 2).
//!
//! The report says only that it counts "the connection" and turns it into a score by the table.
//! We count the unbroken connection through the point with its open ends, and besides it the
//! connection over one gap, since the report wants "three-four" and the like to be seen: with four
//! or more stones that is a blocked four (one point makes five), with three it is a three.

use tengen_rules::{Cell, Color};

use crate::bots::board::{Board, Grid};

pub(super) const FIVE: i64 = 10000000;
/// The table's `next_win`, whose use the report does not give: see `evaluate`.
pub(super) const NEXT_WIN: i64 = 99900;
const BLOCKED_FOUR: i64 = OPEN_AND_BLOCKED[3][1];
const THREE: [i64; 2] = OPEN_AND_BLOCKED[2];

/// By number of stones from one: open on both ends, open on one.
const OPEN_AND_BLOCKED: [[i64; 2]; 4] = [[10, 1], [100, 10], [1000, 100], [100000, 10000]];

/// The worth of an empty point to both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointValue {
    /// To the side to move.
    pub(super) own: i64,
    /// To the other side.
    pub(super) opponent: i64,
}

impl PointValue {
    pub(super) fn of(board: &Board, index: usize, mover: Color) -> Self {
        Self { own: value(board, index, mover), opponent: value(board, index, !mover) }
    }

    /// What points are sorted by (2.5.1): worth to both sides together, since a good point for one
    /// is worth taking from the other. A five of the mover comes before everything.
    pub(super) fn sort_key(self) -> (bool, i64) {
        (self.own >= FIVE, self.own + self.opponent)
    }
}

/// The worth of an empty point to `color`, over its four lines.
pub(super) fn value(board: &Board, index: usize, color: Color) -> i64 {
    board.layout().steps().into_iter().map(|step| line_value(board, index, step, color)).sum()
}

fn line_value(board: &Board, index: usize, step: isize, color: Color) -> i64 {
    let (ahead, front) = board.run(index, step, color);
    let (behind, back) = board.run(index, -step, color);
    let n_stones = 1 + ahead + behind;
    if n_stones >= 5 {
        return FIVE;
    }
    let is_open = |end| board.at(end) == Cell::Empty;
    let n_open = usize::from(is_open(front)) + usize::from(is_open(back));
    let unbroken = worth(OPEN_AND_BLOCKED[n_stones - 1], n_open);
    let over_gap = |gap, step, other_end| {
        if !is_open(gap) {
            return 0;
        }
        let (beyond, far_end) = board.run(gap, step, color);
        let n_open = usize::from(is_open(far_end)) + usize::from(is_open(other_end));
        match n_stones + beyond {
            _ if beyond == 0 => 0,
            4.. => BLOCKED_FOUR,
            3 => worth(THREE, n_open),
            _ => 0,
        }
    };
    unbroken.max(over_gap(front, step, back)).max(over_gap(back, -step, front))
}

/// An entry of the table by open ends; what is shut on both ends can become nothing.
fn worth([open, blocked]: [i64; 2], n_open: usize) -> i64 {
    match n_open {
        2 => open,
        1 => blocked,
        _ => 0,
    }
}
