//! Which stones of the defender can disturb a win by fours.
//!
//! The zone of a winning tree is a set of cells with this property: a stone of the defender outside
//! of it, placed before the tree is played, leaves every move of the tree legal and every step of
//! it as forced as before. So a defense against the threat of playing the tree lies in the zone,
//! and the zone is built from everything a step depends on:
//!
//! * the attack cell and the cells that complete or answer its four; in caro also the cells at the
//!   ends of the five, because two stones close it;
//! * the cells where the defender could make a four before the step: with a stone there, one of his
//!   forced replies would make a four or five of it;
//! * in renju, whatever changes that a step is forbidden or allowed.

use tengen_board::{Bits, Board, Cell, Pattern, Threat, Variant};
use tengen_rules::{Color, Forbidden};

use super::attacks::{
    cells_on_lines, four_cells, is_restricted, step, stops_of_five, stops_of_open_four,
};
use super::meter::Meter;

/// How far along a line a stone can matter for whether a cell is forbidden.
const REACH: i64 = 5;

/// A five that stands to be made now: the side to move owns it.
pub(crate) fn add_five<V: Variant>(zone: &mut Bits, board: &Board<V>, five: Cell) {
    let attacker = board.to_move();
    *zone = zone.or(&stops_of_five(board, attacker, five));
    add_ends(zone, board, attacker, five);
}

/// An open four that the side to move can make now, nothing being urgent.
pub(crate) fn add_open_four<V: Variant>(zone: &mut Bits, board: &Board<V>, cell: Cell) {
    let attacker = board.to_move();
    *zone = zone.or(&stops_of_open_four(board, attacker, cell));
    *zone = zone.or(&four_cells(board, !attacker));
}

/// A four that the side to move makes on `cell`, before the stone is placed.
pub(crate) fn add_attack<V: Variant>(zone: &mut Bits, board: &Board<V>, cell: Cell) {
    let attacker = board.to_move();
    zone.insert(cell);
    *zone = zone.or(&four_cells(board, !attacker));
    // A suspect is allowed only because of how other cells stand, near and far: with a white stone
    // somewhere its threes may become real. An unsuspected cell stays unsuspected, because a
    // stone of the other color never makes a pattern stronger.
    if is_restricted::<V>(attacker) && board.threat(attacker, cell) == Threat::Forbidden {
        *zone = zone.or(&board.empties().collect());
    }
}

/// The same four after the stone was placed: the defender is to move.
pub(crate) fn add_answers<V: Variant>(
    zone: &mut Bits,
    board: &mut Board<V>,
    answers: &Bits,
    legal: &Bits,
    meter: &mut Meter<'_>,
) {
    let attacker = !board.to_move();
    *zone = zone.or(answers);
    for five in board.of_threat(attacker, Threat::Five) {
        zone.insert(five);
        add_ends(zone, board, attacker, five);
    }
    for answer in &answers.without(legal) {
        add_liberators(zone, board, answer, meter);
    }
}

/// In caro the empty cells at both ends of a five: a stone there lets a later one close it.
fn add_ends<V: Variant>(zone: &mut Bits, board: &Board<V>, attacker: Color, five: Cell) {
    if !V::FIVE_NEEDS_OPEN_END {
        return;
    }
    for direction in 0..4 {
        if board.pattern(attacker, five, direction) != Pattern::Five {
            continue;
        }
        for sign in [-1, 1] {
            let end = (1..=REACH)
                .map(|steps| step(board, five, direction, sign * steps))
                .find(|there| there.is_none_or(|cell| !board.stones(attacker).contains(cell)))
                .flatten();
            if let Some(cell) = end.filter(|&cell| board.is_empty(cell)) {
                zone.insert(cell);
            }
        }
    }
}

/// The cells where a black stone makes the forbidden `answer` allowed.
fn add_liberators<V: Variant>(
    zone: &mut Bits,
    board: &mut Board<V>,
    answer: Cell,
    meter: &mut Meter<'_>,
) {
    let Some(why) = board.forbidden(answer) else { return };
    for cell in &suspicious_cells(board, answer, why) {
        if zone.contains(cell) || !board.is_empty(cell) || cell == answer {
            continue;
        }
        meter.count();
        if board.scoped(cell, |board| board.forbidden(answer).is_none()) {
            zone.insert(cell);
        }
    }
}

/// The cells that a verdict on `answer` can depend on.
fn suspicious_cells<V: Variant>(board: &mut Board<V>, answer: Cell, why: Forbidden) -> Bits {
    let near = cells_on_lines(board, answer, REACH);
    if why != Forbidden::DoubleThree {
        // Fours and overlines are a matter of the lines through the cell.
        return near;
    }
    // A three is real if it can be extended legally, so the lines through the extensions matter
    // too; if an extension is under suspicion itself, so may everything else.
    let extensions = cells_on_lines(board, answer, 3);
    let mut cells = near;
    for extension in &extensions {
        if board.is_empty(extension) {
            if board.threat(Color::Black, extension) == Threat::Forbidden {
                return board.empties().collect();
            }
            cells = cells.or(&cells_on_lines(board, extension, REACH));
        }
    }
    cells
}
