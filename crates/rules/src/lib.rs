//! The judge: what is legal, what it captures, who has won.
//!
//! This crate owns every rule decision of the project. It is small, safe, allocation-light and slow
//! on purpose: the fast position of the engine is tested against it, and the server, the match
//! runner, the Python package and the page ask it. It keeps these promises:
//!
//! * **No I/O, no clock, no dependencies, no `unsafe`, `no_std`.** It cannot print or block.
//! * A [`Setup`] is anything a person can type; a [`Game`] exists only if it passed validation.
//! * A rejected move changes nothing at all and says why in a type ([`IllegalMove`]).
//! * Rules differ by data ([`RuleSpec`]), never by a second copy of the code.
//!
//! ```
//! use tengen_rules::{Game, Rule, Size, Status};
//!
//! let size = Size::new(15)?;
//! let mut game = Game::new(Rule::Freestyle, size);
//! for (x, y) in [(7, 7), (0, 0), (8, 7), (1, 0), (9, 7), (2, 0), (10, 7), (3, 0), (11, 7)] {
//!     game.try_play(size.point(x, y).unwrap())?;
//! }
//! assert_eq!(game.status().name(), "black_win");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(test)]
extern crate std;

// In reading order: the vocabulary, the board, the rules as data, what they mean, the game.
mod axis;
mod color;
mod point;
mod size;

mod diagram;
mod key;
mod notation;
mod stones;
mod symmetry;

mod rule;

mod capture;
mod free_three;
mod line;
mod renju;

mod game;
mod illegal;
mod judge;
mod outcome;
mod setup;

mod opening;
pub mod perft;
mod random;

pub use axis::{Axis, Ray};
pub use capture::captured_by;
pub use color::{ByColor, Color};
pub use diagram::DiagramError;
pub use free_three::free_three_axes;
pub use game::{Game, Move, PlayError, Played, Turn};
pub use illegal::IllegalMove;
pub use key::PositionKey;
pub use line::{Run, longest_run_at, run_through, wins_at};
pub use notation::{Notation, NotationError};
pub use opening::{
    Action, ActionKind, NextStep, Opening, OpeningError, OpeningState, Player, UnsupportedOpening,
};
pub use outcome::{DrawReason, LossReason, Status, WinReason};
pub use point::Point;
pub use random::SplitMix64;
pub use renju::{Forbidden, forbidden_at, forbidden_points};
pub use rule::{Ban, CaptureSpec, LineSpec, Rule, RuleSpec, UnknownRule};
pub use setup::{Setup, SetupFault, SetupFaults};
pub use size::{Size, SizeError};
pub use stones::{Cell, Stones};
pub use symmetry::Symmetry;
