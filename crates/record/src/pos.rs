//! Move strings: `h8i9g10`, Black first, one game per line.
//!
//! People write them with blanks, commas and numbers as well: `1. h8 i9 2. j10`. A line whose number
//! goes on counting belongs to the game of the line before.
//!
//! The strings do not say whether rows are counted from the bottom (gomocalc, Yixin-Board,
//! `RenjuNet`) or from the top (c-gomoku-cli, GomocupJudge), nor on which board; the reader has to
//! be told.

use tengen_rules::{Point, Size};

use crate::error::{Lossy, WriteError};
use crate::format::Format;
use crate::place::{At, Places};
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
    /// Reads a file: upper or lower case; blanks, commas and numbers between moves are allowed.
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
        for (game, fault) in Games::new(bytes, orientation, size) {
            fault.map_or(Ok(()), Err)?;
            games.push(game);
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

/// The games of a file, each with the fault that ended it. A file without moves is one empty game
/// with that fault.
pub(crate) struct Games<'a> {
    lines: scan::FilledLines<'a>,
    /// A line that was looked at to see whether it goes on with the game before.
    next: Option<Scanner<'a>>,
    orientation: Orientation,
    size: Size,
    places: Places<'a>,
    end: usize,
    is_empty: bool,
}

impl<'a> Games<'a> {
    pub(crate) fn new(bytes: &'a [u8], orientation: Orientation, size: Size) -> Self {
        let mut lines = scan::filled_lines(bytes);
        let next = lines.next();
        let places = Places::new(bytes);
        Self { lines, next, orientation, size, places, end: bytes.len(), is_empty: true }
    }

    /// Reads the moves of a line. Returns its last number.
    fn moves(
        &self,
        line: &mut Scanner<'a>,
        game: &mut Vec<Point>,
    ) -> Result<Option<i64>, (usize, PosFault)> {
        let mut last = None;
        loop {
            line.take_while(is_separator);
            if line.is_done() {
                return Ok(last);
            }
            if let Some(number) = eat_number(line) {
                last = Some(number);
                line.take_while(is_separator);
            }
            let start = line.offset();
            let point = parse_move(line, self.orientation, self.size);
            game.push(point.map_err(|fault| (start, fault))?);
        }
    }
}

impl Iterator for Games<'_> {
    type Item = (Vec<Point>, Option<At<PosFault>>);

    fn next(&mut self) -> Option<Self::Item> {
        let Some(mut line) = self.next.take() else {
            let is_first = std::mem::take(&mut self.is_empty);
            return is_first.then(|| (Vec::new(), Some(self.places.at(self.end, PosFault::Empty))));
        };
        self.is_empty = false;
        let first = line;
        let mut game = Vec::new();
        let mut fault = None;
        let mut number = None;
        loop {
            // After a fault the rest of the game is passed over, not read into the next one.
            let whole = line;
            if fault.is_none() {
                match self.moves(&mut line, &mut game) {
                    Ok(last) => number = last.or(number),
                    Err((offset, what)) => {
                        fault = Some(self.places.at(offset, what));
                        number = last_number(whole).or(number);
                    }
                }
            } else {
                number = last_number(whole).or(number);
            }
            self.next = self.lines.next();
            match self.next {
                Some(next) if goes_on(next, number) => line = next,
                _ => break,
            }
        }
        if game.is_empty() && fault.is_none() {
            let found = first.excerpt();
            fault = Some(self.places.at(first.offset(), PosFault::NoMove { found }));
        }
        Some((game, fault))
    }
}

/// Whether a line counts on where the game before it stopped counting. One begins a new game, unless
/// it says `1...`, which is how White's move is written.
fn goes_on(mut line: Scanner<'_>, number: Option<i64>) -> bool {
    let (Some(next), Some(number)) = (eat_number(&mut line), number) else { return false };
    let is_reply = line.peek() == Some(b'.');
    (next == number || next == number.saturating_add(1)) && (next > 1 || is_reply)
}

