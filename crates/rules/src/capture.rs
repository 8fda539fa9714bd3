//! Custodial captures: groups flanked by the stone just played.

use alloc::vec::Vec;

use crate::{CaptureSpec, Cell, Color, Point, Ray, Stones};

/// The stones that a stone of `color` on `point` takes, row by row. The point itself may be empty
/// or already hold the stone; it is not looked at.
///
/// All rays are judged on one position, so nothing that is removed can spoil or cause another
/// removal, and a stone that moves between two enemies is safe.
pub fn captured_by(stones: &Stones, spec: CaptureSpec, point: Point, color: Color) -> Vec<Point> {
    let mut taken: Vec<Point> =
        Ray::all().flat_map(|ray| taken_on_ray(stones, spec, point, color, ray)).collect();
    taken.sort_unstable();
    taken
}

/// Whether such a stone would take anything.
pub(crate) fn captures(stones: &Stones, spec: CaptureSpec, point: Point, color: Color) -> bool {
    Ray::all().any(|ray| group_on_ray(stones, spec, point, color, ray).is_some())
}

fn taken_on_ray(
    stones: &Stones,
    spec: CaptureSpec,
    point: Point,
    color: Color,
    ray: Ray,
) -> impl Iterator<Item = Point> {
    let len = group_on_ray(stones, spec, point, color, ray).unwrap_or(0);
    (1..=len).filter_map(move |steps| stones.step(point, ray, steps))
}

/// The length of the group taken along one ray.
fn group_on_ray(
    stones: &Stones,
    spec: CaptureSpec,
    point: Point,
    color: Color,
    ray: Ray,
) -> Option<i8> {
    spec.group_lengths.iter().copied().find(|&len| {
        (1..=len).all(|steps| stones.look(point, ray, steps) == Cell::Stone(!color))
            && stones.look(point, ray, len + 1) == Cell::Stone(color)
    })
}
