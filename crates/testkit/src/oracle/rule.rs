//! The rule sets by the ids of the rules text.

use super::grid::BLACK;

/// What kind of line wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineGoal {
    /// `XXXXX` and longer.
    FiveOrMore,
    /// `XXXXX` and nothing longer.
    ExactlyFive,
    /// `XXXXX`, but not `OXXXXXO`, and nothing longer.
    UnblockedFive,
    /// `XXXXX`, but not `OXXXXXO`, and everything longer.
    UnblockedFiveOrSix,
}

/// A rule set. Lines and captures are told apart here; the bans and the endings
/// of renju and ninuki-42 are in the modules that implement those sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleRule {
    /// Five or more wins.
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// Exactly five wins unless both ends hold opponent stones.
    Caro,
    /// As caro, and six or more always wins.
    Caro6,
    /// Black restricted by forbidden points, White free.
    Renju,
    /// The 42-school subject: pairs, ten stones, double-three ban, breakable five.
    Ninuki42,
    /// Pairs, ten stones, five wins at once.
    Pente,
    /// Pairs and threes, fifteen stones, five wins at once.
    Keryo,
}

impl OracleRule {
    /// All rule sets, in the order of the rules text.
    pub const ALL: [Self; 8] = [
        Self::Freestyle,
        Self::Standard,
        Self::Caro,
        Self::Caro6,
        Self::Renju,
        Self::Ninuki42,
        Self::Pente,
        Self::Keryo,
    ];

    /// The id used in the test data.
    pub fn id(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Caro => "caro",
            Self::Caro6 => "caro6",
            Self::Renju => "renju",
            Self::Ninuki42 => "ninuki42",
            Self::Pente => "pente",
            Self::Keryo => "keryo",
        }
    }

    /// The rule set with this id, if there is one.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.id() == id)
    }

    /// The lines that win for a colour.
    pub fn line_goal(self, colour: u8) -> LineGoal {
        match self {
            Self::Standard => LineGoal::ExactlyFive,
            Self::Caro => LineGoal::UnblockedFive,
            Self::Caro6 => LineGoal::UnblockedFiveOrSix,
            Self::Renju if colour == BLACK => LineGoal::ExactlyFive,
            Self::Freestyle | Self::Renju | Self::Ninuki42 | Self::Pente | Self::Keryo => {
                LineGoal::FiveOrMore
            }
        }
    }

    /// Lengths of the enemy groups that can be captured, and how many captured
    /// stones win; `None` without captures.
    fn captures(self) -> Option<(&'static [usize], u32)> {
        match self {
            Self::Freestyle | Self::Standard | Self::Caro | Self::Caro6 | Self::Renju => None,
            Self::Ninuki42 | Self::Pente => Some((&[2], 10)),
            Self::Keryo => Some((&[2, 3], 15)),
        }
    }

    /// Lengths of the enemy groups that can be captured; empty without captures.
    pub fn capturable_lengths(self) -> &'static [usize] {
        self.captures().map_or(&[], |(lengths, _)| lengths)
    }

    /// Captured stones that win, for rules with captures.
    pub fn capture_goal(self) -> Option<u32> {
        self.captures().map(|(_, goal)| goal)
    }
}
