#![doc = include_str!("../README.md")]
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
pub mod link;
pub mod offset;
pub mod pos;
pub mod pos_binary;
pub mod psq;
pub mod sgf;

mod codec;
mod format;
mod picture;

pub use codec::{
    Found, MOST_TOLD, ReadOptions, Reading, SkipReason, Skipped, Written, games, read, read_partly,
    read_with, write,
};
pub use error::{Lossy, ReadError, Warning, WarningKind, WriteError};
pub use format::Format;
pub use picture::Picture;
pub use place::{At, Place};
pub use record::{
    GameResult, Header, Loss, LossKind, Losses, Mark, MarkKind, Node, Notes, OpeningLog, Ply,
    Properties, Property, Record, ReplayError,
};
pub use text::Text;
pub use tree::{NodeId, Tree, Visit};
