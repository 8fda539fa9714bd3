//! The fast position of the search: what a stone on each empty point would make, for both colors,
//! kept up to date move by move.
//!
//! An 11-cell line through a point is the unit of knowledge. Each half of it is reduced to a small
//! code without losing anything that matters (`half`), a pair of codes is looked up in a table of
//! what a stone in the middle would make (`line`), four such classes combine to the threat a move
//! is (`combo`), and a [`Board`] keeps all of that incrementally.
//!
//! What it deliberately does not do: evaluate, keep clocks, print, or judge games.
//! [`tengen_rules`] is its oracle in the tests.

mod bits;
mod board;
mod capture;
mod cell;
mod combo;
mod defense;
mod forbidden;
mod geometry;
mod half;
mod journal;
mod keys;
mod knowledge;
mod line;
mod observer;
mod tables;
mod threat_index;
mod variant;
mod views;

pub use bits::{BitIter, Bits};
pub use board::Board;
pub use capture::{FiveState, Taken};
pub use cell::{Cell, MAX_CELLS};
pub use combo::{Combo, N_COMBOS, Threat, combo_of, patterns_of};
pub use geometry::Geometry;
pub use half::{HalfSpec, Seen};
pub use line::Pattern;
pub use observer::{NoObserver, Observer};
pub use tables::{Tables, half_lines, line_code, line_patterns};
// All of it: the types of the rules are listed there and nowhere else.
pub use variant::*;
// The macro `for_rule!` names the rules by this path.
#[doc(hidden)]
pub use tengen_rules::Rule;
