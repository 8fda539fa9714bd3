//! Openings: a list of actions in, where the procedure stands out.

use serde_json::{Value, json};
use tengen_rules::{
    Action, ActionKind, Color, Opening, OpeningError, OpeningState, Point, Seat, Size,
};

use super::{coordinates, field, size, text};

/// Plays the actions up to the first refused one and describes the state.
pub(super) fn answer(question: &Value, query: &Value) -> Result<Value, String> {
    let opening: Opening =
        text(question, "protocol")?.parse().map_err(|error| format!("{error}"))?;
    let size = size(question, "size")?;
    let mut state = OpeningState::new(opening, size).map_err(|error| error.to_string())?;
    let actions =
        field(query, "actions")?.as_array().ok_or("the field \"actions\" is not a list")?;
    let mut refused = Value::Null;
    for (index, action) in actions.iter().enumerate() {
        if let Err(reason) = act(&mut state, size, action)? {
            refused = json!({ "index": index, "reason": reason.name() });
            break;
        }
    }
    Ok(describe(&state, &refused))
}

fn describe(state: &OpeningState, refused: &Value) -> Value {
    let next = state.next();
    let actions: Vec<&str> = next.actions.iter().map(|kind| kind.name()).collect();
    let mut next_json = json!({ "player": next.player.name(), "action": actions });
    if let Some(color) = next.color {
        next_json["colour"] = json!(color.name());
    }
    json!({
        "error": refused,
        "done": state.is_done(),
        "stones": state.stones().len(),
        "black": state.black().name(),
        "next": next_json,
    })
}

/// Does `["P1", ["place", 7, 7]]`. The outer error is a broken question, the inner a refused
/// action.
fn act(
    state: &mut OpeningState,
    size: Size,
    value: &Value,
) -> Result<Result<(), OpeningError>, String> {
    let broken = || format!("{value} is not [player, [action, ...]]");
    let player = match value.get(0).and_then(Value::as_str) {
        Some("P1") => Seat::First,
        Some("P2") => Seat::Second,
        _ => return Err(broken()),
    };
    let words = value.get(1).and_then(Value::as_array).ok_or_else(broken)?;
    let (name, details) = words.split_first().ok_or_else(broken)?;
    let kind = ActionKind::ALL
        .into_iter()
        .find(|kind| name == kind.name())
        .ok_or_else(|| format!("unknown action {name}"))?;
    // Who may act, and how, is asked before the details are looked at.
    if let Err(error) = state.check(player, kind) {
        return Ok(Err(error));
    }
    Ok(match action(size, kind, details)? {
        Some(action) => state.act(player, &action),
        None => Err(OpeningError::OffBoard),
    })
}

/// The action with its details, or `None` if a point of it is not on the board.
fn action(size: Size, kind: ActionKind, details: &[Value]) -> Result<Option<Action>, String> {
    let point = |value: &Value| -> Result<Option<Point>, String> {
        let (x, y) = coordinates(value)?;
        Ok(size.point(x, y))
    };
    let one_point = || match details {
        [x, y] => point(&json!([x, y])),
        [pair] => point(pair),
        _ => Err(format!("{} needs a point", kind.name())),
    };
    Ok(match kind {
        ActionKind::Black => Some(Action::Take(Color::Black)),
        ActionKind::White => Some(Action::Take(Color::White)),
        ActionKind::OfferTen => Some(Action::OfferTen),
        ActionKind::PutTwo => Some(Action::PutTwo),
        ActionKind::Stay => Some(Action::Stay),
        ActionKind::Swap => Some(Action::Swap),
        ActionKind::Place => one_point()?.map(Action::Place),
        ActionKind::Pick => one_point()?.map(Action::Pick),
        ActionKind::Declare => {
            let count = details.first().and_then(Value::as_i64).ok_or("declare needs a number")?;
            // No procedure allows numbers that do not fit; zero is refused like them.
            Some(Action::Declare(u32::try_from(count).unwrap_or(0)))
        }
        ActionKind::Offer => {
            let points =
                details.first().and_then(Value::as_array).ok_or("offer needs a list of points")?;
            let points: Option<Vec<Point>> =
                points.iter().map(point).collect::<Result<_, String>>()?;
            points.map(Action::Offer)
        }
    })
}
