//! Iterative deepening (seed 004, "More deep"): depth 1, then 2, then 3, until time or depth is
//! used up. The move of the last finished depth counts; an unfinished depth is thrown away.

use crate::{Bound, Candidate, Choice, Deadline, OutOfTime, Reasoning, Score, TriedLine};
use tengen_rules::{Move, Point};

/// What a search to one depth found.
#[derive(Clone, Debug)]
pub(crate) struct Iteration {
    pub(crate) best: Point,
    pub(crate) score: Score,
    /// Every root move with its value, in search order.
    pub(crate) moves: Vec<(Point, Score, Bound)>,
    /// The line expected, if it was recorded.
    pub(crate) line: Vec<Point>,
    pub(crate) n_nodes: u64,
}

/// A search that can be run to a given depth.
pub(crate) trait Deepen {
    fn search(&mut self, depth: u32) -> Result<Iteration, OutOfTime>;
    fn n_nodes(&self) -> u64;
}

/// Deepens until `max_depth`, the deadline or a proven result. `fallback` is the answer if not
/// even depth 1 is finished.
pub(crate) fn deepen(
    search: &mut impl Deepen,
    max_depth: u32,
    fallback: Point,
    deadline: &Deadline<'_>,
    mut reasoning: Option<&mut Reasoning>,
) -> Choice {
    let mut found: Option<Iteration> = None;
    let mut reached = 0;
    for depth in 1..=max_depth {
        let Ok(iteration) = search.search(depth) else { break };
        reached = depth;
        let Iteration { score, n_nodes, .. } = iteration;
        if let Some(reasoning) = reasoning.as_deref_mut() {
            note_iteration(reasoning, depth, &iteration);
        }
        // Once every move loses, the reply that held out one depth longer is the better one.
        let is_lost = score.is_decided() && score < Score(0);
        if !is_lost || found.is_none() {
            found = Some(iteration);
        } else if let Some(before) = &mut found {
            (before.score, before.n_nodes) = (score, n_nodes);
        }
        if score.is_decided() {
            break;
        }
    }
    let (best, score) = found.map_or((fallback, None), |i| (i.best, Some(i.score)));
    Choice {
        mv: Some(Move::Place(best)),
        score,
        depth: reached,
        nodes: search.n_nodes(),
        elapsed: deadline.elapsed(),
    }
}

fn note_iteration(reasoning: &mut Reasoning, depth: u32, iteration: &Iteration) {
    reasoning.lines.push(TriedLine {
        depth,
        moves: iteration.line.clone(),
        score: iteration.score,
        bound: Bound::Exact,
        nodes: iteration.n_nodes,
    });
    let candidates = iteration.moves.iter().map(|&(point, score, bound)| Candidate {
        point,
        score,
        bound,
        parts: Vec::new(),
    });
    reasoning.candidates = candidates.collect();
}

/// The expected line of every ply, kept while the tree is searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExpectedLines(Vec<Vec<Point>>);

impl ExpectedLines {
    /// Forgets what was expected from `ply` on.
    pub(crate) fn clear(&mut self, ply: usize) {
        if self.0.len() <= ply + 1 {
            self.0.resize(ply + 2, Vec::new());
        }
        self.0[ply].clear();
        self.0[ply + 1].clear();
    }

    /// Notes that `point` is best at `ply`, followed by what is expected after it.
    pub(crate) fn put(&mut self, ply: usize, point: Point) {
        let rest = core::mem::take(&mut self.0[ply + 1]);
        self.0[ply].clear();
        self.0[ply].push(point);
        self.0[ply].extend_from_slice(&rest);
        self.0[ply + 1] = rest;
    }

    pub(crate) fn take_root(&mut self) -> Vec<Point> {
        self.0.first_mut().map(core::mem::take).unwrap_or_default()
    }
}
