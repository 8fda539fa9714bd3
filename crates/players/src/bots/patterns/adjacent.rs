//! The second idea: look at the positions one stone around the last stone (seed 004, "Adjacent").

use tengen_rules::{Cell, Color, Point, Stones};

use super::evaluator::per_cell;
use crate::bots::board::{Board, Grid, next};

/// The report's `adjacent`: where around a point a stone of `mover` makes the board worth most to
/// him, and how much that is.
pub fn adjacent(stones: &Stones, point: Point, mover: Color) -> Option<(Point, i64)> {
    let board = Board::from_stones(stones);
    let layout = board.layout();
    let best = best_neighbor(&board, layout.index(point), mover);
    best.map(|(index, value)| (layout.point(index), value))
}

/// The best neighbor of the stone on `last` for `mover`, and what the board is worth to him with a
/// stone there: a minimax of depth one around the stone. Nothing if it has no empty neighbor.
///
/// The report does not say by what the positions are compared; we use the final per-cell array.
pub(super) fn best_neighbor<G: Grid>(grid: &G, last: usize, mover: Color) -> Option<(usize, i64)> {
    let mut grid = grid.clone();
    let mut best: Option<(usize, i64)> = None;
    for step in grid.layout().neighbor_steps() {
        let index = next(last, step);
        if grid.at(index) != Cell::Empty {
            continue;
        }
        grid.set(index, Some(mover));
        let value = per_cell(&grid, mover);
        grid.set(index, None);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((index, value));
        }
    }
    best
}
