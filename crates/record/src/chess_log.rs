//! The `chess_log.txt` of the SUSTech platform: one stone per line, `row,column,color`, Black is
//! -1 and White is 1, no line end after the last line.
//!
//! Real files are sometimes several games glued together. The reader cuts them where a point
//! repeats or the colors stop alternating, and warns.

use std::fmt::Write as _;

use tengen_rules::{Color, Move, Point, Size};

use crate::codec::Faults;
use crate::error::{Lossy, Warning, WarningKind, WriteError};
use crate::format::Format;
use crate::place::{At, Place, Places};
use crate::record::{Holds, Ply, Record};
use crate::scan::{self, Scanner};
use crate::tree::NodeId;

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChessLogFault {
    /// There is no stone in the file.
    #[error("the file holds no stones")]
    Empty,
    /// A line that is not three numbers.
    #[error("{found:?} is no stone; a stone is row,column,color")]
    NoStone {
        /// What stands there.
        found: String,
    },
    /// A color that is none.
    #[error("{found} is no color; Black is -1 and White is 1")]
    Color {
        /// The number.
        found: i64,
    },
    /// A point beyond the board.
    #[error("row {row}, column {column} is not on the {size} board")]
    OffBoard {
        /// The row, from zero.
        row: i64,
        /// The column, from zero.
        column: i64,
        /// The board.
        size: Size,
    },
}

/// A log, as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessLog {
    size: Size,
    // Invariant: on the board.
    stones: Vec<(Point, Color)>,
}

impl ChessLog {
    /// Reads a log of games on this board.
    ///
    /// ```
    /// use tengen_record::chess_log::ChessLog;
    /// use tengen_rules::{Color, Point, Size};
    ///
    /// let log = ChessLog::parse(b"7,8,-1\n6,0,1", Size::literal(15))?;
    /// assert_eq!(log.stones()[0], (Point::new(8, 7), Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8], size: Size) -> Result<Self, At<ChessLogFault>> {
        let stones = scan::filled_lines(bytes)
            .map(|line| {
                parse_stone(line, size).map_err(|fault| At::text(bytes, line.offset(), fault))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if stones.is_empty() {
            return Err(At::text(bytes, bytes.len(), ChessLogFault::Empty));
        }
        Ok(Self { size, stones })
    }

    /// The stones in order, of however many games.
    pub fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// Writes the log.
    pub fn write(&self) -> Vec<u8> {
        let mut text = String::new();
        for (i, &(point, color)) in self.stones.iter().enumerate() {
            let line_end = if i == 0 { "" } else { "\n" };
            let number = if color == Color::Black { -1 } else { 1 };
            write!(text, "{line_end}{},{},{number}", point.y(), point.x())
                .expect("a string takes all text");
        }
        text.into_bytes()
    }

    /// Where games start, and what told so.
    fn starts(&self) -> Vec<(usize, Option<WarningKind>)> {
        let mut starts = Vec::new();
        let mut cut = Cut::new(self.size);
        for (i, &(point, color)) in self.stones.iter().enumerate() {
            let reason = cut.reason(point, color);
            if i == 0 || reason.is_some() {
                starts.push((i, reason));
                cut = Cut::new(self.size);
            }
            cut.put(point, color);
        }
        starts
    }

    /// The stones of each game.
    pub fn segments(&self) -> impl Iterator<Item = &[(Point, Color)]> {
        let starts = self.starts();
        let ends: Vec<usize> =
            starts.iter().skip(1).map(|&(i, _)| i).chain([self.stones.len()]).collect();
        starts.into_iter().zip(ends).map(|((start, _), end)| &self.stones[start..end])
    }

    /// What is odd about the file that this log was read from.
    pub fn warnings(&self, bytes: &[u8]) -> Vec<Warning> {
        let mut starts = self.starts().into_iter().peekable();
        let mut warnings = Vec::new();
        for (i, line) in scan::filled_lines(bytes).enumerate() {
            let Some((_, reason)) = starts.next_if(|&(start, _)| start == i) else { continue };
            let is_white = self.stones.get(i).is_some_and(|&(_, color)| color == Color::White);
            let kinds = reason.into_iter().chain(is_white.then_some(WarningKind::WhiteFirst));
            let place = Place::in_text(bytes, line.offset());
            warnings.extend(kinds.map(|kind| Warning { place, kind }));
        }
        warnings
    }

    /// The games as records.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        self.segments().map(|stones| record_of(self.size, stones))
    }

