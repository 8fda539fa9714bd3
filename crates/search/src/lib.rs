//! The search: which move wins, or is at least best.
//!
//! Principal-variation search with iterative deepening over the threats that [`tengen_board`]
//! keeps. The stages of a node have their own files, with the same numbers as in `docs/SEARCH.md`.
//!
//! What it deliberately does not do: read clocks, print, open files, or know a protocol. When to
//! stop is asked of a [`Control`], what was found is told to a [`Watcher`].

mod capture;
mod control;
mod depth;
mod eval;
mod history;
mod memory;
mod node;
mod order;
mod params;
mod quiesce;
mod root;
mod score;
mod shared_nodes;
pub mod solve;
mod table;
mod team;
mod tree;
mod weights;
mod worker;

pub use capture::{CaptureWeights, Chances, N_CHANCES, N_EFFECTS, N_SIZES, N_TAKEN, effects};
pub use control::{Control, Iteration, NeverStop, Stop, Watcher};
pub use eval::{Classical, EvalParts, Evaluation, mask_of, parts_of};
pub use memory::affordable_mib;
pub use node::early::choices;
pub use params::Params;
pub use root::{Limits, Outcome, RootLine, assist, search};
pub use score::Score;
pub use table::{Bound, Table};
pub use team::Team;
pub use tengen_nnue::Network;
pub use tree::{KnownMove, MakeNode, TreeSize, read_tree};
pub use weights::{ByCombo, N_MASKS, Weights, WeightsError, by_combo};
pub use worker::Worker;
