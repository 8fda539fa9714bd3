//! Move strings: `h8i9g10`, Black first, one game per line.
//!
//! The strings do not say whether rows are counted from the bottom (gomocalc, Yixin-Board,
//! `RenjuNet`) or from the top (c-gomoku-cli, GomocupJudge), nor on which board; the reader has to
//! be told.

use tengen_rules::{Point, Size};

use crate::error::{Lossy, WriteError};
use crate::format::Format;
use crate::place::At;
use crate::record::{Holds, Record};
use crate::scan::{self, Scanner};

/// Where row 1 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// At the bottom.
    FromBottom,
    /// At the top.
    FromTop,
}

impl Orientation {
    fn format(self) -> Format {
        match self {
            Self::FromBottom => Format::Pos,
            Self::FromTop => Format::PosTop,
        }
    }

    /// Turns a zero-based row of the text into one from the top, or back.
    fn flip(self, size: Size, row: i64) -> i64 {
        match self {
            Self::FromBottom => i64::from(size.get()) - 1 - row,
            Self::FromTop => row,
        }
    }
}

/// What is wrong with a move string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PosFault {
    /// There is no move in the file.
    #[error("the file holds no moves")]
    Empty,
    /// Something that is no letter and number.
    #[error("{found:?} is no move; a move is a letter and a number, as h8")]
    NoMove {
        /// What stands there.
        found: String,
    },
    /// A point beyond the board.
    #[error("{found:?} is not on the {size} board")]
    OffBoard {
        /// What stands there.
        found: String,
        /// The board.
        size: Size,
    },
}

/// The move strings of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PosBook {
    orientation: Orientation,
    size: Size,
    // Invariant: on the board.
    games: Vec<Vec<Point>>,
}

impl PosBook {
    /// Reads a file: upper or lower case, blanks between moves allowed.
    ///
    /// ```
    /// use tengen_record::pos::{Orientation, PosBook};
    /// use tengen_rules::{Point, Size};
    ///
    /// let book = PosBook::parse(b"h8i9", Orientation::FromBottom, Size::literal(15))?;
    /// assert_eq!(book.games()[0], [Point::new(7, 7), Point::new(8, 6)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8], orientation: Orientation, size: Size) -> Result<Self, At<PosFault>> {
        let mut games = Vec::new();
        for mut line in scan::filled_lines(bytes) {
            let mut game = Vec::new();
            while !line.is_done() {
                let start = line;
                let point = parse_move(&mut line, orientation, size)
                    .map_err(|fault| At::text(bytes, start.offset(), fault))?;
                game.push(point);
                line.skip_blanks();
            }
            games.push(game);
        }
        if games.is_empty() {
            return Err(At::text(bytes, bytes.len(), PosFault::Empty));
        }
        Ok(Self { orientation, size, games })
    }

    /// The stones of each game.
    pub fn games(&self) -> &[Vec<Point>] {
        &self.games
    }

    /// Writes the file, one game per line.
    pub fn write(&self) -> Vec<u8> {
        let mut text = String::new();
        for game in &self.games {
            for point in game {
                let row = self.orientation.flip(self.size, i64::from(point.y())) + 1;
                text.push(char::from(b'a' + point.x()));
                text.push_str(&row.to_string());
            }
            text.push('\n');
        }
        text.into_bytes()
    }

    /// The games as records.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        self.games.iter().map(|game| Record::of_points(self.size, game.iter().copied()))
    }

    /// A file with the main line of one record.
    pub fn from_record(
        record: &Record,
        orientation: Orientation,
    ) -> Result<Lossy<Self>, WriteError> {
        let format = orientation.format();
        let games = vec![record.some_stones(format)?];
        let value = Self { orientation, size: record.header.size, games };
        Ok(Lossy { value, losses: Holds::moves(format).losses(record) })
    }
}

fn parse_move(
    line: &mut Scanner<'_>,
    orientation: Orientation,
    size: Size,
) -> Result<Point, PosFault> {
    let start = *line;
    let letter = line.next().filter(u8::is_ascii_alphabetic);
    let digits = *line;
    let row = line.integer().filter(|_| digits.peek() != Some(b'-'));
    let (Some(letter), Some(row)) = (letter, row) else {
        return Err(PosFault::NoMove { found: start.excerpt() });
    };
    let x = i64::from(letter.to_ascii_lowercase() - b'a');
    size.point(x, orientation.flip(size, row - 1))
        .ok_or_else(|| PosFault::OffBoard { found: start.excerpt(), size })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::literal(15);

    #[test]
    fn orientations_are_mirror_images() {
        let bottom = PosBook::parse(b"h8I9 g10\r\n", Orientation::FromBottom, SIZE).unwrap();
        assert_eq!(bottom.games, [[Point::new(7, 7), Point::new(8, 6), Point::new(6, 5)]]);
        assert_eq!(bottom.write(), b"h8i9g10\n");
        let top = PosBook::parse(b"h8i9g10", Orientation::FromTop, SIZE).unwrap();
        assert_eq!(top.games, [[Point::new(7, 7), Point::new(8, 8), Point::new(6, 9)]]);
        assert_eq!(top.write(), b"h8i9g10\n");
    }

    #[test]
    fn faults_name_the_move() {
        let fault = |text: &str| {
            let error = PosBook::parse(text.as_bytes(), Orientation::FromTop, SIZE).unwrap_err();
            (error.place.offset, error.fault)
        };
        let no_move = |found: &str| PosFault::NoMove { found: found.into() };
        let off = |found: &str| PosFault::OffBoard { found: found.into(), size: SIZE };
        assert_eq!(fault(""), (0, PosFault::Empty));
        assert_eq!(fault("\n \n"), (3, PosFault::Empty));
        assert_eq!(fault("h8h"), (2, no_move("h")));
        assert_eq!(fault("h8\nh8é1"), (5, no_move("é1")));
        assert_eq!(fault("h-8"), (0, no_move("h-8")));
        assert_eq!(fault("h8p1"), (2, off("p1")));
        assert_eq!(fault("h16"), (0, off("h16")));
        assert_eq!(fault("h0"), (0, off("h0")));
    }
}