    /// A log of the main line of one record. Only what is read back as one game is written.
    pub fn from_record(record: &Record) -> Result<Lossy<Self>, WriteError> {
        let format = Format::ChessLog;
        record.check_points()?;
        let mut stones = Vec::new();
        for id in record.tree.main_line() {
            let node = &record.tree[id];
            let ply = stones.len() + 1;
            if !node.notes().setup().is_empty() {
                return Err(WriteError::Setup { format, ply: ply - 1 });
            }
            match node.ply {
                Some(Ply { mv: Move::Place(point), color }) => stones.push((point, color)),
                Some(Ply { mv: Move::Pass, .. }) => return Err(WriteError::Pass { format, ply }),
                None => {}
            }
        }
        if stones.is_empty() {
            return Err(WriteError::NoMoves { format });
        }
        let value = Self { size: record.header.size, stones };
        if let Some(&(second, _)) = value.starts().get(1) {
            return Err(WriteError::OutOfTurn { format, ply: second + 1 });
        }
        Ok(Lossy { value, losses: Holds::moves(format).losses(record) })
    }
}

impl TryFrom<&Record> for ChessLog {
    type Error = WriteError;

    fn try_from(record: &Record) -> Result<Self, WriteError> {
        Self::from_record(record)?.lossless()
    }
}

fn record_of(size: Size, stones: &[(Point, Color)]) -> Record {
    let mut record = Record::new(size);
    let mut at = NodeId::ROOT;
    for &(point, color) in stones {
        at = record.add_ply(at, color, Move::Place(point));
    }
    record
}

fn parse_stone(line: Scanner<'_>, size: Size) -> Result<(Point, Color), ChessLogFault> {
    let no_stone = || ChessLogFault::NoStone { found: line.excerpt() };
    let mut rest = line;
    let mut numbers = [0; 3];
    for (i, number) in numbers.iter_mut().enumerate() {
        if i > 0 && !rest.eat(b',') {
            return Err(no_stone());
        }
        rest.skip_blanks();
        *number = rest.integer().ok_or_else(no_stone)?;
        rest.skip_blanks();
    }
    if !rest.is_done() {
        return Err(no_stone());
    }
    let [row, column, color] = numbers;
    let color = match color {
        -1 => Color::Black,
        1 => Color::White,
        found => return Err(ChessLogFault::Color { found }),
    };
    let point = size.point(column, row).ok_or(ChessLogFault::OffBoard { row, column, size })?;
    Ok((point, color))
}

/// The games of a log one after another, each as far as it could be read: a bad line ends its game,
/// and the next game begins where one would begin anyway. A log without stones is one without a
/// record.
pub(crate) struct Segments<'a> {
    lines: scan::FilledLines<'a>,
    next: Option<Stone<'a>>,
    size: Size,
    places: Places<'a>,
    end: usize,
    is_empty: bool,
}

type Stone<'a> = (Scanner<'a>, Result<(Point, Color), ChessLogFault>);

/// A game of a log.
pub(crate) struct Segment {
    pub(crate) record: Option<Record>,
    pub(crate) faults: Faults<At<ChessLogFault>>,
    pub(crate) warnings: Vec<Warning>,
}

impl<'a> Segments<'a> {
    pub(crate) fn new(bytes: &'a [u8], size: Size) -> Self {
        let places = Places::new(bytes);
        let lines = scan::filled_lines(bytes);
        let mut segments =
            Self { lines, next: None, size, places, end: bytes.len(), is_empty: true };
        segments.next = segments.read();
        segments
    }

    fn read(&mut self) -> Option<Stone<'a>> {
        let size = self.size;
        self.lines.next().map(|line| (line, parse_stone(line, size)))
    }
}

