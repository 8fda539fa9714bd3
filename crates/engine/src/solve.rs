//! Forced wins on a position of any rule, with a clock.

use std::time::Duration;

use tengen_board::{Board, Variant};
use tengen_search::solve::{Answer, Kind, Solution, SolveLimits, solve};
use tengen_search::{Control, Stop};

use crate::dispatch::{Task, Unsupported, dispatch, solves};
use crate::instant::Instant;
use crate::position::Position;
use crate::stop_sign::StopSign;
use crate::weights::weights_of;

/// What is asked of the solvers.
#[derive(Clone, Copy, Debug)]
pub struct SolveRequest {
    /// Which moves the attacker may use; `None` tries fours first and threats then.
    pub kind: Option<Kind>,
    /// How many positions may be made.
    pub nodes: Option<u64>,
    /// How long it may take.
    pub time: Option<Duration>,
    /// The size of the tables.
    pub hash_mib: usize,
}

impl Default for SolveRequest {
    fn default() -> Self {
        Self { kind: None, nodes: None, time: None, hash_mib: 64 }
    }
}

/// What the solvers say.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The kind of win that was found, or was looked for last.
    pub kind: Kind,
    /// The answer.
    pub answer: Answer,
    /// How many positions were made to find it.
    pub nodes: u64,
    /// How many more were made to write the certificate.
    pub extraction_nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Fours get this share of the positions when threats are tried afterwards, but never more than
/// [`MOST_FOURS_NODES`]: the search for threats finds fours as well.
const FOURS_SHARE: u64 = 3;
const MOST_FOURS_NODES: u64 = 200_000;

/// Looks for a forced win of the side to move until it is found, excluded, or a limit is hit.
pub fn solve_position(
    position: &Position,
    request: &SolveRequest,
    stop: &dyn StopSign,
) -> Result<Solved, Unsupported> {
    solves(position.rule, position.size)?;
    dispatch(position, Solving { request, stop, start: None })
}

struct Solving<'a> {
    request: &'a SolveRequest,
    stop: &'a dyn StopSign,
    /// When the position was set up; before that there is nothing to stop.
    start: Option<Instant>,
}

impl Control for Solving<'_> {
    fn poll(&self) -> Stop {
        let is_late = self.request.time.is_some_and(|time| self.elapsed() >= time);
        if is_late || self.stop.is_set() { Stop::Now } else { Stop::No }
    }
}

impl Task for Solving<'_> {
    type Output = Solved;

    fn run<V: Variant>(mut self, mut board: Board<V>) -> Solved {
        self.start = Some(Instant::now());
        let nodes = self.request.nodes.unwrap_or(u64::MAX);
        if let Some(kind) = self.request.kind {
            let solution = self.ask(&mut board, kind, nodes);
            return self.solved(kind, solution);
        }
        let share = (nodes / FOURS_SHARE).min(MOST_FOURS_NODES);
        let fours = self.ask(&mut board, Kind::Vcf, share);
        if matches!(fours.answer, Answer::Win(_)) {
            return self.solved(Kind::Vcf, fours);
        }
        let mut threats = self.ask(&mut board, Kind::Vct, nodes.saturating_sub(fours.nodes));
        threats.nodes += fours.nodes;
        self.solved(Kind::Vct, threats)
    }
}

impl Solving<'_> {
    fn elapsed(&self) -> Duration {
        self.start.map_or(Duration::ZERO, Instant::elapsed)
    }

    fn ask<V: Variant>(&self, board: &mut Board<V>, kind: Kind, nodes: u64) -> Solution {
        let limits = SolveLimits { nodes, hash_mib: self.request.hash_mib };
        solve(board, kind, limits, weights_of(V::RULE), self)
    }

    fn solved(&self, kind: Kind, solution: Solution) -> Solved {
        let Solution { answer, nodes, extraction_nodes } = solution;
        Solved { kind, answer, nodes, extraction_nodes, time: self.elapsed() }
    }
}
