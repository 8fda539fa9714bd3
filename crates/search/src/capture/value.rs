//! What captures are worth, made and to come.

use tengen_board::{Board, Cell, Variant};
use tengen_rules::Color;

/// Counts of taken stones are told apart up to this many.
pub const N_TAKEN: usize = 16;
/// So are cells where something can be taken or flanked.
pub const N_CHANCES: usize = 4;
/// What a move can do about captures: take, stop a take, flank, stop a flank.
pub const N_EFFECTS: usize = 4;
/// Nothing, one pair or three, more.
pub const N_SIZES: usize = 3;

/// The fitted numbers for captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureWeights {
    /// For the side to move and for the one that waits: having taken so many stones, with so many
    /// cells to take more on.
    pub takes: [[[i16; N_CHANCES]; N_TAKEN]; 2],
    /// The same with the cells where a pair could be flanked.
    pub flanks: [[[i16; N_CHANCES]; N_TAKEN]; 2],
    /// How good a move looks that does this to so many stones, with so many taken by the side that
    /// takes them.
    pub effects: [[[i16; N_SIZES]; N_TAKEN]; N_EFFECTS],
}

/// How many numbers there are.
pub(crate) const N_CAPTURE_NUMBERS: usize =
    2 * 2 * N_TAKEN * N_CHANCES + N_EFFECTS * N_TAKEN * N_SIZES;

impl Default for CaptureWeights {
    fn default() -> Self {
        Self {
            takes: [[[0; N_CHANCES]; N_TAKEN]; 2],
            flanks: [[[0; N_CHANCES]; N_TAKEN]; 2],
            effects: [[[0; N_SIZES]; N_TAKEN]; N_EFFECTS],
        }
    }
}

impl CaptureWeights {
    /// The starting point before anything was fitted: every pair counts more than the one before.
    pub(crate) fn untrained() -> Self {
        let mut weights = Self::default();
        for taken in 0..N_TAKEN {
            let pairs = taken as i16 / 2;
            for chances in 0..N_CHANCES {
                let n = chances.min(2) as i16;
                weights.takes[0][taken][chances] =
                    pairs * (40 + 12 * pairs) + n * (25 + 10 * pairs);
                weights.takes[1][taken][chances] = pairs * (40 + 12 * pairs) + n * (12 + 6 * pairs);
                weights.flanks[0][taken][chances] = n * (4 + 2 * pairs);
                weights.flanks[1][taken][chances] = n * (2 + pairs);
            }
            for size in 1..N_SIZES {
                let n = size as i16;
                weights.effects[0][taken][size] = n * (500 + 150 * pairs);
                weights.effects[1][taken][size] = n * (350 + 150 * pairs);
                weights.effects[2][taken][size] = n * (80 + 60 * pairs);
                weights.effects[3][taken][size] = n * (40 + 30 * pairs);
            }
        }
        weights
    }

    /// All numbers in the order of the file.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i16> {
        let chances = self.takes.iter().chain(&self.flanks).flatten().flatten();
        chances.chain(self.effects.iter().flatten().flatten()).copied()
    }

    /// Reads the numbers back.
    pub(crate) fn from_numbers(mut next: impl FnMut() -> i16) -> Self {
        let mut weights = Self::default();
        let chances = weights.takes.iter_mut().chain(&mut weights.flanks).flatten().flatten();
        for number in chances.chain(weights.effects.iter_mut().flatten().flatten()) {
            *number = next();
        }
        weights
    }

    /// What captures are worth to the side to move.
    #[inline]
    pub(crate) fn value<V: Variant>(&self, board: &Board<V>) -> i32 {
        let us = board.to_move();
        let [own, other] = [(us, 0), (!us, 1)].map(|(color, role)| {
            let Chances { taken, takes, flanks } = Chances::of(board, color);
            i32::from(self.takes[role][taken][takes]) + i32::from(self.flanks[role][taken][flanks])
        });
        own - other
    }

    /// How good a move of the side to move looks for what it does about captures.
    #[inline]
    pub(crate) fn policy<V: Variant>(&self, board: &Board<V>, cell: Cell) -> i32 {
        effects(board, cell)
            .into_iter()
            .zip(&self.effects)
            .map(|((taken, size), effect)| i32::from(effect[taken][size]))
            .sum()
    }
}

/// What the evaluation knows about the captures of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Stones taken.
    pub taken: usize,
    /// Cells to take on.
    pub takes: usize,
    /// Cells to flank from.
    pub flanks: usize,
}

impl Chances {
    /// Reads them off the board.
    #[inline]
    pub fn of<V: Variant>(board: &Board<V>, color: Color) -> Self {
        Self {
            taken: usize::from(board.taken(color)).min(N_TAKEN - 1),
            takes: board.takes(color).len().min(N_CHANCES - 1),
            flanks: (board.flanks(color).len() / 2).min(N_CHANCES - 1),
        }
    }
}

/// What a move of the side to move does about captures, as indices of the numbers.
#[inline]
pub fn effects<V: Variant>(board: &Board<V>, cell: Cell) -> [(usize, usize); N_EFFECTS] {
    let us = board.to_move();
    let taken = |color| usize::from(board.taken(color)).min(N_TAKEN - 1);
    let size = |n_stones: u8| usize::from(n_stones).div_ceil(3).min(N_SIZES - 1);
    [
        (taken(us), size(board.n_takes(us, cell))),
        (taken(!us), size(board.n_takes(!us, cell))),
        (taken(us), size(board.n_flanks(us, cell))),
        (taken(!us), size(board.n_flanks(!us, cell))),
    ]
}
