//! Games written down as scripts, to be replayed wherever a game is played.
//!
//! A [`Script`] says what a person does, what the opponent's thinker answers (or that it panics) and
//! what can be seen then, word by word. The driver, the server and the terminal replay the same one,
//! so that they cannot drift apart. Whoever replays a script
//!
//! 1. begins a game with [`Script::spec`] and lets the [`Answers`] think for it,
//! 2. does what [`Step::Person`] says, and compares the refusal,
//! 3. gives the answer of [`Step::Thinker`] and waits until it has arrived,
//! 4. shows the [`Checker`] what can be [`Seen`] for [`Step::Expect`] and at the end.
//!
//! [`ScriptedGame`] does all of that with a driver and nothing around it. This crate is for tests
//! only: no program depends on it.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// In reading order: the script, who thinks, what is seen, a game that replays it.
mod script;

mod parse;

mod answers;
mod page;
mod seen;

mod game;

pub use answers::Answers;
pub use game::ScriptedGame;
pub use script::{Answer, Choice, Expectation, Line, Purpose, Reply, Script, ScriptError, Step};
pub use seen::{Checker, Seen, event_name};
