//! What a player may spend on one move.

use std::time::Duration;

use tengen_engine::StopSign;

/// What a player may spend on one move, and the seed of whatever it leaves to chance.
///
/// `None` means the player's own habit, which for the seed players is 5 seconds and their own
/// depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// How long it may think.
    pub time: Option<Duration>,
    /// How many plies it may look ahead.
    pub depth: Option<u32>,
    /// How many positions it may visit.
    pub nodes: Option<u64>,
    /// How many moves of each position it looks at, where it looks at the most valuable only.
    pub width: Option<u32>,
    /// Set by somebody else when the answer is wanted now.
    pub stop: Option<&'a dyn StopSign>,
    /// The seed of random choices: the same seed in the same position gives the same move.
    pub seed: u64,
}

impl Limits<'_> {
    /// Nothing but a time.
    pub fn within(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Nothing but a depth.
    pub fn to_depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }
}

/// What somebody lets an opponent spend on each move of a game, instead of its habit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// How long it may think.
    pub time: Option<Duration>,
    /// How many plies it may look ahead.
    pub depth: Option<u32>,
    /// How many positions it may visit.
    pub nodes: Option<u64>,
    /// How many moves of each position it looks at.
    pub width: Option<u32>,
}

/// One of the things that can be limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// How long it may think.
    Time,
    /// How many plies it may look ahead.
    Depth,
    /// How many positions it may visit.
    Nodes,
    /// How many moves of each position it looks at.
    Width,
}

impl LimitKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Time, Self::Depth, Self::Nodes, Self::Width];

    /// The word that people and programs go by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Width => "width",
        }
    }
}

impl MoveLimits {
    /// Nothing is chosen: the habit counts.
    pub const NONE: Self = Self { time: None, depth: None, nodes: None, width: None };

    /// Nothing but a time.
    pub const fn within(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// Whether anything says when to stop.
    pub const fn says_when_to_stop(&self) -> bool {
        self.time.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// What is limited, and by how much; a time is in milliseconds.
    pub fn given(&self) -> impl Iterator<Item = (LimitKind, u64)> + use<> {
        let time_ms = self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let amounts = [time_ms, self.depth.map(u64::from), self.nodes, self.width.map(u64::from)];
        LimitKind::ALL.into_iter().zip(amounts).filter_map(|(kind, amount)| Some((kind, amount?)))
    }

    /// The same as the limits of one move.
    pub fn of_one_move(self, stop: Option<&dyn StopSign>, seed: u64) -> Limits<'_> {
        let Self { time, depth, nodes, width } = self;
        Limits { time, depth, nodes, width, stop, seed }
    }
}
