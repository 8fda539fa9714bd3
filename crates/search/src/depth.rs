//! How deep is searched.

use core::ops::{Add, AddAssign, Div, Sub, SubAssign};

/// A depth, or a difference of depths, in sixteenths of a ply: extensions and reductions are
/// fractions of a ply. Whole plies are plain numbers, as in the table and at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Depth(i32);

const SIXTEENTHS: i32 = 16;

impl Depth {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE_PLY: Self = Self::of_plies(1);

    /// So many whole plies.
    #[inline]
    pub(crate) const fn of_plies(plies: i32) -> Self {
        Self(plies * SIXTEENTHS)
    }

    /// So many sixteenths of a ply.
    #[inline]
    pub(crate) const fn of_sixteenths(sixteenths: i32) -> Self {
        Self(sixteenths)
    }

    /// The whole plies in it, rounded down, also below zero.
    #[inline]
    pub(crate) const fn plies(self) -> i32 {
        self.0.div_euclid(SIXTEENTHS)
    }

    /// An amount that grows with the depth, given how much it is for a ply.
    #[inline]
    pub(crate) const fn times(self, per_ply: i32) -> i32 {
        per_ply * self.0 / SIXTEENTHS
    }
}

impl Add for Depth {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Depth {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Depth {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Div<i32> for Depth {
    type Output = Self;

    #[inline]
    fn div(self, parts: i32) -> Self {
        Self(self.0 / parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_plies_are_rounded_down_below_zero_too() {
        let plies = |sixteenths| Depth::of_sixteenths(sixteenths).plies();
        assert_eq!([-17, -16, -1, 0, 15, 16, 40].map(plies), [-2, -1, -1, 0, 0, 1, 2]);
    }

    #[test]
    fn fractions_of_a_ply_count() {
        let depth = Depth::of_plies(2) + Depth::ONE_PLY / 2;
        assert_eq!((depth.plies(), depth.times(100)), (2, 250));
        assert_eq!(depth - Depth::ONE_PLY / 2, Depth::of_plies(2));
    }
}
