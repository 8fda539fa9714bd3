//! Playouts: a whole game in, what can be known about its last position out.

use serde_json::{Map, Value, json};
use tengen_rules::{Ban, Color, Game, Notation, Point, Rule};

use super::{size, text};

/// The remaining fields of RULES.md section 6 for a line with `r`, `n` and `m`.
pub(super) fn answer(question: &Value) -> Result<Value, String> {
    let rule: Rule = text(question, "r")?.parse().map_err(|error| format!("{error}"))?;
    let size = size(question, "n")?;
    let mut game = Game::new(rule, size);
    let letters = text(question, "m")?.as_bytes();
    for (i, pair) in letters.chunks(2).enumerate() {
        let word = String::from_utf8_lossy(pair);
        let place = |error: &dyn std::fmt::Display| format!("move {} ({word}): {error}", i + 1);
        let point = Notation::Sgf.parse(size, &word).map_err(|error| place(&error))?;
        game.try_play(point).map_err(|error| place(&error))?;
    }
    Ok(describe(&game))
}

fn describe(game: &Game) -> Value {
    let spec = game.rule().spec();
    let sgf = |point: Point| Notation::Sgf.format(game.size(), point);
    let mut answer = Map::new();
    answer.insert("t".to_owned(), json!(color_letter(game.to_move())));
    answer.insert("s".to_owned(), json!(game.status().name()));
    if let Some(reason) = game.status().reason() {
        answer.insert("w".to_owned(), json!(reason));
    }
    let legal = game.legal_points();
    answer.insert("l".to_owned(), json!(legal.len()));
    answer.insert("h".to_owned(), json!(hash_of_legal(game, &legal)));
    if spec.capture.is_some() {
        let last = game.turns().last().map_or(&[][..], |turn| &turn.captured);
        answer.insert("c".to_owned(), json!([game.captures().black, game.captures().white]));
        answer.insert("k".to_owned(), json!(last.iter().map(|&p| sgf(p)).collect::<String>()));
    }
    if spec.five_can_be_broken {
        answer.insert("p".to_owned(), json!(game.pending().map_or("-", color_letter)));
    }
    if spec.ban != Ban::Nothing && game.status().is_ongoing() {
        let banned: Vec<String> = game
            .forbidden_points()
            .into_iter()
            .map(|(point, kind)| format!("{}{}", sgf(point), kind.digit()))
            .collect();
        answer.insert("f".to_owned(), json!(banned.join(" ")));
    }
    Value::Object(answer)
}

fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// FNV-1a over a map of the board with `1` where the side to move may play.
fn hash_of_legal(game: &Game, legal: &[Point]) -> String {
    let hash = game.size().points().fold(0xcbf2_9ce4_8422_2325_u64, |hash, point| {
        let digit = if legal.binary_search(&point).is_ok() { b'1' } else { b'0' };
        (hash ^ u64::from(digit)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
