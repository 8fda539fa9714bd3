//! Documents of the first version, whose shape was that of the page's interface of that time. They
//! are only read; nothing here may change.

mod analysis;
mod game;
mod thought;

pub(super) use analysis::AnalysisV1;
pub(super) use game::GameV1;
pub(super) use thought::ThoughtV1;

use serde::Deserialize;
use tengen_players::{Reason, Score};
use tengen_rules::Size;

use super::parts::read_fact;
use crate::StoreError;

/// A value for each color.
#[derive(Debug, Default, Deserialize)]
struct PerColorV1<T> {
    black: T,
    white: T,
}

#[derive(Debug, Deserialize)]
struct WorthV1 {
    value: i64,
    mate: Option<i32>,
}

impl WorthV1 {
    /// The score in the units of today: counted wins are counted from the one value of a win.
    fn score(&self) -> Score {
        match self.mate {
            Some(plies) if plies > 0 => Score::win_in(plies.unsigned_abs()),
            Some(plies) if plies < 0 => -Score::win_in(plies.unsigned_abs()),
            _ => Score(self.value),
        }
    }
}

#[derive(Debug, Deserialize)]
struct ReasonV1 {
    facts: Vec<FactV1>,
}

#[derive(Debug, Deserialize)]
struct FactV1 {
    kind: String,
    points: Vec<String>,
    direction: Option<String>,
    count: Option<u32>,
}

impl ReasonV1 {
    fn upgrade(&self, size: Size) -> Result<Reason, StoreError> {
        let fact = |fact: &FactV1| {
            read_fact(size, &fact.kind, &fact.points, fact.direction.as_deref(), fact.count)
        };
        Ok(Reason { facts: self.facts.iter().map(fact).collect::<Result<_, _>>()? })
    }
}
