//! What a seed player says about one point, in the words of its report.

use core::fmt::Write;

use serde_json::{Map, Value, json};
use tengen_rules::{Color, Game, Point, Stones};

use crate::bots::fivetuple::{Marks, Thought};
use crate::bots::patterns::{Found, RegexCounter, adjacent, research, rows_at};
use crate::bots::scorer::json::row_and_column;
use crate::bots::scorer::{ScoreSheet, trace};
use crate::bots::{minimax, patterns};
use crate::render::name;

/// What a player says about a point: for people and for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Lines of text.
    pub text: String,
    /// The same numbers, with `x` the row and `y` the column as the reports have it.
    pub json: Value,
}

/// Asks the bot of this name about a point; nothing if it has no numbers for it: the scorer, the
/// minimaxer and the five-tuple bot value empty points, the pattern searcher looks at stones.
pub fn probe(bot: &str, game: &Game, point: Point) -> Option<Probe> {
    let [x, y] = row_and_column(point);
    let heading = format!("{} is ({x}, {y})\n", name(game.size(), point));
    let (stones, mover) = (game.stones(), game.to_move());
    let is_empty = stones.get(point).is_none();
    let (text, mut fields) = match bot {
        "scorer" if is_empty => probe_scorer(stones, mover, point)?,
        "minimax" if is_empty => probe_minimax(stones, mover, point),
        "fivetuple" if is_empty => probe_fivetuple(stones, mover, point)?,
        _ if bot.starts_with("patterns") => probe_patterns(stones, mover, point),
        _ => return None,
    };
    fields.insert("x".to_owned(), json!(x));
    fields.insert("y".to_owned(), json!(y));
    Some(Probe { text: heading + &text, json: Value::Object(fields) })
}

/// The report's `countMatch`: how often a pattern of `-`, `X` and `O` is found in the board written as
/// one text. Anything else in the pattern is refused.
pub fn count_pattern(game: &Game, pattern: &str) -> Option<Probe> {
    if pattern.is_empty() || pattern.len() > 26 || !pattern.chars().all(|c| "-XO".contains(c)) {
        return None;
    }
    let patterns::PatternCount { real, fake } = RegexCounter::count(game.stones(), pattern);
    let text = format!(
        "countMatch(\"{pattern}\") = {}: {real} on the board, {fake} across its edges\n",
        real + fake
    );
    let json = json!({ "pattern": pattern, "matches": real + fake, "real": real, "fake": fake });
    Some(Probe { text, json })
}

type Told = (String, Map<String, Value>);

fn probe_scorer(stones: &Stones, mover: Color, point: Point) -> Option<Told> {
    let sheet = ScoreSheet::new(stones, mover);
    let cell = sheet.cells().iter().find(|cell| cell.point == point)?;
    let mut text = String::new();
    let mut fields = Map::new();
    for (name, number) in trace(cell) {
        // Writing to a string cannot fail.
        let _ = match name.as_str() {
            "sum_score" => writeln!(text, "sum_score {number}"),
            _ => writeln!(text, "{name} = {number}"),
        };
        fields.insert(name, json!(number));
    }
    Some((text, fields))
}

fn probe_minimax(stones: &Stones, mover: Color, point: Point) -> Told {
    let [own, opponent] = [mover, !mover].map(|color| minimax::point_value(stones, point, color));
    let text = format!("eval_posi for {mover} = {own}\neval_posi for {} = {opponent}\n", !mover);
    let fields = [("own".to_owned(), json!(own)), ("opponent".to_owned(), json!(opponent))];
    (text, fields.into_iter().collect())
}

fn probe_fivetuple(stones: &Stones, mover: Color, point: Point) -> Option<Told> {
    let thought = Thought::new(stones, mover, |_| true, None);
    let &(_, Marks { own, opponent }) = thought.marks.iter().find(|(at, _)| *at == point)?;
    let text = format!("countScore(who = 1) = {own}\ncountScore(who = -1) = {opponent}\n");
    let fields = [("own".to_owned(), json!(own)), ("opponent".to_owned(), json!(opponent))];
    Some((text, fields.into_iter().collect()))
}

/// The array of a stone with the rows it matches, and the best point around it for the side to move.
fn probe_patterns(stones: &Stones, mover: Color, point: Point) -> Told {
    let mut text = String::new();
    let mut fields = Map::new();
    for (may_jump, key) in [(false, "no space allowed"), (true, "one space allowed")] {
        let Some(array) = research(stones, point, may_jump) else { continue };
        let array = array.map(|Found { stones, blocks, jumps }| (stones, blocks, jumps));
        let _ = writeln!(text, "array for -, |, / and \\ with {key}: {array:?}");
        fields.insert(key.replace(' ', "_"), json!(array));
    }
    let rows = rows_at(stones, point);
    for part in &rows {
        let _ = writeln!(text, "{:>9}  {}", part.value, part.name);
    }
    fields.insert("rows".to_owned(), json!(rows));
    let [x, y] = row_and_column(point);
    if let Some((best, value)) = adjacent(stones, point, mover) {
        let at = name(stones.size(), best);
        let _ = writeln!(text, "adjacent({x}, {y}) for {mover}: {at}, worth {value}");
        fields.insert("adjacent".to_owned(), json!({ "point": at, "value": value }));
    } else {
        let _ = writeln!(text, "adjacent({x}, {y}) for {mover}: no empty point around it");
        fields.insert("adjacent".to_owned(), Value::Null);
    }
    (text, fields)
}
