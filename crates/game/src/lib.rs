//! A game at a table: who sits where, the opening dialogue, the clock, taking back, suggestions in
//! words, and what the AI must decide next.
//!
//! The server and the terminal share it. It does no I/O and reads no clock: the time is told to it,
//! and thinking is asked for with [`Wanted`] and answered by somebody else. [`tengen_rules`] decides
//! every rule; here is only bookkeeping and language.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// In reading order: words, positions and what is said about them, the table, the rest.
mod refusal;
mod words;

mod catalogue;
mod examples;
mod forbidden;
mod position;
mod texts;
mod view;
mod why;

mod actions;
mod clock;
mod doc;
mod snapshot;
mod standing;
mod table;

mod adapting;
mod opening;
mod records;
mod review;
mod survey;
mod thought;
mod walk;

pub use adapting::{adapting_view, habits_of_table};
pub use catalogue::{catalogue, default_game, default_opponent};
pub use doc::{Act, Ending, Step, TableDoc};
pub use opening::{Judge, NoJudge, decide_opening};
pub use position::{input_of, position_code, read_position, transform, with_the_other_to_move};
pub use records::{record_of_table, record_view, to_record};
pub use refusal::Refusal;
pub use review::{Analyst, Finding, Proven, Reviewer};
pub use survey::survey_view;
pub use table::{Answer, Moment, Spent, Table, Task, Wanted};
pub use thought::{
    Units, black_rate, engine_worth, game_reasoning, thinking_of_report, tree_level, worth_of,
};
pub use view::position_view;
pub use walk::{proof_view, walk};
pub use why::{opening_hint_text, reason_for};
pub use words::{
    color_of, name_of, player_of, point_of, rule_of, seat_of, size_of, spot_of, spots_of, stone_of,
};
