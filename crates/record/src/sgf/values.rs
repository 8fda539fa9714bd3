//! Values of properties: what stands between the brackets and what it means.

use tengen_rules::{Color, LossReason, Move, Notation, Point, Rule, Size, WinReason};

use super::ValueFault;
use crate::record::GameResult;
use crate::text::Text;

/// Removes the escapes of a text. A backslash before a line break removes the line break.
pub(super) fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            text.push(*byte);
            continue;
        }
        rest = match rest {
            [b'\r', b'\n', after @ ..]
            | [b'\n', b'\r', after @ ..]
            | [b'\n' | b'\r', after @ ..] => after,
            [escaped, after @ ..] => {
                text.push(*escaped);
                after
            }
            [] => rest,
        };
    }
    text
}

/// Escapes what would end a text; a label also needs its colons escaped.
pub(super) fn escape(text: &[u8], is_label: bool) -> Vec<u8> {
    let mut raw = Vec::with_capacity(text.len());
    for &byte in text {
        if matches!(byte, b']' | b'\\') || (is_label && byte == b':') {
            raw.push(b'\\');
        }
        raw.push(byte);
    }
    raw
}

pub(super) fn text_of(raw: &Text) -> Text {
    unescape(raw.as_bytes()).into()
}

pub(super) fn text_to_raw(text: &Text) -> Text {
    escape(text.as_bytes(), false).into()
}

/// Splits `aa:label` at the first colon that is not escaped.
pub(super) fn split_composed(raw: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut is_escaped = false;
    let colon = raw.iter().position(|&byte| {
        let is_colon = byte == b':' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_colon
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

pub(super) fn point(raw: &[u8], size: Size) -> Option<Point> {
    let text = std::str::from_utf8(raw.trim_ascii()).ok()?;
    Notation::Sgf.parse(size, text).ok()
}

pub(super) fn point_to_raw(point: Point, size: Size) -> Text {
    Notation::Sgf.format(size, point).into()
}

/// A move. Nothing is a pass, and so is `tt` where the board has no such point.
pub(super) fn mv(raw: &Text, size: Size) -> Result<Move, ValueFault> {
    let bytes = raw.as_bytes().trim_ascii();
    if bytes.is_empty() || (bytes.eq_ignore_ascii_case(b"tt") && size.get() < 20) {
        return Ok(Move::Pass);
    }
    let no_point = || ValueFault::NoPoint { found: raw.clone(), size };
    point(bytes, size).map(Move::Place).ok_or_else(no_point)
}

/// The points of a list: single ones and rectangles.
pub(super) fn points(raw: &Text, size: Size) -> Result<Vec<Point>, ValueFault> {
    let no_point = || ValueFault::NoPoint { found: raw.clone(), size };
    let Some((one, other)) = split_composed(raw.as_bytes()) else {
        return Ok(vec![point(raw.as_bytes(), size).ok_or_else(no_point)?]);
    };
    let one = point(one, size).ok_or_else(no_point)?;
    let other = point(other, size).ok_or_else(no_point)?;
    let columns = one.x().min(other.x())..=one.x().max(other.x());
    let rows = one.y().min(other.y())..=one.y().max(other.y());
    Ok(rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y))).collect())
}

pub(super) fn size(raw: &Text) -> Result<Size, ValueFault> {
    let number = |bytes: &[u8]| -> Option<u64> {
        std::str::from_utf8(bytes.trim_ascii()).ok()?.parse().ok()
    };
    let no_size = || ValueFault::NoSize { found: raw.clone() };
    let side = match split_composed(raw.as_bytes()) {
        None => number(raw.as_bytes()).ok_or_else(no_size)?,
        Some((width, height)) => {
            let width = number(width).ok_or_else(no_size)?;
            if number(height).ok_or_else(no_size)? != width {
                return Err(ValueFault::Rectangular { found: raw.clone() });
            }
            width
        }
    };
    Size::new(side).map_err(ValueFault::Size)
}

/// A rule by our name, or by the number that c-gomoku-cli writes.
pub(super) fn rule(raw: &Text) -> Option<Rule> {
    let plain = text_of(raw);
    let text = plain.as_str()?.trim();
    let by_number = || Rule::from_gomocup_code(text.parse().ok()?);
    text.parse().ok().or_else(by_number)
}

pub(super) fn color(raw: &Text) -> Option<Color> {
    Color::from_name(raw.as_str()?.trim())
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

pub(super) fn color_to_raw(color: Color) -> Text {
    letter(color).into()
}

/// `B+`, `W+R`, `0` and the like, escaped or not; what is not understood stays as it is.
pub(super) fn result(raw: &Text) -> GameResult {
    let plain = text_of(raw);
    let other = || GameResult::Other(plain.clone());
    let Some(text) = plain.as_str() else { return other() };
    if ["0", "Draw"].iter().any(|draw| text.eq_ignore_ascii_case(draw)) {
        return GameResult::Drawn(None);
    }
    let winner = |prefix: &str| match prefix {
        "B" | "b" => Some(Color::Black),
        "W" | "w" => Some(Color::White),
        _ => None,
    };
    let Some((Some(winner), how)) = text.split_once('+').map(|(who, how)| (winner(who), how))
    else {
        return other();
    };
    let is_one_of = |words: [&str; 2]| words.iter().any(|word| how.eq_ignore_ascii_case(word));
    if how.eq_ignore_ascii_case("draw") {
        return GameResult::Drawn(None);
    }
    let by = if is_one_of(["R", "Resign"]) {
        Some(WinReason::Forfeit(LossReason::Resignation))
    } else if is_one_of(["T", "Time"]) {
        Some(WinReason::Forfeit(LossReason::Timeout))
    } else {
        None
    };
    GameResult::Won { winner, by }
}

/// The result, and the reason where the result alone does not tell it.
pub(super) fn result_to_raw(result: &GameResult) -> (Text, Option<&'static str>) {
    match result {
        GameResult::Other(text) => (text_to_raw(text), None),
        GameResult::Drawn(reason) => ("0".into(), reason.map(tengen_rules::DrawReason::name)),
        GameResult::Won { winner, by } => {
            let (how, reason) = match by {
                None => ("", None),
                Some(WinReason::Forfeit(LossReason::Resignation)) => ("R", None),
                Some(WinReason::Forfeit(LossReason::Timeout)) => ("T", None),
                Some(WinReason::Forfeit(reason)) => ("F", Some(reason.name())),
                Some(reason) => ("", Some(reason.name())),
            };
            (format!("{}+{how}", letter(*winner)).into(), reason)
        }
    }
}
