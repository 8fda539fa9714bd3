//! What the app answers, whoever carries the question.
//!
//! The server and the browser edition have the same addresses and the same answers (`docs/API.md`).
//! What decides an answer and is no I/O is here: the library for the page, records in and out, the
//! settings, long jobs, what was refused. Sockets, threads and disks are the edges'.
#![forbid(unsafe_code)]

mod failure;
mod games;
mod kept;
mod records;
mod settings;
pub mod work;

pub use failure::{Failure, refusal};
pub use games::{check_search, find_thought, reasoning, tree, wants_engine};
pub use kept::{page_view, query_of, settings_of, settings_view};
pub use records::{check_analysis, exported, format_of, read_request, shortened};
pub use settings::{accept_settings, allowance_of};
