//! Runs the public random playouts, 1000 for each rule, through the oracle and
//! compares everything the file records. One test for each rule, so that they
//! run side by side.

use serde_json::{Value, json};
use tengen_testkit::oracle::{OracleGame, OracleRule, Point};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/playouts_public.jsonl");

fn check_rule(rule: OracleRule) {
    let text = std::fs::read_to_string(FILE).expect("the playouts are part of the project");
    let playouts = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut tested = 0;
    for playout in playouts.filter(|playout| playout["r"] == rule.id()) {
        let replayed = replay(rule, &playout);
        let record = playout.as_object().expect("an object");
        for (key, expected) in record {
            assert_eq!(replayed[key.as_str()], *expected, "field {key} of {playout}");
        }
        tested += 1;
    }
    assert_eq!(tested, 1000, "playouts of {}", rule.id());
}

/// Plays the moves and describes the position reached in the form of the file.
fn replay(rule: OracleRule, playout: &Value) -> Value {
    let size = playout["n"].as_u64().expect("a size") as usize;
    let letters = playout["m"].as_str().expect("moves").as_bytes();
    let mut game = OracleGame::new(rule, size);
    let mut taken = Vec::new();
    for letter in letters.chunks(2) {
        let (x, y) = (usize::from(letter[0] - b'a'), usize::from(letter[1] - b'a'));
        taken = game.play(x, y).unwrap_or_else(|reason| panic!("{reason} at {x},{y}: {playout}"));
    }
    let banned = game.forbidden_set().into_iter().map(|(x, y, kind)| {
        let suffix = match kind {
            "double-three" => 3,
            "double-four" => 4,
            _ => 6,
        };
        format!("{}{suffix}", sgf((x, y)))
    });
    json!({
        "r": rule.id(),
        "n": size,
        "m": playout["m"],
        "t": if game.black_to_move { "b" } else { "w" },
        "s": game.status,
        "w": game.reason,
        "l": game.legal_map().into_iter().filter(|&legal| legal).count(),
        "h": game.legal_hash(),
        "c": game.captured,
        "k": taken.into_iter().map(sgf).collect::<String>(),
        "p": match game.pending() { None => "-", Some("black") => "b", Some(_) => "w" },
        "f": banned.collect::<Vec<String>>().join(" "),
    })
}

fn sgf((x, y): Point) -> String {
    [x, y].map(|coordinate| char::from(b'a' + coordinate as u8)).iter().collect()
}

#[test]
fn freestyle_playouts_agree() {
    check_rule(OracleRule::Freestyle);
}

#[test]
fn standard_playouts_agree() {
    check_rule(OracleRule::Standard);
}

#[test]
fn caro_playouts_agree() {
    check_rule(OracleRule::Caro);
}

#[test]
fn caro6_playouts_agree() {
    check_rule(OracleRule::Caro6);
}

#[test]
fn renju_playouts_agree() {
    check_rule(OracleRule::Renju);
}

#[test]
fn ninuki42_playouts_agree() {
    check_rule(OracleRule::Ninuki42);
}

#[test]
fn pente_playouts_agree() {
    check_rule(OracleRule::Pente);
}

#[test]
fn keryo_playouts_agree() {
    check_rule(OracleRule::Keryo);
}
