//! Any format to records and back.

use tengen_rules::{Rule, Size};

use crate::chess_log::ChessLog;
use crate::error::{Lossy, ReadError, Warning, WriteError};
use crate::format::Format;
use crate::lib_file::LibDoc;
use crate::offset::OffsetBook;
use crate::pos::{Orientation, PosBook};
use crate::pos_binary::PosBinary;
use crate::psq::PsqDoc;
use crate::record::{Losses, Record, USUAL_SIZE};
use crate::{json, sgf};

/// What a file does not say about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The rule of games whose file does not name one.
    pub rule: Option<Rule>,
    /// The board of formats that do not store it.
    pub size: Size,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { rule: None, size: USUAL_SIZE }
    }
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The games of the file, at least one.
    pub records: Vec<Record>,
    /// What was odd about it.
    pub warnings: Vec<Warning>,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it does not hold.
    pub losses: Losses,
}

/// Reads the games of a file.
///
/// ```
/// use tengen_record::{Format, read, write};
///
/// let records = read(b"h8i9g10", Format::Pos)?;
/// let sgf = write(&records, Format::Sgf)?;
/// assert!(sgf.losses.is_empty());
/// assert_eq!(read(&sgf.bytes, Format::Sgf)?, records);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8], format: Format) -> Result<Vec<Record>, ReadError> {
    read_with(bytes, format, &ReadOptions::default()).map(|reading| reading.records)
}

/// As [`read`], told what the file does not say, and telling what was odd about it.
pub fn read_with(
    bytes: &[u8],
    format: Format,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    let size = options.size;
    let mut warnings = Vec::new();
    let mut records: Vec<Record> = match format {
        Format::Psq => {
            let doc = PsqDoc::parse(bytes)?;
            warnings.extend(doc.warning(bytes));
            vec![Record::from(&doc)]
        }
        Format::Sgf => sgf::read_records(bytes)?,
        Format::Lib => {
            let doc = LibDoc::parse(bytes)?;
            warnings.extend(doc.warning(bytes));
            vec![Record::from(&doc)]
        }
        Format::Pos => PosBook::parse(bytes, Orientation::FromBottom, size)?.records().collect(),
        Format::PosTop => PosBook::parse(bytes, Orientation::FromTop, size)?.records().collect(),
        Format::PosBinary => vec![Record::from(&PosBinary::parse(bytes)?)],
        Format::Offset => OffsetBook::parse(bytes, size)?.records().collect(),
        Format::ChessLog => {
            let log = ChessLog::parse(bytes, size)?;
            warnings.extend(log.warnings(bytes));
            log.records().collect()
        }
        Format::Json => json::parse(bytes)?,
    };
    for record in &mut records {
        record.header.rule = record.header.rule.or(options.rule);
    }
    Ok(Reading { records, warnings })
}

/// Writes games as a file. What the format cannot hold is left out and listed; what would make
/// another game of it is an error.
pub fn write(records: &[Record], format: Format) -> Result<Written, WriteError> {
    if !format.holds_many() && records.len() != 1 {
        return Err(WriteError::OneGame { format, n_games: records.len() });
    }
    let mut written = Written { bytes: Vec::new(), losses: Losses::default() };
    for record in records {
        let one = write_one(record, format)?;
        written.losses.extend(&one.losses);
        written.bytes.extend(one.value);
    }
    Ok(written)
}

fn write_one(record: &Record, format: Format) -> Result<Lossy<Vec<u8>>, WriteError> {
    fn bytes_of<D>(doc: Lossy<D>, write: impl Fn(&D) -> Vec<u8>) -> Lossy<Vec<u8>> {
        Lossy { value: write(&doc.value), losses: doc.losses }
    }
    Ok(match format {
        Format::Psq => bytes_of(PsqDoc::from_record(record)?, PsqDoc::write),
        Format::Sgf => bytes_of(sgf::SgfGame::from_record(record)?, sgf::SgfGame::write),
        Format::Lib => bytes_of(LibDoc::from_record(record)?, LibDoc::write),
        Format::Pos => {
            bytes_of(PosBook::from_record(record, Orientation::FromBottom)?, PosBook::write)
        }
        Format::PosTop => {
            bytes_of(PosBook::from_record(record, Orientation::FromTop)?, PosBook::write)
        }
        Format::PosBinary => bytes_of(PosBinary::from_record(record)?, PosBinary::write),
        Format::Offset => bytes_of(OffsetBook::from_record(record)?, OffsetBook::write),
        Format::ChessLog => bytes_of(ChessLog::from_record(record)?, ChessLog::write),
        Format::Json => Lossy { value: json::write(record)?, losses: Losses::default() },
    })
}