/// What may stand between moves.
fn is_separator(byte: u8) -> bool {
    scan::is_blank(byte) || matches!(byte, b',' | b';' | b'.' | b'-')
}

/// Reads the number of a move: `12.`, `12)`, `12:`, or digits before a blank or a letter.
fn eat_number(line: &mut Scanner<'_>) -> Option<i64> {
    let mut ahead = *line;
    ahead.peek().filter(u8::is_ascii_digit)?;
    let number = ahead.integer()?;
    let is_marked = ahead.peek().is_some_and(|byte| matches!(byte, b'.' | b')' | b':'));
    if is_marked {
        ahead.next();
    }
    ahead.skip_blanks();
    let is_before_move = ahead.peek().is_some_and(|byte| byte.is_ascii_alphabetic());
    (is_marked || is_before_move).then(|| *line = ahead)?;
    Some(number)
}

/// The last number of a line that is not read any further.
fn last_number(mut line: Scanner<'_>) -> Option<i64> {
    let mut last = eat_number(&mut line);
    while !line.is_done() {
        line.take_while(|byte| !scan::is_blank(byte));
        line.skip_blanks();
        last = eat_number(&mut line).or(last);
    }
    last
}

/// Whether a line begins like moves that somebody wrote down: one that is all, or two.
pub(crate) fn looks_like(mut line: Scanner<'_>) -> bool {
    let mut n_moves = 0;
    while n_moves < 2 {
        line.take_while(is_separator);
        eat_number(&mut line);
        line.take_while(is_separator);
        if line.is_done() {
            return n_moves > 0;
        }
        let is_letter = line.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        let digits = line.take_while(|byte| byte.is_ascii_digit());
        if !is_letter || !(1..=2).contains(&digits.len()) {
            return false;
        }
        n_moves += 1;
    }
    true
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

    fn games(text: &str) -> Vec<Vec<Point>> {
        PosBook::parse(text.as_bytes(), Orientation::FromBottom, SIZE).unwrap().games
    }

    #[test]
    fn numbered_moves_are_read_however_they_are_written() {
        let plain = games("h8i9j10g7");
        for text in [
            "1. h8 2. i9 3. j10 4. g7",
            "1.h8 i9 2.j10 g7",
            "1. H8 I9\r\n2. J10 G7\r\n",
            "1.h8 2.i9 3.j10\n4.g7",
            "1) h8 2) i9 3) j10 4) g7",
            "1: h8 2: i9 3: j10 4: g7",
            "1 h8 2 i9 3 j10 4 g7",
            "h8, i9, j10, g7",
            "h8-i9-j10-g7",
            "1. h8\n2. i9\n3. j10\n4. g7\n",
            "1. h8\n1... i9\n2. j10\n2... g7",
            "1. h8 i9;\n 2. j10 g7;",
        ] {
            assert_eq!(games(text), plain, "{text:?}");
        }
        assert_eq!(games("1. h8 1... i9 2. j10 2... g7"), plain);
        assert_eq!(games("1. h8 2. i9\n1. j10 2. g7").len(), 2, "1 begins a game");
        assert_eq!(games("h8i9\nj10g7").len(), 2, "without numbers a line is a game");
    }

    #[test]
    fn a_bad_move_ends_its_game_and_no_other() {
        let read = |text: &'static str| -> Vec<(usize, Option<usize>)> {
            Games::new(text.as_bytes(), Orientation::FromBottom, SIZE)
                .map(|(game, fault)| (game.len(), fault.map(|at| at.place.offset)))
                .collect()
        };
        assert_eq!(read("h8i9\nh8z9j10\ng7"), [(2, None), (1, Some(7)), (1, None)]);
        assert_eq!(read("1. h8 ?? i9\n2. j10\n1. g7"), [(1, Some(6)), (1, None)]);
        assert_eq!(read("??"), [(0, Some(0))]);
        assert_eq!(read(" \n"), [(0, Some(2))]);
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
