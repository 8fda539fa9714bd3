//! The documents of the library: JSON with a version that is read before anything else.
//!
//! These types are the file format and nothing but that. They are made of the domain's types and
//! turned back into them here; neither a change of the page's interface nor one inside the program
//! changes what is on a disk. A document of an earlier version is understood by the module of its
//! number; one of a later version is an error and is never written over.

mod again;
mod analysis;
mod game;
mod parts;
mod settings;
mod thought;
mod v1;

pub use again::{DocumentKind, rewrite_document};
pub(crate) use analysis::AnalysisDoc;
pub(crate) use game::GameDoc;
pub(crate) use settings::SettingsDoc;
pub(crate) use thought::ThoughtDoc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tengen_game::{Moment, Table};
use tengen_players::Thought;
use tengen_rules::Size;

use crate::StoreError;

/// The version that this program writes.
pub(crate) const VERSION: u32 = 3;
/// Documents that have no version are those of the first one.
const FIRST_VERSION: u32 = 1;
/// What was added since has a default where it is missing.
const SECOND_VERSION: u32 = 2;

#[derive(Deserialize)]
struct Probe {
    #[serde(default)]
    version: Option<u32>,
}

/// The version of a document.
pub(crate) fn version_of(text: &str) -> Result<u32, StoreError> {
    let probe: Probe = serde_json::from_str(text)?;
    Ok(probe.version.unwrap_or(FIRST_VERSION))
}

/// Reads a document of any version that is known.
fn read<Current, First>(
    text: &str,
    upgrade: impl FnOnce(First) -> Result<Current, StoreError>,
) -> Result<Current, StoreError>
where
    Current: DeserializeOwned,
    First: DeserializeOwned,
{
    match version_of(text)? {
        VERSION | SECOND_VERSION => Ok(serde_json::from_str(text)?),
        FIRST_VERSION => upgrade(serde_json::from_str(text)?),
        version if version > VERSION => Err(StoreError::Newer { version }),
        version => Err(StoreError::Unreadable(format!("there is no version {version}"))),
    }
}

/// A game as the document that is kept of it.
pub fn game_text(table: &Table) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&GameDoc::of(table.history()))?)
}

/// The game of a document, taken up at this moment.
pub fn read_game(text: &str, now: Moment) -> Result<Table, StoreError> {
    let table = Table::restore(GameDoc::read(text)?, now);
    table.map_err(|error| StoreError::Unreadable(error.to_string()))
}

/// The thought behind a move as the document that is kept of it.
pub fn thought_text(size: Size, thought: &Thought) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&ThoughtDoc::of(size, thought))?)
}

/// The thought of a document about a game on a board of this size.
pub fn read_thought(text: &str, size: Size) -> Result<Thought, StoreError> {
    ThoughtDoc::read(text, size)
}
