//! What decides a position of a capture game before a move is tried.

use tengen_board::{Bits, Board, Cell, FiveState, NoObserver, Pattern, Threat, Variant};

use super::answers::{breakers, breaks_and_wins, is_unbreakable, replies_to_wins};
use super::winning_takes;
use crate::node::early::Situation;
use crate::order::FOURS;

/// Reads the situation off the position, with the side to move called "we".
pub(crate) fn situation<V: Variant>(board: &mut Board<V>) -> Situation {
    if let Some(urgent) = urgent(board) {
        return urgent;
    }
    if makes_decisive_four(board) {
        return Situation::Wins(3);
    }
    answers_to_open_fours(board)
        .or_else(|| answers_to_breakable_fives(board))
        .unwrap_or(Situation::Free)
}

/// What is decided by stones that win at once, ours or theirs; `None` if nothing is.
pub(super) fn urgent<V: Variant>(board: &mut Board<V>) -> Option<Situation> {
    let us = board.to_move();
    if board.five_state() == FiveState::Stood {
        return Some(Situation::Wins(0));
    }
    if !winning_takes(board, us).is_empty() {
        return Some(Situation::Wins(1));
    }
    if board.five_state() == FiveState::OnTrial {
        let answers = breakers(board);
        if answers.iter().any(|cell| breaks_and_wins(board, cell)) {
            return Some(Situation::Wins(1));
        }
        let is_lost = answers.is_empty();
        return Some(if is_lost { Situation::Loses(0) } else { Situation::Forced(answers) });
    }
    let fives = *board.of_threat(us, Threat::Five);
    let wins = |board: &mut Board<V>, cell| !V::FIVE_CAN_BE_BROKEN || is_unbreakable(board, cell);
    if fives.iter().any(|cell| wins(board, cell)) {
        return Some(Situation::Wins(1));
    }
    let replies = replies_to_wins(board)?;
    let is_hopeless = replies.threats.len() > 1 && replies.helpers.is_empty();
    let legal = legal(board, &replies.threats.or(&replies.helpers));
    if is_hopeless || legal.is_empty() {
        Some(Situation::Loses(2))
    } else {
        Some(Situation::Forced(legal))
    }
}

/// The likely answers to fives of theirs that could still be broken, if they can make one: stones
/// there, captures, our own fives.
fn answers_to_breakable_fives<V: Variant>(board: &mut Board<V>) -> Option<Situation> {
    let us = board.to_move();
    let fives = *board.of_threat(!us, Threat::Five);
    if fives.is_empty() {
        return None;
    }
    let answers = legal(board, &fives.or(board.takes(us)).or(board.of_threat(us, Threat::Five)));
    (!answers.is_empty()).then_some(Situation::BreakableFive(answers))
}

/// The cells and those where we make five or a four.
fn with_own_fours<V: Variant>(board: &Board<V>, cells: Bits) -> Bits {
    let us = board.to_move();
    FOURS
        .into_iter()
        .chain([Threat::OpenFour, Threat::Five])
        .fold(cells, |cells, threat| cells.or(board.of_threat(us, threat)))
}

/// Without the cells that are closed to the side to move.
fn legal<V: Variant>(board: &mut Board<V>, cells: &Bits) -> Bits {
    let mut legal = *cells;
    if V::BANS_DOUBLE_THREES {
        for cell in cells {
            if !board.is_legal(cell) {
                legal.remove(cell);
            }
        }
    }
    legal
}

/// Whether we have a four after which they are lost whatever they do.
fn makes_decisive_four<V: Variant>(board: &mut Board<V>) -> bool {
    let fours = *board.of_threat(board.to_move(), Threat::OpenFour);
    fours.iter().any(|cell| board.is_legal(cell) && board.scoped(cell, is_lost_at_once))
}

/// Whether every reply of the side to move loses to a stone that wins at once.
fn is_lost_at_once<V: Variant>(board: &mut Board<V>) -> bool {
    matches!(urgent(board), Some(Situation::Loses(_)))
}

/// The moves worth trying against an open four that they could make next and that would decide
/// the game: those that stop it, our fours, captures, and stones that flank a pair of it.
fn answers_to_open_fours<V: Variant>(board: &mut Board<V>) -> Option<Situation> {
    let us = board.to_move();
    let open_fours = *board.of_threat(!us, Threat::OpenFour);
    if open_fours.is_empty() {
        return None;
    }
    // One that is real is enough to know which moves could help.
    let (cell, flanks) =
        open_fours.iter().find_map(|cell| Some((cell, flanks_against_open_four(board, cell)?)))?;
    let mut answers =
        board.stoppers(!us, cell, |pattern| matches!(pattern, Pattern::OpenFour | Pattern::Four));
    answers.insert(cell);
    board.add_baits(&mut answers, !us, cell);
    answers = with_own_fours(board, answers.or(&flanks).or(board.takes(us)));
    if board.taken(us) + 2 * NEAR_TAKES >= V::STONES_TO_WIN {
        answers = answers.or(board.flanks(us));
    }
    let answers = answers.without(board.stones(us)).without(board.stones(!us));
    let answers = legal(board, &answers);
    Some(if answers.is_empty() { Situation::Loses(4) } else { Situation::Threatened(answers) })
}

/// A capture of one group brings the count this near to being decisive.
const NEAR_TAKES: u8 = 2;

/// If an open four on `cell` would decide the game were we to pass: where a stone of ours flanks a
/// pair of it beforehand.
fn flanks_against_open_four<V: Variant>(board: &mut Board<V>, cell: Cell) -> Option<Bits> {
    let us = board.to_move();
    board.make_pass();
    let is_open_to_them = board.is_legal(cell);
    let flanks = is_open_to_them.then(|| {
        board.make(cell, &mut NoObserver);
        let flanks = is_lost_at_once(board).then(|| {
            let mut flanks = Bits::EMPTY;
            for stone in &board.stones_of_fours(!us, cell) {
                board.add_loose_ends(&mut flanks, !us, stone);
            }
            flanks
        });
        board.unmake();
        flanks
    });
    board.unmake();
    flanks.flatten()
}
