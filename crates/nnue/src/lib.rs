//! The network that judges positions by their lines.
//!
//! Every empty point is described by the four lines through it; a line is a row of a table of
//! numbers, the four rows are added, cut off at zero, and summed over the board; a small network
//! turns the sums into a score. Both sides look at the board this way, and turning or mirroring it
//! changes nothing.
//!
//! The sums are kept in integers and are exact, and the small network adds in a fixed order, so a
//! position has one value on every machine, however it was reached.
//!
//! What it deliberately does not do: training, which is in `tengen-train`.

mod kernel;
mod network;
mod rows;
mod state;

pub use network::{CHANNELS, FACTS, HIDDEN, Head, INPUTS, Network, NetworkError, scale};
pub use rows::Rows;
pub use state::State;
