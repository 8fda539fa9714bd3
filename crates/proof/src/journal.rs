//! What growing has found, one line each, so that nothing is lost when it is ended.
//!
//! `black stones/white stones/move` is a proven position, `whole black stones/white stones/number`
//! one of which every reply was made, with the number of moves that Black needs at most. A line that
//! is torn says nothing.

use tengen_rules::{Color, Notation, Point, Size};

use crate::frame::{Key, key_of_stones, stones_of_key};

/// Something that growing has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A proven position and the winning move.
    Entry(Key, u16),
    /// Every reply to this position was made, and so it is below; Black needs so many moves.
    Whole(Key, u8),
}

const WHOLE: &str = "whole ";

impl Note {
    /// The line of a note on a board of this size.
    pub fn line(&self, size: Size) -> String {
        match self {
            Self::Entry(key, answer) => {
                let answer = stones_of_key(size, &[answer << 1])[0].0;
                format!("{}/{}", stones_text(size, key), name(size, answer))
            }
            Self::Whole(key, moves) => format!("{WHOLE}{}/{moves}", stones_text(size, key)),
        }
    }
}

fn name(size: Size, point: Point) -> String {
    Notation::Renju.format(size, point).to_ascii_lowercase()
}

fn stones_text(size: Size, key: &[u16]) -> String {
    let stones = stones_of_key(size, key);
    let of = |color| {
        let named = stones.iter().filter(|stone| stone.1 == color).map(|stone| name(size, stone.0));
        named.collect::<Vec<_>>().join(" ")
    };
    format!("{}/{}", of(Color::Black), of(Color::White))
}

/// The note of such a line; `None` if it is not whole.
pub fn note_from_line(size: Size, line: &str) -> Option<Note> {
    let (line, is_whole) = line.strip_prefix(WHOLE).map_or((line, false), |rest| (rest, true));
    let mut parts = line.split('/');
    let (black, white) = (parts.next()?, parts.next()?);
    let parse = |word: &str| Notation::Renju.parse(size, word).ok();
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for (words, color) in [(black, Color::Black), (white, Color::White)] {
        for word in words.split_whitespace() {
            stones.push((parse(word)?, color));
        }
    }
    let key = key_of_stones(size, stones);
    let last = parts.next()?;
    let note = if is_whole {
        Note::Whole(key, last.parse().ok()?)
    } else {
        Note::Entry(key, size.index(parse(last)?) as u16)
    };
    parts.next().is_none().then_some(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_back_and_torn_lines_say_nothing() {
        let size = Size::literal(15);
        let stones = [(Point::new(7, 7), Color::Black), (Point::new(8, 8), Color::White)];
        let key = key_of_stones(size, stones);
        for note in [Note::Entry(key.clone(), 100), Note::Whole(key, 17)] {
            let line = note.line(size);
            assert_eq!(note_from_line(size, &line), Some(note));
        }
        for torn in [
            "",
            "h8",
            "h8/i",
            "h8/i9/",
            "whole h8",
            "whole h8/i9",
            "whole h8/i9/",
            "h8/i9/g7/x",
            "h8/i9/z99",
        ] {
            assert_eq!(note_from_line(size, torn), None, "{torn}");
        }
    }
}
