//! Piskvork `.psq`: a header line, one line per stone with its thinking time, perhaps the names of
//! the players, an end code, and whatever a tournament manager adds.
//!
//! The rule is not stored. All that is not understood is kept as lines of text.

mod convert;
mod parse;

use std::fmt::Write as _;

use tengen_rules::{Point, Size, SizeError};

use crate::error::{Warning, WarningKind};
use crate::place::Place;
use crate::text::Text;

/// What is wrong with a PSQ file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsqFault {
    /// The first line is not that of Piskvork.
    #[error("{found:?} is not \"Piskvorky WxH, A:B, S\"")]
    NoHeader {
        /// What stands there.
        found: String,
    },
    /// The board is not square.
    #[error("unsupported: the board is {width}x{height}, and boards are square here")]
    Rectangular {
        /// The width.
        width: i64,
        /// The height.
        height: i64,
    },
    /// The board is too small or too large.
    #[error("unsupported: {0}")]
    Size(SizeError),
    /// A stone beyond the board.
    #[error("{found:?} is not on the {size} board")]
    OffBoard {
        /// What stands there.
        found: String,
        /// The board.
        size: Size,
    },
    /// A number with too many digits.
    #[error("{found:?} is too large a number")]
    TooLarge {
        /// What stands there.
        found: String,
    },
    /// A line that is no stone where only stones, two names or the end code can be.
    #[error("{found:?} is neither a stone, nor one of two names, nor an end code")]
    UnexpectedLine {
        /// What stands there.
        found: String,
    },
    /// A stone after the game.
    #[error("{found:?} is a stone, but the stones ended before")]
    LateStone {
        /// What stands there.
        found: String,
    },
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// With a line feed.
    Lf,
    /// With a carriage return and a line feed, as on Windows.
    CrLf,
}

impl LineEnd {
    const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }
}

/// A stone and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PsqStone {
    /// Where.
    pub point: Point,
    /// How long the player thought, if the line says so. Stones of an opening have zero.
    pub ms: Option<i64>,
}

/// A PSQ file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PsqDoc {
    size: Size,
    levels: [u32; 2],
    first_player: u32,
    header_rest: Text,
    stones: Vec<PsqStone>,
    // Invariant: no, one or two lines of names or more lines, as `parse` accepts them.
    tail: Vec<Text>,
    line_end: LineEnd,
    ends_with_line_end: bool,
}

impl PsqDoc {
    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The strength of each player: 0 is a human, 1 to 11 a time limit.
    pub fn levels(&self) -> [u32; 2] {
        self.levels
    }

    /// Which of the two players made the first stone.
    pub fn first_player(&self) -> u32 {
        self.first_player
    }

    /// The stones in order, Black first.
    pub fn stones(&self) -> &[PsqStone] {
        &self.stones
    }

    /// The lines after the stones, as they stand in the file.
    pub fn tail(&self) -> &[Text] {
        &self.tail
    }

    /// The names of the two players, if the file has them.
    pub fn names(&self) -> Option<[&Text; 2]> {
        match &self.tail[..] {
            [a, b, ..] if ![a, b].into_iter().any(parse::is_integer) => Some([a, b]),
            _ => None,
        }
    }

    /// The lines after the stones and the names: the end code, and what follows it.
    pub fn after_names(&self) -> &[Text] {
        if self.names().is_some() { &self.tail[2..] } else { &self.tail }
    }

    /// The end code: 0 normal, 15 time, -2 another error, -1 unknown.
    pub fn end_code(&self) -> Option<i64> {
        parse::integer(self.after_names().first()?)
    }

    /// What is odd about the file that this document was read from.
    pub fn warning(&self, bytes: &[u8]) -> Option<Warning> {
        let place = Place::in_text(bytes, bytes.len());
        // The first digits of a stone look like an end code.
        let is_cut = self.after_names().len() == 1 && !self.ends_with_line_end;
        let has_end = self.end_code().is_some() && !is_cut;
        (!has_end).then_some(Warning { place, kind: WarningKind::NoEndCode })
    }

    /// Writes the file.
    pub fn write(&self) -> Vec<u8> {
        let [a, b] = self.levels;
        let line_end = self.line_end.text();
        let header = format!("Piskvorky {}, {a}:{b}, {}", self.size, self.first_player);
        let mut bytes = header.into_bytes();
        bytes.extend(self.header_rest.as_bytes());
        let mut line = String::new();
        for PsqStone { point, ms } in &self.stones {
            line.clear();
            write!(line, "{line_end}{},{}", point.x() + 1, point.y() + 1)
                .expect("a string takes all text");
            if let Some(ms) = ms {
                write!(line, ",{ms}").expect("a string takes all text");
            }
            bytes.extend(line.as_bytes());
        }
        for text in &self.tail {
            bytes.extend(line_end.as_bytes());
            bytes.extend(text.as_bytes());
        }
        if self.ends_with_line_end {
            bytes.extend(line_end.as_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests;
