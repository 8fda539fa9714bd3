//! Runs every public rule vector (all but the notation ones) through the oracle.

use serde_json::{Value, json};
use tengen_testkit::oracle::{OracleAction, OracleGame, OracleOpening, OraclePlayer, OracleRule};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/vectors_public.json");

/// Vectors of the file that are not about notation.
const EXPECTED_COUNT: usize = 304;

#[test]
fn oracle_agrees_with_all_public_vectors() {
    let text = std::fs::read_to_string(FILE).expect("the vectors are part of the project");
    let file: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let vectors = file["vectors"].as_array().expect("a list of vectors");
    let mut tested = 0;
    let mut failures = Vec::new();
    for vector in vectors.iter().filter(|vector| vector["rule"] != "notation") {
        let expected = &vector["expect"];
        let mut found = answer(vector);
        // A vector may leave out what does not concern it (captures, pending).
        if let (Some(found), Some(expected)) = (found.as_object_mut(), expected.as_object()) {
            found.retain(|key, _| expected.contains_key(key));
        }
        if found != *expected {
            failures.push(format!("{}: expected {expected}, found {found}", vector["id"]));
        }
        tested += 1;
    }
    assert!(failures.is_empty(), "{} disagree:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(tested, EXPECTED_COUNT);
}

/// What the oracle says to the query of a vector, in the form of `expect`.
fn answer(vector: &Value) -> Value {
    let query = &vector["query"];
    if query["type"] == "opening" {
        return answer_opening(vector);
    }
    let game = position(vector);
    let (x, y) = point(&query["at"]).unwrap_or((usize::MAX, usize::MAX));
    match query["type"].as_str().expect("a query type") {
        "legal" => json!({ "legal": game.is_legal(x, y), "reason": game.illegal_reason(x, y) }),
        "forbidden" => json!({ "kind": game.forbidden_kind(x, y).unwrap_or("none") }),
        "forbidden_set" => json!({ "points": game.forbidden_set() }),
        "captures" => json!({ "captured": game.captures_at(x, y) }),
        "free_three" => json!({ "axes": game.free_three_axes(x, y) }),
        "answers" => json!({ "points": game.answers() }),
        "play" => answer_play(game, query["moves"].as_array().expect("a list of moves")),
        other => panic!("unknown query {other}"),
    }
}

fn answer_play(mut game: OracleGame, moves: &[Value]) -> Value {
    let mut illegal = Value::Null;
    for (index, stone) in moves.iter().enumerate() {
        let outcome = if stone == "pass" {
            game.pass()
        } else {
            let (x, y) = point(stone).expect("a point");
            game.play(x, y).map(|_| ())
        };
        if let Err(reason) = outcome {
            illegal = json!({ "index": index, "reason": reason });
            break;
        }
    }
    json!({
        "status": game.status, "reason": game.reason, "illegal": illegal,
        "captures": game.captured, "pending": game.pending(),
    })
}

fn answer_opening(vector: &Value) -> Value {
    let protocol = vector["protocol"].as_str().expect("a protocol");
    let mut opening = OracleOpening::new(protocol, size(vector)).expect("a known protocol");
    let mut error = Value::Null;
    let actions = vector["query"]["actions"].as_array().expect("a list of actions");
    for (index, turn) in actions.iter().enumerate() {
        let player = if turn[0] == "P1" { OraclePlayer::P1 } else { OraclePlayer::P2 };
        if let Err(reason) = opening.act(player, &action(&turn[1])) {
            error = json!({ "index": index, "reason": reason });
            break;
        }
    }
    let (player, words) = opening.next();
    let mut next = json!({ "player": format!("{player:?}"), "action": words });
    if opening.is_done() {
        next["colour"] = json!(if opening.next_stone_is_black() { "black" } else { "white" });
    }
    json!({
        "error": error, "done": opening.is_done(), "stones": opening.board.stones(),
        "black": format!("{:?}", opening.black), "next": next,
    })
}

fn action(value: &Value) -> OracleAction {
    let number = |index: usize| coordinate(&value[index]).expect("a number");
    match value[0].as_str().expect("an action word") {
        "place" => OracleAction::Place(number(1), number(2)),
        "swap" => OracleAction::Swap,
        "stay" => OracleAction::Stay,
        "black" => OracleAction::Black,
        "white" => OracleAction::White,
        "put2" => OracleAction::Put2,
        "declare" => OracleAction::Declare(number(1)),
        "offer" => {
            let offers = value[1].as_array().expect("a list of offers");
            OracleAction::Offer(offers.iter().map(|at| point(at).expect("a point")).collect())
        }
        "offer10" => OracleAction::Offer10,
        other => panic!("unknown action {other}"),
    }
}

fn position(vector: &Value) -> OracleGame {
    let rule = vector["rule"].as_str().and_then(OracleRule::from_id).expect("a rule");
    let rows = vector["board"].as_array().expect("a board").iter();
    let rows: Vec<&str> = rows.map(|row| row.as_str().expect("a row")).collect();
    assert_eq!(rows.len(), size(vector));
    let taken = |index: usize| vector["captures"][index].as_u64().unwrap_or(0) as u32;
    OracleGame::from_board(rule, &rows, [taken(0), taken(1)], vector["to_move"] == "black")
}

fn size(vector: &Value) -> usize {
    coordinate(&vector["size"]).expect("a size")
}

fn point(value: &Value) -> Option<(usize, usize)> {
    Some((coordinate(&value[0])?, coordinate(&value[1])?))
}

/// A coordinate; negative ones become something just as far off the board.
fn coordinate(value: &Value) -> Option<usize> {
    value.as_i64().map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}
