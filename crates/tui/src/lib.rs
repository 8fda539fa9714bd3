//! The app in a terminal: the same table as in the browser, drawn with characters.
//!
//! [`App::update`] takes events in and says what is to be done outside, [`draw`] shows the app;
//! neither touches a terminal, so both are tested without one. [`run`] is the loop around them. It
//! decides no rule: that is `tengen-table` and `tengen-rules`.
#![forbid(unsafe_code)]

mod app;
mod draw;
mod event;
mod keeper;
mod layout;
mod play;
mod run;
mod setup;
mod terminal;
mod thinking;
#[cfg(unix)]
mod watch;
mod words;

pub use app::{App, Question, Screen, Signs, Tone};
pub use draw::draw;
pub use event::{Effect, Event, Opened};
pub use layout::Layout;
pub use run::{Options, RunError, run};
pub use setup::{Field, Players, Setup};
pub use terminal::Held;
