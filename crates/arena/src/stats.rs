//! What a number of game results says about strength.
//!
//! Every opening is played twice with the colors exchanged, and the two games of a pair depend on
//! each other through the opening: a lopsided one gives each side a win. So the unit is the
//! *pair*, which can end in five ways ([`Pentanomial`]), and error bars and tests are computed
//! from the spread of pairs, never of single games. Pure arithmetic: nothing here knows a game.

mod elo;
mod normal;
mod score;
mod sprt;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use score::{Pentanomial, Score};
pub use sprt::{Sprt, SprtError, SprtState, SprtVerdict};
