//! What stands on a board and what a stone makes of it, for explanations.
//!
//! It asks [`tengen_rules`] what wins, what is taken and what is closed, and leaves every verdict to
//! it. The engine has its own, fast way to see the same things; here being slow does not matter.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod alignment;
mod shapes;
mod survey;
mod threats;

pub use alignment::{Alignment, alignments_of};
pub use shapes::{Made, Shape, fives_of, made_by, open_threes_of, would_make};
pub use survey::{Figure, Side, Survey};
pub use threats::{Kind, Threat, threats_of_stone};
