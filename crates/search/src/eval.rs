//! The classical evaluation: what the empty points promise to either side.
//!
//! A sum over the empty points, kept incrementally, plus a number for the threats on the board.
//! Where the weights have a network, that judges instead.

mod parts;

use std::sync::Arc;

use tengen_board::{Board, Cell, Combo, NoObserver, Observer, Threat, Variant};
use tengen_nnue::{Network, State};
use tengen_rules::Color;

use crate::score::Score;
use crate::weights::{ByCombo, N_MASKS, Weights};

pub use parts::EvalParts;

/// Whatever judges the positions of one board.
#[derive(Clone, Debug)]
pub enum Evaluation<'w> {
    /// The sums over the empty points.
    Classical(Classical<'w>),
    /// A network, with the captures of the weights added. Boxed, because what it knows of a board
    /// is large.
    Network(&'w Weights, &'w Network, Box<State>),
}

impl<'w> Evaluation<'w> {
    /// The evaluation that the weights have for a position.
    pub fn new<V: Variant>(weights: &'w Weights, board: &Board<V>) -> Self {
        match &weights.network {
            Some(network) if network.reads(V::RULE) => {
                Self::Network(weights, network, Box::new(State::new(network, board)))
            }
            _ => Self::Classical(Classical::new(weights, board)),
        }
    }

    /// Places a stone for the side to move.
    #[inline]
    pub(crate) fn make<V: Variant>(&mut self, board: &mut Board<V>, cell: Cell) {
        match self {
            Self::Classical(classical) => {
                classical.push();
                board.make(cell, classical);
            }
            Self::Network(..) => board.make(cell, &mut NoObserver),
        }
    }

    /// Lets the side to move pass.
    #[inline]
    pub(crate) fn make_pass<V: Variant>(&mut self, board: &mut Board<V>) {
        if let Self::Classical(classical) = self {
            classical.push();
        }
        board.make_pass();
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake<V: Variant>(&mut self, board: &mut Board<V>) {
        board.unmake();
        if let Self::Classical(classical) = self {
            classical.pop();
        }
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn value<V: Variant>(&mut self, board: &Board<V>) -> Score {
        match self {
            Self::Classical(classical) => classical.value(board),
            Self::Network(weights, network, state) => {
                let lines = state.value(network, board, mask_of(board) as u16);
                Score::of_eval(lines + weights.value_of_captures(board))
            }
        }
    }
}

/// What something is worth to a color that is to move, and to one that is not, in one number: the
/// second stands 32 bits up, so that one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Worth(i64);

impl Worth {
    fn new([to_move, waiting]: [i16; 2]) -> Self {
        Self(i64::from(to_move) + (i64::from(waiting) << 32))
    }

    #[inline]
    const fn to_move(self) -> i32 {
        self.0 as i32
    }

    /// A first number below zero has borrowed from the second.
    #[inline]
    const fn waiting(self) -> i32 {
        ((self.0 - self.to_move() as i64) >> 32) as i32
    }
}

/// The worth of every combination; larger than needed, so that a masked index needs no check.
type Worths = Arc<[Worth; 4096]>;

fn worths(numbers: &ByCombo) -> Worths {
    Arc::new(numbers.map(Worth::new))
}

/// The classical evaluation of one board.
#[derive(Clone, Debug)]
pub struct Classical<'w> {
    weights: &'w Weights,
    /// Of an empty point to Black and to White: one table for both where it is the same, which
    /// halves what the caches hold.
    worths: [Worths; 2],
    /// The running sums of both colors.
    now: [Worth; 2],
    saved: Vec<[Worth; 2]>,
}

impl<'w> Classical<'w> {
    /// The evaluation of a position.
    pub fn new<V: Variant>(weights: &'w Weights, board: &Board<V>) -> Self {
        let [black, white] = &weights.value;
        let of_black = worths(black);
        let of_white = if black == white { Arc::clone(&of_black) } else { worths(white) };
        let mut eval = Self {
            weights,
            worths: [of_black, of_white],
            now: [Worth::default(); 2],
            saved: Vec::with_capacity(512),
        };
        for cell in board.empties() {
            eval.entered(Color::ALL.map(|color| board.combo(color, cell)));
        }
        eval
    }

    /// Remembers the sums before a move.
    #[inline]
    pub(crate) fn push(&mut self) {
        self.saved.push(self.now);
    }

    /// Goes back to the sums before the last move.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(sums) = self.saved.pop() {
            self.now = sums;
        }
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn value<V: Variant>(&self, board: &Board<V>) -> Score {
        let us = board.to_move();
        let own = self.now[us as usize].to_move();
        let other = self.now[!us as usize].waiting();
        let threats = self.weights.mask[us as usize][mask_of(board) & (N_MASKS - 1)];
        let captures = self.weights.value_of_captures(board);
        Score::of_eval(own - other + i32::from(threats) + captures)
    }
}

impl Classical<'_> {
    #[inline]
    fn worth(&self, side: usize, combo: Combo) -> i64 {
        self.worths[side][usize::from(combo) & 4095].0
    }
}

impl Observer for Classical<'_> {
    #[inline]
    fn changed(&mut self, side: usize, old: Combo, new: Combo) {
        self.now[side].0 += self.worth(side, new) - self.worth(side, old);
    }

    #[inline]
    fn left(&mut self, combos: [Combo; 2]) {
        for (side, combo) in combos.into_iter().enumerate() {
            self.now[side].0 -= self.worth(side, combo);
        }
    }

    #[inline]
    fn entered(&mut self, combos: [Combo; 2]) {
        for (side, combo) in combos.into_iter().enumerate() {
            self.now[side].0 += self.worth(side, combo);
        }
    }
}

/// What a position is worth to the side to move, part by part.
pub fn parts_of<V: Variant>(weights: &Weights, board: &Board<V>) -> EvalParts {
    EvalParts::of(weights, board)
}

/// Which kinds of threats either side has, one bit each, from the side to move.
#[inline]
pub fn mask_of<V: Variant>(board: &Board<V>) -> usize {
    let us = board.to_move();
    let mut mask = 0;
    for (i, color) in [us, !us].into_iter().enumerate() {
        let has = |threat| usize::from(board.count(color, threat) > 0);
        let strong_fours = has(Threat::FourPlus) | has(Threat::FourThree);
        let bits = has(Threat::OpenFour)
            | strong_fours << 1
            | has(Threat::Four) << 2
            | (has(Threat::DoubleThree) | has(Threat::ThreePlus)) << 3
            | has(Threat::Three) << 4;
        mask |= bits << (5 * i);
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numbers_of_a_sum_are_read_back() {
        let pairs = [[-3, 5], [-32768, -32768], [32767, -1], [0, -7], [-1, 0]];
        let mut sum = Worth::default();
        let mut expected = [0, 0];
        for pair in pairs.into_iter().cycle().take(2000) {
            sum.0 += Worth::new(pair).0;
            expected = [expected[0] + i32::from(pair[0]), expected[1] + i32::from(pair[1])];
            assert_eq!([sum.to_move(), sum.waiting()], expected);
        }
    }
}
