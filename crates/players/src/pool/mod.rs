//! Those who think for a game: the opponents of the ladder, their part in an opening, suggestions.
//!
//! A job is a plain call on whatever thread the caller likes; it can be watched and stopped through
//! its [`SearchHandle`](crate::SearchHandle). After a panic it is tried again, and in the end
//! something legal is played: see [`think_safely`].

mod engines;
mod fallback;
mod job;
mod opponents;
mod safely;
mod thinker;

pub use engines::{Allowance, Engines, Shortage};
pub use fallback::last_resort;
pub use job::{Job, JobResult, Thinker};
pub use opponents::{may_adapt, show_event, show_event_then, while_growing};
pub use safely::{Finished, MakeThinker, think_safely};
pub use thinker::LadderThinker;