impl Iterator for Segments<'_> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        let is_first = std::mem::take(&mut self.is_empty);
        let mut faults = Faults::default();
        let mut warnings = Vec::new();
        let mut stones: Vec<(Point, Color)> = Vec::new();
        if self.next.is_none() {
            faults.add(self.places.at(self.end, ChessLogFault::Empty));
            return is_first.then_some(Segment { record: None, faults, warnings });
        }
        let mut cut = Cut::new(self.size);
        while let Some((line, stone)) = self.next.take() {
            match stone {
                Ok((point, color)) => {
                    if let Some(kind) = cut.reason(point, color) {
                        // It belongs to the next game.
                        self.next = Some((line, Ok((point, color))));
                        let place = self.places.place(line.offset());
                        warnings.push(Warning { place, kind });
                        break;
                    }
                    cut.put(point, color);
                    if faults.n_all == 0 {
                        if stones.is_empty() && color == Color::White {
                            let kind = WarningKind::WhiteFirst;
                            warnings
                                .push(Warning { place: self.places.place(line.offset()), kind });
                        }
                        stones.push((point, color));
                    }
                }
                Err(fault) => {
                    faults.add(self.places.at(line.offset(), fault));
                    cut.last = None;
                }
            }
            self.next = self.read();
        }
        let record = (!stones.is_empty()).then(|| record_of(self.size, &stones));
        Some(Segment { record, faults, warnings })
    }
}

/// What tells that another game has begun.
struct Cut {
    size: Size,
    is_taken: Vec<bool>,
    last: Option<Color>,
}

impl Cut {
    fn new(size: Size) -> Self {
        Self { size, is_taken: vec![false; size.n_points()], last: None }
    }

    fn reason(&self, point: Point, color: Color) -> Option<WarningKind> {
        if self.is_taken[self.size.index(point)] {
            Some(WarningKind::RepeatedPoint)
        } else {
            (self.last == Some(color)).then_some(WarningKind::BrokenAlternation)
        }
    }

    fn put(&mut self, point: Point, color: Color) {
        let index = self.size.index(point);
        self.is_taken[index] = true;
        self.last = Some(color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::literal(15);

    #[test]
    fn rows_come_first_and_nothing_follows_the_last_line() {
        let bytes = b"7,8,-1\n6,0,1";
        let log = ChessLog::parse(bytes, SIZE).unwrap();
        assert_eq!(
            log.stones,
            [(Point::new(8, 7), Color::Black), (Point::new(0, 6), Color::White)]
        );
        assert_eq!(log.write(), bytes);
        assert_eq!(log.warnings(bytes), []);
        let sloppy = ChessLog::parse(b"\n7, 8 , -1 \r\n6,0,1\r\n\r\n", SIZE).unwrap();
        assert_eq!(sloppy, log);
    }

    #[test]
    fn glued_games_are_cut() {
        let bytes = b"7,7,-1\n6,6,1\n7,7,-1\n5,5,1\n4,4,1\n3,3,-1";
        let log = ChessLog::parse(bytes, SIZE).unwrap();
        assert_eq!(log.segments().map(<[_]>::len).collect::<Vec<_>>(), [2, 2, 2]);
        let warnings: Vec<_> = log
            .warnings(bytes)
            .into_iter()
            .map(|warning| (warning.place.line_column.unwrap().0, warning.kind))
            .collect();
        assert_eq!(
            warnings,
            [
                (3, WarningKind::RepeatedPoint),
                (5, WarningKind::BrokenAlternation),
                (5, WarningKind::WhiteFirst)
            ]
        );
        assert_eq!(log.write(), bytes);
    }

    #[test]
    fn faults_say_where() {
        let fault = |text: &str| {
            let error = ChessLog::parse(text.as_bytes(), SIZE).unwrap_err();
            (error.place.offset, error.fault)
        };
        let no_stone = |found: &str| ChessLogFault::NoStone { found: found.into() };
        assert_eq!(fault(""), (0, ChessLogFault::Empty));
        assert_eq!(fault("1,1,-1\n1,2"), (7, no_stone("1,2")));
        assert_eq!(fault("1,1,-1,0"), (0, no_stone("1,1,-1,0")));
        assert_eq!(fault("1,1,0"), (0, ChessLogFault::Color { found: 0 }));
        let off = ChessLogFault::OffBoard { row: 15, column: 0, size: SIZE };
        assert_eq!(fault("15,0,1"), (0, off));
    }
}
