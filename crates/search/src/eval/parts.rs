//! What the evaluation is made of, for people.

use tengen_board::{Board, Combo, N_COMBOS, Pattern, Variant, patterns_of};
use tengen_rules::Color;

use super::{Evaluation, mask_of};
use crate::weights::{N_MASKS, Weights};

/// What the evaluation is made of, from the side to move; it is the sum of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalParts {
    /// What the points promise on which the side to move would join stones in line.
    pub own_lines: i32,
    /// The same for the other side, which counts against the side to move.
    pub their_lines: i32,
    /// What the threats on the board are worth.
    pub threats: i32,
    /// What captures made and to come are worth.
    pub captures: i32,
    /// What is left: having the move, points where nothing is to be joined, and what a network sees
    /// beyond the tables.
    pub rest: i32,
}

impl EvalParts {
    pub(super) fn of<V: Variant>(weights: &Weights, board: &Board<V>) -> Self {
        let us = board.to_move();
        let total = Evaluation::new(weights, board).value(board).get();
        let threats = weights.mask[us as usize][mask_of(board) & (N_MASKS - 1)];
        let captures = weights.value_of_captures(board);
        let own_lines = lines(weights, board, us, 0);
        let their_lines = -lines(weights, board, !us, 1);
        let threats = i32::from(threats);
        let rest = total - own_lines - their_lines - threats - captures;
        Self { own_lines, their_lines, threats, captures, rest }
    }
}

/// What the points where a color would join stones are worth more than empty board.
fn lines<V: Variant>(weights: &Weights, board: &Board<V>, color: Color, role: usize) -> i32 {
    let number = |combo: Combo| i32::from(weights.value[color as usize][usize::from(combo)][role]);
    let bare = (0..N_COMBOS as Combo)
        .find(|&combo| patterns_of(combo) == [Pattern::One; 4])
        .map_or(0, number);
    let combos = board.empties().map(|cell| board.combo(color, cell));
    let joins = |combo: &Combo| patterns_of(*combo).into_iter().any(|it| it > Pattern::One);
    combos.filter(joins).map(|combo| number(combo) - bare).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::{Freestyle, Ninuki42, NoObserver};
    use tengen_rules::{Size, SplitMix64};

    fn check<V: Variant>() {
        let weights = Weights::untrained();
        let mut random = SplitMix64::new(9);
        let mut board = Board::<V>::new(Size::literal(11)).expect("the board is small enough");
        for _ in 0..30 {
            let cells: Vec<_> = board.empties().collect();
            let cell = *random.pick(&cells).expect("there is room");
            if board.is_legal(cell) {
                board.make(cell, &mut NoObserver);
            }
            let parts = EvalParts::of(&weights, &board);
            let sum = parts.own_lines + parts.their_lines + parts.threats;
            let value = Evaluation::new(&weights, &board).value(&board).get();
            assert_eq!(sum + parts.captures + parts.rest, value);
            assert!(parts.own_lines >= 0 && parts.their_lines <= 0, "{parts:?}");
        }
        assert_ne!(EvalParts::of(&weights, &board).own_lines, 0);
    }

    #[test]
    fn the_parts_add_up_to_the_evaluation() {
        check::<Freestyle>();
        check::<Ninuki42>();
    }
}
