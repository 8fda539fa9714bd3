//! The binary `.pos` of zjrenju and RenLib: the number of moves, then a byte for each,
//! `15 * row + column` from the top left. Yixin-Board reads row and column the other way round.

use tengen_rules::{Point, Size};

use crate::error::{Lossy, WriteError};
use crate::format::Format;
use crate::place::At;
use crate::record::{Holds, Record};

const SIZE: Size = Size::literal(15);

/// What is wrong with a binary position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PosBinaryFault {
    /// The number of moves is no number of moves.
    #[error("the number of moves is {count}, not 1 to 225")]
    Count {
        /// The first byte.
        count: u8,
    },
    /// The file is shorter or longer than it says.
    #[error("{announced} moves are announced, but {found} bytes follow")]
    Length {
        /// The first byte.
        announced: u8,
        /// How many bytes follow.
        found: usize,
    },
    /// There is not even a first byte.
    #[error("the file is empty")]
    Empty,
    /// A byte beyond the board.
    #[error("{byte:#04x} is no point; points are below 0xe1")]
    NoPoint {
        /// The byte.
        byte: u8,
    },
}

/// A line of play on the 15x15 board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PosBinary {
    /// The stones, at least one and at most 225.
    stones: Vec<Point>,
}

impl PosBinary {
    /// Reads a file.
    pub fn parse(bytes: &[u8]) -> Result<Self, At<PosBinaryFault>> {
        let Some((&announced, rest)) = bytes.split_first() else {
            return Err(At::binary(0, PosBinaryFault::Empty));
        };
        if !(1..=225).contains(&announced) {
            return Err(At::binary(0, PosBinaryFault::Count { count: announced }));
        }
        if rest.len() != usize::from(announced) {
            let fault = PosBinaryFault::Length { announced, found: rest.len() };
            return Err(At::binary(bytes.len().min(1 + usize::from(announced)), fault));
        }
        let side = SIZE.get();
        let stones = rest.iter().zip(1..).map(|(&byte, offset)| {
            SIZE.point(i64::from(byte % side), i64::from(byte / side))
                .ok_or_else(|| At::binary(offset, PosBinaryFault::NoPoint { byte }))
        });
        Ok(Self { stones: stones.collect::<Result<_, _>>()? })
    }

    /// Writes the file.
    pub fn write(&self) -> Vec<u8> {
        let bytes = self.stones.iter().map(|&point| SIZE.index(point) as u8);
        std::iter::once(self.stones.len() as u8).chain(bytes).collect()
    }

    /// The stones in order.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// The main line of a record.
    pub fn from_record(record: &Record) -> Result<Lossy<Self>, WriteError> {
        let format = Format::PosBinary;
        if record.header.size != SIZE {
            return Err(WriteError::Size { format, size: record.header.size });
        }
        let stones = record.some_stones(format)?;
        if stones.len() > SIZE.n_points() {
            return Err(WriteError::OutOfTurn { format, ply: SIZE.n_points() + 1 });
        }
        Ok(Lossy { value: Self { stones }, losses: Holds::moves(format).losses(record) })
    }
}

impl From<&PosBinary> for Record {
    fn from(doc: &PosBinary) -> Self {
        Self::of_points(SIZE, doc.stones.iter().copied())
    }
}

impl TryFrom<&Record> for PosBinary {
    type Error = WriteError;

    fn try_from(record: &Record) -> Result<Self, WriteError> {
        Self::from_record(record)?.lossless()
    }
}

/// Whether the contents have the shape of the format and repeat no point, as no game does.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    let Ok(doc) = PosBinary::parse(bytes) else { return false };
    let mut is_taken = [false; 225];
    doc.stones.iter().all(|&point| !std::mem::replace(&mut is_taken[SIZE.index(point)], true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_as_it_is_read() {
        let bytes = [3, 7 * 15 + 7, 6 * 15 + 8, 224];
        let doc = PosBinary::parse(&bytes).unwrap();
        assert_eq!(doc.stones(), [Point::new(7, 7), Point::new(8, 6), Point::new(14, 14)]);
        assert_eq!(doc.write(), bytes);
        assert_eq!(PosBinary::try_from(&Record::from(&doc)), Ok(doc));
    }

    #[test]
    fn faults_say_where() {
        let fault = |bytes: &[u8]| {
            let error = PosBinary::parse(bytes).unwrap_err();
            (error.place.offset, error.fault)
        };
        assert_eq!(fault(&[]), (0, PosBinaryFault::Empty));
        assert_eq!(fault(&[0]), (0, PosBinaryFault::Count { count: 0 }));
        assert_eq!(fault(&[226]), (0, PosBinaryFault::Count { count: 226 }));
        assert_eq!(fault(&[2, 0]), (2, PosBinaryFault::Length { announced: 2, found: 1 }));
        assert_eq!(fault(&[1, 0, 0]), (2, PosBinaryFault::Length { announced: 1, found: 2 }));
        assert_eq!(fault(&[1, 225]), (1, PosBinaryFault::NoPoint { byte: 225 }));
    }
}
