//! Points as the fast board stores them.

use tengen_rules::Size;

/// How many cells the arrays have room for; a power of two, so that a masked index needs no check.
pub const MAX_CELLS: usize = 512;

/// A point as the fast board stores it: its row-major number on a board of known size.
///
/// [`Board::point`](crate::Board::point) and [`Board::cell`](crate::Board::cell) translate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell with a row-major number.
    #[inline]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// All cells of a board in their order.
    #[inline]
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        (0..size.n_points() as u16).map(Self)
    }

    /// The row-major number.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The place in a list with one item for each point of the board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place in an array of [`MAX_CELLS`] items. Masked, which changes nothing for a cell of a
    /// board and lets the compiler leave out the check of the bounds.
    #[inline]
    pub const fn masked(self) -> usize {
        self.0 as usize & (MAX_CELLS - 1)
    }

    /// The cell `by` numbers further on; the caller knows that it lies on the board.
    #[inline]
    pub(crate) const fn shifted(self, by: i16) -> Self {
        Self(self.0.wrapping_add_signed(by))
    }
}
