//! The engine and the solver as the analyst of a review.

use std::time::Duration;

use tengen_engine::solver::Answer;
use tengen_engine::{Budget, Engine, Position, SolveRequest, Think, solve_position};
use tengen_game::{Analyst, Finding, Proven};
use tengen_players::SearchHandle;
use tengen_rules::Game;

/// How far the solver goes for each position of a review.
const SOLVER_NODES: u64 = 60_000;
const SOLVER_HASH_MIB: usize = 8;

/// The engine and the solver, with a time for each position.
pub(crate) struct EngineAnalyst<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) time: Duration,
    pub(crate) handle: &'a SearchHandle,
}

impl EngineAnalyst<'_> {
    fn solve(&self, game: &Game) -> Answer {
        let request = SolveRequest {
            nodes: Some(SOLVER_NODES),
            time: Some(self.time * 2),
            hash_mib: SOLVER_HASH_MIB,
            ..SolveRequest::default()
        };
        let solved = solve_position(&Position::of(game), &request, self.handle.stop_flag());
        solved.map_or(Answer::Unknown, |solved| solved.answer)
    }
}

impl Analyst for EngineAnalyst<'_> {
    fn examine(&mut self, game: &Game) -> Option<Finding> {
        let budget = Budget::exactly(self.time);
        let request = Think { budget, stops_when_alone: false, ..Think::default() };
        let position = Position::of(game);
        let stop = self.handle.stop_flag();
        let report = self.engine.think(&position, &request, stop, &mut |_| {}).ok()?;
        let win = match self.solve(game) {
            Answer::Win(proof) => Some(Proven { plies: proof.plies(), line: proof.line() }),
            Answer::None | Answer::Unknown => None,
        };
        Some(Finding {
            value: report.score().into(),
            best: report.best(),
            line: report.lines.first().map_or_else(Vec::new, |line| line.points.clone()),
            win,
        })
    }

    fn has_win(&mut self, game: &Game) -> Option<bool> {
        match self.solve(game) {
            Answer::Win(_) => Some(true),
            Answer::None => Some(false),
            Answer::Unknown => None,
        }
    }
}
