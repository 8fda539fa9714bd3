//! The engine and the solver as the analyst of a review.

use std::time::Duration;

use tengen_engine::solver::Answer;
use tengen_engine::{
    Budget, Engine, Position, Report, SolveRequest, Think, solve_position, solves,
};
use tengen_game::{Analyst, Finding, Proven};
use tengen_players::SearchHandle;
use tengen_rules::Game;

/// How far the solver goes for each position of a review.
const SOLVER_NODES: u64 = 60_000;
const SOLVER_HASH_MIB: usize = 8;
/// The nodes are its limit, so that a busy machine finds the same; this only guards against a very slow one.
const SOLVER_TIME: Duration = Duration::from_secs(2);

/// The engine and the solver, with a time for each position.
pub(super) struct EngineAnalyst<'a> {
    pub(super) engine: &'a Engine,
    pub(super) time: Duration,
    pub(super) handle: &'a SearchHandle,
}

impl EngineAnalyst<'_> {
    fn think(&self, game: &Game) -> Option<Report> {
        let budget = Budget::exactly(self.time);
        let request = Think { budget, stops_when_alone: false, ..Think::default() };
        self.engine.think(&Position::of(game), &request, self.handle.stop_sign(), &mut |_| {}).ok()
    }

    fn solve(&self, game: &Game) -> Answer {
        let request = SolveRequest {
            nodes: Some(SOLVER_NODES),
            time: Some(SOLVER_TIME),
            hash_mib: SOLVER_HASH_MIB,
            ..SolveRequest::default()
        };
        let solved = solve_position(&Position::of(game), &request, self.handle.stop_sign());
        solved.map_or(Answer::Unknown, |solved| solved.answer)
    }
}

/// A win that the search has counted to its end: no reply was left out of it.
fn counted(report: &Report) -> Option<Proven> {
    let plies = report.score().mate().filter(|&plies| plies > 0)?.unsigned_abs();
    Some(Proven { plies, line: report.lines.first()?.points.clone() })
}

impl Analyst for EngineAnalyst<'_> {
    fn examine(&mut self, game: &Game) -> Option<Finding> {
        let report = self.think(game)?;
        let proved = match self.solve(game) {
            Answer::Win(proof) => Some(Proven { plies: proof.plies(), line: proof.line() }),
            Answer::None | Answer::Unknown => None,
        };
        let win = [proved, counted(&report)].into_iter().flatten().min_by_key(|win| win.plies);
        Some(Finding {
            value: report.score().into(),
            best: report.best(),
            line: report.lines.first().map_or_else(Vec::new, |line| line.points.clone()),
            win,
        })
    }

    fn has_win(&mut self, game: &Game) -> Option<bool> {
        if solves(game.rule(), game.size()).is_err() {
            // Where the solver does not know the rule, the search is the judge.
            return Some(counted(&self.think(game)?).is_some());
        }
        match self.solve(game) {
            Answer::Win(_) => Some(true),
            Answer::None => Some(false),
            Answer::Unknown => None,
        }
    }
}
