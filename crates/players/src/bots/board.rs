//! The board the bots scan: cells in one array with a wall around them, so that walking along a
//! line needs no bounds arithmetic. It knows no rule but five in a row.

use tengen_rules::{Cell, Color, Point, Size, Stones};

/// How the points of a board lie in an array with a wall one cell thick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    size: Size,
    stride: usize,
}

impl Layout {
    pub(crate) fn new(size: Size) -> Self {
        Self { size, stride: usize::from(size.get()) + 2 }
    }

    pub(crate) fn n_cells(self) -> usize {
        self.stride * self.stride
    }

    pub(crate) fn index(self, point: Point) -> usize {
        (usize::from(point.y()) + 1) * self.stride + usize::from(point.x()) + 1
    }

    pub(crate) fn point(self, index: usize) -> Point {
        let (y, x) = (index / self.stride, index % self.stride);
        debug_assert!(y >= 1 && x >= 1, "cell {index} is part of the wall");
        Point::new((x - 1) as u8, (y - 1) as u8)
    }

    pub(crate) fn side(self) -> usize {
        usize::from(self.size.get())
    }

    /// Row and column of a cell, from 0; nothing for the wall before the first of them.
    pub(crate) fn row_and_column(self, index: usize) -> Option<(usize, usize)> {
        Some(((index / self.stride).checked_sub(1)?, (index % self.stride).checked_sub(1)?))
    }

    /// The cells that are points, row by row from the top left.
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        self.size.points().map(move |point| self.index(point))
    }

    /// One step forward along each axis, in the order of `Axis::ALL`.
    pub(crate) fn steps(self) -> [isize; 4] {
        let down = self.stride as isize;
        [1, down, down + 1, 1 - down]
    }

    /// One step to each of the eight neighbors.
    pub(crate) fn neighbor_steps(self) -> impl Iterator<Item = isize> {
        self.steps().into_iter().flat_map(|step| [step, -step])
    }
}

/// The cell one step on.
pub(crate) fn next(index: usize, step: isize) -> usize {
    index.wrapping_add_signed(step)
}

/// A board that can be looked at and played on, however it is stored.
pub(crate) trait Grid: Clone {
    fn empty(layout: Layout) -> Self;
    fn layout(&self) -> Layout;
    fn at(&self, index: usize) -> Cell;
    fn set(&mut self, index: usize, stone: Option<Color>);

    fn from_stones(stones: &Stones) -> Self {
        let layout = Layout::new(stones.size());
        let mut grid = Self::empty(layout);
        for (point, color) in stones.iter() {
            grid.set(layout.index(point), Some(color));
        }
        grid
    }

    /// The empty cells, row by row.
    fn empties(&self) -> impl Iterator<Item = usize> {
        self.layout().indices().filter(|&index| self.at(index) == Cell::Empty)
    }

    /// How many stones of `color` follow `from` without a break, and the cell behind the last.
    fn run(&self, from: usize, step: isize, color: Color) -> (usize, usize) {
        let mut end = next(from, step);
        let mut n_stones = 0;
        while self.at(end) == Cell::Stone(color) {
            n_stones += 1;
            end = next(end, step);
        }
        (n_stones, end)
    }

    /// Whether the stone on `index` stands in a row of five or more.
    fn has_five_at(&self, index: usize) -> bool {
        let Cell::Stone(color) = self.at(index) else { return false };
        self.layout()
            .steps()
            .into_iter()
            .any(|step| self.run(index, step, color).0 + self.run(index, -step, color).0 + 1 >= 5)
    }
}

/// The plain representation: one cell after the other.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    layout: Layout,
    cells: Vec<Cell>,
}

impl Grid for Board {
    fn empty(layout: Layout) -> Self {
        let mut cells = vec![Cell::Off; layout.n_cells()];
        for index in layout.indices() {
            cells[index] = Cell::Empty;
        }
        Self { layout, cells }
    }

    fn layout(&self) -> Layout {
        self.layout
    }

    fn at(&self, index: usize) -> Cell {
        self.cells[index]
    }

    fn set(&mut self, index: usize, stone: Option<Color>) {
        debug_assert!(self.cells[index] != Cell::Off, "no stone stands on the wall");
        self.cells[index] = stone.map_or(Cell::Empty, Cell::Stone);
    }
}

/// Every point, the middle first, ring by ring outward and row by row within a ring.
pub(crate) fn ring_order(size: Size) -> Vec<Point> {
    let mut points: Vec<Point> = size.points().collect();
    points.sort_by_key(|point| point.distance(size.middle()));
    points
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tengen_rules::SplitMix64;

    /// That another kind of board has in every cell what the array has there.
    pub(crate) fn assert_holds_what_the_array_holds<G: Grid>() {
        let mut random = SplitMix64::new(4);
        for side in [5, 15, 26] {
            let size = Size::literal(side);
            let mut stones = Stones::empty(size);
            for point in size.points() {
                stones.set(point, [None, Some(Color::Black), Some(Color::White)][random.below(3)]);
            }
            let (board, other) = (Board::from_stones(&stones), G::from_stones(&stones));
            for index in 0..board.layout().n_cells() {
                assert_eq!(board.at(index), other.at(index));
            }
        }
    }

    #[test]
    fn points_and_cells_are_one_to_one_and_the_wall_is_around_them() {
        for side in [5, 15, 26] {
            let layout = Layout::new(Size::literal(side));
            let board = Board::empty(layout);
            for point in layout.size.points() {
                assert_eq!(layout.point(layout.index(point)), point);
            }
            let is_off = |x: u8, y: u8, step| {
                board.at(next(layout.index(Point::new(x, y)), step)) == Cell::Off
            };
            let [right, down, down_right, up_right] = layout.steps();
            let last = side - 1;
            assert!(is_off(last, 2, right) && is_off(0, 2, -right));
            assert!(is_off(2, last, down) && is_off(2, 0, -down));
            assert!(is_off(last, last, down_right) && is_off(0, 0, -down_right));
            assert!(is_off(last, 0, up_right) && is_off(0, last, -up_right));
        }
    }

    #[test]
    fn rings_start_in_the_middle() {
        let order = ring_order(Size::literal(15));
        assert_eq!(order[0], Point::new(7, 7));
        assert_eq!(order[1..3], [Point::new(6, 6), Point::new(7, 6)]);
        assert_eq!(order[9], Point::new(5, 5));
        assert_eq!(order.len(), 225);
    }
}
