//! The free threes of the 42 game (RULES.md 2.4). No recursion: what the extension point would be
//! itself does not matter there.

use alloc::vec::Vec;

use crate::{Axis, Cell, Color, Point, Stones, run_through};

/// How far from the new stone an extending stone can lie and still be in one run of four with it.
const REACH: i8 = 3;

/// The axes on which a stone of `color` on the empty `point` makes a free three: one more stone
/// would make a run of exactly four through the new stone with both ends on the board and empty.
///
/// # Panics
/// If the point is taken.
pub fn free_three_axes(
    stones: &mut Stones,
    point: Point,
    color: Color,
) -> impl Iterator<Item = Axis> + use<> {
    let free = stones.with_stone(point, color, |stones| {
        Axis::ALL.map(|axis| has_free_three(stones, point, color, axis))
    });
    Axis::ALL.into_iter().zip(free).filter_map(|(axis, is_free)| is_free.then_some(axis))
}

fn has_free_three(stones: &mut Stones, point: Point, color: Color, axis: Axis) -> bool {
    // The two other stones of a three lie within reach; without them nothing need be tried.
    let n_near = (-REACH..=REACH)
        .filter(|&steps| {
            steps != 0 && stones.look(point, axis.forward(), steps) == Cell::Stone(color)
        })
        .count();
    if n_near < 2 {
        return false;
    }
    let extensions: Vec<Point> = stones.empties_near(point, axis, REACH).collect();
    extensions.into_iter().any(|extension| {
        stones
            .with_stone(extension, color, |stones| makes_open_four(stones, point, extension, axis))
    })
}

fn makes_open_four(stones: &Stones, point: Point, extension: Point, axis: Axis) -> bool {
    let [through_point, through_extension] =
        [point, extension].map(|stone| run_through(stones, stone, axis));
    through_point == through_extension
        && through_point.is_some_and(|run| run.len == 4 && run.ends == [Cell::Empty; 2])
}
