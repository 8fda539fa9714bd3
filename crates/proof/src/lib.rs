//! Proofs that the first player wins: growing them, checking them, answering from them.
//!
//! A proof is a [`Book`]: positions with Black to move, each with one quiet move. After it every
//! reply of White leads to another position of the book or to a *leaf*, a position in which the
//! threat solver finds a forced win within a stated budget, cold. The book alone is not believed:
//! `check` walks it from the root and makes every reply.
//!
//! What it deliberately does not do: read clocks or files, start threads, print. The edge does.

mod answer;
mod book;
mod built_in;
mod check;
mod codec;
mod dispatch;
mod frame;
mod ground;
mod grow;
mod journal;
mod leaf;
mod sha256;
mod verify;
mod walk;

pub use answer::{Answer, AnswerKind, Answerer};
pub use book::{Book, Entry};
pub use built_in::{built_in, built_in_after, built_in_bytes, built_in_kinds};
pub use check::{Checked, Checker, Failure, Fault, Thoroughness};
pub use codec::BookError;
pub use dispatch::{Checking, Growing, NoBooks, answer, checker, grower, lost, replies};
pub use frame::{Frames, Key, key_of_stones, stones_of_key};
pub use grow::{Effort, Event, Grower, Known, Tally};
pub use journal::{Note, note_from_line};
pub use leaf::N_STAGES;
pub use verify::{Verifier, covers, verify};
pub use walk::{Lost, Reply};
