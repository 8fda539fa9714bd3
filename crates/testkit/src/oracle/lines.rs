//! Section 1: which line a stone completes, judged by windows of the text.

use super::grid::{Grid, Line, Point, other_colour};
use super::rule::{LineGoal, OracleRule};

/// Does the stone standing on `point` win by a line under this rule?
///
/// Answers for the capture rules too, where any five or more counts; whether it
/// can still be answered is the business of the ending.
pub fn line_wins(rule: OracleRule, grid: &Grid, point: Point) -> bool {
    let colour = grid.at(point);
    // Axes are judged independently: one that qualifies is enough.
    grid.lines_through(point).iter().any(|line| match rule.line_goal(colour) {
        LineGoal::FiveOrMore => five_or_more(line, colour),
        LineGoal::ExactlyFive => exactly_five(line, colour),
        LineGoal::UnblockedFive => unblocked_five(line, colour),
        LineGoal::UnblockedFiveOrSix => six_or_more(line, colour) || unblocked_five(line, colour),
    })
}

/// Does the stone standing on `point` belong to a run of five or more?
pub fn makes_five_or_more(grid: &Grid, point: Point) -> bool {
    grid.lines_through(point).iter().any(|line| five_or_more(line, grid.at(point)))
}

/// Does the stone standing on `point` belong to a run of six or more?
pub fn makes_overline(grid: &Grid, point: Point) -> bool {
    grid.lines_through(point).iter().any(|line| six_or_more(line, grid.at(point)))
}

/// `XXXXX` somewhere around the point.
pub(super) fn five_or_more(line: &Line, colour: u8) -> bool {
    line.windows_around(5, 0).any(|(_, window)| window == [colour; 5])
}

/// `XXXXXX` somewhere around the point.
pub(super) fn six_or_more(line: &Line, colour: u8) -> bool {
    line.windows_around(6, 0).any(|(_, window)| window == [colour; 6])
}

/// `?XXXXX?` around the point, where `?` is anything but an own stone.
pub(super) fn exactly_five(line: &Line, colour: u8) -> bool {
    line.windows_around(7, 1).any(|(_, window)| is_exact_five(window, colour))
}

/// An exact five that is not `OXXXXXO`; the edge does not block.
fn unblocked_five(line: &Line, colour: u8) -> bool {
    let enemy = other_colour(colour);
    line.windows_around(7, 1).any(|(_, window)| {
        is_exact_five(window, colour) && !(window[0] == enemy && window[6] == enemy)
    })
}

/// Is this window of seven an exact five between two other things?
pub(super) fn is_exact_five(window: &[u8], colour: u8) -> bool {
    window[1..6] == [colour; 5] && window[0] != colour && window[6] != colour
}
