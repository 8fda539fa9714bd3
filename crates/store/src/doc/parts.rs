//! What several documents are made of.

use serde::{Deserialize, Serialize};
use tengen_players::{Bound, Fact, FactKind, Reason, Score, Units, Valuation};
use tengen_rules::{Axis, Color, Move, Notation, Point, Seat, Size};

use crate::StoreError;

/// What a pass is called.
const PASS: &str = "pass";

pub(super) fn unreadable(what: &str, value: impl std::fmt::Debug) -> StoreError {
    StoreError::Unreadable(format!("{what}: {value:?}"))
}

/// A point by its name, as `H8`.
pub(super) fn point_name(size: Size, point: Point) -> String {
    Notation::Renju.format(size, point)
}

pub(super) fn point_names(size: Size, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| point_name(size, point)).collect()
}

pub(super) fn read_point(size: Size, name: &str) -> Result<Point, StoreError> {
    Notation::Renju.parse(size, name).map_err(|_| unreadable("no point", name))
}

pub(super) fn read_points(size: Size, names: &[String]) -> Result<Vec<Point>, StoreError> {
    names.iter().map(|name| read_point(size, name)).collect()
}

pub(super) fn move_name(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_name(size, point),
        Move::Pass => PASS.to_owned(),
    }
}

pub(super) fn read_move(size: Size, name: &str) -> Result<Move, StoreError> {
    if name == PASS { Ok(Move::Pass) } else { read_point(size, name).map(Move::Place) }
}

pub(super) fn read_size(side: u8) -> Result<Size, StoreError> {
    Size::new(u64::from(side)).map_err(|_| unreadable("no board size", side))
}

pub(super) fn read_color(name: &str) -> Result<Color, StoreError> {
    Color::from_name(name).ok_or_else(|| unreadable("no color", name))
}

/// One of the two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeatDoc {
    First,
    Second,
}

impl From<Seat> for SeatDoc {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

impl From<SeatDoc> for Seat {
    fn from(seat: SeatDoc) -> Self {
        match seat {
            SeatDoc::First => Self::First,
            SeatDoc::Second => Self::Second,
        }
    }
}

/// A score, by whose units it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ValueDoc {
    Engine(i64),
    Own(i64),
}

impl From<Valuation> for ValueDoc {
    fn from(value: Valuation) -> Self {
        match value.units {
            Units::Engine => Self::Engine(value.score.0),
            Units::Own => Self::Own(value.score.0),
        }
    }
}

impl From<ValueDoc> for Valuation {
    fn from(value: ValueDoc) -> Self {
        match value {
            ValueDoc::Engine(score) => Self { score: Score(score), units: Units::Engine },
            ValueDoc::Own(score) => Self { score: Score(score), units: Units::Own },
        }
    }
}

/// How exact a score is; exact ones say nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BoundDoc {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

impl BoundDoc {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub(super) fn is_exact(&self) -> bool {
        *self == Self::Exact
    }
}

impl From<Bound> for BoundDoc {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::Exact,
            Bound::AtLeast => Self::AtLeast,
            Bound::AtMost => Self::AtMost,
        }
    }
}

impl From<BoundDoc> for Bound {
    fn from(bound: BoundDoc) -> Self {
        match bound {
            BoundDoc::Exact => Self::Exact,
            BoundDoc::AtLeast => Self::AtLeast,
            BoundDoc::AtMost => Self::AtMost,
        }
    }
}

/// A fact about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactDoc {
    kind: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    axis: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
}

pub(super) fn facts_of(size: Size, reason: &Reason) -> Vec<FactDoc> {
    let fact = |fact: &Fact| FactDoc {
        kind: fact.kind.name().to_owned(),
        points: point_names(size, &fact.points),
        axis: fact.axis.map(|axis| axis.name().to_owned()),
        count: fact.count,
    };
    reason.facts.iter().map(fact).collect()
}

pub(super) fn read_facts(size: Size, facts: &[FactDoc]) -> Result<Reason, StoreError> {
    let fact = |fact: &FactDoc| {
        read_fact(size, &fact.kind, &fact.points, fact.axis.as_deref(), fact.count)
    };
    Ok(Reason { facts: facts.iter().map(fact).collect::<Result<_, _>>()? })
}

pub(super) fn read_fact(
    size: Size,
    kind: &str,
    points: &[String],
    axis: Option<&str>,
    count: Option<u32>,
) -> Result<Fact, StoreError> {
    Ok(Fact {
        kind: FactKind::from_name(kind).ok_or_else(|| unreadable("no fact", kind))?,
        points: read_points(size, points)?,
        axis: axis.map(read_axis).transpose()?,
        count,
    })
}

pub(super) fn read_axis(name: &str) -> Result<Axis, StoreError> {
    let found = Axis::ALL.into_iter().find(|axis| axis.name() == name);
    found.ok_or_else(|| unreadable("no direction", name))
}
