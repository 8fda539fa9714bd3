//! An entry of the library as it is kept, whatever it is kept in.

use serde::{Deserialize, Serialize};
use tengen_rules::ByColor;

use crate::StoreError;
use crate::library::{Entry, EntryKind};
use crate::sum::sum_of;

/// The stones of an entry as they are kept.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct StonesDoc {
    pub(crate) black: Vec<String>,
    pub(crate) white: Vec<String>,
}

pub(crate) const fn kind_name(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Game => "game",
        EntryKind::Analysis => "analysis",
    }
}

/// A row of the library, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) entry: Entry,
    /// The picture of the board as it is kept.
    pub(crate) stones: String,
    pub(crate) doc: String,
    /// The number of the last event of a game.
    pub(crate) seq: Option<u64>,
}

impl Kept {
    pub(crate) fn new(entry: Entry, doc: String, seq: Option<u64>) -> Result<Self, StoreError> {
        let ByColor { black, white } = entry.stones.clone();
        let stones = serde_json::to_string(&StonesDoc { black, white })?;
        Ok(Self { entry, stones, doc, seq })
    }

    /// The checksum over everything in the row.
    pub(crate) fn sum(&self) -> u32 {
        let Entry { id, kind, title, rule, size, opening, black, white, result, .. } = &self.entry;
        let Entry { n_moves, created_at, updated_at, .. } = self.entry;
        let numbers = [
            u64::from(*size),
            u64::from(n_moves),
            created_at,
            updated_at,
            u64::from(self.seq.is_some()),
            self.seq.unwrap_or(0),
        ];
        let numbers: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        let texts = [id, kind_name(*kind), title, rule, opening, black, white, result];
        let rest = [self.stones.as_str(), self.doc.as_str()];
        sum_of(texts.into_iter().chain(rest).map(str::as_bytes).chain([numbers.as_slice()]))
    }
}
