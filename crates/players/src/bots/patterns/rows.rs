//! The eleven rows of two-dimensional patterns (seed 004, "Pattern representation").

use crate::Part;
use tengen_rules::{Cell, Color, Point, Stones};

use super::research::{Browse, Found, browse_all};
use crate::bots::board::{Board, Grid};

/// A row: two patterns `(p1, p2, p3, p4)` and what matching both is worth. `p1` is the number of
/// directions it has to be found in, `p2` the stones, `p3` the blocked ends and `p4` the jumps;
/// -1 means any. A second pattern of zeros asks for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The first pattern.
    pub first: [i8; 4],
    /// The second.
    pub second: [i8; 4],
    /// The points.
    pub points: i64,
}

const NOTHING: [i8; 4] = [0, 0, 0, 0];

const fn row(first: [i8; 4], second: [i8; 4], points: i64) -> Row {
    Row { first, second, points }
}

/// The rows as the report prints them.
///
/// Quirk: a five blocked on one end matches no row. The search sees every five by itself.
pub const ROWS: [Row; 11] = [
    row([1, 5, 0, 0], NOTHING, 10000),
    row([1, 4, 0, 0], NOTHING, 700),
    row([2, 4, 1, 0], NOTHING, 700),
    row([2, 4, -1, 1], NOTHING, 700),
    row([1, 4, 1, 0], [1, 4, -1, 1], 700),
    row([1, 4, 1, 0], [1, 3, 0, -1], 500),
    row([1, 4, -1, 1], [1, 3, 0, -1], 500),
    row([2, 3, 0, -1], NOTHING, 300),
    row([3, 2, 0, -1], NOTHING, 50),
    row([1, 3, 0, -1], NOTHING, 20),
    row([1, 2, 0, -1], NOTHING, 9),
];

/// Whether an array matches a row, given one browse of the four directions.
pub fn row_matches(row: &Row, array: &[Found; 4]) -> bool {
    matches(row, &array.map(|found| Browse { plain: found, jumping: found }))
}

/// Whether both browses together match a row. A direction matches a pattern if either browse does,
/// and the two patterns of a row need two directions: without that `.XXX.X.` would be a jumped
/// four and an open three at once, on one and the same line.
fn matches(row: &Row, array: &[Browse; 4]) -> bool {
    let first = directions(row.first, array);
    if first.count_ones() < row.first[0] as u32 {
        return false;
    }
    if row.second == NOTHING {
        return true;
    }
    let second = directions(row.second, array);
    second.count_ones() >= row.second[0] as u32 && (first | second).count_ones() >= 2
}

/// The directions that match a pattern, as a set of bits.
fn directions([_, stones, blocks, jumps]: [i8; 4], array: &[Browse; 4]) -> u8 {
    let fits = |wanted: i8, found: u8| wanted < 0 || wanted == found as i8;
    let fits_all = |found: Found| {
        stones == found.stones as i8 && fits(blocks, found.blocks) && fits(jumps, found.jumps)
    };
    let mut set = 0;
    for (i, browse) in array.iter().enumerate() {
        set |= u8::from(fits_all(browse.plain) || fits_all(browse.jumping)) << i;
    }
    set
}

/// The points of a stone of `color` on a cell: the sum over the rows it matches ("the score
/// increases with the assigned score").
pub(super) fn points_at<G: Grid>(grid: &G, index: usize, color: Color) -> i64 {
    let array = browse_all(grid, index, color);
    // No row matches stones that are linked to nothing.
    if array.iter().all(|browse| browse.jumping.stones < 2) {
        return 0;
    }
    ROWS.iter().filter(|row| matches(row, &array)).map(|row| row.points).sum()
}

/// The rows that a stone matches, with their points; none where no stone stands.
pub fn rows_at(stones: &Stones, point: Point) -> Vec<Part> {
    let board = Board::from_stones(stones);
    let Some(color) = stones.get(point) else { return Vec::new() };
    parts_at(&board, board.layout().index(point), color.name())
}

/// The rows that the stone on a cell matches, for people.
pub(super) fn parts_at<G: Grid>(grid: &G, index: usize, whose: &str) -> Vec<Part> {
    let Cell::Stone(color) = grid.at(index) else { return Vec::new() };
    let array = browse_all(grid, index, color);
    let matching = ROWS.iter().filter(|row| matches(row, &array));
    matching.map(|row| Part::new(format!("{whose} {}", describe(row)), row.points)).collect()
}

fn describe(row: &Row) -> String {
    let tuple =
        |[times, stones, blocks, jumps]: [i8; 4]| format!("({times}, {stones}, {blocks}, {jumps})");
    if row.second == NOTHING {
        tuple(row.first)
    } else {
        format!("{} {}", tuple(row.first), tuple(row.second))
    }
}
