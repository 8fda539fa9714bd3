//! `scorer`: the player of seed 000 (Zhang Yifan, CS303 project 1).
//!
//! It looks no move ahead. Every empty point gets the sum of what it would give its own side and
//! what it would give the other side, and the largest sum is played (2.1.1). Points are compared
//! from the center outward (2.3.1), so that of equal ones the most central is chosen.

mod composition;
pub(crate) mod json;
mod points;
mod trace;

use std::time::Duration;

use crate::{Bound, Candidate, Choice, Deadline, Limits, Score, Unsupported};
use crate::{Player, Reasoning};
use tengen_rules::{Color, Game, Move, Point, Rule, Size, Stones};

use crate::bots::board::{Board, Grid, Layout, ring_order};
pub use composition::{Composition, Line};
pub use points::{PARAMETERS, ScorePart};
use points::{Tally, parts};
pub use trace::{TRACED, trace};

/// The player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scorer {}

impl Player for Scorer {
    fn name(&self) -> &'static str {
        "scorer"
    }

    fn supports(&self, _rule: Rule, _size: Size) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let deadline = Deadline::start(limits, Duration::from_secs(5));
        let sheet = ScoreSheet::new(game.stones(), game.to_move());
        let mut choice = Choice::without_a_point(game);
        if let Some((point, score)) = sheet.best(|point| game.is_legal(point)) {
            choice.mv = Some(Move::Place(point));
            (choice.score, choice.depth) = (Some(score), 1);
        }
        choice.nodes = sheet.cells.len() as u64;
        choice.elapsed = deadline.elapsed();
        if let Some(reasoning) = reasoning {
            reasoning.begin(self.name(), game);
            reasoning.candidates = sheet.cells.iter().map(ScoredCell::candidate).collect();
            reasoning.sort_candidates();
            reasoning.finish(&choice);
            reasoning.note("a score is what the point gives its own side plus what it would give the other side; of equal scores the point nearest the center is taken");
        }
        choice
    }
}

/// The scores of all empty points for one side to move, in the order they are looked at.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    cells: Vec<ScoredCell>,
}

/// An empty point with its score.
#[derive(Clone, Debug)]
pub struct ScoredCell {
    /// Where.
    pub point: Point,
    /// The sum.
    pub score: Score,
    /// What it was computed from, in the four directions.
    pub lines: [Line; 4],
}

impl ScoreSheet {
    /// Scores a board for `color` to move.
    pub fn new(stones: &Stones, color: Color) -> Self {
        let board = Board::from_stones(stones);
        let layout: Layout = board.layout();
        let cells = ring_order(stones.size())
            .into_iter()
            .filter(|&point| stones.get(point).is_none())
            .map(|point| {
                let lines = Line::all_through(&board, layout.index(point), color);
                let score = Score(parts(&Tally::of(&lines)).map(|(_, value)| value).sum());
                ScoredCell { point, score, lines }
            })
            .collect();
        Self { cells }
    }

    /// The empty points, from the center outward.
    pub fn cells(&self) -> &[ScoredCell] {
        &self.cells
    }

    /// The point with the largest score among the open ones. Of equal ones the first, which is
    /// our reading: the report says "the position with the highest score" and lists the points
    /// from the center.
    pub fn best(&self, is_open: impl Fn(Point) -> bool) -> Option<(Point, Score)> {
        let mut best: Option<(Point, Score)> = None;
        for cell in &self.cells {
            if best.is_none_or(|(_, score)| cell.score > score) && is_open(cell.point) {
                best = Some((cell.point, cell.score));
            }
        }
        best
    }
}

impl ScoredCell {
    pub(crate) fn candidate(&self) -> Candidate {
        Candidate {
            point: self.point,
            score: self.score,
            bound: Bound::Exact,
            parts: self.parts().map(|(part, value)| part.named(value)).collect(),
        }
    }

    /// What the score is made of.
    pub fn parts(&self) -> impl Iterator<Item = (ScorePart, i64)> + use<> {
        parts(&Tally::of(&self.lines)).collect::<Vec<_>>().into_iter()
    }
}
