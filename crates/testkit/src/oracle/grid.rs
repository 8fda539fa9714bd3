//! The board as bytes, and its lines rendered as byte strings.
//!
//! A rendered line runs from edge to edge and is framed by one [`OUTSIDE`] byte
//! on each side, so that a window may ask about "the point beyond" without any
//! bounds arithmetic, and so that the edge is neither a stone nor empty.

/// A point `(x, y)`, `x` from the left, `y` from the top, zero based.
pub type Point = (usize, usize);

/// An empty point.
pub const EMPTY: u8 = b'.';
/// A black stone.
pub const BLACK: u8 = b'X';
/// A white stone.
pub const WHITE: u8 = b'O';
/// What lies beyond the edge of the board: not a stone, and not empty.
pub const OUTSIDE: u8 = b'#';

/// The four axes with the names used by the test data.
pub(super) const AXES: [Axis; 4] = [
    Axis { dx: 1, dy: 0, name: "horizontal" },
    Axis { dx: 0, dy: 1, name: "vertical" },
    Axis { dx: 1, dy: 1, name: "diagonal" },
    Axis { dx: 1, dy: -1, name: "antidiagonal" },
];

/// The colour that is not `colour`.
pub fn other_colour(colour: u8) -> u8 {
    if colour == BLACK { WHITE } else { BLACK }
}

/// One of the four directions in which lines run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    dx: isize,
    dy: isize,
    pub(super) name: &'static str,
}

/// A square board, row-major, top row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Points per side.
    pub size: usize,
    /// `size * size` cells, each [`EMPTY`], [`BLACK`] or [`WHITE`].
    pub cells: Vec<u8>,
}

impl Grid {
    /// An empty board.
    pub fn new(size: usize) -> Self {
        Self { size, cells: vec![EMPTY; size * size] }
    }

    /// A board from its rows, top first.
    ///
    /// # Panics
    /// If the rows are not a square of `.`, `X` and `O`: a broken test, not a
    /// state to handle.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Self {
        let cells: Vec<u8> = rows.iter().flat_map(|row| row.as_ref().bytes()).collect();
        assert!(rows.iter().all(|row| row.as_ref().len() == rows.len()), "board is not square");
        assert!(cells.iter().all(|cell| b".XO".contains(cell)), "cells are '.', 'X' or 'O'");
        Self { size: rows.len(), cells }
    }

    /// The cell at a point, [`OUTSIDE`] beyond the edge.
    pub fn at(&self, (x, y): Point) -> u8 {
        if x < self.size && y < self.size { self.cells[y * self.size + x] } else { OUTSIDE }
    }

    /// A copy of the board with one cell changed.
    ///
    /// # Panics
    /// If the point is off the board.
    #[must_use]
    pub fn with(&self, (x, y): Point, cell: u8) -> Self {
        assert!(x < self.size && y < self.size, "({x},{y}) is off the board");
        let mut copy = self.clone();
        copy.cells[y * self.size + x] = cell;
        copy
    }

    /// All points, row-major.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).map(move |x| (x, y)))
    }

    /// The number of stones of both colours.
    pub fn stones(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell != EMPTY).count()
    }

    /// The neighbour `steps` further along an axis, if it is on the board.
    fn step(&self, (x, y): Point, axis: Axis, steps: isize) -> Option<Point> {
        let x = x.checked_add_signed(axis.dx * steps)?;
        let y = y.checked_add_signed(axis.dy * steps)?;
        (x < self.size && y < self.size).then_some((x, y))
    }

    /// The whole line through `point` along `axis`, edge to edge.
    pub(super) fn line_through(&self, point: Point, axis: Axis) -> Line {
        let mut first = point;
        while let Some(previous) = self.step(first, axis, -1) {
            first = previous;
        }
        let mut points = Vec::with_capacity(self.size);
        points.push(first);
        let mut last = first;
        while let Some(next) = self.step(last, axis, 1) {
            points.push(next);
            last = next;
        }
        let mut text = Vec::with_capacity(points.len() + 2);
        text.push(OUTSIDE);
        text.extend(points.iter().map(|&point| self.at(point)));
        text.push(OUTSIDE);
        // The frame shifts every text position by one.
        let here = 1 + points.iter().take_while(|&&other| other != point).count();
        Line { axis, text, points, here }
    }

    /// The four lines through a point.
    pub(super) fn lines_through(&self, point: Point) -> Vec<Line> {
        AXES.iter().map(|&axis| self.line_through(point, axis)).collect()
    }

    /// Every line of the board once.
    pub(super) fn all_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for axis in AXES {
            // A line is found at its first point, the one without a predecessor.
            let firsts = self.points().filter(|&point| self.step(point, axis, -1).is_none());
            lines.extend(firsts.map(|first| self.line_through(first, axis)));
        }
        lines
    }
}

/// One line of the board as text, seen from one of its points.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) axis: Axis,
    /// The cells, framed by [`OUTSIDE`].
    pub(super) text: Vec<u8>,
    points: Vec<Point>,
    /// Index in `text` of the point the line was asked for.
    pub(super) here: usize,
}

impl Line {
    /// The board point of a text position; none for the frame.
    pub(super) fn point_at(&self, index: usize) -> Option<Point> {
        self.points.get(index.checked_sub(1)?).copied()
    }

    /// All windows of `len` bytes with their start, such that the point of this
    /// line lies in the window without its `margin` outermost bytes.
    pub(super) fn windows_around(
        &self,
        len: usize,
        margin: usize,
    ) -> impl Iterator<Item = (usize, &[u8])> {
        let here = self.here;
        self.text
            .windows(len)
            .enumerate()
            .filter(move |(start, _)| (start + margin..start + len - margin).contains(&here))
    }
}
