//! The stones on a board, and looking along its lines.

use alloc::vec;
use alloc::vec::Vec;

use crate::{Axis, Color, Point, Ray, Size};

/// What is found when looking at a place that may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Beyond the edge. It is not a stone, it does not flank or block, and it is not empty.
    Off,
    /// A point without a stone.
    Empty,
    /// A point with a stone of this color.
    Stone(Color),
}

/// A board with stones: a plain table without any rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    size: Size,
    cells: Vec<Option<Color>>,
    // Invariant: the number of `Some` in `cells`; only `set` changes either.
    occupied: usize,
}

impl Stones {
    /// A board without stones.
    pub fn empty(size: Size) -> Self {
        Self { size, cells: vec![None; size.n_points()], occupied: 0 }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of this board.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        self.cells[self.size.index(point)]
    }

    /// Puts or removes a stone.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let index = self.size.index(point);
        let before = core::mem::replace(&mut self.cells[index], stone);
        self.occupied =
            self.occupied + usize::from(stone.is_some()) - usize::from(before.is_some());
    }

    /// What lies `steps` steps from `point` along `ray`.
    pub fn look(&self, point: Point, ray: Ray, steps: i8) -> Cell {
        // Everything the judge does comes down to this, so it goes by index and not by point.
        let side = i16::from(self.size.get());
        let x = i16::from(point.x()) + i16::from(ray.dx) * i16::from(steps);
        let y = i16::from(point.y()) + i16::from(ray.dy) * i16::from(steps);
        if (0..side).contains(&x) && (0..side).contains(&y) {
            self.cells[(y * side + x) as usize].map_or(Cell::Empty, Cell::Stone)
        } else {
            Cell::Off
        }
    }

    /// The point `steps` steps from `point` along `ray`, if it is on the board.
    pub fn step(&self, point: Point, ray: Ray, steps: i8) -> Option<Point> {
        let x = i64::from(point.x()) + i64::from(ray.dx) * i64::from(steps);
        let y = i64::from(point.y()) + i64::from(ray.dy) * i64::from(steps);
        self.size.point(x, y)
    }

    /// The empty points within `reach` steps of `point` along `axis`, both ways.
    pub fn empties_near(&self, point: Point, axis: Axis, reach: i8) -> impl Iterator<Item = Point> {
        (-reach..=reach)
            .filter(|&steps| steps != 0)
            .filter_map(move |steps| self.step(point, axis.forward(), steps))
            .filter(|&there| self.get(there).is_none())
    }

    /// How many stones a color has on the board.
    pub fn count(&self, color: Color) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(color)).count()
    }

    /// How many stones there are on the board.
    pub fn n_stones(&self) -> usize {
        self.occupied
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        self.occupied == self.cells.len()
    }

    /// The points without a stone, row by row.
    pub fn empties(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&point| self.get(point).is_none())
    }

    /// The points of a color's stones, in the order of [`Stones::iter`].
    pub fn of(&self, color: Color) -> impl Iterator<Item = Point> {
        self.iter().filter(move |&(_, stone)| stone == color).map(|(point, _)| point)
    }

    /// The stones with their points, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Color)> {
        self.size.points().filter_map(|point| self.get(point).map(|color| (point, color)))
    }

    /// Runs `look` with a stone added for the time of the call.
    ///
    /// # Panics
    /// If the point is taken: the stone there would be lost.
    pub(crate) fn with_stone<T>(
        &mut self,
        point: Point,
        color: Color,
        look: impl FnOnce(&mut Self) -> T,
    ) -> T {
        assert!(self.get(point).is_none(), "a stone is only tried on an empty point");
        self.set(point, Some(color));
        let seen = look(self);
        self.set(point, None);
        seen
    }
}
