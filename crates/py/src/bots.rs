//! The players of the ladder.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tengen_players::{Detail, Limits, Reasoning};
use tengen_players::{LADDER, by_name};
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

/// A player by its name: one of `gomoku.bots()`.
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
        let rung = LADDER.iter().find(|rung| rung.name.eq_ignore_ascii_case(name));
        let text = |of: fn(&tengen_players::Rung) -> &'static str| {
            rung.map_or_else(String::new, |rung| of(rung).to_owned())
        };
        Ok(Self {
            name: rung.map_or(name, |rung| rung.name).to_owned(),
            title: text(|rung| rung.title),
            who: text(|rung| rung.who),
            feel: text(|rung| rung.feel),
        })
    }

    /// Whether it plays this rule and size.
    fn supports(&self, game: &Game) -> PyResult<bool> {
        let player =
            by_name(&self.name).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(player.supports(game.inner.rule(), game.inner.size()).is_ok())
    }

    /// Its move as `(x, y)`. `time` is in seconds; without it the player's habit counts.
    #[pyo3(signature = (game, time=None, seed=0))]
    fn choose(&self, py: Python<'_>, game: &Game, time: Option<f64>, seed: u64) -> PyResult<Xy> {
        if !game.inner.status().is_ongoing() {
            return Err(PyValueError::new_err("the game is over"));
        }
        let time = time.map(duration).transpose()?.or_else(|| self.usual_time());
        let (name, game) = (self.name.clone(), game.inner.clone());
        let thinking = Analysis::start(move |line| {
            let refused = |text: String| PyValueError::new_err(text);
            let mut player = by_name(&name).map_err(|error| refused(error.to_string()))?;
            player
                .supports(game.rule(), game.size())
                .map_err(|error| refused(error.to_string()))?;
            let limits = Limits { time, seed, stop: Some(&line.stop), ..Limits::default() };
            let choice = player.choose(&game, &limits, None);
            match choice.mv {
                Some(Move::Place(point)) => Ok(Report::of_choice(&choice, point)),
                _ => Err(refused("there is no move to play".to_owned())),
            }
        });
        let report = thinking.finish(py)?;
        report.best_move().ok_or_else(|| PyValueError::new_err("there is no move to play"))
    }

    /// How it thinks about the position, as a JSON document; see `Bot.explain`.
    #[pyo3(signature = (game, seed=0))]
    fn explain_json(&self, py: Python<'_>, game: &Game, seed: u64) -> PyResult<String> {
        py.detach(|| guarded(|| self.explained(game, seed)))
    }

    fn __repr__(&self) -> String {
        format!("<gomoku.Bot {}>", self.name)
    }
}

impl Bot {
    fn usual_time(&self) -> Option<std::time::Duration> {
        LADDER.iter().find(|rung| rung.name == self.name).and_then(tengen_players::Rung::usual_time)
    }

    fn explained(&self, game: &Game, seed: u64) -> PyResult<String> {
        let game = &game.inner;
        let limits = Limits { seed, ..Limits::default() };
        if let Ok(explanation) =
            tengen_players::bots::explain(&self.name, game, &limits, Detail::default())
        {
            return Ok(explanation.to_json().to_string());
        }
        let refused = |text: String| PyValueError::new_err(text);
        let mut player = by_name(&self.name).map_err(|error| refused(error.to_string()))?;
        player.supports(game.rule(), game.size()).map_err(|error| refused(error.to_string()))?;
        let mut reasoning = Reasoning::new(Detail::default());
        player.choose(game, &limits, Some(&mut reasoning));
        serde_json::to_string(&reasoning).map_err(|error| refused(error.to_string()))
    }
}
