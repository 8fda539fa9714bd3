#![doc = include_str!("../README.md")]
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

mod dead;
mod game;
mod illegal;
mod judge;
mod outcome;
mod setup;

mod opening;
pub mod perft;
mod random;
#[cfg(feature = "serde")]
mod serde_impls;

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
    Action, ActionKind, NextStep, Opening, OpeningError, OpeningState, Seat, UnsupportedOpening,
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
