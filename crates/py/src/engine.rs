//! The engine as a class.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tengen_engine::{Budget, Event, Position, Settings, Think, supports};
use tengen_players::Limits;
use tengen_rules::{Move, Point};

use crate::analysis::{Analysis, Line, Report};
use crate::game::Game;
use crate::point::{PointLike, Xy};

/// How long a move takes when nobody says anything, in seconds.
const USUAL_SECONDS: f64 = 1.0;

/// The engine: a strong player with a memory of what it has searched.
///
/// `hash_mb` is the size of that memory and `threads` how many processors it uses. Engines share
/// nothing; one engine may be used by several Python threads.
#[pyclass(module = "gomoku", frozen)]
pub(crate) struct Engine {
    inner: Arc<RwLock<tengen_engine::Engine>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (hash_mb=64, threads=1))]
    fn new(py: Python<'_>, hash_mb: usize, threads: usize) -> PyResult<Self> {
        if !(1..=65536).contains(&hash_mb) || !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err("hash_mb is 1 to 65536 and threads 1 to 1024"));
        }
        let settings = Settings { hash_mib: hash_mb, threads, ..Settings::default() };
        let inner = py.detach(|| tengen_engine::Engine::new(settings));
        Ok(Self { inner: Arc::new(RwLock::new(inner)) })
    }

    /// The size of the table in megabytes.
    #[getter]
    fn hash_mb(&self) -> usize {
        self.inner.read().unwrap_or_else(PoisonError::into_inner).settings().hash_mib
    }

    /// How many threads search.
    #[getter]
    fn threads(&self) -> usize {
        self.inner.read().unwrap_or_else(PoisonError::into_inner).settings().threads
    }

    /// Whether the engine itself plays this rule and size; other games get the best seed player.
    #[staticmethod]
    fn supports(game: &Game) -> bool {
        supports(game.inner.rule(), game.inner.size()).is_ok()
    }

    /// Thinks and returns the best move as `(x, y)`.
    ///
    /// `time` is in seconds; one second if neither time, nodes nor depth is given. The interpreter
    /// is free meanwhile, and Ctrl-C stops the search.
    #[pyo3(signature = (game, time=None, nodes=None, depth=None, avoid=None))]
    fn best_move(
        &self,
        py: Python<'_>,
        game: &Game,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        avoid: Option<Vec<PointLike>>,
    ) -> PyResult<Xy> {
        let is_unlimited = time.is_none() && nodes.is_none() && depth.is_none();
        let time = if is_unlimited { Some(USUAL_SECONDS) } else { time };
        let report = self.analyse(game, time, nodes, depth, 1, None, avoid)?.finish(py)?;
        report.best_move().ok_or_else(|| PyValueError::new_err("there is no move to play"))
    }

    /// Starts to analyse and returns at once: iterate over the result for live reports.
    ///
    ///     with engine.analyse(game, time=5, lines=3) as analysis:
    ///         for report in analysis:
    ///             print(report.depth, report.best_move, report.score)
    ///
    /// Without limits it thinks until `stop()`. `only` and `avoid` name moves to consider or not.
    #[pyo3(signature = (game, time=None, nodes=None, depth=None, lines=1, only=None, avoid=None))]
    fn analyse(
        &self,
        game: &Game,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        lines: usize,
        only: Option<Vec<PointLike>>,
        avoid: Option<Vec<PointLike>>,
    ) -> PyResult<Analysis> {
        if !game.inner.status().is_ongoing() {
            return Err(PyValueError::new_err("the game is over"));
        }
        let points = |list: Option<Vec<PointLike>>| -> PyResult<Vec<Point>> {
            let size = game.inner.size();
            list.into_iter().flatten().map(|point| point.on(size, None)).collect()
        };
        let time = time.map(duration).transpose()?;
        let think = Think {
            budget: time.map_or(Budget::UNLIMITED, Budget::exactly),
            depth: depth.map(|depth| depth.clamp(1, 99) as i32),
            nodes,
            lines: lines.max(1),
            only: points(only)?,
            without: points(avoid)?,
            stops_when_alone: false,
            ..Think::default()
        };
        let (engine, game) = (Arc::clone(&self.inner), game.inner.clone());
        Ok(Analysis::start(move |line| {
            let report = match supports(game.rule(), game.size()) {
                Ok(()) => search(&engine, &game, &think, line)?,
                Err(_) => ask_seed_player(&game, &think, line)?,
            };
            line.tell(report.clone());
            Ok(report)
        }))
    }

    /// Forgets everything that was searched.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.inner.write().unwrap_or_else(PoisonError::into_inner).new_game());
    }

    fn __repr__(&self) -> String {
        format!("<gomoku.Engine hash_mb={} threads={}>", self.hash_mb(), self.threads())
    }
}

/// Seconds as Python writes them.
pub(crate) fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err("a time is a number of seconds, not negative"))
}

fn search(
    engine: &RwLock<tengen_engine::Engine>,
    game: &tengen_rules::Game,
    think: &Think,
    line: &Line,
) -> PyResult<Report> {
    let engine = engine.read().unwrap_or_else(PoisonError::into_inner);
    let mut tell = |event| {
        if let Event::Depth(report) = event {
            line.tell(Report::from(&report));
        }
    };
    engine
        .think(&Position::of(game), think, &*line.stop, &mut tell)
        .map(|report| Report::from(&report))
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Games that the engine does not play are played by the best of the seed players that does.
fn ask_seed_player(game: &tengen_rules::Game, think: &Think, line: &Line) -> PyResult<Report> {
    let unsupported = || PyValueError::new_err("nobody here plays this rule on this board");
    let mut player = ["minimax", "scorer"]
        .into_iter()
        .filter_map(tengen_players::bots::by_name)
        .find(|player| player.supports(game.rule(), game.size()).is_ok())
        .ok_or_else(unsupported)?;
    let limits = Limits {
        time: Some(think.budget.hard.unwrap_or(Duration::MAX)),
        depth: think.depth.map(i32::unsigned_abs),
        nodes: think.nodes,
        stop: Some(&*line.stop),
        ..Limits::default()
    };
    let choice = player.choose(game, &limits, None);
    let is_open = |point: &Point| {
        !think.without.contains(point) && (think.only.is_empty() || think.only.contains(point))
    };
    let chosen = match choice.mv {
        Some(Move::Place(point)) if is_open(&point) => Some(point),
        _ => game.legal_points().into_iter().find(is_open),
    };
    let point = chosen.ok_or_else(|| PyValueError::new_err("there is no move to play"))?;
    Ok(Report::of_choice(&choice, point))
}
