//! The classical evaluation: what the empty points promise to either side.
//!
//! A sum over the empty points, kept incrementally, plus a number for the threats on the board.
//! Where the weights have a network, that judges instead.

mod parts;

use tengen_board::{Board, Cell, Combo, NoObserver, Observer, Threat, Variant};
use tengen_nnue::{Network, State};
use tengen_rules::Color;

use crate::score::Score;
use crate::weights::{N_MASKS, Weights};

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

/// The running sums of both colors, each for being to move and for not being it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums([[i32; 2]; 2]);

/// The classical evaluation of one board.
#[derive(Clone, Debug)]
pub struct Classical<'w> {
    weights: &'w Weights,
    now: Sums,
    saved: Vec<Sums>,
}

impl<'w> Classical<'w> {
    /// The evaluation of a position.
    pub fn new<V: Variant>(weights: &'w Weights, board: &Board<V>) -> Self {
        let mut eval = Self { weights, now: Sums::default(), saved: Vec::with_capacity(512) };
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
        let own = self.now.0[us as usize][0];
        let other = self.now.0[!us as usize][1];
        let threats = self.weights.mask[us as usize][mask_of(board) & (N_MASKS - 1)];
        let captures = self.weights.value_of_captures(board);
        Score::of_eval(own - other + i32::from(threats) + captures)
    }
}

impl Classical<'_> {
    #[inline]
    fn add(&mut self, side: usize, combo: Combo, sign: i32) {
        let [to_move, waiting] = self.weights.value[side][usize::from(combo) & 4095];
        self.now.0[side][0] += sign * i32::from(to_move);
        self.now.0[side][1] += sign * i32::from(waiting);
    }
}

impl Observer for Classical<'_> {
    #[inline]
    fn changed(&mut self, side: usize, old: Combo, new: Combo) {
        self.add(side, old, -1);
        self.add(side, new, 1);
    }

    #[inline]
    fn left(&mut self, combos: [Combo; 2]) {
        self.add(0, combos[0], -1);
        self.add(1, combos[1], -1);
    }

    #[inline]
    fn entered(&mut self, combos: [Combo; 2]) {
        self.add(0, combos[0], 1);
        self.add(1, combos[1], 1);
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
