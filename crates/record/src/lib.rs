//! Game records: bytes to values and back, without loss.
//!
//! Every format has its own document type that holds all the format can hold, so that reading and
//! writing gives the same bytes for files in the form their own programs write. Between formats
//! games travel as a [`Record`]; what a format cannot hold is listed ([`Losses`]) instead of being
//! dropped in silence, and what would change the game is refused.
//!
//! The crate never touches the file system. It does not judge games either: a record is what was
//! written down, and [`Record::to_game`] asks the judge.
//!
//! A damaged file gives one error that says where ([`ReadError::place`]); no part of it is passed
//! off as the whole. No input makes the crate panic or recurse, and a wrong file costs hardly more
//! memory than itself.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// In reading order: the vocabulary, the record, the formats, all of them by name.
mod place;
mod text;
mod tree;

mod error;
mod scan;

mod record;

pub mod chess_log;
pub mod json;
pub mod lib_file;
pub mod offset;
pub mod pos;
pub mod pos_binary;
pub mod psq;
pub mod sgf;

mod codec;
mod format;
mod picture;

pub use codec::{ReadOptions, Reading, Written, read, read_with, write};
pub use error::{Lossy, ReadError, Warning, WarningKind, WriteError};
pub use format::Format;
pub use picture::Picture;
pub use place::{At, Place};
pub use record::{
    GameResult, Header, Loss, LossKind, Losses, Mark, MarkKind, Node, Notes, OpeningLog, Ply,
    Property, Record, ReplayError,
};
pub use text::Text;
pub use tree::{NodeId, Tree, Visit};
