//! The eight rotations and reflections of a square board.

use crate::{Point, Size, Stones};

/// One of the eight symmetries: optionally exchange x and y, then optionally mirror each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Symmetry {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// The one that changes nothing.
    pub const IDENTITY: Self = Self { transpose: false, flip_x: false, flip_y: false };

    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            transpose: bits & 4 != 0,
            flip_x: bits & 1 != 0,
            flip_y: bits & 2 != 0,
        })
    }

    /// Where a point of a board goes.
    pub fn apply(self, size: Size, point: Point) -> Point {
        let last = size.get() - 1;
        let (x, y) = if self.transpose { (point.y(), point.x()) } else { (point.x(), point.y()) };
        Point::new(if self.flip_x { last - x } else { x }, if self.flip_y { last - y } else { y })
    }

    /// Where a vector from the origin goes, without a board.
    pub(crate) fn apply_to_vector(self, (x, y): (i32, i32)) -> (i32, i32) {
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        (if self.flip_x { -x } else { x }, if self.flip_y { -y } else { y })
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        // A mirror undoes itself; with the exchange of axes the two mirrors change places.
        if self.transpose {
            Self { flip_x: self.flip_y, flip_y: self.flip_x, ..self }
        } else {
            self
        }
    }

    /// A whole board transformed.
    pub fn apply_to_stones(self, stones: &Stones) -> Stones {
        let mut image = Stones::empty(stones.size());
        for (point, color) in stones.iter() {
            image.set(self.apply(stones.size(), point), Some(color));
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_symmetries_are_different_and_have_inverses() {
        let size = Size::literal(7);
        let point = Point::new(1, 2);
        let mut images: alloc::vec::Vec<Point> =
            Symmetry::all().map(|symmetry| symmetry.apply(size, point)).collect();
        for symmetry in Symmetry::all() {
            let there = symmetry.apply(size, point);
            assert_eq!(symmetry.inverse().apply(size, there), point, "{symmetry:?}");
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn vectors_move_as_points_do() {
        let size = Size::literal(9);
        let (center, point) = (Point::new(4, 4), Point::new(5, 7));
        for symmetry in Symmetry::all() {
            let image = symmetry.apply(size, point);
            let vector = symmetry.apply_to_vector((1, 3));
            let from_center = (
                i32::from(image.x()) - i32::from(center.x()),
                i32::from(image.y()) - i32::from(center.y()),
            );
            assert_eq!(vector, from_center, "{symmetry:?}");
        }
    }
}
