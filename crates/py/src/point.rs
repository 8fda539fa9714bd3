//! Points as Python writes them: `(x, y)`, two numbers, or a name like `"h8"`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tengen_rules::{Color, Notation, Point, Size};

use crate::errors::illegal_move;

/// A point as `(x, y)`: column from the left, row from the top, both from zero.
pub(crate) type Xy = (u8, u8);

pub(crate) fn xy(point: Point) -> Xy {
    (point.x(), point.y())
}

/// A move argument before the board is known.
#[derive(FromPyObject)]
pub(crate) enum PointLike {
    /// `"h8"`: column letter, row from the bottom.
    #[pyo3(transparent)]
    Name(String),
    /// `(x, y)`: a tuple, list or array of two integers of any kind.
    #[pyo3(transparent)]
    Pair(Vec<i64>),
    /// `x` of two arguments.
    #[pyo3(transparent)]
    Column(i64),
}

impl PointLike {
    /// The point on a board; `row` is the second of two number arguments.
    pub(crate) fn on(self, size: Size, row: Option<i64>) -> PyResult<Point> {
        let (x, y) = match (&self, row) {
            (Self::Pair(pair), None) if pair.len() == 2 => (pair[0], pair[1]),
            (Self::Column(x), Some(y)) => (*x, y),
            (Self::Name(name), None) => {
                return Notation::Renju
                    .parse(size, name.trim())
                    .map_err(|error| PyValueError::new_err(format!("{name:?}: {error}")));
            }
            _ => return Err(PyTypeError::new_err("a move is (x, y), x and y, or a name as 'h8'")),
        };
        size.point(x, y).ok_or_else(|| off_board(x, y, size))
    }
}

fn off_board(x: i64, y: i64, size: Size) -> PyErr {
    illegal_move(format!("({x}, {y}) is not on the {size} board"), "off-board")
}

/// A color by its name, or by the number students know: -1 black, 1 white.
#[derive(FromPyObject)]
pub(crate) enum ColorLike {
    #[pyo3(transparent)]
    Name(String),
    #[pyo3(transparent)]
    Number(i64),
}

impl ColorLike {
    pub(crate) fn color(&self) -> PyResult<Color> {
        let color = match self {
            Self::Name(name) => Color::from_name(name),
            Self::Number(-1) => Some(Color::Black),
            Self::Number(1) => Some(Color::White),
            Self::Number(_) => None,
        };
        color.ok_or_else(|| PyValueError::new_err("the colors are 'black' (-1) and 'white' (1)"))
    }
}

/// The number that stands for a cell in boards made of numbers.
pub(crate) fn number_of(cell: Option<Color>) -> i8 {
    match cell {
        Some(Color::Black) => -1,
        Some(Color::White) => 1,
        None => 0,
    }
}
