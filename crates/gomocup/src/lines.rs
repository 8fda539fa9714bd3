//! Cutting a byte stream into lines, however it arrives.
//!
//! Managers end lines with LF, CRLF or CR and write whole files or single bytes. A line is handed
//! out as soon as its first terminator is seen: waiting for the LF after a CR would hang when the
//! other side is waiting for our answer.

/// The bytes of a line that are kept; the rest is cut silently. Far above any sensible line (a
/// full board on one line takes some six kilobytes), and what an endless line may cost us.
pub const MAX_LINE: usize = 1 << 20;

/// Turns chunks of bytes into lines without their terminators.
///
/// ```
/// use tengen_gomocup::LineSplitter;
///
/// let mut splitter = LineSplitter::default();
/// let mut lines = Vec::new();
/// splitter.push(b"START 15\r\nBEG", |line| lines.push(line.to_vec()));
/// splitter.push(b"IN\r", |line| lines.push(line.to_vec()));
/// assert_eq!(lines, [b"START 15".to_vec(), b"BEGIN".to_vec()]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineSplitter {
    // Invariant: never longer than `MAX_LINE`.
    partial: Vec<u8>,
    // An LF right after this CR belongs to it.
    ended_with_cr: bool,
}

impl LineSplitter {
    /// Takes the next bytes of the stream and calls `each` for every line they complete.
    pub fn push(&mut self, chunk: &[u8], mut each: impl FnMut(&[u8])) {
        for &byte in chunk {
            let follows_cr = std::mem::replace(&mut self.ended_with_cr, byte == b'\r');
            match byte {
                b'\n' if follows_cr => {}
                b'\n' | b'\r' => {
                    each(&self.partial);
                    self.partial.clear();
                    // One huge line must not be paid for until the end of the process.
                    self.partial.shrink_to(4096);
                }
                _ if self.partial.len() < MAX_LINE => self.partial.push(byte),
                _ => {}
            }
        }
    }

    /// The last line of a stream that ended without a terminator, if there is one.
    pub fn finish(&mut self) -> Option<Vec<u8>> {
        let rest = std::mem::take(&mut self.partial);
        (!rest.is_empty()).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<String> {
        let mut splitter = LineSplitter::default();
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.push(chunk, |line| lines.push(String::from_utf8_lossy(line).into_owned()));
        }
        lines.extend(splitter.finish().map(|rest| String::from_utf8_lossy(&rest).into_owned()));
        lines
    }

    #[test]
    fn all_terminators_and_chunkings_give_the_same_lines() {
        let expected = ["a", "", "b c", "d"];
        for text in ["a\n\nb c\nd", "a\r\n\r\nb c\r\nd\r\n", "a\r\rb c\rd\r"] {
            assert_eq!(split(&[text.as_bytes()]), expected, "{text:?}");
            let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
            assert_eq!(split(&bytes), expected, "{text:?} byte by byte");
        }
    }

    #[test]
    fn a_line_is_handed_out_at_its_carriage_return() {
        let mut splitter = LineSplitter::default();
        let mut n_lines = 0;
        splitter.push(b"BEGIN\r", |_| n_lines += 1);
        assert_eq!(n_lines, 1);
        splitter.push(b"\n", |_| n_lines += 1);
        assert_eq!(n_lines, 1);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut splitter = LineSplitter::default();
        let chunk = [b'x'; 8192];
        for _ in 0..1000 {
            splitter.push(&chunk, |_| panic!("there is no terminator"));
        }
        assert!(splitter.partial.capacity() <= 2 * MAX_LINE);
        let mut lengths = Vec::new();
        splitter.push(b"\nEND\n", |line| lengths.push(line.len()));
        assert_eq!(lengths, [MAX_LINE, 3]);
    }
}
