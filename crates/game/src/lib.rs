//! A game between two seats: the opening dialogue, the clock, taking back, and what an opponent must
//! decide next.
//!
//! The [`Driver`] is the one place where a game is played: the server, the terminal and the tests own
//! one and carry out its effects. Nothing here does I/O or reads a clock: the time is told, thinking is
//! asked for and answered by somebody else, so every dialogue can be replayed in a test.
//! [`tengen_rules`] decides every rule; here is bookkeeping and language. Only domain types go in and
//! out; what the page sees is made of them in `tengen-api`, what is kept in `tengen-store`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// In reading order: words, the table, the driver, and what else is done with games.
mod error;
mod forbidden;
mod notice;
mod openings;
mod rulebook;
mod words;

mod clock;
mod code;
mod event;
mod history;

mod actions;
mod defaults;
mod show;
mod standing;
mod table;

mod driver;

mod review;
mod walk;

pub use actions::{LONGEST_TITLE, check_length};
pub use clock::{Clock, ClockSpec, Timer};
pub use code::{
    game_from_setup, is_plain_start, move_name, place_all, play_all, position_code, read_code,
    start_of,
};
pub use defaults::{
    default_game, default_opponent, default_rule, opponent_plays, rung_plays, usual_sizes,
};
pub use driver::{Done, Driver, Effect, Input, JobId, News, RequestId};
pub use error::ActionError;
pub use event::{GameEvent, Happening, PlayerAction};
pub use forbidden::{ClosedPoint, explain_forbidden};
pub use history::{Ending, History, NewGameSpec, Occupant, Step};
pub use notice::{Notice, NoticeLevel};
pub use openings::{opening_steps, opening_summary, opening_title, usual_rules};
pub use review::{
    Analyst, Finding, GraphPoint, KeyMoment, MomentKind, Proven, Review, Reviewer, Verdict,
    judge_move,
};
pub use rulebook::{EXAMPLE_SIZE, Example, RuleEntry, rule_entry, rule_title};
pub use show::{Abilities, Phase};
pub use table::{Moment, PendingDecision, Table};
pub use walk::{ProofStep, ProofSummary, ProvenWin, summarize_proof, walk};
pub use words::{color_title, outcome_text};
