//! What the engine tells while it thinks and when it is done. Plain data.

use std::time::Duration;

use tengen_rules::Point;
use tengen_search::Score;

/// A line of moves with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves, the engine's own first.
    pub points: Vec<Point>,
    /// What it is worth to the side to move.
    pub score: Score,
}

/// Something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An iteration is finished.
    Depth(Report),
    /// A root move is being tried.
    Trying {
        /// In which iteration.
        depth: i32,
        /// Which move.
        point: Point,
    },
}

/// What is known at some time.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// The last finished iteration.
    pub depth: i32,
    /// The deepest ply that was looked at.
    pub selective_depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// The best lines, best first. Empty only if there is no move.
    pub lines: Vec<Line>,
}

impl Report {
    /// The best move.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.points.first()).copied()
    }

    /// The score of the best move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::DRAW, |line| line.score)
    }

    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}
