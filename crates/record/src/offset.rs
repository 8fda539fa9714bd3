//! Openings as offsets from the middle of any board: `0,0, 1,1, -2,0`, one opening per line, Black
//! first. The lists of Gomocup look like this.

use std::fmt::Write as _;

use tengen_rules::{Point, Size};

use crate::error::{Lossy, WriteError};
use crate::format::Format;
use crate::place::{At, Places};
use crate::record::{Holds, Record};
use crate::scan::{self, Scanner};

/// What is wrong with a list of openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OffsetFault {
    /// There is no opening in the file.
    #[error("the file holds no openings")]
    Empty,
    /// Something else where a number belongs.
    #[error("{found:?} is no number")]
    NoNumber {
        /// What stands there.
        found: String,
    },
    /// Something else where a comma belongs.
    #[error("{found:?} stands where a comma or the end of the line belongs")]
    NoComma {
        /// What stands there.
        found: String,
    },
    /// An opening with an odd count of numbers.
    #[error("the last stone of the opening has one coordinate")]
    HalfStone,
    /// A point beyond the board.
    #[error("{dx},{dy} from the middle is not on the {size} board")]
    OffBoard {
        /// The horizontal offset.
        dx: i64,
        /// The vertical offset.
        dy: i64,
        /// The board.
        size: Size,
    },
}

/// A list of openings for one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetBook {
    size: Size,
    // Invariant: on the board.
    openings: Vec<Vec<Point>>,
}

impl OffsetBook {
    /// Reads a list for a board.
    ///
    /// ```
    /// use tengen_record::offset::OffsetBook;
    /// use tengen_rules::{Point, Size};
    ///
    /// let book = OffsetBook::parse(b"0,0, 1,1, -2,0\n", Size::literal(15))?;
    /// assert_eq!(book.openings()[0][2], Point::new(5, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8], size: Size) -> Result<Self, At<OffsetFault>> {
        let mut openings = Vec::new();
        for (opening, fault) in Openings::new(bytes, size) {
            fault.map_or(Ok(()), Err)?;
            openings.push(opening);
        }
        Ok(Self { size, openings })
    }

    /// A list of openings for boards of one size.
    pub fn new(size: Size, openings: Vec<Vec<Point>>) -> Self {
        Self { size, openings }
    }

    /// The stones of each opening.
    pub fn openings(&self) -> &[Vec<Point>] {
        &self.openings
    }

    /// Writes the list, one opening per line.
    pub fn write(&self) -> Vec<u8> {
        let mut text = String::new();
        let middle = i16::from(self.size.middle().x());
        for opening in &self.openings {
            for (i, point) in opening.iter().enumerate() {
                let comma = if i == 0 { "" } else { ", " };
                let (dx, dy) = (i16::from(point.x()) - middle, i16::from(point.y()) - middle);
                write!(text, "{comma}{dx},{dy}").expect("a string takes all text");
            }
            text.push('\n');
        }
        text.into_bytes()
    }

    /// The openings as records.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        self.openings.iter().map(|opening| Record::of_points(self.size, opening.iter().copied()))
    }

    /// A list with the main line of one record.
    pub fn from_record(record: &Record) -> Result<Lossy<Self>, WriteError> {
        let openings = vec![record.some_stones(Format::Offset)?];
        let value = Self { size: record.header.size, openings };
        Ok(Lossy { value, losses: Holds::moves(Format::Offset).losses(record) })
    }
}

impl TryFrom<&Record> for OffsetBook {
    type Error = WriteError;

    fn try_from(record: &Record) -> Result<Self, WriteError> {
        Self::from_record(record)?.lossless()
    }
}

/// The openings of a file, each with the fault that ended it. A file without openings is an empty
/// one with that fault.
pub(crate) struct Openings<'a> {
    lines: scan::FilledLines<'a>,
    size: Size,
    places: Places<'a>,
    end: usize,
    is_empty: bool,
}

impl<'a> Openings<'a> {
    pub(crate) fn new(bytes: &'a [u8], size: Size) -> Self {
        let places = Places::new(bytes);
        Self { lines: scan::filled_lines(bytes), size, places, end: bytes.len(), is_empty: true }
    }
}

