//! Reading text byte by byte, always knowing where.

/// A position in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Starts in the middle and ends before the end; offsets stay those of the whole file.
    pub(crate) fn within(bytes: &'a [u8], range: std::ops::Range<usize>) -> Self {
        Self { bytes: bytes.get(..range.end).unwrap_or(bytes), at: range.start }
    }

    /// How many bytes were read.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// What has not been read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Whether everything was read.
    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next byte, not read yet.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Reads a byte.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Passes over so many bytes, or what is left of them.
    pub(crate) fn skip(&mut self, n_bytes: usize) {
        self.at = self.bytes.len().min(self.at + n_bytes);
    }

    /// Reads this byte if it is the next one.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads these bytes if they are the next ones.
    pub(crate) fn eat_all(&mut self, bytes: &[u8]) -> bool {
        let is_next = self.rest().starts_with(bytes);
        self.at += if is_next { bytes.len() } else { 0 };
        is_next
    }

    /// Reads as long as the bytes are of a kind, and returns them.
    pub(crate) fn take_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let n = rest.iter().position(|&byte| !is_wanted(byte)).unwrap_or(rest.len());
        self.at += n;
        &rest[..n]
    }

    /// Skips blanks, tabs and carriage returns: all that may stand around numbers in a line.
    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// Skips all white space.
    pub(crate) fn skip_space(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace() || byte == 0x0B);
    }

    /// Reads a decimal number with an optional minus, or nothing at all.
    pub(crate) fn integer(&mut self) -> Option<i64> {
        let mut ahead = *self;
        let is_negative = ahead.eat(b'-');
        let digits = ahead.take_while(|byte| byte.is_ascii_digit());
        // Eighteen digits always fit.
        if digits.is_empty() || digits.len() > 18 {
            return None;
        }
        let value = digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
        *self = ahead;
        Some(if is_negative { -value } else { value })
    }

    /// What stands here, short enough for a message.
    pub(crate) fn excerpt(&self) -> String {
        const LONGEST: usize = 24;
        let rest = self.rest();
        let end = rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len());
        let mut text = String::from_utf8_lossy(&rest[..end.min(LONGEST)]).into_owned();
        if end > LONGEST {
            text.push('…');
        }
        text
    }
}

/// Blanks inside a line; a carriage return is one of them, so that either line end is read.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The lines of a file as scanners. Nothing follows a last line end.
pub(crate) fn lines(bytes: &[u8]) -> Lines<'_> {
    Lines { bytes, start: 0 }
}

/// What [`lines`] returns.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    start: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Scanner<'a>;

    fn next(&mut self) -> Option<Scanner<'a>> {
        let start = self.start;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.start += length + 1;
        Some(Scanner::within(self.bytes, start..start + length))
    }
}

/// The lines that hold more than blanks.
pub(crate) fn filled_lines(bytes: &[u8]) -> FilledLines<'_> {
    FilledLines(lines(bytes))
}

/// What [`filled_lines`] returns.
#[derive(Clone, Debug)]
pub(crate) struct FilledLines<'a>(Lines<'a>);

impl<'a> Iterator for FilledLines<'a> {
    type Item = Scanner<'a>;

    fn next(&mut self) -> Option<Scanner<'a>> {
        self.0.by_ref().find_map(|mut line| {
            line.skip_blanks();
            (!line.is_done()).then_some(line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_whole_or_not_at_all() {
        let read = |text: &str| {
            let mut scanner = Scanner::new(text.as_bytes());
            (scanner.integer(), scanner.offset())
        };
        assert_eq!(read("12,"), (Some(12), 2));
        assert_eq!(read("-7"), (Some(-7), 2));
        assert_eq!(read("-"), (None, 0));
        assert_eq!(read("+7"), (None, 0));
        assert_eq!(read(""), (None, 0));
        assert_eq!(read("999999999999999999"), (Some(999_999_999_999_999_999), 18));
        assert_eq!(read("9999999999999999999"), (None, 0));
    }

    #[test]
    fn lines_know_their_offsets() {
        let found: Vec<(usize, &[u8])> =
            lines(b"a\r\n\nb").map(|line| (line.offset(), line.rest())).collect();
        assert_eq!(found, [(0, &b"a\r"[..]), (3, b""), (4, b"b")]);
        assert_eq!(filled_lines(b" \r\n\n  b\n").map(|line| line.offset()).sum::<usize>(), 6);
        assert_eq!(lines(b"").count(), 0);
    }
}
