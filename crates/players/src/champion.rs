//! The engine as a player.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::{
    Bound, Candidate, Choice, Figure, Limits, Part, Player, PointName, Reasoning, Score, TriedLine,
    Unsupported,
};
use tengen_engine::{Budget, Engine, Line, Position, Report, Settings, Think, supports};
use tengen_rules::{Game, Move, Rule, Size};

use crate::position_figures;

/// The engine, limited to nodes or to a time a move.
#[derive(Debug)]
pub struct EnginePlayer {
    name: &'static str,
    nodes: Option<u64>,
    time: Option<Duration>,
    engine: Engine,
}

/// How many moves the reasoning compares.
const COMPARED: usize = 6;

impl EnginePlayer {
    /// The engine that looks at so many nodes a move.
    pub fn at_nodes(name: &'static str, nodes: u64) -> Self {
        Self { name, nodes: Some(nodes), time: None, engine: engine(16) }
    }

    /// The engine that thinks this long, unless the limits of a move say otherwise.
    pub fn in_time(name: &'static str, time: Duration) -> Self {
        Self { name, nodes: None, time: Some(time), engine: engine(64) }
    }

    fn think(&self, game: &Game, limits: &Limits<'_>, lines: usize) -> Report {
        let time = limits.time.or(self.time);
        let nodes = match (self.nodes, limits.nodes) {
            (Some(own), Some(asked)) => Some(own.min(asked)),
            (own, asked) => own.or(asked),
        };
        let think = Think {
            budget: Budget { soft: time, hard: time },
            depth: limits.depth.map(|depth| depth as i32),
            nodes,
            lines,
            ..Think::default()
        };
        let never = AtomicBool::new(false);
        let stop = limits.stop.unwrap_or(&never);
        self.engine.think(&Position::of(game), &think, stop, &mut |_| {}).unwrap_or_default()
    }
}

fn engine(hash_mib: usize) -> Engine {
    Engine::new(Settings { hash_mib, ..Settings::default() })
}

impl Player for EnginePlayer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn supports(&self, rule: Rule, size: Size) -> Result<(), Unsupported> {
        supports(rule, size).map_err(|_| Unsupported { player: self.name, rule, size })
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let start = Instant::now();
        if !game.status().is_ongoing() || self.supports(game.rule(), game.size()).is_err() {
            return Choice::without_a_point(game);
        }
        let lines = if reasoning.is_some() { COMPARED } else { 1 };
        let report = self.think(game, limits, lines);
        let Some(best) = report.best().filter(|&best| game.is_legal(best)) else {
            // Stopped before the first look: any legal point is better than none, and one that
            // answers a standing five better than any.
            let answer = game.answers().first().copied();
            let any = answer.or_else(|| game.legal_points().first().copied());
            let mv = any.map(Move::Place).or_else(|| game.may_pass().then_some(Move::Pass));
            return Choice { mv, ..Choice::without_a_point(game) };
        };
        let choice = Choice {
            mv: Some(Move::Place(best)),
            score: Some(score_of(&report.lines[0])),
            depth: report.depth.unsigned_abs(),
            nodes: report.nodes,
            elapsed: start.elapsed(),
        };
        if let Some(reasoning) = reasoning {
            reasoning.begin(self.name, game);
            fill(reasoning, game, &report);
            if let Ok(parts) = self.engine.evaluate(&Position::of(game)) {
                position_figures::fill_evaluation(reasoning, parts);
            }
            reasoning.finish(game, &choice);
        }
        choice
    }
}

/// The engine's numbers in the record every player shares.
fn fill(reasoning: &mut Reasoning, game: &Game, report: &Report) {
    let size = game.size();
    for line in &report.lines {
        let Some(&first) = line.points.first() else { continue };
        let win_rate = (line.score.win_rate() * 1000.0).round() as i64;
        reasoning.candidates.push(Candidate {
            point: PointName::new(size, first),
            score: score_of(line),
            bound: Bound::Exact,
            parts: vec![Part::new("expected points, in thousandths", win_rate)],
        });
        reasoning.lines.push(TriedLine {
            depth: report.depth.unsigned_abs(),
            moves: line.points.iter().map(|&point| PointName::new(size, point)).collect(),
            score: score_of(line),
            bound: Bound::Exact,
            nodes: report.nodes,
        });
    }
    position_figures::fill(reasoning, game);
    let deepest = i64::from(report.selective_depth);
    reasoning.figures.insert("deepest ply looked at".to_owned(), Figure::Number(deepest));
}

fn score_of(line: &Line) -> Score {
    match line.score.mate() {
        Some(plies) if plies > 0 => Score::win_in(plies.unsigned_abs()),
        Some(plies) => -Score::win_in(plies.unsigned_abs()),
        None => Score(i64::from(line.score.get())),
    }
}
