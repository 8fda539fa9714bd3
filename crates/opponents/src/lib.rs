//! The ladder of opponents, from gentle to merciless: the one table that the app, the protocols'
//! strength option and the docs share, and the players behind it.
//!
//! The seed players are the lower rungs, the engine at several strengths the upper ones. All of
//! them are [`Player`](tengen_player::Player)s.

mod champion;
mod ladder;
mod position_figures;

pub use champion::EnginePlayer;
pub use ladder::{LADDER, Opponent, Rung, UnknownOpponent, by_name, by_strength};
