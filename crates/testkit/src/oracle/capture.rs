//! Sections 2.2 and 3: custodial captures, found as windows `XOOX` (and `XOOOX`
//! in keryo) that end on the new stone.

use std::collections::BTreeSet;

use super::grid::{EMPTY, Grid, Point, other_colour};
use super::rule::OracleRule;

/// The enemy stones that `colour` would take by playing the empty `point`,
/// row-major. Empty for occupied points and for rules without captures.
pub fn captured_by(rule: OracleRule, grid: &Grid, point: Point, colour: u8) -> Vec<Point> {
    if grid.at(point) != EMPTY || rule.capturable_lengths().is_empty() {
        return Vec::new();
    }
    // All rays are judged on the position right after the stone is placed.
    let board = grid.with(point, colour);
    let mut taken = BTreeSet::new();
    for line in board.lines_through(point) {
        for &group in rule.capturable_lengths() {
            let mut pattern = vec![other_colour(colour); group + 2];
            pattern[0] = colour;
            pattern[group + 1] = colour;
            for (start, window) in line.windows_around(group + 2, 0) {
                // The point is a flank by itself: it is not an enemy stone.
                if window == pattern {
                    let stones = start + 1..=start + group;
                    taken.extend(stones.filter_map(|index| line.point_at(index)));
                }
            }
        }
    }
    let mut taken: Vec<Point> = taken.into_iter().collect();
    taken.sort_unstable_by_key(|&(x, y)| (y, x));
    taken
}
