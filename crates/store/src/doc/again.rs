//! A document read and written again, for whoever throws strange documents at this crate.

use tengen_rules::Size;

use super::{AnalysisDoc, GameDoc, SettingsDoc, ThoughtDoc};
use crate::StoreError;

/// The kinds of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A game.
    Game,
    /// An analysis.
    Analysis,
    /// The settings.
    Settings,
    /// The thought behind a move on a board of this size.
    Thought(Size),
}

/// Reads a document of any version that is known, and writes it as this program does.
pub fn rewrite_document(kind: DocumentKind, text: &str) -> Result<String, StoreError> {
    Ok(match kind {
        DocumentKind::Game => serde_json::to_string(&GameDoc::of(&GameDoc::read(text)?))?,
        DocumentKind::Analysis => {
            serde_json::to_string(&AnalysisDoc::of(&AnalysisDoc::read(text)?)?)?
        }
        DocumentKind::Settings => {
            serde_json::to_string(&SettingsDoc::from(&SettingsDoc::read(text)?))?
        }
        DocumentKind::Thought(size) => {
            serde_json::to_string(&ThoughtDoc::of(size, &ThoughtDoc::read(text, size)?))?
        }
    })
}
