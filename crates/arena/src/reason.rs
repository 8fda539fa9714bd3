//! Why a game ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tengen_rules::{DrawReason, Forbidden, IllegalMove, LossReason, WinReason};

/// Why a game ended: on the board, by a player's fault, or by decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A line won.
    Five,
    /// The number of captured stones won.
    Capture,
    /// Drawn: no point is empty.
    FullBoard,
    /// Drawn: every empty point is closed to the side to move.
    NoLegalMove,
    /// Drawn: the agreed number of stones was reached.
    MoveLimit,
    /// Lost: the answer names no point of the board.
    OffBoard,
    /// Lost: there is a stone already.
    Occupied,
    /// Lost: the point is closed to the mover.
    Forbidden(Forbidden),
    /// Lost: the move was answered, but too late.
    Timeout,
    /// Lost: the move was not answered at all.
    Silence,
    /// Lost: the program ended or could not be started.
    Crash,
    /// Lost: more output than anybody can want.
    Flood,
    /// Lost: too many lines that mean nothing.
    Garbage,
    /// Lost: the program declined the game.
    Refused,
    /// Lost: more memory than allowed.
    Memory,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 17] = [
        Self::Five,
        Self::Capture,
        Self::FullBoard,
        Self::NoLegalMove,
        Self::MoveLimit,
        Self::OffBoard,
        Self::Occupied,
        Self::Forbidden(Forbidden::Overline),
        Self::Forbidden(Forbidden::DoubleFour),
        Self::Forbidden(Forbidden::DoubleThree),
        Self::Timeout,
        Self::Silence,
        Self::Crash,
        Self::Flood,
        Self::Garbage,
        Self::Refused,
        Self::Memory,
    ];

    /// The word used in results and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Capture => "capture",
            Self::FullBoard => "full-board",
            Self::NoLegalMove => "no-legal-move",
            Self::MoveLimit => "move-limit",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Forbidden(Forbidden::Overline) => "forbidden:overline",
            Self::Forbidden(Forbidden::DoubleFour) => "forbidden:double-four",
            Self::Forbidden(Forbidden::DoubleThree) => "forbidden:double-three",
            Self::Timeout => "timeout",
            Self::Silence => "silence",
            Self::Crash => "crash",
            Self::Flood => "flood",
            Self::Garbage => "garbage",
            Self::Refused => "refused",
            Self::Memory => "memory",
        }
    }

    /// Whether somebody lost by a fault rather than on the board.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            Self::Five | Self::Capture | Self::FullBoard | Self::NoLegalMove | Self::MoveLimit
        )
    }

    /// Whether it is a draw.
    pub const fn is_draw(self) -> bool {
        matches!(self, Self::FullBoard | Self::NoLegalMove | Self::MoveLimit)
    }

    /// What the judge calls this kind of loss.
    pub(crate) const fn loss(self) -> Option<LossReason> {
        match self {
            Self::OffBoard | Self::Occupied | Self::Garbage | Self::Flood => {
                Some(LossReason::IllegalMove)
            }
            Self::Forbidden(kind) => Some(LossReason::Forbidden(kind)),
            Self::Timeout | Self::Silence => Some(LossReason::Timeout),
            Self::Crash | Self::Refused | Self::Memory => Some(LossReason::Crash),
            Self::Five | Self::Capture | Self::FullBoard | Self::NoLegalMove | Self::MoveLimit => {
                None
            }
        }
    }

    pub(crate) fn of_win(by: WinReason) -> Self {
        match by {
            WinReason::Capture => Self::Capture,
            WinReason::Five | WinReason::Forfeit(_) => Self::Five,
        }
    }

    pub(crate) fn of_draw(reason: DrawReason) -> Self {
        match reason {
            DrawReason::FullBoard => Self::FullBoard,
            DrawReason::NoLegalMove => Self::NoLegalMove,
            DrawReason::TwoPasses | DrawReason::Agreement => Self::MoveLimit,
        }
    }

    pub(crate) fn of_illegal(why: IllegalMove) -> Self {
        match why {
            IllegalMove::Occupied => Self::Occupied,
            IllegalMove::Forbidden(kind) => Self::Forbidden(kind),
            IllegalMove::OffBoard | IllegalMove::GameOver | IllegalMove::PassNotAllowed => {
                Self::OffBoard
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Reason {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|reason| reason.name() == text);
        found.ok_or_else(|| format!("unknown reason `{text}`"))
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_read_back() {
        for reason in Reason::ALL {
            assert_eq!(reason.name().parse(), Ok(reason));
            assert_eq!(reason.is_fault(), reason.loss().is_some(), "{reason}");
        }
        assert!("tired".parse::<Reason>().is_err());
    }

    /// Forbidden points are called here as the judge calls them.
    #[test]
    fn forbidden_reasons_have_the_judges_names() {
        for kind in [Forbidden::Overline, Forbidden::DoubleFour, Forbidden::DoubleThree] {
            assert_eq!(Reason::Forbidden(kind).name(), LossReason::Forbidden(kind).name());
        }
    }
}