impl Iterator for Openings<'_> {
    type Item = (Vec<Point>, Option<At<OffsetFault>>);

    fn next(&mut self) -> Option<Self::Item> {
        let is_first = std::mem::take(&mut self.is_empty);
        let Some(mut line) = self.lines.next() else {
            let fault = self.places.at(self.end, OffsetFault::Empty);
            return is_first.then(|| (Vec::new(), Some(fault)));
        };
        let mut opening = Vec::new();
        let fault = parse_opening(&mut line, self.size, &mut opening);
        Some((opening, fault.err().map(|(offset, fault)| self.places.at(offset, fault))))
    }
}

fn parse_opening(
    line: &mut Scanner<'_>,
    size: Size,
    opening: &mut Vec<Point>,
) -> Result<(), (usize, OffsetFault)> {
    loop {
        let start = line.offset();
        let stone = parse_stone(line, size);
        opening.push(stone.map_err(|(offset, fault)| (offset.unwrap_or(start), fault))?);
        if line.is_done() {
            return Ok(());
        }
        eat_comma(line).map_err(|fault| (line.offset(), fault))?;
    }
}

/// The offset of a fault, unless it is that of the stone.
type FaultAt = (Option<usize>, OffsetFault);

fn parse_stone(line: &mut Scanner<'_>, size: Size) -> Result<Point, FaultAt> {
    let dx = parse_number(line)?;
    if line.is_done() {
        return Err((None, OffsetFault::HalfStone));
    }
    eat_comma(line).map_err(|fault| (Some(line.offset()), fault))?;
    let dy = parse_number(line)?;
    let middle = i64::from(size.middle().x());
    size.point(middle + dx, middle + dy).ok_or((None, OffsetFault::OffBoard { dx, dy, size }))
}

fn parse_number(line: &mut Scanner<'_>) -> Result<i64, FaultAt> {
    line.skip_blanks();
    let no_number = (Some(line.offset()), OffsetFault::NoNumber { found: line.excerpt() });
    let number = line.integer().ok_or(no_number)?;
    line.skip_blanks();
    Ok(number)
}

fn eat_comma(line: &mut Scanner<'_>) -> Result<(), OffsetFault> {
    if line.eat(b',') { Ok(()) } else { Err(OffsetFault::NoComma { found: line.excerpt() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_from_the_middle_of_any_board() {
        let text = b"0,0, 1,1, -2,0\n";
        for (side, points) in [(15, [(7, 7), (8, 8), (5, 7)]), (20, [(10, 10), (11, 11), (8, 10)])]
        {
            let book = OffsetBook::parse(text, Size::literal(side)).unwrap();
            assert_eq!(book.openings, [points.map(|(x, y)| Point::new(x, y))]);
            assert_eq!(book.write(), text);
        }
    }

    #[test]
    fn blanks_are_optional() {
        let book = OffsetBook::parse(b"0,0,1 ,\t1\r\n\n -1,0", Size::literal(15)).unwrap();
        assert_eq!(book.write(), b"0,0, 1,1\n-1,0\n");
    }

    #[test]
    fn faults_say_where() {
        let fault = |text: &str| {
            let error = OffsetBook::parse(text.as_bytes(), Size::literal(15)).unwrap_err();
            (error.place.offset, error.fault)
        };
        assert_eq!(fault(""), (0, OffsetFault::Empty));
        assert_eq!(fault("0,0, 1"), (4, OffsetFault::HalfStone));
        assert_eq!(fault("0,0,"), (4, OffsetFault::NoNumber { found: String::new() }));
        assert_eq!(fault("0,x"), (2, OffsetFault::NoNumber { found: "x".into() }));
        assert_eq!(fault("0;0"), (1, OffsetFault::NoComma { found: ";0".into() }));
        assert_eq!(fault("0,0 1,1"), (4, OffsetFault::NoComma { found: "1,1".into() }));
        let off = OffsetFault::OffBoard { dx: 8, dy: 0, size: Size::literal(15) };
        assert_eq!(fault("0,0\n8,0"), (4, off));
    }
}
