//! The eight rule sets by the ids of the rules text.

/// A rule set. The variants carry no data; what they mean is spread over the
/// modules that implement the sections of the rules text.
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

    /// Lengths of the enemy groups that can be captured; empty without captures.
    pub fn capturable_lengths(self) -> &'static [usize] {
        match self {
            Self::Ninuki42 | Self::Pente => &[2],
            Self::Keryo => &[2, 3],
            _ => &[],
        }
    }

    /// Captured stones that win, for rules with captures.
    pub fn capture_goal(self) -> Option<u32> {
        match self {
            Self::Ninuki42 | Self::Pente => Some(10),
            Self::Keryo => Some(15),
            _ => None,
        }
    }
}
