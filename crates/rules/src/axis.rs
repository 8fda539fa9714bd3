//! The four directions a line can have, and the eight directions one can look in.

/// A direction of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Left to right.
    Horizontal,
    /// Top to bottom.
    Vertical,
    /// Top left to bottom right.
    Diagonal,
    /// Bottom left to top right.
    Antidiagonal,
}

impl Axis {
    /// All four, in the order they are reported.
    pub const ALL: [Self; 4] =
        [Self::Horizontal, Self::Vertical, Self::Diagonal, Self::Antidiagonal];

    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
        }
    }

    /// The way along this axis that goes right, or down on the vertical.
    pub const fn forward(self) -> Ray {
        let (dx, dy) = match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::Antidiagonal => (1, -1),
        };
        Ray { dx, dy }
    }

    /// The opposite of [`Axis::forward`].
    pub const fn backward(self) -> Ray {
        self.forward().reversed()
    }
}

/// An axis with a sign: one step in one of eight directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    pub(crate) dx: i8,
    pub(crate) dy: i8,
}

impl Ray {
    /// The eight rays, each axis forward and backward.
    pub fn all() -> impl Iterator<Item = Self> {
        Axis::ALL.into_iter().flat_map(|axis| [axis.forward(), axis.backward()])
    }

    /// The same axis the other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { dx: -self.dx, dy: -self.dy }
    }
}
