//! Those who think for a table: the opponents of the ladder, suggestions, the AI's part in an
//! opening. The server and the terminal share them.
//!
//! A thought is a plain call on whatever thread the caller likes; it can be watched and stopped
//! through its [`Live`] view. After a panic it is tried again, and in the end something legal is
//! played: see [`think_safely`].
#![forbid(unsafe_code)]

mod engines;
mod fallback;
mod ladder;
mod minds;
mod safely;
mod think;

pub use engines::{Allowance, Engines, Shortage};
pub use fallback::last_resort;
pub use ladder::LadderThinker;
pub use minds::{Minds, decide_move, may_adapt, show_event};
pub use safely::{Finished, MakeThinker, think_safely};
pub use think::{Job, Live, Recorded, Thinker, Thought, Watched};

/// A seed for whatever a player leaves to chance.
pub fn new_seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}
