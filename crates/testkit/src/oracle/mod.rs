//! The naive second implementation of the rules text.
//!
//! Reading order: `grid` (board and rendered lines), `lines` (fives and
//! overlines), `renju` (forbidden points), `capture`, `three` (the ninuki-42
//! ban), `ending` (answers and results), `game` (the façade), `perft`, then
//! `script`, `symmetry` and `opening`.
//!
//! Everything is plain data: points are `(x, y)` pairs counted from the top
//! left, cells are the bytes `.`, `X` and `O`, and results and reasons are the
//! very words of the rules text. Nothing here knows a type of the real crate.

mod grid;
mod rule;

mod capture;
mod ending;
mod game;
mod lines;
mod opening;
mod perft;
mod renju;
mod script;
mod symmetry;
mod three;

pub use capture::captured_by;
pub use ending::{answers_to_five, has_five_anywhere};
pub use game::OracleGame;
pub use grid::{BLACK, EMPTY, Grid, OUTSIDE, Point, WHITE, other_colour};
pub use lines::{line_wins, makes_five_or_more, makes_overline};
pub use opening::{OracleAction, OracleOpening, OraclePlayer};
pub use perft::{PerftCounts, perft};
pub use renju::forbidden_kind_for_black;
pub use rule::{LineGoal, OracleRule};
pub use script::PROTOCOLS;
pub use symmetry::offers_are_symmetric;
pub use three::{double_three_banned, free_three_axes};
