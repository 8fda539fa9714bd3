//! Section 2.4: free threes and the double-three ban of ninuki-42.

use super::capture::captured_by;
use super::grid::{EMPTY, Grid, Line, Point};
use super::lines::makes_five_or_more;
use super::rule::OracleRule;

/// The names of the axes that carry a free three once `colour` plays the empty
/// `point`, before any exemption and before any stone is captured.
pub fn free_three_axes(grid: &Grid, point: Point, colour: u8) -> Vec<&'static str> {
    if grid.at(point) != EMPTY {
        return Vec::new();
    }
    let lines = grid.with(point, colour).lines_through(point);
    lines.iter().filter(|line| is_free_three(line, colour)).map(|line| line.axis.name).collect()
}

/// Is the move banned as a double-three? Captures and fives are exempt.
pub fn double_three_banned(grid: &Grid, point: Point, colour: u8) -> bool {
    grid.at(point) == EMPTY
        && free_three_axes(grid, point, colour).len() >= 2
        && captured_by(OracleRule::Ninuki42, grid, point, colour).is_empty()
        && !makes_five_or_more(&grid.with(point, colour), point)
}

/// The free threes as drawn in the rules text, `X` being the own colour.
const DRAWINGS: [&[u8; 6]; 4] = [b".XXX..", b"..XXX.", b".XX.X.", b".X.XX."];

/// Does one of the drawings lie on the line with the point on one of its stones?
/// The point holds a stone, so it cannot be the gap of a drawing.
fn is_free_three(line: &Line, colour: u8) -> bool {
    line.windows_around(6, 1).any(|(_, window)| {
        DRAWINGS.iter().any(|drawing| {
            let in_own_colour = drawing.map(|cell| if cell == b'X' { colour } else { EMPTY });
            window == in_own_colour
        })
    })
}
