//! The rules as a class.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tengen_rules::{
    ByColor, Color, IllegalMove, Move, Notation, Rule, Setup, SetupFault, SetupFaults, Size, Stones,
};

use crate::errors::{IllegalMoveError, guarded, illegal_move};
use crate::point::{ColorLike, PointLike, Xy, number_of, xy};

/// The names of the rule sets.
#[pyfunction]
pub(crate) fn rules() -> Vec<&'static str> {
    Rule::ALL.into_iter().map(Rule::name).collect()
}

pub(crate) fn parse_rule(name: &str) -> PyResult<Rule> {
    name.parse().map_err(|_| {
        PyValueError::new_err(format!(
            "there is no rule {name:?}; there are {}",
            rules().join(", ")
        ))
    })
}

pub(crate) fn parse_size(side: i64) -> PyResult<Size> {
    u64::try_from(side).ok().and_then(|side| Size::new(side).ok()).ok_or_else(|| {
        let (least, most) = (Size::MIN, Size::MAX);
        PyValueError::new_err(format!("boards have sides {least} to {most}, not {side}"))
    })
}

/// A game: rule, board, stones and the moves that led to them.
///
/// `rule` is one of `gomoku.rules()`, `size` the side of the board (the rule's usual one if left
/// out), and `moves` are played from the empty board. Points are `(x, y)` with the column from the
/// left and the row from the top, both from zero, or names as `"h8"`.
#[pyclass(module = "gomoku", eq)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) inner: tengen_rules::Game,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rule="freestyle", size=None, moves=None))]
    fn new(rule: &str, size: Option<i64>, moves: Option<Vec<PointLike>>) -> PyResult<Self> {
        let rule = parse_rule(rule)?;
        let size = size.map_or_else(|| Ok(rule.spec().default_size), parse_size)?;
        let mut game = Self { inner: tengen_rules::Game::new(rule, size) };
        for point in moves.into_iter().flatten() {
            game.play(point, None)?;
        }
        Ok(game)
    }

    /// The game that goes on from a board of rows: -1 black, 1 white, 0 empty; the top row first.
    ///
    /// Lists, tuples and numpy arrays of any number type will do. Without `to_move` the counts say
    /// whose turn it is. `strict` refuses positions that no game can reach.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "made from Python's rows")]
    #[pyo3(signature = (rows, rule="freestyle", to_move=None, captures=(0, 0), strict=false))]
    fn from_board(
        rows: Vec<Vec<f64>>,
        rule: &str,
        to_move: Option<ColorLike>,
        captures: (u32, u32),
        strict: bool,
    ) -> PyResult<Self> {
        let mut setup = Setup::from_stones(parse_rule(rule)?, stones_of(&rows)?);
        setup.captures = ByColor::new(captures.0, captures.1);
        // Whoever names the side to move has thought about the counts.
        let mut forgiven = SetupFaults::NONE;
        if let Some(color) = to_move {
            setup.to_move = color.color()?;
            forgiven = forgiven.with(SetupFault::StoneCount);
        }
        let forgiven = if strict { forgiven } else { SetupFaults::ALL };
        guarded(|| {
            tengen_rules::Game::from_setup_forgiving(setup, forgiven)
                .map(|inner| Self { inner })
                .map_err(|faults| PyValueError::new_err(faults.to_string()))
        })
    }

    /// The game that goes on from a drawn board: rows of `.`, `X` (black) and `O` (white).
    #[staticmethod]
    #[pyo3(signature = (text, rule="freestyle", to_move=None))]
    fn from_text(text: &str, rule: &str, to_move: Option<ColorLike>) -> PyResult<Self> {
        let stones: Stones = text.parse().map_err(|error: tengen_rules::DiagramError| {
            PyValueError::new_err(error.to_string())
        })?;
        let mut setup = Setup::from_stones(parse_rule(rule)?, stones);
        if let Some(color) = to_move {
            setup.to_move = color.color()?;
        }
        guarded(|| {
            tengen_rules::Game::from_setup_forgiving(setup, SetupFaults::ALL)
                .map(|inner| Self { inner })
                .map_err(|faults| PyValueError::new_err(faults.to_string()))
        })
    }

    /// The name of the rule set.
    #[getter]
    fn rule(&self) -> &'static str {
        self.inner.rule().name()
    }

    /// The side of the board.
    #[getter]
    fn size(&self) -> u8 {
        self.inner.size().get()
    }

    /// `"black"` or `"white"`.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.inner.to_move().name()
    }

    /// `"ongoing"`, `"black_win"`, `"white_win"` or `"draw"`.
    #[getter]
    fn status(&self) -> &'static str {
        self.inner.status().name()
    }

    /// Why the game is over: `"five"`, `"capture"`, `"full-board"` and so on.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.inner.status().reason()
    }

    /// `"black"` or `"white"`, if somebody has won.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.inner.status().winner().map(Color::name)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        !self.inner.status().is_ongoing()
    }

    /// How many stones black and white have captured.
    #[getter]
    fn captures(&self) -> (u32, u32) {
        let captures = self.inner.captures();
        (captures.black, captures.white)
    }

    /// The moves so far as `(x, y)`; `None` is a pass.
    #[getter]
    fn moves(&self) -> Vec<Option<Xy>> {
        let point = |mv| match mv {
            Move::Place(point) => Some(xy(point)),
            Move::Pass => None,
        };
        self.inner.turns().iter().map(|turn| point(turn.mv)).collect()
    }

    /// A name of the position that stays the same for ever.
    #[getter]
    fn key(&self) -> String {
        self.inner.key().to_string()
    }

    /// The points of the winner's lines.
    fn winning_lines(&self) -> Vec<Vec<Xy>> {
        let winner = self.inner.status().winner();
        let runs = winner.map_or_else(Vec::new, |winner| self.inner.winning_runs(winner));
        runs.iter().map(|run| run.points(self.inner.stones()).map(xy).collect()).collect()
    }

    /// Every point where the side to move may play, row by row; empty when the game is over.
    fn legal_moves(&self) -> PyResult<Vec<Xy>> {
        guarded(|| Ok(self.inner.legal_points().into_iter().map(xy).collect()))
    }

    /// Whether the side to move may play there.
    #[pyo3(signature = (point, y=None))]
    fn is_legal(&self, point: PointLike, y: Option<i64>) -> PyResult<bool> {
        Ok(self.illegal_reason(point, y)?.is_none())
    }

    /// Why the side to move may not play there, or `None` if it may.
    #[pyo3(signature = (point, y=None))]
    fn illegal_reason(&self, point: PointLike, y: Option<i64>) -> PyResult<Option<&'static str>> {
        match point.on(self.inner.size(), y) {
            Ok(point) => guarded(|| Ok(self.inner.illegal_reason(point).map(IllegalMove::name))),
            Err(error) => Python::attach(|py| {
                // A name or a pair that is off the board has a reason; nonsense is an error.
                if error.is_instance_of::<IllegalMoveError>(py) {
                    Ok(Some("off-board"))
                } else {
                    Err(error)
                }
            }),
        }
    }

    /// The empty points that the rule closes to the side to move, with the kind of each.
    fn forbidden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let points = guarded(|| Ok(self.inner.forbidden_points()))?;
        let table = PyDict::new(py);
        for (point, kind) in points {
            table.set_item(xy(point), kind.name())?;
        }
        Ok(table)
    }

    /// Plays `(x, y)`, `x, y` or a name as `"h8"`, and returns the stones it captured.
    ///
    /// A refused move raises `IllegalMoveError` and changes nothing.
    #[pyo3(signature = (point, y=None))]
    fn play(&mut self, point: PointLike, y: Option<i64>) -> PyResult<Vec<Xy>> {
        let point = point.on(self.inner.size(), y)?;
        self.apply(Move::Place(point))
    }

    /// Passes, where the rule has passing.
    fn pass_turn(&mut self) -> PyResult<()> {
        self.apply(Move::Pass).map(|_| ())
    }

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> PyResult<Option<Xy>> {
        match guarded(|| Ok(self.inner.undo()))? {
            Some(turn) => Ok(match turn.mv {
                Move::Place(point) => Some(xy(point)),
                Move::Pass => None,
            }),
            None => Err(PyIndexError::new_err("there is no move to take back")),
        }
    }

    /// The side to move gives up.
    fn resign(&mut self) -> PyResult<()> {
        let loser = self.inner.to_move();
        self.inner
            .forfeit(loser, tengen_rules::LossReason::Resignation)
            .map_err(|reason| refusal(reason, None))
    }

    /// What stands on a point: -1 black, 1 white, 0 nothing.
    #[pyo3(signature = (x, y=None))]
    fn stone(&self, x: PointLike, y: Option<i64>) -> PyResult<i8> {
        Ok(number_of(self.inner.stones().get(x.on(self.inner.size(), y)?)))
    }

    /// The board as rows from the top: -1 black, 1 white, 0 empty.
    fn board(&self) -> Vec<Vec<i8>> {
        let size = self.inner.size();
        let side = i64::from(size.get());
        let cell = |x, y| size.point(x, y).and_then(|point| self.inner.stones().get(point));
        (0..side).map(|y| (0..side).map(|x| number_of(cell(x, y))).collect()).collect()
    }

    /// The name of a point, as `"h8"`: column letter, row from the bottom.
    #[pyo3(signature = (point, y=None))]
    fn name(&self, point: PointLike, y: Option<i64>) -> PyResult<String> {
        let size = self.inner.size();
        Ok(Notation::Renju.format(size, point.on(size, y)?).to_ascii_lowercase())
    }

    /// The point with a name.
    fn point(&self, name: &str) -> PyResult<Xy> {
        PointLike::Name(name.to_owned()).on(self.inner.size(), None).map(xy)
    }

    /// A game of its own with the same moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.inner.turns().len()
    }

    fn __str__(&self) -> String {
        self.inner.stones().to_string()
    }

    fn __repr__(&self) -> String {
        let (rule, size) = (self.inner.rule(), self.inner.size().get());
        let n_moves = self.inner.turns().len();
        format!(
            "<gomoku.Game {rule} {size}x{size}, {n_moves} moves, {}>",
            self.inner.status().name()
        )
    }
}

