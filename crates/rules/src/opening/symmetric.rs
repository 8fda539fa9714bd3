//! When two offered fifth moves are the same (RULES.md section 4).

use crate::{Point, Symmetry};

/// Whether some rotation or reflection, with any translation, maps the stones onto themselves,
/// colors included, and one offer onto the other. Edges do not matter: symmetry is judged on the
/// stones, not on the board.
///
/// Stones are in the order they were placed, so their colors alternate from Black.
pub(super) fn are_symmetric(stones: &[Point], offer: Point, other: Point) -> bool {
    let Some((&anchor, _)) = stones.split_first() else { return false };
    Symmetry::all().any(|symmetry| {
        let move_by = |point: Point, (dx, dy): (i32, i32)| {
            let (x, y) = symmetry.apply_to_vector(vector(point));
            (x + dx, y + dy)
        };
        let maps_to_a_stone = |i: usize, stone: Point, shift| {
            stones
                .iter()
                .skip(i % 2)
                .step_by(2)
                .any(|&target| vector(target) == move_by(stone, shift))
        };
        // The first stone must land on some stone of its color; that fixes the translation.
        stones.iter().step_by(2).any(|&target| {
            let (x, y) = move_by(anchor, (0, 0));
            let (target_x, target_y) = vector(target);
            let shift = (target_x - x, target_y - y);
            vector(other) == move_by(offer, shift)
                && stones.iter().enumerate().all(|(i, &stone)| maps_to_a_stone(i, stone, shift))
        })
    })
}

fn vector(point: Point) -> (i32, i32) {
    (i32::from(point.x()), i32::from(point.y()))
}
