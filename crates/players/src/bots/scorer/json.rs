//! The numbers of every empty cell as a program wants them.

use serde_json::{Map, Value, json};
use tengen_rules::{Axis, Game, Point};

use super::composition::Composition;
use super::{ScoreSheet, ScoredCell, trace};

const NOTE: &str = "x is the row from the top and y the column from the left, both from 0, as in \
     the report's chessboard[x][y]; own is the side to move. parts add up to score. lines gives \
     what the report prints: stones (hang_c), empty (hang_emp), before (hang_c_zuo), behind \
     (hang_c_you) and jump (hang_tiao) in four directions. trace gives it once more under the \
     report's own names: hang the row, lie the column, youxia to the lower right, youshang to the \
     upper right; c for the side to move, unc for the other, emp for empty sides. best is the cell with the highest \
     score, of equal ones the first from the center ring by ring and row by row within a ring; \
     while the game is on, only legal cells count, and null means there is none.";

/// The fields that `scorer` adds to the record.
pub(crate) fn fields(game: &Game) -> Map<String, Value> {
    let sheet = ScoreSheet::new(game.stones(), game.to_move());
    // A board file may hold a finished game; the listing does not notice and neither do we here.
    let is_over = !game.status().is_ongoing();
    let best = sheet.best(|point| is_over || game.is_legal(point));
    let mut cells: Vec<&ScoredCell> = sheet.cells().iter().collect();
    cells.sort_by_key(|cell| cell.point);
    let mut fields = Map::new();
    fields.insert("schema".to_owned(), json!("tengen-scorer-1"));
    fields.insert("note".to_owned(), json!(NOTE));
    fields.insert("cells".to_owned(), cells.into_iter().map(cell_json).collect());
    fields.insert("best".to_owned(), json!(best.map(|(point, _)| row_and_column(point))));
    fields
}

/// A point in the convention of the reports.
pub(crate) fn row_and_column(point: Point) -> [u8; 2] {
    [point.y(), point.x()]
}

fn cell_json(cell: &ScoredCell) -> Value {
    let [x, y] = row_and_column(cell.point);
    let parts: Vec<Value> = cell
        .parts()
        .map(|(part, value)| json!({ "name": part.to_string(), "value": value }))
        .collect();
    let lines: Map<String, Value> = Axis::ALL
        .into_iter()
        .zip(cell.lines)
        .map(|(axis, line)| {
            let sides = json!({ "own": side_json(line.own), "opponent": side_json(line.other) });
            (axis.name().to_owned(), sides)
        })
        .collect();
    let trace: Map<String, Value> =
        trace(cell).into_iter().map(|(name, number)| (name, json!(number))).collect();
    json!({ "x": x, "y": y, "score": cell.score, "parts": parts, "lines": lines, "trace": trace })
}

fn side_json(composition: Composition) -> Value {
    let Composition { stones, before, behind, empty_sides, jumps } = composition;
    json!({
        "stones": stones, "empty": empty_sides, "before": before, "behind": behind, "jump": jumps,
    })
}
