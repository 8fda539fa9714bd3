//! What depends on the board's size only: which line a point is on, and what lies around it.

use std::sync::OnceLock;

use tengen_rules::{Point, Size};

use crate::bits::Bits;
use crate::cell::Cell;
use crate::half::REACH;

/// The place of a point in its four lines, and its neighbourhood.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The number of the line in each direction.
    pub(crate) line: [u8; 4],
    /// The number of the point in that line; the first `REACH` numbers are beyond the edge.
    pub(crate) position: [u8; 4],
}

/// Precomputed geometry of a board size.
#[derive(Clone, Debug)]
pub struct Geometry {
    size: Size,
    pub(crate) places: Vec<Place>,
    /// The step to the next cell in each direction.
    pub(crate) steps: [i16; 4],
    /// The cells where a stone here makes a move worth thinking about.
    pub(crate) near: Vec<Bits>,
}

impl Geometry {
    /// The largest board the line keys have room for.
    pub const MAX_SIZE: u8 = 22;

    /// The geometry of a board, or `None` if it is larger than [`Geometry::MAX_SIZE`]. It is worked
    /// out once per size.
    pub fn of(size: Size) -> Option<&'static Self> {
        static BY_SIZE: [OnceLock<Geometry>; Geometry::MAX_SIZE as usize + 1] =
            [const { OnceLock::new() }; Geometry::MAX_SIZE as usize + 1];
        BY_SIZE.get(usize::from(size.get())).map(|cache| cache.get_or_init(|| Self::new(size)))
    }

    fn new(size: Size) -> Self {
        let side = i16::from(size.get());
        let places = size.points().map(|point| place(size, point)).collect();
        let near = size.points().map(|point| near(size, point)).collect();
        Self { size, places, steps: [1, side, side + 1, 1 - side], near }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cell of a point.
    pub fn cell(&self, point: Point) -> Cell {
        Cell::new(self.size.index(point) as u16)
    }

    /// The point of a cell.
    pub fn point(&self, cell: Cell) -> Point {
        let (number, side) = (cell.number(), u16::from(self.size.get()));
        Point::new((number % side) as u8, (number / side) as u8)
    }

    /// The cell so many steps away along a line, if the board has it.
    pub(crate) fn along(&self, cell: Cell, direction: usize, n_steps: i16) -> Option<Cell> {
        let neighbor = cell.number() as i16 + n_steps * self.steps[direction];
        let there = self.places.get(usize::try_from(neighbor).ok()?)?;
        let here = &self.places[cell.index()];
        // The neighbor by number is the neighbor by place unless a row was left.
        let moved = i16::from(there.position[direction]) - i16::from(here.position[direction]);
        let is_there = there.line[direction] == here.line[direction] && moved == n_steps;
        is_there.then_some(Cell::new(neighbor as u16))
    }
}

fn place(size: Size, point: Point) -> Place {
    let (x, y, side) = (point.x(), point.y(), size.get());
    let first = REACH as u8;
    Place {
        line: [y, x, x + (side - 1) - y, x + y],
        position: [x + first, y + first, x + first, x + first],
    }
}

/// Within a 5x5 square, or up to four away along a line: further off a first stone connects with
/// nothing.
fn near(size: Size, point: Point) -> Bits {
    size.points()
        .filter(|&other| {
            let dx = i16::from(other.x()) - i16::from(point.x());
            let dy = i16::from(other.y()) - i16::from(point.y());
            let is_on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
            let distance = point.distance(other);
            distance > 0 && (distance <= 2 || (distance <= 4 && is_on_line))
        })
        .map(|other| Cell::new(size.index(other) as u16))
        .collect()
}
