//! Any format to records and back.

use std::iter;

use tengen_rules::{Point, Rule, Size};

use crate::chess_log::{self, ChessLog};
use crate::error::{Lossy, ReadError, Warning, WriteError};
use crate::format::Format;
use crate::lib_file::LibDoc;
use crate::offset::{self, OffsetBook};
use crate::place::Place;
use crate::pos::{self, Orientation, PosBook};
use crate::pos_binary::PosBinary;
use crate::psq::PsqDoc;
use crate::record::{Losses, Record, ReplayError, USUAL_SIZE};
use crate::tree::NodeId;
use crate::{json, link, sgf};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The games of the file, at least one.
    pub records: Vec<Record>,
    /// What was odd about it.
    pub warnings: Vec<Warning>,
    /// What could not be read, the first [`MOST_TOLD`] of it. Only [`read_partly`] leaves something
    /// out.
    pub skipped: Vec<Skipped>,
    /// How much could not be read in all.
    pub n_skipped: usize,
}

/// No more faults than this are told of one game or file; the rest is counted.
pub const MOST_TOLD: usize = 50;

/// A part of a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The number of the game in the file, from one.
    pub game: usize,
    /// How many moves of its main line were kept; nothing if the game is left out.
    pub kept_plies: Option<usize>,
    /// What is wrong.
    pub reason: SkipReason,
}

/// Why something is skipped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// It can be read, but not be played.
    #[error(transparent)]
    Refused(#[from] ReplayError),
}

impl SkipReason {
    /// Where in the file it stands, if that is known.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Unreadable(error) => Some(error.place()),
            Self::Refused(_) => None,
        }
    }
}

impl std::fmt::Display for Skipped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { game, kept_plies, reason } = self;
        match kept_plies {
            None => write!(f, "game {game} is left out: {reason}"),
            Some(1) => write!(f, "of game {game} 1 move is kept: {reason}"),
            Some(n) => write!(f, "of game {game} {n} moves are kept: {reason}"),
        }
    }
}

/// Faults, the first few of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Faults<F> {
    pub(crate) told: Vec<F>,
    pub(crate) n_all: usize,
}

impl<F> Default for Faults<F> {
    fn default() -> Self {
        Self { told: Vec::new(), n_all: 0 }
    }
}

impl<F> Faults<F> {
    pub(crate) fn add(&mut self, fault: F) {
        self.n_all += 1;
        if self.told.len() < MOST_TOLD {
            self.told.push(fault);
        }
    }
}

/// A game of a file, as far as it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The game, unless nothing of it is left.
    pub record: Option<Record>,
    /// Why it is not whole, if it is not: the first [`MOST_TOLD`] reasons.
    pub faults: Vec<ReadError>,
    /// How many reasons there are.
    pub n_faults: usize,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
}

impl Found {
    fn new<F: Into<ReadError>>(record: Option<Record>, faults: Faults<F>) -> Self {
        let n_faults = faults.n_all;
        let faults: Vec<ReadError> = faults.told.into_iter().map(Into::into).collect();
        // A damaged game of which nothing but its header is left is no game.
        let is_something = |record: &Record| {
            let root = &record.tree[NodeId::ROOT];
            record.tree.n_nodes() > 1 || root.ply.is_some() || !root.notes().setup().is_empty()
        };
        let record = record.filter(|record| n_faults == 0 || is_something(record));
        Self { record, faults, n_faults, warnings: Vec::new() }
    }

    fn of<F: Into<ReadError>>(record: Option<Record>, fault: Option<F>) -> Self {
        let mut faults = Faults::default();
        if let Some(fault) = fault {
            faults.add(fault);
        }
        Self::new(record, faults)
    }

    fn with_warnings(self, warnings: impl IntoIterator<Item = Warning>) -> Self {
        Self { warnings: warnings.into_iter().collect(), ..self }
    }
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
    let mut reading = Reading::default();
    for mut found in games(bytes, format, options) {
        if !found.faults.is_empty() {
            return Err(found.faults.swap_remove(0));
        }
        reading.records.extend(found.record);
        reading.warnings.append(&mut found.warnings);
    }
    Ok(reading)
}

