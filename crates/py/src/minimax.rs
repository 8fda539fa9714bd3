//! The parts of the minimax player of seed 001, for `gomoku.minimax`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tengen_players::bots::minimax;
use tengen_rules::{Color, Point};

use crate::game::{Game, parse_size};

/// A point as the reports write it: `(row, column)`.
type Cell = (u8, u8);
/// Numbers for every point, row by row.
type Matrix = Vec<Vec<u64>>;

fn color_of(number: i64) -> PyResult<Color> {
    match number {
        -1 => Ok(Color::Black),
        1 => Ok(Color::White),
        _ => Err(PyValueError::new_err("a player is -1 for black or 1 for white")),
    }
}

/// The `width` most valuable empty points of a board for a player, the best first.
#[pyfunction]
pub(crate) fn minimax_actions(game: &Game, player: i64, width: usize) -> PyResult<Vec<Cell>> {
    let points = minimax::actions(game.inner.stones(), color_of(player)?, width);
    Ok(points.into_iter().map(|point| (point.y(), point.x())).collect())
}

/// What an empty point is worth to a player.
#[pyfunction]
pub(crate) fn minimax_point_value(
    game: &Game,
    row: i64,
    column: i64,
    player: i64,
) -> PyResult<i64> {
    let stones = game.inner.stones();
    let point = stones.size().point(column, row).filter(|&point| stones.get(point).is_none());
    let point =
        point.ok_or_else(|| PyValueError::new_err(format!("({row}, {column}) is not empty")))?;
    Ok(minimax::point_value(stones, point, color_of(player)?))
}

/// `val`, whether a player must win and whether he must lose, with `to_move` to move.
#[pyfunction]
pub(crate) fn minimax_evaluation(
    game: &Game,
    player: i64,
    to_move: i64,
) -> PyResult<(i64, bool, bool)> {
    let parts = minimax::evaluation(game.inner.stones(), color_of(player)?, color_of(to_move)?);
    Ok((parts.val, parts.attacks(), parts.defends()))
}

/// The random numbers of Zobrist hashing for black and for white, row by row.
#[pyfunction]
pub(crate) fn minimax_zobrist(size: i64) -> PyResult<(Matrix, Matrix)> {
    let size = parse_size(size)?;
    let side = size.get();
    let table = |color| -> Matrix {
        let row = |y| (0..side).map(move |x| minimax::hash_number(size, Point::new(x, y), color));
        (0..side).map(|y| row(y).collect()).collect()
    };
    Ok((table(Color::Black), table(Color::White)))
}
