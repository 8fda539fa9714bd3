//! The app in a terminal: the same game as in the browser, drawn with characters.
//!
//! [`App::update`] takes events in and says what is to be done outside, [`draw`] shows the app;
//! neither touches a terminal, so both are tested without one. [`run`] is the loop around them. The
//! app decides nothing about the game: keys become actions of its [`Driver`](tengen_game::Driver),
//! whose effects it passes on.
#![forbid(unsafe_code)]

// In reading order: what goes in and out, the app, its screens, and the world around it.
mod event;

mod app;
mod explanation;
mod game;
mod keys;
mod play;
mod setup;

mod draw;
mod layout;
mod words;

mod clock;
mod commands;
mod keeper;
mod run;
mod terminal;
mod thinking;
#[cfg(unix)]
mod watch;

pub use app::{App, Question, Screen, Signs, Tone};
pub use draw::draw;
pub use event::{Effect, Event, GameNumber, Opened};
pub use layout::Layout;
pub use run::{Options, RunError, run};
pub use setup::{Field, Players, Setup};
pub use terminal::Held;