/// As [`read_with`], but keeps what can be read of a damaged file and tells what cannot: a bad move
/// ends its game or its variation, and other games are read nevertheless. Where the rule is known, a
/// move that the judge refuses is a bad one.
///
/// ```
/// use tengen_record::{Format, ReadOptions, read_partly};
///
/// let reading = read_partly(b"h8i9\nh8z9\ng7", Format::Pos, &ReadOptions::default())?;
/// assert_eq!(reading.records.len(), 3);
/// assert_eq!(reading.skipped[0].to_string(),
///     "of game 2 1 move is kept: pos: line 2, column 3 (byte 7): \"z9\" is not on the 15x15 board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If nothing can be read, the first reason why.
pub fn read_partly(
    bytes: &[u8],
    format: Format,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    let mut reading = Reading::default();
    let mut first = None;
    for (found, game) in games(bytes, format, options).zip(1..) {
        let Found { mut record, faults, n_faults, mut warnings } = found;
        let mut reasons: Vec<SkipReason> = faults.into_iter().map(Into::into).collect();
        let refused = record.as_mut().and_then(|record| record.cut_refused(record.header.rule?));
        reading.n_skipped += n_faults + usize::from(refused.is_some());
        reasons.extend(refused.map(SkipReason::from));
        if let Some(SkipReason::Unreadable(error)) = reasons.first() {
            first.get_or_insert_with(|| error.clone());
        }
        let kept_plies = record.as_ref().map(|record| record.main_plies().count());
        let room = MOST_TOLD.saturating_sub(reading.skipped.len());
        let told = reasons.into_iter().take(room);
        reading.skipped.extend(told.map(|reason| Skipped { game, kept_plies, reason }));
        reading.records.extend(record);
        reading.warnings.append(&mut warnings);
    }
    match first {
        Some(error) if reading.records.is_empty() => Err(error),
        _ => Ok(reading),
    }
}

/// The games of a file one after another, so that a large collection need not be held whole. A file
/// without any game is one that is left out.
pub fn games<'a>(
    bytes: &'a [u8],
    format: Format,
    options: &ReadOptions,
) -> Box<dyn Iterator<Item = Found> + 'a> {
    let size = options.size;
    let rule = options.rule;
    let found: Box<dyn Iterator<Item = Found>> = match format {
        Format::Psq => {
            let (doc, fault) = PsqDoc::parse_partly(bytes);
            let warning = doc.as_ref().filter(|_| fault.is_none()).and_then(|d| d.warning(bytes));
            let record = doc.as_ref().map(Record::from);
            Box::new(iter::once(Found::of(record, fault).with_warnings(warning)))
        }
        Format::Sgf => Box::new(
            sgf::read::Games::new(bytes).map(|found| Found::new(found.record, found.faults)),
        ),
        Format::Lib => {
            let (doc, fault) = LibDoc::parse_partly(bytes);
            let warning = doc.as_ref().filter(|_| fault.is_none()).and_then(|d| d.warning(bytes));
            let record = doc.as_ref().map(Record::from);
            Box::new(iter::once(Found::of(record, fault).with_warnings(warning)))
        }
        Format::Pos => strings(bytes, Orientation::FromBottom, size),
        Format::PosTop => strings(bytes, Orientation::FromTop, size),
        Format::PosBinary => {
            let (record, fault) = match PosBinary::parse(bytes) {
                Ok(position) => (Some(Record::from(&position)), None),
                Err(fault) => (None, Some(fault)),
            };
            Box::new(iter::once(Found::of(record, fault)))
        }
        Format::Offset => Box::new(
            offset::Openings::new(bytes, size)
                .map(move |(opening, fault)| Found::of(of_points(size, opening), fault)),
        ),
        Format::ChessLog => Box::new(
            chess_log::Segments::new(bytes, size)
                .map(|found| Found::new(found.record, found.faults).with_warnings(found.warnings)),
        ),
        Format::Json => {
            Box::new(json::Games::new(bytes).map(|(record, fault)| Found::of(record, fault)))
        }
        Format::Link => {
            let (record, fault) = match link::parse(bytes) {
                Ok(record) => (Some(record), None),
                Err(fault) => (None, Some(fault)),
            };
            Box::new(iter::once(Found::of(record, fault)))
        }
    };
    Box::new(found.map(move |mut found| {
        if let Some(record) = &mut found.record {
            record.header.rule = record.header.rule.or(rule);
        }
        found
    }))
}

fn strings<'a>(
    bytes: &'a [u8],
    orientation: Orientation,
    size: Size,
) -> Box<dyn Iterator<Item = Found> + 'a> {
    let lines = pos::Games::new(bytes, orientation, size);
    Box::new(lines.map(move |(game, fault)| Found::of(of_points(size, game), fault)))
}

fn of_points(size: Size, points: Vec<Point>) -> Option<Record> {
    (!points.is_empty()).then(|| Record::of_points(size, points))
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
        Format::Sgf => {
            let mut value = Vec::new();
            let losses = sgf::write_record(record, &mut value)?;
            Lossy { value, losses }
        }
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
        Format::Link => {
            let line = link::address(link::SITE, record)? + "\n";
            Lossy { value: line.into_bytes(), losses: Losses::default() }
        }
    })
}
