//! Texts of a library: bytes that are read in pairs until one of a pair ends them.

/// The length of a text with its end, if it ends. New texts end with a zero, old comments with a
/// byte whose top bit is set; what fills the last pair belongs to the text.
pub(super) fn raw_length(bytes: &[u8], is_old: bool) -> Option<usize> {
    let is_end = |byte: u8| if is_old { byte & 0x80 != 0 } else { byte == 0 };
    let pair = bytes.chunks_exact(2).position(|pair| pair.iter().any(|&byte| is_end(byte)))?;
    Some(2 * (pair + 1))
}

/// Whether these bytes are one text and nothing else.
pub(super) fn is_whole(raw: &[u8], is_old: bool) -> bool {
    raw_length(raw, is_old) == Some(raw.len())
}

/// The text without its end.
pub(super) fn decode(raw: &[u8]) -> &[u8] {
    raw.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// An old comment without the bit that ends it.
pub(super) fn decode_old(raw: &[u8]) -> Vec<u8> {
    let n_before = raw.iter().position(|byte| byte & 0x80 != 0).unwrap_or(raw.len());
    raw.iter().take(n_before + 1).map(|byte| byte & 0x7F).collect()
}

/// A text with its end. Zeros cannot be written and become blanks.
pub(super) fn encode(text: &[u8]) -> Box<[u8]> {
    let mut raw: Vec<u8> = text.iter().map(|&byte| if byte == 0 { b' ' } else { byte }).collect();
    raw.push(0);
    if raw.len() % 2 == 1 {
        raw.push(0);
    }
    raw.into()
}

/// A comment with a line break where the file divides the title from the rest.
pub(super) fn with_line_break(comment: &[u8]) -> Vec<u8> {
    replace_first(comment, DIVIDER, b'\n')
}

/// The reverse of [`with_line_break`].
pub(super) fn with_divider(comment: &[u8]) -> Vec<u8> {
    replace_first(comment, b'\n', DIVIDER)
}

const DIVIDER: u8 = 0x08;

fn replace_first(text: &[u8], from: u8, to: u8) -> Vec<u8> {
    let mut text = text.to_vec();
    if let Some(byte) = text.iter_mut().find(|byte| **byte == from) {
        *byte = to;
    }
    text
}
