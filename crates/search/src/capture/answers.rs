//! The answers to a threat to win at once, complete by construction.

use tengen_board::{Bits, Board, Cell, FiveState, Threat, Variant};
use tengen_rules::Color;

use super::{reaches_the_count, winning_takes};

/// The replies of the side to move that break the five on trial against it: captures after which no
/// line of the opponent is left. Those that reach the count have been looked for before.
pub(super) fn breakers<V: Variant>(board: &mut Board<V>) -> Bits {
    let us = board.to_move();
    let takes = *board.takes(us);
    let mut breakers = Bits::EMPTY;
    for cell in &takes {
        let is_answer = board.scoped(cell, |board| {
            board.taken(us) >= V::STONES_TO_WIN || board.five_state() != FiveState::Stood
        });
        if is_answer {
            breakers.insert(cell);
        }
    }
    breakers
}

/// Whether the five that the side to move makes on this cell has no answer.
pub(super) fn is_unbreakable<V: Variant>(board: &mut Board<V>, cell: Cell) -> bool {
    looks_unbreakable(board, board.to_move(), cell)
        .unwrap_or_else(|| board.scoped(cell, |board| breakers(board).is_empty()))
}

/// Whether the five that the side to move makes on this cell breaks the one on trial against it and
/// has no answer itself.
pub(super) fn breaks_and_wins<V: Variant>(board: &mut Board<V>, cell: Cell) -> bool {
    let us = board.to_move();
    board.threat(us, cell) == Threat::Five
        && board.n_takes(us, cell) > 0
        && board.scoped(cell, |board| {
            board.five_state() == FiveState::OnTrial && breakers(board).is_empty()
        })
}

/// Whether a five of `owner` on `cell` has no answer, without trying it; `None` where that cannot be
/// told because it would take stones itself.
///
/// A stone that can be taken takes all its lines with it. Any other answer is a capture that is
/// possible already and either reaches the count or leaves none of the lines five stones.
fn looks_unbreakable<V: Variant>(board: &Board<V>, owner: Color, cell: Cell) -> Option<bool> {
    if board.n_takes(owner, cell) > 0 {
        return None;
    }
    let breaks = |take: Cell| {
        take != cell
            && (reaches_the_count(board, !owner, take)
                || !board.has_five_without(owner, cell, board.taken_by(!owner, take).cells()))
    };
    Some(!board.is_exposed(owner, cell) && !board.takes(!owner).iter().any(breaks))
}

/// What the side to move can do about threats to win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replies {
    /// Where the opponent would win.
    pub(super) threats: Bits,
    /// What might help besides a stone there: captures, and where fives can be broken own fives,
    /// stones that make a later capture break the five, and stones that the five itself would take.
    pub(super) helpers: Bits,
}

/// The threats of the opponent to win with the next stone, if there is one, and all moves that
/// might help.
///
/// Complete: a move that takes nothing and lies on no cell of a threat leaves the stones of all
/// threats as they are. So the opponent makes his five or his capture, and it wins, unless the
/// move was an own five that had to be answered first, became the flank of a capture that breaks
/// the five or reaches the count, or is taken by the five, which may open a line of its own.
pub(super) fn replies_to_wins<V: Variant>(board: &mut Board<V>) -> Option<Replies> {
    let us = board.to_move();
    let them = !us;
    let fives = *board.of_threat(them, Threat::Five);
    let takes = winning_takes(board, them);
    if fives.is_empty() && takes.is_empty() {
        return None;
    }
    let (mut threats, mut helpers) = (takes, *board.takes(us));
    if V::FIVE_CAN_BE_BROKEN {
        helpers = helpers.or(board.of_threat(us, Threat::Five));
        for cell in &fives {
            if is_unbreakable_after_pass(board, cell) {
                threats.insert(cell);
                helpers = helpers.or(&useful_flanks(board, cell));
                board.add_baits(&mut helpers, them, cell);
            }
        }
        if threats.is_empty() {
            return None;
        }
    } else {
        threats = threats.or(&fives);
    }
    Some(Replies { threats, helpers: without_stones(board, &helpers) })
}

fn without_stones<V: Variant>(board: &Board<V>, cells: &Bits) -> Bits {
    cells.without(board.stones(board.to_move())).without(board.stones(!board.to_move()))
}

/// Whether a five of the opponent on `cell` could not be broken if we passed.
fn is_unbreakable_after_pass<V: Variant>(board: &mut Board<V>, cell: Cell) -> bool {
    looks_unbreakable(board, !board.to_move(), cell).unwrap_or_else(|| {
        board.make_pass();
        let is_unbreakable = board.scoped(cell, |board| breakers(board).is_empty());
        board.unmake();
        is_unbreakable
    })
}

/// Where a stone of ours flanks a pair so that taking the pair could hurt a five of theirs on
/// `cell`, or reach the count.
fn useful_flanks<V: Variant>(board: &mut Board<V>, cell: Cell) -> Bits {
    let us = board.to_move();
    let mut stones = board.stones_of_five(!us, cell);
    stones.insert(cell);
    if board.n_takes(!us, cell) == 0 {
        return flanks_of(board, us, &stones, cell);
    }
    // What the five takes may be the other end of a pair.
    board.make_pass();
    let flanks = board.scoped(cell, |board| flanks_of(board, us, &stones, cell));
    board.unmake();
    flanks
}

fn flanks_of<V: Variant>(board: &Board<V>, us: Color, stones: &Bits, cell: Cell) -> Bits {
    let mut flanks = Bits::EMPTY;
    for stone in stones {
        board.add_loose_ends(&mut flanks, !us, stone);
    }
    // One more pair next to what can be taken already, or alone, reaches the count.
    let most = board.takes(us).iter().map(|take| board.n_takes(us, take)).max().unwrap_or(0);
    if board.taken(us) + most + 2 >= V::STONES_TO_WIN {
        flanks = flanks.or(board.flanks(us));
        board.add_loose_ends(&mut flanks, !us, cell);
    }
    flanks
}
