//! Section 1.3: forbidden points of renju, by the recursion of the text.
//!
//! No depth limit, no memory of points under examination: every level works on
//! its own copy of the board with one more stone, which is what ends it.

use std::collections::BTreeSet;

use super::grid::{BLACK, EMPTY, Grid, Line, Point};
use super::lines::{exactly_five, is_exact_five, six_or_more};

/// The kind of the forbidden point, as if Black were to play there: `overline`,
/// `double-four` or `double-three`. None for allowed and for occupied points.
pub fn forbidden_kind_for_black(grid: &Grid, point: Point) -> Option<&'static str> {
    if grid.at(point) != EMPTY {
        return None;
    }
    let board = grid.with(point, BLACK);
    let lines = board.lines_through(point);
    if lines.iter().any(|line| exactly_five(line, BLACK)) {
        return None;
    }
    if lines.iter().any(|line| six_or_more(line, BLACK)) {
        return Some("overline");
    }
    // Fours are sets of stones, so two completing points of one four count once.
    let fours: BTreeSet<Vec<Point>> = lines.iter().flat_map(fours_on).collect();
    if fours.len() >= 2 {
        return Some("double-four");
    }
    let threes = lines.iter().filter(|line| carries_real_three(&board, line)).count();
    (threes >= 2).then_some("double-three")
}

/// The fours through the point of this line, each as the set of its stones.
fn fours_on(line: &Line) -> Vec<Vec<Point>> {
    let mut fours = Vec::new();
    for (start, window) in line.windows_around(7, 1) {
        for gap in 1..=5 {
            let mut filled = window.to_vec();
            filled[gap] = BLACK;
            let completes = window[gap] == EMPTY && is_exact_five(&filled, BLACK);
            // A window whose gap is elsewhere holds the point as a stone.
            if completes {
                let stones = (1..=5).filter(|&index| index != gap);
                fours.push(stones.filter_map(|index| line.point_at(start + index)).collect());
            }
        }
    }
    fours
}

/// Does the line carry a real three through its point? `board` already holds the
/// stone on that point.
fn carries_real_three(board: &Grid, line: &Line) -> bool {
    (1..line.text.len() - 1).any(|extension| {
        let Some(point) = line.point_at(extension) else { return false };
        line.text[extension] == EMPTY
            && makes_straight_four(line, extension)
            && !makes_exact_five_at(board, point)
            && forbidden_kind_for_black(board, point).is_none()
    })
}

/// Clause (b): a stone on `extension` gives `?.XXXX.?` holding both it and the
/// point of the line, where `?` is anything but black.
fn makes_straight_four(line: &Line, extension: usize) -> bool {
    let mut extended = line.clone();
    extended.text[extension] = BLACK;
    extended.windows_around(8, 2).any(|(start, window)| {
        window[1..7] == *b".XXXX."
            && window[0] != BLACK
            && window[7] != BLACK
            && (start + 2..start + 6).contains(&extension)
    })
}

/// Clause (a): would a stone there make exactly five on any axis?
fn makes_exact_five_at(board: &Grid, point: Point) -> bool {
    let extended = board.with(point, BLACK);
    extended.lines_through(point).iter().any(|line| exactly_five(line, BLACK))
}
