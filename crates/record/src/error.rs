//! Why a file cannot be read or a record cannot be written.

use tengen_rules::{Point, Size};

use crate::chess_log::ChessLogFault;
use crate::format::Format;
use crate::json::JsonFault;
use crate::lib_file::LibFault;
use crate::link::LinkFault;
use crate::offset::OffsetFault;
use crate::place::{At, Place};
use crate::pos::PosFault;
use crate::pos_binary::PosBinaryFault;
use crate::psq::PsqFault;
use crate::record::Losses;
use crate::sgf::SgfFault;

/// Why a file is not read, and where it is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No PSQ file.
    #[error("psq: {0}")]
    Psq(#[from] At<PsqFault>),
    /// No SGF file.
    #[error("sgf: {0}")]
    Sgf(#[from] At<SgfFault>),
    /// No RenLib library.
    #[error("lib: {0}")]
    Lib(#[from] At<LibFault>),
    /// No move strings.
    #[error("pos: {0}")]
    Pos(#[from] At<PosFault>),
    /// No binary position.
    #[error("pos-binary: {0}")]
    PosBinary(#[from] At<PosBinaryFault>),
    /// No list of openings.
    #[error("offset: {0}")]
    Offset(#[from] At<OffsetFault>),
    /// No log of the SUSTech platform.
    #[error("chesslog: {0}")]
    ChessLog(#[from] At<ChessLogFault>),
    /// No JSON of ours.
    #[error("json: {0}")]
    Json(#[from] At<JsonFault>),
    /// No link of ours.
    #[error("link: {0}")]
    Link(#[from] At<LinkFault>),
}

impl ReadError {
    /// Where the file is wrong.
    pub fn place(&self) -> Place {
        match self {
            Self::Psq(at) => at.place,
            Self::Sgf(at) => at.place,
            Self::Lib(at) => at.place,
            Self::Pos(at) => at.place,
            Self::PosBinary(at) => at.place,
            Self::Offset(at) => at.place,
            Self::ChessLog(at) => at.place,
            Self::Json(at) => at.place,
            Self::Link(at) => at.place,
        }
    }
}

/// Something odd about a file that was read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: WarningKind,
}

/// What is odd about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WarningKind {
    /// A log repeats a point.
    #[error("the point is taken already; a new game starts here")]
    RepeatedPoint,
    /// A log has two stones of one color in a row.
    #[error("the colors do not alternate; a new game starts here")]
    BrokenAlternation,
    /// A log begins with White.
    #[error("White has the first stone of this game")]
    WhiteFirst,
    /// A PSQ file without its last number, or without a line end after it.
    #[error("the line with the end code is missing or not whole; the game may be cut off here")]
    NoEndCode,
    /// A library whose last node should have children.
    #[error("the last node announces children that do not follow; the file may be cut off here")]
    OpenEnd,
}

/// Why a record is not written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Something would be lost, and the caller did not allow it.
    #[error("this would be lost: {0}")]
    Lossy(Losses),
    /// The format holds exactly one game.
    #[error("a {format} file holds one game, not {n_games}")]
    OneGame {
        /// The format.
        format: Format,
        /// How many there are.
        n_games: usize,
    },
    /// The format cannot say "no moves".
    #[error("a game without moves cannot be written as {format}")]
    NoMoves {
        /// The format.
        format: Format,
    },
    /// The format has another board.
    #[error("{format} does not know the {size} board")]
    Size {
        /// The format.
        format: Format,
        /// The board of the record.
        size: Size,
    },
    /// The record is no record of its own board.
    #[error("the point {point:?} is not on the {size} board of the record")]
    OffBoard {
        /// The point.
        point: Point,
        /// The board of the record.
        size: Size,
    },
    /// The format holds moves only.
    #[error("{format} cannot hold stones that are set up (after move {ply})")]
    Setup {
        /// The format.
        format: Format,
        /// The number of moves before.
        ply: usize,
    },
    /// The format has no pass.
    #[error("{format} cannot hold a pass (move {ply})")]
    Pass {
        /// The format.
        format: Format,
        /// The number of the move.
        ply: usize,
    },
    /// The format has alternating colors.
    #[error("{format} cannot hold a move out of turn (move {ply})")]
    OutOfTurn {
        /// The format.
        format: Format,
        /// The number of the move.
        ply: usize,
    },
    /// A link is for sending, so it has an end.
    #[error(
        "the record is too large for a link, {found} {unit} of at most {most}; send it as a file"
    )]
    TooLarge {
        /// How large it is.
        found: usize,
        /// How large it may be.
        most: usize,
        /// Of what.
        unit: &'static str,
    },
}

/// A record in the shape of a format, and what is missing there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lossy<T> {
    /// The document.
    pub value: T,
    /// What it does not hold.
    pub losses: Losses,
}

impl<T> Lossy<T> {
    /// The document, if it holds everything.
    pub fn lossless(self) -> Result<T, WriteError> {
        if self.losses.is_empty() { Ok(self.value) } else { Err(WriteError::Lossy(self.losses)) }
    }
}
