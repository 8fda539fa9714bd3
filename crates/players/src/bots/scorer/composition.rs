//! What a point would become part of, in one direction (seed 000, 2.3.2).
//!
//! The report prints the listing for the row, left and right; the other three directions "are
//! similar". Its last lines on the left are damaged: a `break` stands at the level of the loop,
//! where it would end the count after one stone. The right half has no such `break`, so we read
//! both as: stop at the first stone of the other color, at the first empty point, or at the edge.

use tengen_rules::{Cell, Color};

use crate::bots::board::{Board, Grid, next};

/// What one side would have in one direction with a stone on the point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Composition {
    /// Linked stones with the point itself (`hang_c`), the jump included.
    pub stones: u8,
    /// Linked stones before the point (`hang_c_zuo`), walking left, up or up left.
    pub before: u8,
    /// Linked stones behind the point (`hang_c_you`).
    pub behind: u8,
    /// How many sides are empty (`hang_empty_c`).
    pub empty_sides: u8,
    /// Whether a stone behind one gap was counted (`hang_tiao`).
    pub jumps: bool,
}

/// One direction: what the mover would have and what the other side would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The mover's composition (`hang_c` and its kin).
    pub own: Composition,
    /// The other side's (`hang_unc` and its kin).
    pub other: Composition,
}

impl Line {
    /// The four directions through a point, in the order of `Axis::ALL`: row (hang), column
    /// (lie), to the lower right (youxia), to the upper right (youshang).
    pub(super) fn all_through(board: &Board, index: usize, color: Color) -> [Self; 4] {
        board.layout().steps().map(|step| {
            let before = Half::seen(board, index, -step, color);
            let behind = Half::seen(board, index, step, color);
            Self {
                own: Composition::join(before.own, behind.own),
                other: Composition::join(before.other, behind.other),
            }
        })
    }
}

/// One side's share of what is seen walking away from the point in one of the two ways.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    stones: u8,
    empty_sides: u8,
    jumps: u8,
}

#[derive(Clone, Copy, Debug, Default)]
struct Half {
    own: Share,
    other: Share,
}

impl Composition {
    fn join(before: Share, behind: Share) -> Self {
        // 2.3.4, 1: with jumps on both ends only one is counted.
        let jumps = before.jumps + behind.jumps > 0;
        Self {
            stones: 1 + before.stones + behind.stones + u8::from(jumps),
            before: before.stones,
            behind: behind.stones,
            empty_sides: before.empty_sides + behind.empty_sides,
            jumps,
        }
    }

    /// Whether the point has linked stones on both sides.
    pub(super) fn is_in_the_middle(self) -> bool {
        self.before > 0 && self.behind > 0
    }
}

impl Half {
    /// The listing of 2.3.2, once for both ways.
    fn seen(board: &Board, from: usize, step: isize, color: Color) -> Self {
        let mut half = Self::default();
        let (n_own, end) = board.run(from, step, color);
        half.own.stones = n_own as u8;
        match board.at(end) {
            Cell::Empty => {
                half.own.empty_sides = 1;
                half.own.jumps = u8::from(is_jump(board, end, step, color));
                // Quirk: for the other side the empty point counts as a side only right beside
                // the point, but its jump is looked for here in any case, even behind stones of
                // the mover that make it worthless.
                half.other.empty_sides = u8::from(n_own == 0);
                half.other.jumps = u8::from(is_jump(board, end, step, !color));
            }
            Cell::Stone(_) if n_own == 0 => half.other = Self::other_run(board, from, step, !color),
            Cell::Stone(_) | Cell::Off => {}
        }
        half
    }

    /// The inner loop of the listing: a run of the other side right beside the point.
    fn other_run(board: &Board, from: usize, step: isize, color: Color) -> Share {
        let (n_stones, end) = board.run(from, step, color);
        let is_open = board.at(end) == Cell::Empty;
        Share {
            stones: n_stones as u8,
            empty_sides: u8::from(is_open),
            jumps: u8::from(is_open && is_jump(board, end, step, color)),
        }
    }
}

/// Whether behind the empty `gap` stands a stone of `color` that is not blocked right away.
///
/// Quirk: the stone counts only if the board goes on behind it (`y - 2 > -1`, `y + 2 < 15`), so a
/// stone on the edge is never jumped to. And one stone is counted however many follow.
fn is_jump(board: &Board, gap: usize, step: isize, color: Color) -> bool {
    let stone = next(gap, step);
    // Looked at only behind a stone: from the wall there is no next cell.
    let goes_on = || match board.at(next(stone, step)) {
        Cell::Empty => true,
        Cell::Stone(beyond) => beyond == color,
        Cell::Off => false,
    };
    board.at(stone) == Cell::Stone(color) && goes_on()
}
