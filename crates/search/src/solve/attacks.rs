//! What the solvers read off a position without making a move: fours, answers to fives, suspects.

use tengen_board::{Bits, Board, Cell, Pattern, Threat, Variant};
use tengen_rules::{Color, Point};

use crate::order::FOURS;

/// Whether this color has forbidden points.
pub(crate) fn is_restricted<V: Variant>(color: Color) -> bool {
    V::IS_RENJU && color == Color::Black
}

/// The cells that stop every five `attacker` could make next, legal or not: the cell itself, and in
/// caro a cell that closes the line. A move elsewhere leaves a five standing, so the set is
/// complete.
pub(crate) fn answers_to_fives<V: Variant>(board: &Board<V>, attacker: Color) -> Bits {
    common_stops(board.of_threat(attacker, Threat::Five), |five| {
        stops_of_five(board, attacker, five)
    })
}

/// The cells that are among the stops of every one of these cells; none if there is no cell.
#[inline]
pub(crate) fn common_stops(cells: &Bits, stops_of: impl Fn(Cell) -> Bits) -> Bits {
    cells.iter().map(stops_of).reduce(|common, stops| common.and(&stops)).unwrap_or_default()
}

/// The cells where a stone may stop the five on `five`, without looking at other fives.
pub(crate) fn stops_of_five<V: Variant>(board: &Board<V>, attacker: Color, five: Cell) -> Bits {
    let mut stops = if V::FIVE_NEEDS_OPEN_END {
        board.stoppers(attacker, five, |pattern| pattern == Pattern::Five)
    } else {
        Bits::EMPTY
    };
    stops.insert(five);
    stops
}

/// The cells that stop every open four `attacker` could make next. Every other reply that is not a
/// four leaves one of them standing.
pub(crate) fn answers_to_open_fours<V: Variant>(board: &Board<V>, attacker: Color) -> Bits {
    common_stops(board.of_threat(attacker, Threat::OpenFour), |cell| {
        stops_of_open_four(board, attacker, cell)
    })
}

/// The cells where a stone now makes less of the open four on `cell`.
pub(crate) fn stops_of_open_four<V: Variant>(
    board: &Board<V>,
    attacker: Color,
    cell: Cell,
) -> Bits {
    let has_open = (0..4).any(|d| board.pattern(attacker, cell, d) == Pattern::OpenFour);
    let mut stops = board.stoppers(attacker, cell, |pattern| {
        // Without one open line it is two fours at once, and stopping either is enough.
        if has_open { pattern == Pattern::OpenFour } else { pattern == Pattern::Four }
    });
    stops.insert(cell);
    stops
}

/// Every cell where a stone of `color` makes a four or five along some line, forbidden or not.
pub(crate) fn four_cells<V: Variant>(board: &Board<V>, color: Color) -> Bits {
    let mut cells = *board.of_threat(color, Threat::Five);
    cells = cells.or(board.of_threat(color, Threat::OpenFour));
    for threat in FOURS {
        cells = cells.or(board.of_threat(color, threat));
    }
    if is_restricted::<V>(color) {
        for suspect in board.of_threat(color, Threat::Forbidden) {
            if (0..4).any(|direction| makes_four(board.pattern(color, suspect, direction))) {
                cells.insert(suspect);
            }
        }
    }
    cells
}

fn makes_four(pattern: Pattern) -> bool {
    matches!(pattern, Pattern::Four | Pattern::OpenFour | Pattern::DoubleFour)
}

/// A four the attacker could play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    pub(crate) cell: Cell,
    /// How unlikely it is to be part of a short win.
    pub(crate) penalty: u16,
}

/// A four that also makes a three; also one that answers a four, because there is no choice.
const PENALTY_THREE: u16 = 1;
/// A four that makes something smaller.
const PENALTY_TWO: u16 = 5;
/// A bare four.
const PENALTY_BARE: u16 = 40;

/// Every legal four of the side to move but the open ones that the classes show, best first.
pub(crate) fn fours<V: Variant>(board: &mut Board<V>, attacks: &mut Vec<Attack>) {
    let us = board.to_move();
    attacks.clear();
    for (threat, penalty) in [
        (Threat::OpenFour, PENALTY_THREE),
        (Threat::FourThree, PENALTY_THREE),
        (Threat::FourPlus, PENALTY_TWO),
        (Threat::Four, PENALTY_BARE),
    ] {
        attacks.extend(board.of_threat(us, threat).iter().map(|cell| Attack { cell, penalty }));
    }
    for cell in &legal_suspects(board, us) {
        attacks.push(Attack { cell, penalty: PENALTY_TWO });
    }
    if board.count(!us, Threat::Five) > 0 {
        let answers = answers_to_fives(board, !us);
        attacks.retain(|attack| answers.contains(attack.cell));
        for attack in attacks.iter_mut() {
            attack.penalty = PENALTY_THREE;
        }
    }
    let last_own = board.recent(1).map(|cell| board.point(cell));
    let distance = |cell: Cell| last_own.map_or(0, |last| last.distance(board.point(cell)));
    // Near the last own stone first: the next four usually builds on it.
    attacks.sort_by_key(|&Attack { cell, penalty }| {
        let distance = distance(cell);
        (distance > 4, penalty, distance, cell)
    });
}

/// Black's fours in renju that are suspected of being a double-three and are none.
fn legal_suspects<V: Variant>(board: &mut Board<V>, us: Color) -> Bits {
    let mut legal = Bits::EMPTY;
    if is_restricted::<V>(us) {
        let suspects = *board.of_threat(us, Threat::Forbidden);
        for cell in &suspects {
            let is_four = (0..4).any(|direction| {
                matches!(board.pattern(us, cell, direction), Pattern::Four | Pattern::OpenFour)
            });
            if is_four && board.forbidden(cell).is_none() {
                legal.insert(cell);
            }
        }
    }
    legal
}

/// Without the cells that are forbidden to the side to move.
pub(crate) fn legal<V: Variant>(board: &mut Board<V>, cells: Bits) -> Bits {
    if !is_restricted::<V>(board.to_move()) {
        return cells;
    }
    let mut legal = cells;
    for cell in &cells {
        if !board.is_legal(cell) {
            legal.remove(cell);
        }
    }
    legal
}

/// The cells within `reach` of a cell along the four lines, nearest last, without the cell itself.
pub(crate) fn cells_on_lines<V: Variant>(board: &Board<V>, cell: Cell, reach: i64) -> Bits {
    let mut cells = Bits::EMPTY;
    for direction in 0..4 {
        for steps in -reach..=reach {
            if let Some(there) = step(board, cell, direction, steps).filter(|_| steps != 0) {
                cells.insert(there);
            }
        }
    }
    cells
}

/// The cell some steps away in a direction, numbered as in [`Board::pattern`].
pub(crate) fn step<V: Variant>(
    board: &Board<V>,
    cell: Cell,
    direction: usize,
    steps: i64,
) -> Option<Cell> {
    const STEPS: [(i64, i64); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let point: Point = board.point(cell);
    let (dx, dy) = STEPS[direction];
    let (x, y) = (i64::from(point.x()) + dx * steps, i64::from(point.y()) + dy * steps);
    board.size().point(x, y).map(|there| board.cell(there))
}
