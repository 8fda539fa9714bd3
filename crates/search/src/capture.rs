//! The search under capture rules: what is a threat there, and what answers it.
//!
//! A four can be answered by taking a stone of it, a five can stand on trial, and the last pair
//! wins like a five. Which answers there are is written down in `docs/SEARCH.md`, section 7; the
//! sets here are made to be complete, and tests compare them with every legal reply.

mod answers;
mod situation;
mod value;

#[cfg(test)]
mod tests;

use tengen_board::{Bits, Board, Cell, FiveState, Threat, Variant};
use tengen_rules::Color;

pub(crate) use situation::situation;
pub(crate) use value::N_CAPTURE_NUMBERS;
pub use value::{CaptureWeights, Chances, N_CHANCES, N_EFFECTS, N_SIZES, N_TAKEN, effects};

/// Whether a color wins by captures with a stone on this cell.
#[inline]
pub(crate) fn reaches_the_count<V: Variant>(board: &Board<V>, color: Color, cell: Cell) -> bool {
    let n_takes = board.n_takes(color, cell);
    n_takes > 0 && board.taken(color) + n_takes >= V::STONES_TO_WIN
}

/// The cells where a color wins by captures.
#[inline]
pub(crate) fn winning_takes<V: Variant>(board: &Board<V>, color: Color) -> Bits {
    let mut wins = Bits::EMPTY;
    for cell in board.takes(color) {
        if reaches_the_count(board, color, cell) {
            wins.insert(cell);
        }
    }
    wins
}

/// Whether a stone of the side to move on this cell ends the game in its favor.
pub(crate) fn wins_at_once<V: Variant>(board: &mut Board<V>, cell: Cell) -> bool {
    let us = board.to_move();
    reaches_the_count(board, us, cell)
        || match board.five_state() {
            FiveState::None => {
                board.threat(us, cell) == Threat::Five
                    && (!V::FIVE_CAN_BE_BROKEN || answers::is_unbreakable(board, cell))
            }
            FiveState::OnTrial => answers::breaks_and_wins(board, cell),
            FiveState::Stood => false,
        }
}

/// How a capture or the stop of one counts when moves are reduced: as much as a three.
#[inline]
pub(crate) fn weight_of_takes<V: Variant>(
    board: &Board<V>,
    color: Color,
    cell: Cell,
    threat: Threat,
) -> Threat {
    if board.n_takes(color, cell) > 0 { threat.max(Threat::Three) } else { threat }
}

/// Down to this many plies under the horizon every capture is tried.
const ALL_TAKES_DOWN_TO: i32 = -1;
/// Down to this many, if the opponent threatens something that a capture may spoil.
const RESCUES_DOWN_TO: i32 = -4;
/// Below that, captures count only if they bring the end this near.
const NEAR_THE_COUNT: u8 = 2;

/// The captures worth trying under the horizon: all at first, then those that change the outcome
/// because the count comes near or a five or an open four of theirs may fall.
pub(crate) fn takes_under_the_horizon<V: Variant>(board: &Board<V>, depth: i32) -> Bits {
    let us = board.to_move();
    let takes = board.takes(us);
    let them = !us;
    let their_threats = board.count(them, Threat::Five) + board.count(them, Threat::OpenFour);
    let is_open = depth >= ALL_TAKES_DOWN_TO || (their_threats > 0 && depth >= RESCUES_DOWN_TO);
    if takes.is_empty() || is_open {
        return *takes;
    }
    let mut near = Bits::EMPTY;
    for cell in takes {
        if board.taken(us) + board.n_takes(us, cell) + NEAR_THE_COUNT >= V::STONES_TO_WIN {
            near.insert(cell);
        }
    }
    near
}