impl Game {
    fn apply(&mut self, mv: Move) -> PyResult<Vec<Xy>> {
        guarded(|| match self.inner.try_move(mv) {
            Ok(played) => Ok(played.captured.iter().copied().map(xy).collect()),
            Err(reason) => Err(refusal(reason, Some(mv))),
        })
    }
}

fn refusal(reason: IllegalMove, mv: Option<Move>) -> PyErr {
    let text = match mv {
        Some(Move::Place(point)) => format!("({}, {}): {reason}", point.x(), point.y()),
        _ => reason.to_string(),
    };
    illegal_move(text, reason.name())
}

fn stones_of(rows: &[Vec<f64>]) -> PyResult<Stones> {
    let size = parse_size(rows.len() as i64)?;
    let mut stones = Stones::empty(size);
    for (y, row) in rows.iter().enumerate() {
        if row.len() != rows.len() {
            return Err(PyValueError::new_err(format!(
                "row {y} has {} cells, not {}",
                row.len(),
                rows.len()
            )));
        }
        for (x, &value) in row.iter().enumerate() {
            // Numbers from numpy arrays of any type arrive here as floats.
            let color = match value {
                0.0 => continue,
                -1.0 => Color::Black,
                1.0 => Color::White,
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "row {y}, column {x} holds {value}, not -1, 0 or 1"
                    )));
                }
            };
            if let Some(point) = size.point(x as i64, y as i64) {
                stones.set(point, Some(color));
            }
        }
    }
    Ok(stones)
}
