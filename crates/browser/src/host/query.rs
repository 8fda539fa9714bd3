//! The part of an address after the question mark.

use serde_json::{Map, Value};

/// The path of an address, and its query as an object: numbers and truth values as such, the rest as
/// text.
pub(super) fn split(address: &str) -> (&str, Value) {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let mut object = Map::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let text = decoded(value);
        let is_text = ["text", "path", "format", "rule"].contains(&name);
        let plain = serde_json::from_str::<Value>(&text).ok();
        let plain = plain.filter(|it| !is_text && (it.is_u64() || it.is_boolean()));
        object.insert(decoded(name), plain.unwrap_or(Value::String(text)));
    }
    (path, Value::Object(object))
}

/// A part of an address as it was before it became one.
pub(super) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        if let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            plain.push(byte);
            at += 3;
        } else {
            plain.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
            at += 1;
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_is_taken_apart() {
        assert_eq!(split("/games"), ("/games", json!({})));
        let found = split("/games?limit=5&text=12+caf%C3%A9&is_begun=false&rule=caro");
        let query = json!({ "limit": 5, "text": "12 café", "is_begun": false, "rule": "caro" });
        assert_eq!(found, ("/games", query));
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }
}
