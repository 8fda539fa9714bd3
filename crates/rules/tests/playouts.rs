//! The public random playouts, 1000 for each rule. The format is in RULES.md section 6.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tengen_rules::{ByColor, Color, Game, Notation, Point, Rule, Size};

use crate::common::shared_data;

#[test]
fn all_public_playouts_agree() {
    let text = shared_data("playouts_public.jsonl");
    let mut tested: BTreeMap<Rule, u32> = BTreeMap::new();
    for line in text.lines() {
        let playout: Value = serde_json::from_str(line).expect("JSON");
        let found = replay(&playout);
        for (key, expected) in playout.as_object().expect("an object") {
            assert_eq!(found[key.as_str()], *expected, "field {key} of {playout}");
        }
        let rule: Rule = playout["r"].as_str().and_then(|name| name.parse().ok()).expect("a rule");
        *tested.entry(rule).or_default() += 1;
    }
    assert_eq!(tested.into_values().collect::<Vec<_>>(), [1000; 8]);
}

/// Plays the moves and describes the position reached in the form of the file.
fn replay(playout: &Value) -> Value {
    let rule: Rule = playout["r"].as_str().and_then(|name| name.parse().ok()).expect("a rule");
    let size = Size::new(playout["n"].as_u64().expect("a size")).expect("a size we have");
    let moves = playout["m"].as_str().expect("moves");
    let mut game = Game::new(rule, size);
    for letters in moves.as_bytes().chunks(2) {
        let text = std::str::from_utf8(letters).expect("letters");
        let point = Notation::Sgf.parse(size, text).expect("a point");
        game.try_play(point).unwrap_or_else(|reason| panic!("{reason} at {text}: {playout}"));
    }
    let sgf = |point: &Point| Notation::Sgf.format(size, *point);
    let legal = game.legal_points();
    let ByColor { black, white } = game.captures();
    let taken = game.turns().last().map_or(&[][..], |turn| &turn.captured);
    let banned = game.forbidden_points();
    json!({
        "r": rule.name(),
        "n": size.get(),
        "m": moves,
        "t": letter(game.to_move()),
        "s": game.status().name(),
        "w": game.status().reason(),
        "l": legal.len(),
        "h": legal_hash(size, &legal),
        "c": [black, white],
        "k": taken.iter().map(sgf).collect::<String>(),
        "p": game.pending().map_or("-", letter),
        "f": banned.iter().map(|(point, kind)| format!("{}{}", sgf(point), kind.digit()))
            .collect::<Vec<String>>().join(" "),
    })
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// FNV-1a over the map of legal points.
fn legal_hash(size: Size, legal: &[Point]) -> String {
    let hash = size.points().fold(0xcbf29ce484222325_u64, |hash, point| {
        let cell = if legal.contains(&point) { b'1' } else { b'0' };
        (hash ^ u64::from(cell)).wrapping_mul(0x100000001b3)
    });
    format!("{hash:016x}")
}
