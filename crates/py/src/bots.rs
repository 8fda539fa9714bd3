//! The players of the ladder.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tengen_players::{
    Detail, Explanation, LADDER, LimitKind, MoveLimits, Rung, by_name, explain, limits_of,
};
use tengen_rules::Move;

use crate::analysis::{Analysis, Report};
use crate::engine::duration;
use crate::errors::guarded;
use crate::game::Game;
use crate::point::Xy;

/// The players there are, from gentle to merciless.
#[pyfunction]
pub(crate) fn bots() -> Vec<Bot> {
    let names: Vec<&str> = LADDER.iter().map(|rung| rung.name).collect();
    names.into_iter().filter_map(|name| Bot::new(name).ok()).collect()
}

/// A player by its name: one of `gomoku.bots()`, or an earlier idea of `patterns` (`patterns-regex`).
#[pyclass(module = "gomoku", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Bot {
    /// The name it is asked for by.
    #[pyo3(get)]
    name: String,
    /// The name people see.
    #[pyo3(get)]
    title: String,
    /// Who it is, in a sentence.
    #[pyo3(get)]
    who: String,
    /// What it is like to play against.
    #[pyo3(get)]
    feel: String,
}

#[pymethods]
impl Bot {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        by_name(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let rung = Rung::named(name);
        let text = |of: fn(&Rung) -> &'static str| {
            rung.map_or_else(String::new, |rung| of(rung).to_owned())
        };
        Ok(Self {
            name: rung.map_or(name, |rung| rung.name).to_owned(),
            title: text(|rung| rung.title),
            who: text(|rung| rung.who),
            feel: text(|rung| rung.feel),
        })
    }

    /// What it spends on a move when nothing is asked: `time` in seconds, `depth`, `nodes`, `width`.
    #[getter]
    fn usual<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let usual = Rung::named(&self.name).map_or(MoveLimits::NONE, Rung::usual);
        let limits = PyDict::new(py);
        for (kind, amount) in usual.given() {
            match kind {
                LimitKind::Time => limits.set_item(kind.name(), amount as f64 / 1000.0)?,
                _ => limits.set_item(kind.name(), amount)?,
            }
        }
        Ok(limits)
    }

    /// Whether it plays this rule and size.
    fn supports(&self, game: &Game) -> PyResult<bool> {
        let player =
            by_name(&self.name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(player.supports(game.inner.rule(), game.inner.size()).is_ok())
    }

    /// Its move as `(x, y)`.
    ///
    /// `time` is in seconds, `depth` in plies, `nodes` in positions looked at, and `width` is how many
    /// moves of each position `minimax` looks at. Where none is given the player's habit counts.
    #[pyo3(signature = (game, time=None, seed=0, *, depth=None, nodes=None, width=None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Game,
        time: Option<f64>,
        seed: u64,
        depth: Option<u32>,
        nodes: Option<u64>,
        width: Option<u32>,
    ) -> PyResult<Xy> {
        if !game.inner.status().is_ongoing() {
            return Err(PyValueError::new_err("the game is over"));
        }
        let limits = self.limits(asked(time, depth, nodes, width)?);
        let (name, game) = (self.name.clone(), game.inner.clone());
        let thinking = Analysis::start(move |line| {
            let refused = |text: String| PyValueError::new_err(text);
            let mut player = by_name(&name).map_err(|error| refused(error.to_string()))?;
            player
                .supports(game.rule(), game.size())
                .map_err(|error| refused(error.to_string()))?;
            let limits = limits.of_one_move(Some(&*line.stop), seed);
            let choice = player.choose(&game, &limits, None);
            match choice.mv {
                Some(Move::Place(point)) => Ok(Report::of_choice(&choice, point)),
                _ => Err(refused("there is no move to play".to_owned())),
            }
        });
        let report = thinking.finish(py)?;
        report.best_move().ok_or_else(|| PyValueError::new_err("there is no move to play"))
    }

    /// How it thinks about the position, as the JSON document that `gomoku.explain` reads.
    ///
    /// The limits are those of `choose`, and for the same limits and seed the move is the same.
    /// `tree` is how many plies of the tree are recorded, and how many moves of each node.
    #[pyo3(signature = (game, seed=0, *, time=None, depth=None, nodes=None, width=None, tree=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn explain_json(
        &self,
        py: Python<'_>,
        game: &Game,
        seed: u64,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        width: Option<u32>,
        tree: Option<(u32, usize)>,
    ) -> PyResult<String> {
        let asked = asked(time, depth, nodes, width)?;
        let told = py.detach(|| guarded(|| self.explained(game, asked, seed, tree)))?;
        Ok(told.to_json().to_string())
    }

    /// The same as text: the board with the numbers on it, the lines, the tree, the reason.
    #[pyo3(signature = (game, seed=0, *, time=None, depth=None, nodes=None, width=None, tree=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn explain_text(
        &self,
        py: Python<'_>,
        game: &Game,
        seed: u64,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        width: Option<u32>,
        tree: Option<(u32, usize)>,
    ) -> PyResult<String> {
        let asked = asked(time, depth, nodes, width)?;
        let told = py.detach(|| guarded(|| self.explained(game, asked, seed, tree)))?;
        Ok(told.to_text(&game.inner))
    }

    fn __repr__(&self) -> String {
        format!("<gomoku.Bot {}>", self.name)
    }
}

/// The limits that were given as keywords.
fn asked(
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    width: Option<u32>,
) -> PyResult<MoveLimits> {
    Ok(MoveLimits { time: time.map(duration).transpose()?, depth, nodes, width })
}

impl Bot {
    /// What it may spend on a move: what is asked for, or its habit.
    fn limits(&self, asked: MoveLimits) -> MoveLimits {
        limits_of(&self.name, asked)
    }

    fn explained(
        &self,
        game: &Game,
        asked: MoveLimits,
        seed: u64,
        tree: Option<(u32, usize)>,
    ) -> PyResult<Explanation> {
        let detail = tree.map_or_else(Detail::default, |(depth, width)| Detail { depth, width });
        explain(&self.name, &game.inner, asked, seed, detail)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
