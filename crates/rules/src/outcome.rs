//! How a game stands and how it ended.

use crate::{Color, Forbidden};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Status {
    /// Somebody is to move.
    Ongoing,
    /// One side has won.
    Won {
        /// Who.
        winner: Color,
        /// How.
        by: WinReason,
    },
    /// Nobody has won and nobody will.
    Drawn(DrawReason),
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// By a line.
    Five,
    /// By the number of captured stones.
    Capture,
    /// Because the other side lost it.
    Forfeit(LossReason),
}

/// How a side loses without being beaten on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LossReason {
    /// It resigned.
    Resignation,
    /// Its clock ran out.
    Timeout,
    /// It played a move that is not one: off the board, on a stone, unreadable.
    IllegalMove,
    /// It played a forbidden point and the judge does not take moves back.
    Forbidden(Forbidden),
    /// Its program died.
    Crash,
}

/// How a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// No point is empty.
    FullBoard,
    /// Every empty point is closed to the side to move.
    NoLegalMove,
    /// Both sides passed in a row.
    TwoPasses,
    /// Both sides agreed.
    Agreement,
}

impl Status {
    /// Whether somebody is to move.
    pub fn is_ongoing(self) -> bool {
        self == Self::Ongoing
    }

    /// Who has won, if anybody.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Won { winner, .. } => Some(winner),
            Self::Ongoing | Self::Drawn(_) => None,
        }
    }

    /// The word used in every text format: `ongoing`, `black_win`, `white_win` or `draw`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Won { winner: Color::Black, .. } => "black_win",
            Self::Won { winner: Color::White, .. } => "white_win",
            Self::Drawn(_) => "draw",
        }
    }

    /// The word for the reason of a finished game.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Ongoing => None,
            Self::Won { by, .. } => Some(by.name()),
            Self::Drawn(reason) => Some(reason.name()),
        }
    }
}

impl WinReason {
    /// All reasons.
    pub const ALL: [Self; 9] = [
        Self::Five,
        Self::Capture,
        Self::Forfeit(LossReason::Resignation),
        Self::Forfeit(LossReason::Timeout),
        Self::Forfeit(LossReason::IllegalMove),
        Self::Forfeit(LossReason::Forbidden(Forbidden::Overline)),
        Self::Forfeit(LossReason::Forbidden(Forbidden::DoubleFour)),
        Self::Forfeit(LossReason::Forbidden(Forbidden::DoubleThree)),
        Self::Forfeit(LossReason::Crash),
    ];

    /// The word used in every text format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Capture => "capture",
            Self::Forfeit(reason) => reason.name(),
        }
    }
}

impl LossReason {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::Resignation,
        Self::Timeout,
        Self::IllegalMove,
        Self::Forbidden(Forbidden::Overline),
        Self::Forbidden(Forbidden::DoubleFour),
        Self::Forbidden(Forbidden::DoubleThree),
        Self::Crash,
    ];

    /// The word used in every text format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resignation",
            Self::Timeout => "timeout",
            Self::IllegalMove => "illegal-move",
            Self::Forbidden(Forbidden::Overline) => "forbidden:overline",
            Self::Forbidden(Forbidden::DoubleFour) => "forbidden:double-four",
            Self::Forbidden(Forbidden::DoubleThree) => "forbidden:double-three",
            Self::Crash => "crash",
        }
    }
}

impl DrawReason {
    /// All reasons.
    pub const ALL: [Self; 4] =
        [Self::FullBoard, Self::NoLegalMove, Self::TwoPasses, Self::Agreement];

    /// The word used in every text format.
    pub fn name(self) -> &'static str {
        match self {
            Self::FullBoard => "full-board",
            Self::NoLegalMove => "no-legal-move",
            Self::TwoPasses => "two-passes",
            Self::Agreement => "agreement",
        }
    }
}
