//! What a page shows of a game, read from what it is sent.

use serde_json::Value;
use tengen_game::Phase;
use tengen_rules::ByColor;

use crate::seen::Seen;

impl Seen {
    /// What a page shows that was sent this snapshot of a game, these events since it began, and
    /// this suggestion last; nothing if something in them is missing. The words are those of the
    /// wire types, on which this crate does not depend: it is used to test them.
    pub fn by_page(game: &Value, events: &[Value], hint: Option<&Value>) -> Option<Self> {
        let captured = &game["position"]["captured"];
        let opening = &game["opening"];
        let log = if opening.is_null() { Vec::new() } else { texts(&opening["log"])? };
        Some(Self {
            title: text(&game["title"])?,
            phase: match game["phase"].as_str()? {
                "opening" => Phase::Opening,
                "play" => Phase::Play,
                "over" => Phase::Over,
                _ => return None,
            },
            moves: each(&game["moves"], |played| move_name(&played["point"]))?,
            undone: each(&game["undone"], text)?,
            captured: ByColor::new(number(&captured["black"])?, number(&captured["white"])?),
            prompt: text(&opening["step"]["text"]),
            log,
            events: events
                .iter()
                .map(|event| text(&event["what"]["type"]))
                .collect::<Option<_>>()?,
            notices: texts(&game["notices"])?,
            hint: match hint {
                Some(hint) => Some((move_name(&hint["point"])?, text(&hint["reason"]["text"])?)),
                None => None,
            },
            outcome: text(&game["outcome"]["text"]),
        })
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

fn each<T>(list: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    list.as_array()?.iter().map(read).collect()
}

/// The sentences of a list of things that have one each.
fn texts(list: &Value) -> Option<Vec<String>> {
    each(list, |it| text(&it["text"]))
}

/// A move without a point is a pass.
fn move_name(point: &Value) -> Option<String> {
    if point.is_null() { Some("pass".to_owned()) } else { text(point) }
}
