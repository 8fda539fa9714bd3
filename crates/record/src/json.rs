//! Our own format: everything a [`Record`](crate::Record) holds, as one line of JSON per game.
//!
//! ```json
//! {"format":"tengen-game","version":1,"rule":"renju","size":15,
//!  "players":{"black":"A","white":"B"},"result":{"winner":"black","reason":"five"},
//!  "moves":["H8",{"move":"I9","time_ms":1200,"comment":"usual"},"pass"],
//!  "variations":[{"after":1,"moves":["H9"]}]}
//! ```
//!
//! `moves` is the main line. Nodes are numbered as they are written, the start is 0, and a
//! variation says after which node it begins; so nothing nests, however deep a tree is. Colors
//! alternate from Black unless a move says otherwise. Captures are not stored, they follow from
//! the moves. Text that is not UTF-8 is written as `{"hex":"c3b3"}`.
//!
//! Versions are strict: unknown fields are errors, for a reader that skips them would lose them.

mod parse;
mod schema;
mod write;

use crate::format::BOM;
use crate::scan::Scanner;
use crate::text::Text;

pub(crate) use parse::Games;
pub use parse::parse;
pub use write::write;

/// The value of `format`.
const NAME: &str = "tengen-game";
/// The value of `version`.
const VERSION: u64 = 1;

/// What is wrong with a file of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonFault {
    /// There is no game in the file.
    #[error("the file holds no games")]
    Empty,
    /// No JSON, or not with these fields.
    #[error("{message}")]
    Syntax {
        /// What the JSON parser says.
        message: String,
    },
    /// Some other JSON.
    #[error("the format is {found:?}, not \"{NAME}\"")]
    Format {
        /// What the file says.
        found: String,
    },
    /// A later version.
    #[error("unsupported: version {found}; this is version {VERSION}")]
    Version {
        /// What the file says.
        found: u64,
    },
    /// A board that is too small or too large.
    #[error("unsupported: {0}")]
    Size(tengen_rules::SizeError),
    /// A word that means nothing here.
    #[error("{found:?} is no {expected}")]
    Word {
        /// What the file says.
        found: Text,
        /// What belongs there.
        expected: &'static str,
    },
    /// A variation of a node that does not exist yet.
    #[error("the variation begins after node {after}, but there are only {n_nodes} before it")]
    After {
        /// What the file says.
        after: usize,
        /// How many nodes there are, the start included.
        n_nodes: usize,
    },
}

/// Whether a file that begins with a brace is one of ours.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    const NEAR: usize = 200;
    let mut start = Scanner::new(bytes);
    start.eat_all(BOM);
    let head = start.rest();
    let head = &head[..head.len().min(NEAR)];
    head.windows(NAME.len()).any(|window| window == NAME.as_bytes())
}

#[cfg(test)]
mod tests;
