//! The marks of every empty cell as a program wants them.

use serde_json::{Map, Value, json};
use tengen_rules::Game;

use super::{Finalist, Marks, Thought};
use crate::bots::scorer::json::row_and_column;

const NOTE: &str = "x is the row from the top and y the column from the left, both from 0: the \
     first and second index of the listing's chalbox[x][y]. own and opponent are countScore for \
     the side to move (who = 1) and the other side (who = -1). choices holds, once each, all moves \
     that the listing may return; while the game is on, only legal cells count.";

/// The fields that `fivetuple` adds to the record.
pub(crate) fn fields(game: &Game) -> Map<String, Value> {
    let is_over = !game.status().is_ongoing();
    let is_open = |point| is_over || game.is_legal(point);
    let thought = Thought::new(game.stones(), game.to_move(), is_open, None);
    let cells: Vec<Value> = thought
        .marks
        .iter()
        .map(|&(point, Marks { own, opponent })| {
            let [x, y] = row_and_column(point);
            json!({ "x": x, "y": y, "own": own, "opponent": opponent })
        })
        .collect();
    let spots = |finalists: &[Finalist]| -> Value {
        let mut spots: Vec<[u8; 2]> = finalists.iter().map(|f| row_and_column(f.point)).collect();
        spots.dedup();
        json!(spots)
    };
    let mut fields = Map::new();
    fields.insert("schema".to_owned(), json!("tengen-fivetuple-1"));
    fields.insert("note".to_owned(), json!(NOTE));
    fields.insert("cells".to_owned(), Value::Array(cells));
    fields.insert("finalists".to_owned(), spots(&thought.finalists));
    fields.insert("choices".to_owned(), spots(&thought.choices));
    fields
}
