//! The array of `(n, b, s)` at a stone (seed 004, "Research").

use tengen_rules::{Axis, Cell, Color, Point, Stones};

use crate::bots::board::{Board, Grid};

/// What is found along one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Linked stones of the player (`n`).
    pub stones: u8,
    /// Blocked ends, by the opponent or by the edge (`b`).
    pub blocks: u8,
    /// Jumped spaces (`s`), at most one.
    pub jumps: u8,
}

/// Both browses along one direction: without a space, and with one space allowed. They are equal
/// where there is nothing to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Browse {
    pub(super) plain: Found,
    pub(super) jumping: Found,
}

/// The order in which the report prints the array of its example: line, column, `/`, `\`.
const PRINTED: [Axis; 4] = [Axis::Horizontal, Axis::Vertical, Axis::Antidiagonal, Axis::Diagonal];

/// The array at a stone, in the order the report prints it; nothing where no stone stands.
pub fn research(stones: &Stones, point: Point, may_jump: bool) -> Option<[Found; 4]> {
    let color = stones.get(point)?;
    let board = Board::from_stones(stones);
    let found = browse_all(&board, board.layout().index(point), color);
    Some(PRINTED.map(|axis| {
        let Browse { plain, jumping } = found[axis as usize];
        if may_jump { jumping } else { plain }
    }))
}

/// Both browses in all directions, in the order of `Axis::ALL`. The cell itself is taken to hold a
/// stone of `color`.
pub(super) fn browse_all<G: Grid>(grid: &G, index: usize, color: Color) -> [Browse; 4] {
    grid.layout().steps().map(|step| browse(grid, index, step, color))
}

fn browse<G: Grid>(grid: &G, index: usize, step: isize, color: Color) -> Browse {
    let (ahead, front) = grid.run(index, step, color);
    let (behind, back) = grid.run(index, -step, color);
    let is_blocked = |end| grid.at(end) != Cell::Empty;
    let found = |n_stones: usize, ends: [usize; 2], jumps| Found {
        stones: n_stones as u8,
        blocks: ends.into_iter().map(|end| u8::from(is_blocked(end))).sum(),
        jumps,
    };
    let plain = found(1 + ahead + behind, [front, back], 0);
    let over_gap = |gap, step, other_end| {
        if is_blocked(gap) {
            return None;
        }
        let (beyond, end) = grid.run(gap, step, color);
        (beyond > 0).then(|| found(1 + ahead + behind + beyond, [end, other_end], 1))
    };
    // One space in all is allowed. The report does not say which if there is one on each side; we
    // take the one that links more stones, then the one less blocked, so that a mirrored board
    // gives the same array.
    let jumping = [over_gap(front, step, back), over_gap(back, -step, front)]
        .into_iter()
        .flatten()
        .max_by_key(|found| (found.stones, core::cmp::Reverse(found.blocks)))
        .unwrap_or(plain);
    Browse { plain, jumping }
}
