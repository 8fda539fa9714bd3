//! How promising a position in the middle of an attack looks, with the attacker to move.
//!
//! df-pn spends its work where the numbers are smallest, so what is expected of a position that was
//! never looked into decides what is looked into. The network says most; the counts of threats and
//! the length of the attack say what it does not see: it learned from games without forbidden
//! points, and from positions where quiet moves count.
//!
//! The weights of the counts were fitted to 88,000 positions from searches of 337 renju problems:
//! does the search prove a position that it looked at, or not? Nothing here is believed: it changes
//! the order of the work and nothing else.

use tengen_board::{Board, Cell, Threat, Variant};
use tengen_nnue::State;

use super::numbers::{Numbers, times_two_to_the};
use crate::eval::mask_of;
use crate::weights::Weights;

/// By how much the numbers of all attacks of a position are changed, in hundredths of a doubling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    proof: i32,
    disproof: i32,
}

impl Outlook {
    pub(super) fn apply(self, numbers: Numbers) -> Numbers {
        Numbers {
            proof: times_two_to_the(numbers.proof, self.proof),
            disproof: times_two_to_the(numbers.disproof, self.disproof),
        }
    }
}

/// Evaluations beyond this say no more than this.
const MOST_VALUE: i32 = 1500;
/// So much evaluation halves the work that a proof is expected to take.
const VALUE_FOR_HALF_THE_PROOF: i32 = 250;
/// So much doubles that of a disproof, counted from a position that is a little better than even.
const VALUE_FOR_TWICE_THE_DISPROOF: i32 = 300;
const VALUE_OF_NO_CHANGE: i32 = 100;
/// In hundredths of a doubling: at the root, for every threat on the way that is no four, and for
/// every attack there is to choose from.
const ROOT: i32 = -20;
const PER_THREAT: i32 = 45;
const PER_CHOICE: i32 = 2;

/// What each move of a class does for the attacker if it is his, in hundredths of a halving.
const OWN: [(Threat, i32); 7] = [
    (Threat::FourThree, 45),
    (Threat::FourPlus, 8),
    (Threat::Four, -8),
    (Threat::DoubleThree, 42),
    (Threat::ThreePlus, -1),
    (Threat::Three, -3),
    // Suspects, for Black in renju.
    (Threat::Forbidden, -62),
];
/// The same for the defender's moves.
const OTHER: [(Threat, i32); 5] = [
    (Threat::OpenFour, -32),
    (Threat::FourThree, 16),
    (Threat::FourPlus, -22),
    (Threat::Four, -15),
    (Threat::Forbidden, 73),
];

/// A reply that looks so much worse than the best one is expected to take twice the work to hold.
const POLICY_FOR_TWICE_THE_WORK: i32 = 1000;
const MOST_POLICY_GAP: i32 = 3 * POLICY_FOR_TWICE_THE_WORK;

/// Judges positions, where the weights have a network for the rule.
#[derive(Debug)]
pub(super) struct Judge<'w> {
    weights: &'w Weights,
    state: Option<Box<State>>,
}

impl<'w> Judge<'w> {
    pub(super) fn new<V: Variant>(weights: &'w Weights, board: &Board<V>) -> Self {
        let network = weights.network.as_ref().filter(|network| network.reads(V::RULE));
        Self { weights, state: network.map(|network| Box::new(State::new(network, board))) }
    }

    /// How an attack looks that took `n_threats` threats so far and can go on in `n_choices` ways.
    pub(super) fn outlook<V: Variant>(
        &mut self,
        board: &Board<V>,
        n_threats: i32,
        n_choices: usize,
    ) -> Outlook {
        let us = board.to_move();
        let value = self.value(board);
        let of = |color, classes: &[(Threat, i32)]| -> i32 {
            classes
                .iter()
                .map(|&(threat, worth)| worth * i32::from(board.count(color, threat)))
                .sum()
        };
        let length = PER_THREAT * n_threats + PER_CHOICE * n_choices as i32;
        Outlook {
            proof: ROOT + length
                - of(us, &OWN)
                - of(!us, &OTHER)
                - value * 100 / VALUE_FOR_HALF_THE_PROOF,
            disproof: (value - VALUE_OF_NO_CHANGE) * 100 / VALUE_FOR_TWICE_THE_DISPROOF,
        }
    }

    fn value<V: Variant>(&mut self, board: &Board<V>) -> i32 {
        match (&mut self.state, &self.weights.network) {
            (Some(state), Some(network)) => {
                state.value(network, board, mask_of(board) as u16).clamp(-MOST_VALUE, MOST_VALUE)
            }
            _ => 0,
        }
    }

    /// How good a reply looks to the side that defends.
    pub(super) fn policy<V: Variant>(&self, board: &Board<V>, reply: Cell) -> i32 {
        self.weights.policy_of(board, reply)
    }
}

/// What is expected of a reply whose policy is `gap` below the best one: the better it looks, the
/// earlier it is tried, because a refutation ends the work on an attack.
pub(super) fn of_reply(numbers: Numbers, gap: i32) -> Numbers {
    let hundredths = gap.min(MOST_POLICY_GAP) * 100 / POLICY_FOR_TWICE_THE_WORK;
    Numbers { disproof: times_two_to_the(numbers.disproof, hundredths), ..numbers }
}
