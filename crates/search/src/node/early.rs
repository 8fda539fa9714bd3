//! Steps 1 to 3: what the threat counts decide before a move is generated.

use tengen_board::{Bits, Board, Pattern, Threat, Variant};
use tengen_rules::Color;

use crate::order::FOURS;
use crate::solve::attacks::{answers_to_fives, common_stops, legal};

/// What the counts say about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Situation {
    /// The side to move wins in so many plies.
    Wins(i32),
    /// It loses in so many plies.
    Loses(i32),
    /// It has to answer a four on one of these cells.
    Forced(Bits),
    /// The opponent threatens an open four: only these moves can stop it or gain time.
    Threatened(Bits),
    /// The opponent can make a five that could still be broken: anything may hold, these moves first.
    BreakableFive(Bits),
    /// Anything goes.
    Free,
}

/// Reads the situation off the counts, with the side to move called "we".
pub(crate) fn situation<V: Variant>(board: &mut Board<V>) -> Situation {
    if V::CAPTURES {
        return crate::capture::situation(board);
    }
    let us = board.to_move();
    let them = !us;
    if board.count(us, Threat::Five) > 0 {
        return Situation::Wins(1);
    }
    if board.count(them, Threat::Five) > 0 {
        let replies = legal(board, answers_to_fives(board, them));
        return if replies.is_empty() { Situation::Loses(2) } else { Situation::Forced(replies) };
    }
    if board.count(us, Threat::OpenFour) > 0 {
        return Situation::Wins(3);
    }
    if wins_in_five(board, us) {
        return Situation::Wins(5);
    }
    if board.count(them, Threat::OpenFour) > 0 {
        let replies = legal(board, answers_to_open_fours(board, them).or(&fours(board, us)));
        return if replies.is_empty() {
            Situation::Loses(4)
        } else {
            Situation::Threatened(replies)
        };
    }
    Situation::Free
}

/// The moves worth a look where the counts leave a choice; none where they decide the game or force
/// the answer.
pub fn choices<V: Variant>(board: &mut Board<V>) -> Option<Bits> {
    match situation(board) {
        Situation::Wins(_) | Situation::Loses(_) | Situation::Forced(_) => None,
        Situation::Threatened(cells) => Some(cells),
        Situation::BreakableFive(_) | Situation::Free => Some(board.candidates()),
    }
}

/// A four with an open three, or two open threes, wins if the opponent has no four to interrupt
/// with: one reply stops one line, and two lines meet only in the stone that made them. Black in
/// renju is left to the search, because Black's threes have to be real ones.
fn wins_in_five<V: Variant>(board: &Board<V>, us: Color) -> bool {
    if V::IS_RENJU && us == Color::Black {
        return false;
    }
    let has_double = board.count(us, Threat::FourThree) + board.count(us, Threat::DoubleThree) > 0;
    has_double && !may_make_four(board, !us)
}

/// Whether a color has a move that makes a four. In renju a suspected double-three of Black may be
/// a legal four.
fn may_make_four<V: Variant>(board: &Board<V>, color: Color) -> bool {
    let n_fours: u16 = FOURS.into_iter().map(|threat| board.count(color, threat)).sum();
    let is_hidden =
        V::IS_RENJU && color == Color::Black && board.count(color, Threat::Forbidden) > 0;
    n_fours + board.count(color, Threat::OpenFour) > 0 || is_hidden
}

fn fours<V: Variant>(board: &Board<V>, color: Color) -> Bits {
    FOURS.into_iter().fold(Bits::EMPTY, |all, threat| all.or(board.of_threat(color, threat)))
}

/// The cells that stop every open four `them` could make next. A move elsewhere leaves one of them
/// standing, so the set is complete but for own fours.
fn answers_to_open_fours<V: Variant>(board: &Board<V>, them: Color) -> Bits {
    common_stops(board.of_threat(them, Threat::OpenFour), |cell| {
        let mut stops = board
            .stoppers(them, cell, |pattern| matches!(pattern, Pattern::OpenFour | Pattern::Four));
        stops.insert(cell);
        stops
    })
}
