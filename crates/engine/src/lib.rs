//! The engine as one thing: positions in, thinking started and stopped, events out.
//!
//! It owns what a game needs besides the rules: the transposition table, the weights of the rule,
//! the clock, the threads. It knows no protocol, no socket and no file. Two engines in one process
//! share nothing that changes.

mod bench;
mod budget;
mod dispatch;
mod engine;
mod event;
mod instant;
mod lag;
mod position;
mod solve;
mod stability;
mod stop_sign;
mod tree;
mod weights;

pub use bench::{BENCH_HASH_MIB, BenchLine, BenchResult, Instructions, bench};
pub use budget::{Budget, Clock, Delivery, Habit};
pub use dispatch::{Unsupported, solves, supports};
pub use engine::{Engine, Pace, Settings, Think};
pub use event::{Event, Line, Report};
pub use instant::{Instant, give_clock};
pub use position::Position;
pub use solve::{SolveRequest, Solved, solve_position};
pub use stop_sign::StopSign;
pub use tengen_search::solve as solver;
pub use tengen_search::{
    Bound, EvalParts, KnownMove, Network, Params, Score, TreeSize, Weights, affordable_mib,
};
pub use weights::weights_of;
