//! A thinking in the background, watched from Python.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::internal_error;
use crate::point::{Xy, xy};

/// How long Python may be deaf to Ctrl-C while it waits.
const DEAF_FOR: Duration = Duration::from_millis(20);

/// A line of play with its value to the side to move.
#[pyclass(module = "gomoku", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// The moves as `(x, y)`, the mover's own first.
    moves: Vec<Xy>,
    /// The engine's score in its own units; more is better for the side to move.
    score: i64,
    /// Plies to a forced win (positive) or loss (negative), if one was found.
    mate: Option<i32>,
    /// The share of points to be expected, 0 to 1.
    win_rate: f64,
}

#[pymethods]
impl Variation {
    fn __repr__(&self) -> String {
        let value =
            self.mate.map_or_else(|| self.score.to_string(), |plies| format!("mate {plies}"));
        format!("<gomoku.Variation {value} {:?}>", self.moves)
    }
}

/// What the engine knows at some moment.
#[pyclass(module = "gomoku", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The last finished iteration.
    #[pyo3(get)]
    depth: i32,
    /// The deepest ply that was looked at.
    #[pyo3(get)]
    selective_depth: i32,
    /// The positions looked at.
    #[pyo3(get)]
    nodes: u64,
    /// The seconds used.
    #[pyo3(get)]
    time: f64,
    /// The best lines, best first.
    #[pyo3(get)]
    lines: Vec<Variation>,
}

#[pymethods]
impl Report {
    /// The best move as `(x, y)`.
    #[getter]
    pub(crate) fn best_move(&self) -> Option<Xy> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The score of the best line.
    #[getter]
    fn score(&self) -> Option<i64> {
        self.lines.first().map(|line| line.score)
    }

    /// Plies to the win (positive) or loss (negative) of the best line, if it is forced.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.lines.first().and_then(|line| line.mate)
    }

    /// The expected share of points of the best line, 0 to 1.
    #[getter]
    fn win_rate(&self) -> Option<f64> {
        self.lines.first().map(|line| line.win_rate)
    }

    fn __repr__(&self) -> String {
        let (depth, nodes) = (self.depth, self.nodes);
        let best = self.best_move().map_or_else(|| "None".to_owned(), |best| format!("{best:?}"));
        format!("<gomoku.Report depth {depth}, best {best}, {nodes} nodes>")
    }
}

impl From<&tengen_engine::Report> for Report {
    fn from(report: &tengen_engine::Report) -> Self {
        let variation = |line: &tengen_engine::Line| Variation {
            moves: line.points.iter().copied().map(xy).collect(),
            score: i64::from(line.score.get()),
            mate: line.score.mate(),
            win_rate: line.score.win_rate(),
        };
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            time: report.time.as_secs_f64(),
            lines: report.lines.iter().map(variation).collect(),
        }
    }
}

impl Report {
    /// The report of a player that only names a move.
    pub(crate) fn of_choice(choice: &tengen_players::Choice, point: tengen_rules::Point) -> Self {
        let score = choice.score.map_or(0, |score| score.0);
        let line = Variation { moves: vec![xy(point)], score, mate: None, win_rate: 0.5 };
        let depth = choice.depth as i32;
        Self {
            depth,
            selective_depth: depth,
            nodes: choice.nodes,
            time: choice.elapsed.as_secs_f64(),
            lines: vec![line],
        }
    }
}

enum News {
    Progress(Report),
    Done(Result<Report, PyErr>),
}

/// A running analysis: iterate over it for live reports, or ask for the result.
///
/// It thinks in its own thread and stops when its limits are reached, when `stop()` is called, when
/// a `with` block around it ends, or when nobody holds it any more. Ctrl-C while waiting stops it
/// and raises `KeyboardInterrupt`.
#[pyclass(module = "gomoku", frozen)]
pub(crate) struct Analysis {
    stop: Arc<AtomicBool>,
    news: Mutex<Receiver<News>>,
    latest: Mutex<Option<Report>>,
    outcome: Mutex<Option<Result<Report, PyErr>>>,
}

/// Told to the thinking thread: where reports go and when to stop.
pub(crate) struct Line {
    pub(crate) stop: Arc<AtomicBool>,
    news: Sender<News>,
}

impl Line {
    pub(crate) fn tell(&self, report: Report) {
        // Nobody listens any more if this fails; the stop flag is set then.
        _ = self.news.send(News::Progress(report));
    }
}

impl Analysis {
    /// Starts `think` in a thread of its own.
    pub(crate) fn start(think: impl FnOnce(&Line) -> PyResult<Report> + Send + 'static) -> Self {
        let (sender, news) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let line = Line { stop: Arc::clone(&stop), news: sender };
        thread::spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| think(&line)))
                .unwrap_or_else(|panic| Err(internal_error(&*panic)));
            _ = line.news.send(News::Done(outcome));
        });
        Self { stop, news: Mutex::new(news), latest: Mutex::new(None), outcome: Mutex::new(None) }
    }

    /// The next report, or `None` when the analysis is over.
    fn next_report(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        loop {
            if lock(&self.outcome).is_some() {
                return Ok(None);
            }
            match py.detach(|| lock(&self.news).recv_timeout(DEAF_FOR)) {
                Ok(News::Progress(report)) => {
                    *lock(&self.latest) = Some(report.clone());
                    return Ok(Some(report));
                }
                Ok(News::Done(outcome)) => *lock(&self.outcome) = Some(outcome),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop();
                return Err(interrupt);
            }
        }
    }

    /// Waits for the end.
    pub(crate) fn finish(&self, py: Python<'_>) -> PyResult<Report> {
        while self.next_report(py)?.is_some() {}
        match &*lock(&self.outcome) {
            Some(Ok(report)) => Ok(report.clone()),
            Some(Err(error)) => Err(error.clone_ref(py)),
            None => Err(internal_error(&"the thinking thread went away")),
        }
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let report = self.next_report(py)?;
        if report.is_none() {
            self.finish(py)?;
        }
        Ok(report)
    }

    /// Waits for the end and returns the last report.
    fn result(&self, py: Python<'_>) -> PyResult<Report> {
        self.finish(py)
    }

    /// The newest report that was iterated over, without waiting.
    #[getter]
    fn latest(&self) -> Option<Report> {
        lock(&self.latest).clone()
    }

    /// Ends the thinking; `result()` then returns what was found.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) {
        self.stop();
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A lock that is only held for reading and replacing whole values, so poison means nothing.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
