//! Self-play games and the weights fitted on them.
//!
//! A data set is a list of games, not of positions: whatever a fit wants to know about a position
//! is worked out by replaying. Nothing here prints or touches a file; the command line does.

mod capture_fit;
mod duel;
mod fit;
mod games;
mod loss;
mod network;
mod opening;
mod sample;
mod selfplay;
mod spsa;

pub use duel::play_pair;
pub use fit::{Fit, FitProgress, FitSettings};
pub use games::{DataError, GameData, read_games, write_games};
pub use network::{Checkpoint, FloatNetwork, NetworkFit, NetworkSettings};
pub use opening::{Fairness, balanced_opening};
pub use selfplay::{SelfPlay, play_game};
pub use spsa::{Spsa, Trial};
