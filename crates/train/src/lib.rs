//! Self-play games and the weights fitted on them.
//!
//! A data set is a list of games, not of positions: whatever a fit wants to know about a position
//! is worked out by replaying. Nothing here prints or touches a file; the command line does.

mod fit;
mod games;
mod sample;
mod selfplay;

pub use fit::{Fit, FitProgress, FitSettings};
pub use games::{DataError, GameData, read_games, write_games};
pub use selfplay::{SelfPlay, play_game};
