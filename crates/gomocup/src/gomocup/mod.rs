//! The Gomocup ("new Piskvork") protocol: commands in, replies out.
//!
//! Parsing never fails: whatever the bytes are, a line is a command, a part of a block, or nothing.
//! What is wrong with a command travels inside it, because the answer depends on the state of the
//! game, which the parser does not know.

mod block;
mod command;
mod parse;
mod reply;

pub use block::{PointBlock, StoneBlock, StoneEntry};
pub use command::{BoardSize, Command, Info};
pub use parse::Parser;
pub use reply::{Identity, Reply};
