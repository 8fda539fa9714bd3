//! The match runner: who is stronger, and by how much?
//!
//! Players are black boxes: programs that speak the Gomocup protocol over pipes, or players of
//! this process behind [`Contestant`]. The referee asks them in turn and believes nothing they
//! say; what a move means is decided by [`tengen_rules`] alone. The crate keeps these promises:
//!
//! * **It does not know the engine.** What it measures, it measures from outside.
//! * Every way to misbehave has its own [`Reason`], is charged to whoever did it, and never stops
//!   the match: illegal points, time, crashes, silence, garbage and floods are told apart.
//! * Every opening is played twice with the colors exchanged, and statistics are those of pairs
//!   ([`stats`]), tested against published values.
//! * A finished game is safe: results are appended to a file before anybody hears of them, and an
//!   interrupted match goes on where it was.
//! * No process of a program outlives the program, nor the match, however the match ends
//!   ([`GuardCommand`]).
//!
//! ```no_run
//! use tengen_arena::{MatchConfig, PlayerConfig, TimeControl, run};
//!
//! let mut players = vec![PlayerConfig::program(["./old"]), PlayerConfig::program(["./new"])];
//! for player in &mut players {
//!     player.time = TimeControl::per_turn_ms(100);
//! }
//! let config = MatchConfig { players, pairs: Some(50), ..MatchConfig::default() };
//! let summary = run(config, &mut ())?;
//! println!("{summary}");
//! # Ok::<(), tengen_arena::ArenaError>(())
//! ```
#![cfg_attr(not(windows), forbid(unsafe_code))]
#![deny(missing_docs)]

// In reading order: what is asked for, who plays, what happens, what it means, who is told.
mod config;
mod error;
mod openings;
mod schedule;
mod time;

mod contestant;
mod cpu;
mod family;
mod gomocup;
mod guard;
#[cfg(windows)]
mod job;
mod nevermind;
mod pipe;
mod printable;
mod stop;

mod reason;
mod referee;
mod result;
mod runner;

pub mod stats;
mod summary;
mod tally;

mod files;
mod journal;
mod observer;
mod progress;
mod report;

pub use config::{Format, Limits, MatchConfig, PlayerConfig, PlayerSource, PlayerSpec, SpecError};
pub use contestant::{Answer, Ask, Contestant, Fault, NewGame, Notes, Patience};
pub use error::ArenaError;
pub use guard::{GuardCommand, guard};
pub use journal::read_folder;
pub use observer::{Event, Observer};
pub use openings::{
    OpeningError, OpeningKind, OpeningOrder, OpeningsConfig, UnknownOpeningKind,
    parse as parse_openings,
};
pub use progress::{Progress, game_line};
pub use reason::Reason;
pub use result::{GameRecord, Outcome};
pub use runner::{Arena, run};
pub use schedule::GamePlan;
pub use stop::StopToken;
pub use summary::{Completion, Summary};
pub use tally::{Duel, Standing, Tally};
pub use time::{ClockKind, TimeControl, TimeControlError};
