//! How stable the best move is from one iteration to the next, and how much time it deserves.

use std::sync::{Mutex, PoisonError};

use tengen_board::Cell;
use tengen_search::{Iteration, Score};

/// A score that falls by this much between two iterations is bad news.
const BAD_NEWS: i32 = 40;

/// What the last iteration found.
#[derive(Debug, Default)]
pub(crate) struct Stability {
    last: Mutex<Option<(Cell, Score)>>,
}

impl Stability {
    /// The share of the soft limit that this move deserves, in hundredths.
    pub(crate) fn percent_after(&self, iteration: &Iteration<'_>) -> u32 {
        let found =
            iteration.lines.first().and_then(|line| Some((*line.cells.first()?, line.score)));
        let before = std::mem::replace(
            &mut *self.last.lock().unwrap_or_else(PoisonError::into_inner),
            found,
        );
        percent(before, found, iteration.best_move_percent)
    }
}

fn percent(before: Option<(Cell, Score)>, now: Option<(Cell, Score)>, effort: u32) -> u32 {
    let Some(((old, expected), (new, score))) = before.zip(now) else { return 100 };
    let is_worse = score.get() < expected.get() - BAD_NEWS;
    match (is_worse, old != new, effort) {
        // It is not what it seemed: as long as the hard limit allows.
        (true, _, _) => 250,
        (false, true, _) => 140,
        (false, false, 95..) => 25,
        (false, false, 85..) => 45,
        (false, false, _) => 75,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unstable_moves_take_longer() {
        let at = |cell, score| Some((Cell::new(cell), Score::of_eval(score)));
        let clear = percent(at(5, 100), at(5, 110), 97);
        let usual = percent(at(5, 100), at(5, 90), 60);
        let changed = percent(at(5, 100), at(6, 105), 97);
        let worse = percent(at(5, 100), at(5, 20), 97);
        assert!(clear < usual && usual < changed && changed < worse);
        assert_eq!(percent(None, at(5, 0), 99), 100, "one iteration tells nothing");
    }
}
