//! What the books of proven wins know about a position.

use serde::{Deserialize, Serialize};

use super::Spot;

/// A position in a book of proven wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookView {
    /// How many plies the win takes at most, the next one included.
    pub plies: u32,
    /// Black's winning move, if he is to move.
    pub answer: Option<BookAnswer>,
    /// What becomes of White's replies, if he is to move: those that hold out longest first. Empty
    /// where a forced win is under way, which a certificate tells about.
    pub ideas: Vec<BookIdea>,
}

/// A move of Black.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookAnswer {
    /// Where.
    pub point: Spot,
    /// Where it comes from.
    pub kind: BookKind,
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BookKind {
    /// A quiet move of the book.
    Book,
    /// A forced win begins or goes on, which a certificate proves.
    Forced,
}

/// Replies of White that Black answers alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BookIdea {
    /// Black's answer.
    pub answer: BookAnswer,
    /// How many plies the win takes at most, the answer included.
    pub plies: u32,
    /// White's moves, those that hold out longest first.
    pub replies: Vec<Spot>,
}
