//! A model of the person on the other side, and what may be done with it.
//!
//! [`Habits`] are counted from games: which threats somebody answered and which they overlooked, on
//! which lines, in which part of the board, and how far from where they were busy. The engine plays
//! as it always does; only where a second look finds several moves about equal, the habits choose
//! between them ([`think`]). They never decide where a win or a loss is in sight, and never for a
//! move that is worse by more than [`MARGIN`].
//!
//! No I/O here: who keeps the games shows them to [`Habits::watch`].
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod choice;
mod habits;
mod look;

pub use choice::{Compared, MARGIN, choose};
pub use habits::{HabitCounts, Habits, Reach, Tally, Zone};
pub use look::{Adapted, think};
