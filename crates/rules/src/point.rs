//! A place on a board, not tied to one board size.

/// A point with `x` counted from the left and `y` from the top, both from zero.
///
/// Only [`Size::point`](crate::Size::point) makes points from numbers that nobody has checked, so
/// that a `Point` always lies on some board; whether it lies on *this* board is asked of the size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    // Row first, so that the derived order is the row-major order all our lists are printed in.
    y: u8,
    x: u8,
}

impl Point {
    /// The point in column `x` and row `y`.
    ///
    /// # Panics
    /// If a coordinate does not exist on the largest board.
    pub const fn new(x: u8, y: u8) -> Self {
        Self::try_new(x, y).expect("a point lies on the largest board")
    }

    /// The point in column `x` and row `y`, if the largest board has it.
    pub const fn try_new(x: u8, y: u8) -> Option<Self> {
        if x < crate::Size::MAX && y < crate::Size::MAX { Some(Self { y, x }) } else { None }
    }

    /// The column, from the left.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The row, from the top.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// The Chebyshev distance to another point: the side of the smallest square around one that
    /// reaches the other.
    pub fn distance(self, other: Self) -> u8 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

impl core::fmt::Debug for Point {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
