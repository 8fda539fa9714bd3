//! Where in a file something is wrong.

use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of bytes before it.
    pub offset: usize,
    /// Line and column from one, for text formats. A column is a character, or a byte that is part
    /// of none.
    pub line_column: Option<(usize, usize)>,
}

impl Place {
    /// A place in a text.
    pub fn in_text(bytes: &[u8], offset: usize) -> Self {
        let before = bytes.get(..offset).unwrap_or(bytes);
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = before.split(|&byte| byte == b'\n').count();
        let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
        let column =
            1 + before[line_start..].iter().filter(|&&byte| !is_continuation(byte)).count();
        Self { offset, line_column: Some((line, column)) }
    }

    /// A place in a binary file.
    pub fn in_binary(offset: usize) -> Self {
        Self { offset, line_column: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line_column {
            Some((line, column)) => {
                write!(f, "line {line}, column {column} (byte {})", self.offset)
            }
            None => write!(f, "byte {}", self.offset),
        }
    }
}

/// Finds places in a text, each from where the last one was: a file with many faults is walked once
/// and not once for each of them.
#[derive(Clone, Debug)]
pub(crate) struct Places<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, column: 1 }
    }

    pub(crate) fn place(&mut self, offset: usize) -> Place {
        if offset < self.at {
            *self = Self::new(self.bytes);
        }
        for &byte in self.bytes.get(self.at..offset).unwrap_or_default() {
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
        self.at = offset;
        Place { offset, line_column: Some((self.line, self.column)) }
    }

    /// A fault with its place.
    pub(crate) fn at<F>(&mut self, offset: usize, fault: F) -> At<F> {
        At { place: self.place(offset), fault }
    }
}

/// A fault and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct At<F> {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: F,
}

impl<F> At<F> {
    /// A fault in a text.
    pub(crate) fn text(bytes: &[u8], offset: usize, fault: F) -> Self {
        Self { place: Place::in_text(bytes, offset), fault }
    }

    /// A fault in a binary file.
    pub(crate) fn binary(offset: usize, fault: F) -> Self {
        Self { place: Place::in_binary(offset), fault }
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Places};

    #[test]
    fn lines_and_columns_count_from_one() {
        let text = "ab\r\ncé\nd".as_bytes();
        let at = |offset| Place::in_text(text, offset).line_column;
        assert_eq!(at(0), Some((1, 1)));
        assert_eq!(at(4), Some((2, 1)));
        assert_eq!(at(7), Some((2, 3)));
        assert_eq!(at(8), Some((3, 1)));
        assert_eq!(at(9), Some((3, 2)));
        assert_eq!(Place::in_text(text, 4).to_string(), "line 2, column 1 (byte 4)");
        assert_eq!(Place::in_binary(4).to_string(), "byte 4");
    }

    #[test]
    fn places_are_the_same_one_after_another() {
        let text = "ab\r\nc\u{e9}\nd\n\n".as_bytes();
        let mut places = Places::new(text);
        for offset in (0..=text.len()).chain([3, 9, 0]) {
            assert_eq!(places.place(offset), Place::in_text(text, offset));
        }
    }
}
