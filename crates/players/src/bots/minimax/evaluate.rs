//! The value of a position where the search stops (seed 001, algorithm 2).
//!
//! The algorithm as printed cannot be meant literally: it adds the points of one side only, and
//! puts a winning point into the set of whoever's "turn" it is. We keep its structure (sum of the
//! points worth more than 100, a set of winning points for each side, infinity for two of them)
//! and fill in the sides: the root's points count for it and the opponent's against it.

use crate::Score;
use tengen_rules::Color;

use super::value::{FIVE, NEXT_WIN, value};
use crate::bots::board::{Board, Grid};

/// "Do not count small value which is negligible."
const NEGLIGIBLE: i64 = 100;

/// The parts of the report's `EVAL(state) = val + defense + attack`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The sum over the empty points.
    pub val: i64,
    /// Whether `attack` or `defense` is infinite: a must-win or a must-lose.
    must: Option<Must>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Must {
    Win,
    Lose,
}

impl Evaluation {
    /// Whether `attack` is infinity, and not 0.
    pub fn attacks(&self) -> bool {
        self.must == Some(Must::Win)
    }

    /// Whether `defense` is minus infinity, and not 0.
    pub fn defends(&self) -> bool {
        self.must == Some(Must::Lose)
    }

    /// The sum of the three.
    pub fn score(&self) -> Score {
        match self.must {
            Some(Must::Win) => Score::WIN,
            Some(Must::Lose) => Score::LOSS,
            None => Score(self.val),
        }
    }
}

/// The value for `root` with `mover` to move.
pub(super) fn evaluate(board: &Board, root: Color, mover: Color) -> Evaluation {
    let mut val = 0;
    let (mut my_must_win, mut op_must_win) = (0, 0);
    for index in board.empties() {
        let mine = counted(value(board, index, root), &mut my_must_win);
        let theirs = counted(value(board, index, !root), &mut op_must_win);
        val += mine - theirs;
    }
    // The report asks for two winning points, which the side that has just moved needs: one of
    // them will be blocked. The side to move needs only one.
    let (mine_needed, theirs_needed) = if mover == root { (1, 2) } else { (2, 1) };
    let (i_win, they_win) = (my_must_win >= mine_needed, op_must_win >= theirs_needed);
    let is_my_turn = mover == root;
    let must = if i_win && (is_my_turn || !they_win) {
        Some(Must::Win)
    } else {
        they_win.then_some(Must::Lose)
    };
    Evaluation { val, must }
}

/// What a point adds to the sum. A point that makes five goes into the set of winning points
/// (the report's `v > score['FIVE']`, which would miss a bare five, is read as "at least") and
/// counts as the table's `next_win`: else one four that can be blocked would outweigh everything
/// else on the board.
fn counted(value: i64, must_win: &mut u32) -> i64 {
    if value >= FIVE {
        *must_win += 1;
        NEXT_WIN
    } else if value > NEGLIGIBLE {
        value
    } else {
        0
    }
}
