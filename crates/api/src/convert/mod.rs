//! From the domain's types to those of the page, and back.

mod adapting;
mod book;
mod catalogue;
mod import;
mod names;
mod notice;
mod position_input;
mod position_view;
mod proof;
mod reasoning;
mod record;
mod request;
mod review;
mod snapshot;
mod survey;

pub use adapting::adapting_view;
pub use book::book_view;
pub use catalogue::catalogue;
pub use import::{read_fault, skipped_parts};
pub use names::{
    color_of, point_of, rule_of, seat_name_of, seat_of, size_of, spot_of, spots_of, stone_of,
};
pub use position_input::{input_of, read_position, transform};
pub use position_view::position_view;
pub use proof::{proof_step, proof_view};
pub use reasoning::{growing_view, move_reasoning, thinking_view, tree_level};
pub use record::{record_view, to_record};
pub use request::{hint_view, new_game_spec, new_game_view};
pub use review::{review_view, verdict_view};
pub use snapshot::{events_view, snapshot};
pub use survey::survey_view;
