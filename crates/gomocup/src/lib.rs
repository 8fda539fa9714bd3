//! What other programs say to us and what we answer: the Gomocup and Yixin protocols and Botzone.
//!
//! This crate owns the *text*: parsing into types, formatting from types, and what a command means
//! in which state. It reads no stream, starts no thread and looks at no clock, so that every
//! conversation can be replayed in a test. A driver moves bytes in and effects out:
//!
//! ```
//! use tengen_gomocup::{Answer, Effect, Event, Host, Session};
//! use tengen_rules::Point;
//!
//! let mut session = Session::new(Host::default());
//! assert_eq!(session.line(b"START 15"), [Effect::NewGame, Effect::write_ok()]);
//! let effects = session.line(b"TURN 7,7");
//! let [Effect::Think(request)] = &effects[..] else { panic!("a move is asked for") };
//! let answer = Event::Answer { id: request.id, answer: Answer::Point(Point::new(7, 6)), elapsed_ms: 1 };
//! let [Effect::Write(reply)] = &session.event(answer)[..] else { panic!("one line") };
//! assert_eq!(reply.to_line(), "7,6\n");
//! ```
//!
//! What it deliberately does not do: choose moves, or decide how long one may take. It asks for
//! moves with a [`ThinkRequest`] that carries the [`Limits`] the other side set, and checks what
//! comes back.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod limits;
mod lines;
mod wire;

pub mod botzone;
pub mod gomocup;
pub mod options;
mod session;
pub mod yixin;

pub use gomocup::{Command, Identity, Parser, Reply};
pub use limits::Limits;
pub use lines::{LineSplitter, MAX_LINE};
pub use session::{
    Answer, Dialect, Effect, Event, Few, Host, Opponent, Progress, Session, Settings, SoosorvStep,
    Summary, ThinkKind, ThinkRequest,
};
pub use wire::{CoordinateOrder, Pair};
