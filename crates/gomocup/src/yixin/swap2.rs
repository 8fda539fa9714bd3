//! The swap2 dialogue as a graphical board hears it.

use std::fmt;

use tengen_rules::Point;

/// A line of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Note {
    /// Stone number 1 to 5.
    Stone(u8, Point),
    /// The first (three stones) or second (five stones) choice: whether we take Black.
    TakesBlack {
        /// 1 or 2.
        choice: u8,
        /// The decision.
        yes: bool,
    },
}

impl fmt::Display for Swap2Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stone(number, at) => write!(f, "MOVE{number} {} {}", at.x(), at.y()),
            Self::TakesBlack { choice, yes } => {
                write!(f, "SWAP{choice} {}", if yes { "YES" } else { "NO" })
            }
        }
    }
}
