//! The numbers of a point under the names that the report prints (seed 000, 3.1.3).

use super::ScoredCell;
use super::composition::Composition;

/// The report's names of the four directions, in the order of `Axis::ALL`: row, column, to the lower
/// right, to the upper right.
pub const TRACED: [&str; 4] = ["hang", "lie", "youxia", "youshang"];

/// What the report prints about a point, line by line: `hang_c`, `lie_c`, ... and `sum_score` last.
pub fn trace(cell: &ScoredCell) -> Vec<(String, i64)> {
    let stones = |composition: Composition| i64::from(composition.stones);
    let empty = |composition: Composition| i64::from(composition.empty_sides);
    let own = cell.lines.map(|line| line.own);
    let other = cell.lines.map(|line| line.other);
    let group = |suffix: &'static str, numbers: [i64; 4]| {
        let named = move |(name, number)| (format!("{name}_{suffix}"), number);
        TRACED.into_iter().zip(numbers).map(named)
    };
    group("c", own.map(stones))
        .chain(group("emp", own.map(empty)))
        .chain(group("unc", other.map(stones)))
        .chain(group("emp_unc", other.map(empty)))
        .chain([("sum_score".to_owned(), cell.score.0)])
        .collect()
}
