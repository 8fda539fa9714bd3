//! The Soosorv dialogue as a graphical board hears it.

use std::fmt;

use tengen_rules::Point;

/// A line of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvNote {
    /// Stone number 1 to 3.
    Stone(u8, Point),
    /// The first (three stones) or second (four stones) choice: whether we swap.
    Swaps {
        /// 1 or 2.
        choice: u8,
        /// The decision.
        yes: bool,
    },
    /// The fourth stone, and how many fifth ones are to be offered.
    Fourth(Point, u32),
    /// Fifth stones follow.
    FifthsBegin,
    /// An offered fifth stone.
    Fifth(Point),
    /// That was the last of them.
    FifthsEnd,
    /// The fifth stone that is to stay.
    Chosen(Point),
}

impl fmt::Display for SoosorvNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stone(number, at) => write!(f, "MOVE{number} {} {}", at.x(), at.y()),
            Self::Swaps { choice, yes } => {
                write!(f, "SWAP{choice} {}", if yes { "YES" } else { "NO" })
            }
            Self::Fourth(at, n) => write!(f, "MOVE4 {} {} {n}", at.x(), at.y()),
            Self::FifthsBegin => f.write_str("MOVE5 REFRESH"),
            Self::Fifth(at) => write!(f, "MOVE5 {} {}", at.x(), at.y()),
            Self::FifthsEnd => f.write_str("MOVE5 DONE"),
            Self::Chosen(at) => write!(f, "MOVE5C {} {}", at.x(), at.y()),
        }
    }
}
