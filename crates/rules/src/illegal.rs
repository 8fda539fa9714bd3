//! Why a move is refused.

use core::fmt;

use crate::Forbidden;

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// The board has no such point.
    OffBoard,
    /// There is a stone already.
    Occupied,
    /// The point is closed to the mover.
    Forbidden(Forbidden),
    /// This rule set has no passing, or not yet.
    PassNotAllowed,
}

impl IllegalMove {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::GameOver,
        Self::OffBoard,
        Self::Occupied,
        Self::Forbidden(Forbidden::Overline),
        Self::Forbidden(Forbidden::DoubleFour),
        Self::Forbidden(Forbidden::DoubleThree),
        Self::PassNotAllowed,
    ];

    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Forbidden(kind) => kind.name(),
            Self::PassNotAllowed => "pass-not-allowed",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OffBoard => f.write_str("the point is not on the board"),
            Self::Occupied => f.write_str("the point is occupied"),
            Self::Forbidden(kind) => write!(f, "the point is forbidden ({kind})"),
            Self::PassNotAllowed => f.write_str("passing is not allowed here"),
        }
    }
}

impl core::error::Error for IllegalMove {}
