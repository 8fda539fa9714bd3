//! The Yixin and Rapfi extension of the Gomocup protocol.
//!
//! Nothing of it may be printed before the other side has shown that it speaks the dialect; the
//! session keeps that promise. Here are the words and the shapes of the lines.

mod command;
mod detail;
mod soosorv;
mod swap2;

pub use command::YxCommand;
pub(crate) use command::{Shape, parse};
pub use detail::{Detail, DetailLine, Evaluation, Realtime};
pub use soosorv::SoosorvNote;
pub use swap2::Swap2Note;
