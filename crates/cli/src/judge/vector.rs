//! Vectors: one question about one position.

use serde_json::{Value, json};
use tengen_rules::{
    ByColor, Color, Game, IllegalMove, Move, Notation, Point, Rule, Setup, SetupFaults, Size,
    Stones, captured_by, forbidden_at, forbidden_points, free_three_axes,
};

use super::{coordinates, field, opening, point_json, size, text};

/// The `answer` object to a question, with the spelling of RULES.md section 6.
pub(super) fn answer(question: &Value) -> Result<Value, String> {
    let query = field(question, "query")?;
    match text(query, "type")? {
        "notation" => notation(question, query),
        "opening" => opening::answer(question, query),
        kind => on_board(question, query, kind),
    }
}

fn on_board(question: &Value, query: &Value, kind: &str) -> Result<Value, String> {
    let setup = setup(question)?;
    let rule = setup.rule;
    let color = setup.to_move;
    let at = || coordinates(field(query, "at")?);
    // Questions about rules are asked on boards that no game leads to, so everything is forgiven.
    let game =
        Game::from_setup_forgiving(setup, SetupFaults::ALL).map_err(|faults| faults.to_string())?;
    let mut stones = game.stones().clone();
    match kind {
        "legal" => Ok(legal(&game, at()?)),
        "forbidden" => {
            let kind = forbidden_at(&mut stones, empty_point(&game, at()?)?);
            Ok(json!({ "kind": kind.map_or("none", |kind| kind.name()) }))
        }
        "forbidden_set" => {
            let points: Vec<Value> = forbidden_points(&mut stones)
                .into_iter()
                .map(|(point, kind)| json!([point.x(), point.y(), kind.name()]))
                .collect();
            Ok(json!({ "points": points }))
        }
        "captures" => {
            let spec = rule.spec().capture.ok_or_else(|| format!("{rule} has no captures"))?;
            let captured = captured_by(&stones, spec, empty_point(&game, at()?)?, color);
            Ok(json!({ "captured": points_json(&captured) }))
        }
        "free_three" => {
            let axes: Vec<&str> = free_three_axes(&mut stones, empty_point(&game, at()?)?, color)
                .map(tengen_rules::Axis::name)
                .collect();
            Ok(json!({ "axes": axes }))
        }
        "answers" => Ok(json!({ "points": points_json(&game.answers()) })),
        "play" => play(game, query),
        other => Err(format!("unknown query type {other:?}")),
    }
}

fn setup(question: &Value) -> Result<Setup, String> {
    let rule: Rule = text(question, "rule")?.parse().map_err(|error| format!("{error}"))?;
    let rows = field(question, "board")?.as_array().ok_or("the field \"board\" is not a list")?;
    let rows: Vec<&str> = rows
        .iter()
        .map(|row| row.as_str().ok_or("a row of the board is not a string"))
        .collect::<Result<_, _>>()?;
    let stones = Stones::from_rows(&rows).map_err(|error| error.to_string())?;
    if question.get("size").is_some() && size(question, "size")? != stones.size() {
        return Err(format!("the board is {}, not as its \"size\" says", stones.size()));
    }
    let mut setup = Setup::from_stones(rule, stones);
    if question.get("to_move").is_some() {
        setup.to_move = Color::from_name(text(question, "to_move")?)
            .ok_or("the field \"to_move\" is neither black nor white")?;
    }
    if let Some(captures) = question.get("captures") {
        let count =
            |i: usize| captures.get(i).and_then(Value::as_u64).and_then(|n| n.try_into().ok());
        setup.captures = count(0)
            .zip(count(1))
            .map(|(black, white)| ByColor::new(black, white))
            .ok_or("the field \"captures\" is not [by Black, by White]")?;
    }
    Ok(setup)
}

fn legal(game: &Game, (x, y): (i64, i64)) -> Value {
    let reason = match game.size().point(x, y) {
        Some(point) => game.illegal_reason(point),
        None => Some(illegal_off_board(game)),
    };
    json!({ "legal": reason.is_none(), "reason": reason.map(IllegalMove::name) })
}

/// Why a point that does not exist is refused: after the end even that is no longer looked at.
fn illegal_off_board(game: &Game) -> IllegalMove {
    if game.status().is_ongoing() { IllegalMove::OffBoard } else { IllegalMove::GameOver }
}

fn play(mut game: Game, query: &Value) -> Result<Value, String> {
    let moves = field(query, "moves")?.as_array().ok_or("the field \"moves\" is not a list")?;
    let mut illegal = Value::Null;
    for (index, mv) in moves.iter().enumerate() {
        if let Err(reason) = play_one(&mut game, mv)? {
            illegal = json!({ "index": index, "reason": reason.name() });
            break;
        }
    }
    let mut answer = json!({
        "status": game.status().name(),
        "reason": game.status().reason(),
        "illegal": illegal,
    });
    let spec = game.rule().spec();
    if spec.capture.is_some() {
        answer["captures"] = json!([game.captures().black, game.captures().white]);
    }
    if spec.five_can_be_broken {
        answer["pending"] = json!(game.pending().map(Color::name));
    }
    Ok(answer)
}

/// Plays `[x, y]` or `"pass"`. The outer error is a broken question, the inner a refused move.
fn play_one(game: &mut Game, mv: &Value) -> Result<Result<(), IllegalMove>, String> {
    let mv = if mv == "pass" {
        Some(Move::Pass)
    } else {
        let (x, y) = coordinates(mv)?;
        game.size().point(x, y).map(Move::Place)
    };
    Ok(match mv {
        Some(mv) => game.try_move(mv).map(|_| ()),
        None => Err(illegal_off_board(game)),
    })
}

fn notation(question: &Value, query: &Value) -> Result<Value, String> {
    let size = size(question, "size")?;
    let point = read_point(size, text(query, "from")?, field(query, "value")?)?;
    let mut answer = json!({ "xy": point_json(point) });
    for notation in Notation::ALL {
        answer[notation.name()] = json!(notation.format(size, point));
    }
    Ok(answer)
}

fn read_point(size: Size, from: &str, value: &Value) -> Result<Point, String> {
    if from == "xy" {
        let (x, y) = coordinates(value)?;
        return size.point(x, y).ok_or_else(|| format!("({x}, {y}) is not on the {size} board"));
    }
    let notation: Notation = from.parse().map_err(|()| format!("unknown notation {from:?}"))?;
    let word = value.as_str().ok_or("the field \"value\" is not a string")?;
    notation.parse(size, word).map_err(|error| error.to_string())
}

fn empty_point(game: &Game, (x, y): (i64, i64)) -> Result<Point, String> {
    let point = game.size().point(x, y).ok_or_else(|| format!("({x}, {y}) is not on the board"))?;
    match game.stones().get(point) {
        None => Ok(point),
        Some(_) => Err(format!("({x}, {y}) is occupied")),
    }
}

fn points_json(points: &[Point]) -> Vec<Value> {
    points.iter().map(|&point| point_json(point)).collect()
}
