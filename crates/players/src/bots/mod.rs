//! The seed players: four opponents, each from the report of the people who first wrote it.
//!
//! They are the lower rungs of the ladder of opponents. Each is faithful to its report, quirks
//! included; a quirk is named in a comment with the section it comes from, and so is every place
//! where the report is unclear and something had to be decided. Each fills the
//! [`Reasoning`](crate::Reasoning) record number by number, so that a student can follow
//! it on the board.
//!
//! The reports know freestyle on 15x15. On other boards the same arithmetic runs with another
//! side; under other rules the players think freestyle and the judge only closes points to them,
//! so they are legal everywhere and good where their authors meant them.
//!
//! ```
//! use tengen_players::{Limits, Player};
//! use tengen_rules::{Game, Move, Rule, Size};
//!
//! let game = Game::new(Rule::Freestyle, Size::literal(15));
//! let mut bot = tengen_players::bots::by_name("minimax").unwrap();
//! let choice = bot.choose(&game, &Limits::default(), None);
//! assert_eq!(choice.mv, game.size().center().map(Move::Place));
//! ```
#![forbid(unsafe_code)]

// In reading order: what the bots share, the bots from the simplest, how they are found and asked.
mod board;
mod deepening;

pub mod fivetuple;
pub mod minimax;
pub mod patterns;
pub mod scorer;

mod explain;
mod probe;
mod roster;

pub use explain::{Explanation, explain, explain_json, explain_text};
pub use probe::{Probe, count_pattern, probe};
pub use roster::{BotInfo, ROSTER, UnknownBot, VARIANTS, by_name};
