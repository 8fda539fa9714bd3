//! Finding the end of a message in a stream that stays open.
//!
//! The judge does not always close our input, so nobody may wait for its end: an object is
//! complete with its last brace, plain text with the line that carries the newest request.

use super::BotzoneError;
use super::message::{MAX_TURNS, two_numbers};

/// Both saved strings of a bot may have 100 KB, which JSON escapes may multiply by six.
const MAX_FRAME: usize = 2 << 20;

/// Collects bytes until they make a message.
///
/// ```
/// use tengen_gomocup::botzone::Framer;
///
/// let mut framer = Framer::default();
/// assert_eq!(framer.push(b"{\"x\":1,"), Ok(None));
/// assert_eq!(framer.push(b"\"y\":2}\n"), Ok(Some("{\"x\":1,\"y\":2}".to_owned())));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Framer {
    bytes: Vec<u8>,
    /// How far `bytes` has been looked at, so that byte-by-byte input costs no square.
    seen: usize,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Framer {
    /// Takes the next bytes; a complete message is returned and the rest kept for the next call.
    pub fn push(&mut self, chunk: &[u8]) -> Result<Option<String>, BotzoneError> {
        self.bytes.extend_from_slice(chunk);
        if self.seen == 0 {
            let n_blank = self.bytes.iter().take_while(|byte| is_blank(**byte)).count();
            self.bytes.drain(..n_blank);
        }
        let end = match self.bytes.first() {
            None => None,
            Some(b'{') => self.end_of_object(),
            Some(b'-' | b'0'..=b'9') => self.end_of_lines(false),
            Some(_) => return Err(BotzoneError::UnknownTransport),
        };
        match end {
            Some(end) => Ok(Some(self.cut(end))),
            None if self.bytes.len() > MAX_FRAME => Err(BotzoneError::TooLong),
            None => Ok(None),
        }
    }

    /// The input has ended: what is there is a message, or nothing, or half of one.
    pub fn finish(&mut self) -> Result<Option<String>, BotzoneError> {
        match self.bytes.first() {
            None => Ok(None),
            Some(b'{') => Err(BotzoneError::Incomplete),
            Some(_) => {
                self.bytes.push(b'\n');
                match self.end_of_lines(true) {
                    Some(end) => Ok(Some(self.cut(end))),
                    None => Err(BotzoneError::Incomplete),
                }
            }
        }
    }

    fn cut(&mut self, end: usize) -> String {
        let frame = String::from_utf8_lossy(&self.bytes[..end]).into_owned();
        self.bytes.drain(..end);
        *self = Self { bytes: std::mem::take(&mut self.bytes), ..Self::default() };
        frame
    }

    fn end_of_object(&mut self) -> Option<usize> {
        for (index, &byte) in self.bytes.iter().enumerate().skip(self.seen) {
            if std::mem::take(&mut self.is_escaped) {
                continue;
            }
            match byte {
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                b'{' if !self.in_string => self.depth += 1,
                b'}' if !self.in_string => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(index + 1);
                    }
                }
                _ => {}
            }
        }
        self.seen = self.bytes.len();
        None
    }

    /// The end of the line with the newest request. A number that is no turn number makes a frame
    /// of its own, which the parser then refuses.
    fn end_of_lines(&self, is_last: bool) -> Option<usize> {
        let mut n_wanted = None;
        let mut n_lines = 0;
        let mut end = 0;
        for line in self.bytes.split_inclusive(|&byte| byte == b'\n') {
            end += line.len();
            if line.last() != Some(&b'\n') {
                return None;
            }
            let text = String::from_utf8_lossy(line);
            if text.trim().is_empty() {
                continue;
            }
            n_lines += 1;
            let wanted = *n_wanted.get_or_insert_with(|| n_lines_after(&text));
            if n_lines > wanted {
                return Some(end);
            }
        }
        is_last.then_some(end).filter(|_| n_wanted.is_some_and(|wanted| n_lines > wanted))
    }
}

fn n_lines_after(first: &str) -> usize {
    if two_numbers(first).is_some() {
        return 0;
    }
    let n_turns = first.trim().parse::<usize>().ok().filter(|n| (1..=MAX_TURNS).contains(n));
    n_turns.map_or(0, |n| 2 * n - 1)
}

fn is_blank(byte: u8) -> bool {
    // The byte order mark counts as blank: its three bytes occur in no message outside strings.
    byte.is_ascii_whitespace() || matches!(byte, 0xef | 0xbb | 0xbf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(chunks: impl Iterator<Item = Vec<u8>>) -> Vec<String> {
        let mut framer = Framer::default();
        let mut found = Vec::new();
        for chunk in chunks {
            let mut frame = framer.push(&chunk).unwrap();
            while let Some(text) = frame {
                found.push(text);
                frame = framer.push(b"").unwrap();
            }
        }
        found.extend(framer.finish().unwrap());
        found
    }

    #[test]
    fn chunks_make_no_difference() {
        let json = "{\"requests\":[{\"x\":1,\"y\":\n1}],\"data\":\"}{\\\"\"}\n{\"x\":2,\"y\":2}";
        let simple = "2\n-1 -1\n7 7\r\n\n8 8\n3 4\n5 5";
        for (text, n_frames) in [(json, 2), (simple, 3)] {
            let whole = frames(std::iter::once(text.as_bytes().to_vec()));
            let single = frames(text.bytes().map(|byte| vec![byte]));
            assert_eq!(whole, single);
            assert_eq!(whole.len(), n_frames, "{whole:?}");
        }
    }

    #[test]
    fn an_object_is_complete_without_a_line_end() {
        assert_eq!(Framer::default().push(b"{\"a\":{}}"), Ok(Some("{\"a\":{}}".into())));
    }

    #[test]
    fn half_a_message_is_an_error_at_the_end() {
        for text in ["{\"x\":1", "2\n1 1\n", "{\"x\":\"}"] {
            let mut framer = Framer::default();
            assert_eq!(framer.push(text.as_bytes()), Ok(None), "{text:?}");
            assert_eq!(framer.finish(), Err(BotzoneError::Incomplete), "{text:?}");
        }
        assert_eq!(Framer::default().finish(), Ok(None));
    }

    #[test]
    fn endless_input_is_refused() {
        let mut framer = Framer::default();
        framer.push(b"{\"data\":\"").unwrap();
        let error = (0..1000).find_map(|_| framer.push(&[b'x'; 8192]).err());
        assert_eq!(error, Some(BotzoneError::TooLong));
        assert_eq!(Framer::default().push(b"xyz"), Err(BotzoneError::UnknownTransport));
    }
}
