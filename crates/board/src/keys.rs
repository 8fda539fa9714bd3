//! The stones of every line as two bits a cell.

use tengen_rules::Size;

use crate::geometry::Place;
use crate::half::{REACH, Seen};

/// Lines in one direction: at most 43 diagonals on the largest board.
const N_LINES: usize = 64;

/// The four sets of lines; what is not on the board is wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineKeys([[u64; N_LINES]; 4]);

impl LineKeys {
    /// An empty board.
    pub(crate) fn new(size: Size, places: &[Place]) -> Self {
        let mut keys = Self([[u64::MAX; N_LINES]; 4]);
        debug_assert!(usize::from(size.get()) + 2 * REACH <= 32, "a line fits in 64 bits");
        for place in places {
            for direction in 0..4 {
                let bits = (Seen::Wall as u64) << (2 * place.position[direction]);
                keys.0[direction][usize::from(place.line[direction])] ^= bits;
            }
        }
        keys
    }

    /// The line of a place in one direction.
    #[inline]
    pub(crate) fn line(&self, place: &Place, direction: usize) -> u64 {
        self.0[direction][usize::from(place.line[direction]) & (N_LINES - 1)]
    }

    /// Whether something is true of any line. Lines that are all wall are asked as well.
    pub(crate) fn any_line(&self, is_true: impl Fn(u64) -> bool) -> bool {
        self.0.iter().flatten().any(|&line| is_true(line))
    }

    /// Puts a stone on an empty cell, or takes that stone away again.
    #[inline]
    pub(crate) fn toggle(&mut self, place: &Place, stone: Seen) {
        for direction in 0..4 {
            self.0[direction][usize::from(place.line[direction]) & (N_LINES - 1)] ^=
                (stone as u64) << (2 * place.position[direction]);
        }
    }
}
