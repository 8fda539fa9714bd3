//! The public rule vectors, asked of the crate itself. The format is in RULES.md section 6.

use serde_json::{Value, json};
use tengen_rules::{
    Action, ByColor, Color, Forbidden, Game, IllegalMove, Move, Notation, Opening, OpeningError,
    OpeningState, Point, Rule, Seat, Size, Stones, captured_by, forbidden_at, forbidden_points,
    free_three_axes,
};

use crate::common::{position, shared_data};

#[test]
fn all_public_vectors_agree() {
    let file: Value = serde_json::from_str(&shared_data("vectors_public.json")).expect("JSON");
    let vectors = file["vectors"].as_array().expect("a list of vectors");
    assert_eq!(vectors.len(), 309);
    let failures: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let expected = vector["expect"].as_object().expect("an object");
            let mut found = answer(vector);
            // A vector may leave out what does not concern it.
            found.as_object_mut()?.retain(|key, _| expected.contains_key(key));
            (found != vector["expect"])
                .then(|| format!("{}: expected {}, found {found}", vector["id"], vector["expect"]))
        })
        .collect();
    assert!(failures.is_empty(), "{} disagree:\n{}", failures.len(), failures.join("\n"));
}

/// What the crate says to the query of a vector, in the form of `expect`.
fn answer(vector: &Value) -> Value {
    let query = &vector["query"];
    let at = point(size(vector), &query["at"]);
    let on_board = || at.expect("a point of the board");
    let game = || game(vector);
    let stones = || game().stones().clone();
    let to_move = || game().to_move();
    match query["type"].as_str().expect("a query type") {
        "opening" => answer_opening(vector),
        "notation" => answer_notation(vector),
        "legal" => {
            let reason = illegal_reason(&game(), at).map(IllegalMove::name);
            json!({ "legal": reason.is_none(), "reason": reason })
        }
        "forbidden" => {
            let kind = forbidden_at(&mut stones(), on_board());
            json!({ "kind": kind.map_or("none", Forbidden::name) })
        }
        "forbidden_set" => {
            let set = forbidden_points(&mut stones());
            json!({ "points": set.iter().map(|(p, kind)| json!([p.x(), p.y(), kind.name()])).collect::<Value>() })
        }
        "captures" => {
            let spec = game().rule().spec().capture.expect("a rule with captures");
            json!({ "captured": list(&captured_by(&stones(), spec, on_board(), to_move())) })
        }
        "free_three" => {
            let axes = free_three_axes(&mut stones(), on_board(), to_move());
            json!({ "axes": axes.map(|axis| Value::from(axis.name())).collect::<Value>() })
        }
        "answers" => json!({ "points": list(&game().answers()) }),
        "play" => answer_play(game(), query["moves"].as_array().expect("a list of moves")),
        other => panic!("unknown query {other}"),
    }
}

/// A point that does not exist cannot be asked about, so its reason is given here.
fn illegal_reason(game: &Game, at: Option<Point>) -> Option<IllegalMove> {
    match at {
        Some(point) => game.illegal_reason(point),
        None if game.status().is_ongoing() => Some(IllegalMove::OffBoard),
        None => Some(IllegalMove::GameOver),
    }
}

fn answer_play(mut game: Game, moves: &[Value]) -> Value {
    let mut illegal = Value::Null;
    for (index, mv) in moves.iter().enumerate() {
        let mv =
            if mv == "pass" { Some(Move::Pass) } else { point(game.size(), mv).map(Move::Place) };
        let refused = match mv {
            Some(mv) => game.try_move(mv).err(),
            None => illegal_reason(&game, None),
        };
        if let Some(reason) = refused {
            illegal = json!({ "index": index, "reason": reason.name() });
            break;
        }
    }
    let ByColor { black, white } = game.captures();
    json!({
        "status": game.status().name(), "reason": game.status().reason(), "illegal": illegal,
        "captures": [black, white], "pending": game.pending().map(Color::name),
    })
}

fn answer_opening(vector: &Value) -> Value {
    let opening: Opening = text(&vector["protocol"]).parse().expect("a known procedure");
    let mut state = OpeningState::new(opening, size(vector)).expect("a board that suits it");
    let mut error = Value::Null;
    let actions = vector["query"]["actions"].as_array().expect("a list of actions");
    for (index, turn) in actions.iter().enumerate() {
        let player = if turn[0] == "P1" { Seat::First } else { Seat::Second };
        let result = match action(size(vector), &turn[1]) {
            Some(action) => state.act(player, &action),
            None => Err(OpeningError::OffBoard),
        };
        if let Err(reason) = result {
            error = json!({ "index": index, "reason": reason.name() });
            break;
        }
    }
    let step = state.next();
    let words: Vec<&str> = step.actions.iter().map(|kind| kind.name()).collect();
    let mut next = json!({ "player": step.player.name(), "action": words });
    if let Some(color) = step.color {
        next["colour"] = json!(color.name());
    }
    json!({
        "error": error, "done": state.is_done(), "stones": state.stones().len(),
        "black": state.black().name(), "next": next,
    })
}

fn action(size: Size, value: &Value) -> Option<Action> {
    let at = || size.point(value[1].as_i64()?, value[2].as_i64()?);
    Some(match text(&value[0]) {
        "place" => Action::Place(at()?),
        "swap" => Action::Swap,
        "stay" => Action::Stay,
        "black" => Action::Take(Color::Black),
        "white" => Action::Take(Color::White),
        "put2" => Action::PutTwo,
        "declare" => Action::Declare(value[1].as_u64()? as u32),
        "offer" => {
            let offers = value[1].as_array().expect("a list of offers");
            Action::Offer(offers.iter().map(|at| point(size, at)).collect::<Option<_>>()?)
        }
        "offer10" => Action::OfferTen,
        "pick" => Action::Pick(at()?),
        other => panic!("unknown action {other}"),
    })
}

fn answer_notation(vector: &Value) -> Value {
    let (size, query) = (size(vector), &vector["query"]);
    let point = match query["from"].as_str().expect("a notation").parse::<Notation>() {
        Ok(notation) => notation.parse(size, text(&query["value"])).expect("a point"),
        Err(()) => point(size, &query["value"]).expect("a point"),
    };
    let mut answer = json!({ "xy": [point.x(), point.y()] });
    for notation in Notation::ALL {
        answer[notation.name()] = json!(notation.format(size, point));
    }
    answer
}

fn game(vector: &Value) -> Game {
    let rule: Rule = text(&vector["rule"]).parse().expect("a rule");
    let rows: Vec<&str> = vector["board"].as_array().expect("a board").iter().map(text).collect();
    let stones = Stones::from_rows(&rows).expect("a board");
    assert_eq!(stones.size(), size(vector));
    let taken = |index: usize| vector["captures"][index].as_u64().unwrap_or(0) as u32;
    let to_move = Color::from_name(text(&vector["to_move"])).expect("a color");
    position(rule, stones, to_move, ByColor::new(taken(0), taken(1)))
}

fn size(vector: &Value) -> Size {
    Size::new(vector["size"].as_u64().expect("a size")).expect("a size we have")
}

fn point(size: Size, value: &Value) -> Option<Point> {
    size.point(value[0].as_i64()?, value[1].as_i64()?)
}

fn list(points: &[Point]) -> Value {
    points.iter().map(|point| json!([point.x(), point.y()])).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
