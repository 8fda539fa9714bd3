//! Section 4: when two offered fifth moves are the same move.

use std::collections::BTreeSet;

use super::grid::{EMPTY, Grid, Point};

/// A point that may lie off the board, since edges are ignored here.
type Free = (isize, isize);

/// Does some rotation or reflection, with translation, map the stones of the
/// board onto themselves (colours included) and one offer onto the other?
pub fn offers_are_symmetric(board: &Grid, one: Point, two: Point) -> bool {
    let stones: BTreeSet<(Free, u8)> = board
        .points()
        .filter(|&point| board.at(point) != EMPTY)
        .map(|point| (free(point), board.at(point)))
        .collect();
    let Some(&(anchor, _)) = stones.first() else { return true };
    // The image of one stone fixes the translation, so trying every stone as the
    // image of the anchor tries every translation that could work.
    (0..8).any(|turn| {
        stones.iter().any(|&(image, _)| {
            let from = turned(turn, anchor);
            let shift = (image.0 - from.0, image.1 - from.1);
            let map = |point| {
                let (x, y) = turned(turn, point);
                (x + shift.0, y + shift.1)
            };
            let mapped: BTreeSet<(Free, u8)> =
                stones.iter().map(|&(point, colour)| (map(point), colour)).collect();
            mapped == stones && map(free(one)) == free(two)
        })
    })
}

fn free((x, y): Point) -> Free {
    (x as isize, y as isize)
}

/// One of the eight rotations and reflections about the origin.
fn turned(turn: u8, (x, y): Free) -> Free {
    let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
    (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{BLACK, WHITE};

    /// The smallest of the eight pictures of the stones, moved to the origin.
    fn shape(board: &Grid) -> Option<Vec<(Free, u8)>> {
        let stones = board.points().filter(|&point| board.at(point) != EMPTY);
        let stones: Vec<Point> = stones.collect();
        let picture = |turn| {
            let all = stones.iter().map(|&point| (turned(turn, free(point)), board.at(point)));
            let all: Vec<(Free, u8)> = all.collect();
            let left = all.iter().map(|((x, _), _)| *x).min().unwrap();
            let top = all.iter().map(|((_, y), _)| *y).min().unwrap();
            let moved = all.iter().map(|&((x, y), colour)| ((x - left, y - top), colour));
            let mut moved: Vec<(Free, u8)> = moved.collect();
            moved.sort_unstable();
            moved
        };
        (0..8).map(picture).min()
    }

    /// The rules text says that for four stones the definition is the same as
    /// comparing the two five-stone shapes. Checked on every pair of offers of
    /// many four-stone patterns.
    #[test]
    fn offers_are_symmetric_exactly_when_the_five_stone_shapes_are_equal() {
        let empty = Grid::new(5);
        let points: Vec<Point> = empty.points().collect();
        // The first stone is the centre; the other three walk through the board.
        let patterns = (0..24).flat_map(|a| (0..24).map(move |b| (a, b, (a * 7 + b * 5) % 25)));
        let mut symmetric_pairs = 0;
        for (a, b, c) in patterns {
            let mut board = empty.with((2, 2), BLACK);
            for (index, colour) in [(a, WHITE), (b, BLACK), (c, WHITE)] {
                board = board.with(points[index], colour);
            }
            // Skip patterns in which one stone landed on another.
            if board.stones() != 4 {
                continue;
            }
            let offers: Vec<Point> =
                points.iter().copied().filter(|&point| board.at(point) == EMPTY).collect();
            let shapes: Vec<_> =
                offers.iter().map(|&offer| shape(&board.with(offer, BLACK))).collect();
            for one in 0..offers.len() {
                for two in 0..one {
                    let symmetric = offers_are_symmetric(&board, offers[one], offers[two]);
                    assert_eq!(symmetric, shapes[one] == shapes[two], "{board:?}");
                    symmetric_pairs += u32::from(symmetric);
                }
            }
        }
        assert!(symmetric_pairs > 100, "the patterns must contain symmetric ones");
    }
}
