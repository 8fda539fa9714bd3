//! How large a board is, and which points it has.

use core::fmt;

use crate::Point;

/// The side of a square board, 5 to 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

/// A board size that does not exist here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// What was asked for.
    pub requested: u64,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "board size {} is not supported: boards are square, from {}x{} to {}x{}",
            self.requested,
            Size::MIN,
            Size::MIN,
            Size::MAX,
            Size::MAX
        )
    }
}

impl core::error::Error for SizeError {}

impl Size {
    /// The side of the smallest board.
    pub const MIN: u8 = 5;
    /// The side of the largest board; columns are named by one letter each.
    pub const MAX: u8 = 26;

    /// Checks a side length.
    pub const fn new(side: u64) -> Result<Self, SizeError> {
        if Self::MIN as u64 <= side && side <= Self::MAX as u64 {
            Ok(Self(side as u8))
        } else {
            Err(SizeError { requested: side })
        }
    }

    /// A side length that the program itself wrote down.
    ///
    /// # Panics
    /// If there is no such board.
    pub const fn literal(side: u8) -> Self {
        match Self::new(side as u64) {
            Ok(size) => size,
            Err(_) => panic!("a literal board size is a real one"),
        }
    }

    /// The side length.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points.
    pub const fn n_points(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// The point at these coordinates, if the board has it.
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let on_board = |coordinate: i64| (0..i64::from(self.0)).contains(&coordinate);
        (on_board(x) && on_board(y)).then(|| Point::new(x as u8, y as u8))
    }

    /// Whether the point lies on this board.
    pub fn contains(self, point: Point) -> bool {
        point.x() < self.0 && point.y() < self.0
    }

    /// Tengen: the middle point of a board with an odd side.
    pub fn center(self) -> Option<Point> {
        (self.0 % 2 == 1).then(|| self.middle())
    }

    /// The point that openings are measured from: the centre, or on an even board the point right
    /// of and below it.
    pub fn middle(self) -> Point {
        Point::new(self.0 / 2, self.0 / 2)
    }

    /// Every point, row by row from the top left.
    pub fn points(self) -> impl ExactSizeIterator<Item = Point> + DoubleEndedIterator + Clone {
        let side = self.0;
        (0..u16::from(side) * u16::from(side))
            .map(move |i| Point::new((i % u16::from(side)) as u8, (i / u16::from(side)) as u8))
    }

    /// The row-major number of a point of this board.
    ///
    /// # Panics
    /// If the point is not on the board: the number would belong to another point.
    pub fn index(self, point: Point) -> usize {
        let Some(index) = self.try_index(point) else {
            panic!("{point:?} is not on a board of side {}", self.0)
        };
        index
    }

    /// The row-major number of a point, if the point is on this board.
    pub fn try_index(self, point: Point) -> Option<usize> {
        self.contains(point)
            .then(|| usize::from(point.y()) * usize::from(self.0) + usize::from(point.x()))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}
