//! What is stored of a game or analysis.

use tengen_api::{LibraryEntry, LibraryKind};
use tengen_game::{Table, position_view};

/// What is stored of a game or analysis.
#[derive(Clone, Debug)]
pub struct Saved {
    /// How the library shows it.
    pub entry: LibraryEntry,
    /// The document from which everything else follows.
    pub doc: String,
}

impl Saved {
    /// A game as the library keeps it.
    pub fn game(id: &str, table: &Table) -> Result<Self, serde_json::Error> {
        let doc = table.doc();
        let (black, white) = table.player_names();
        let game = table.game();
        let entry = LibraryEntry {
            id: id.to_owned(),
            kind: LibraryKind::Game,
            title: doc.title.clone(),
            rule: doc.rule.clone(),
            size: doc.size,
            opening: doc.opening.clone(),
            black,
            white,
            result: game.status().name().to_owned(),
            n_moves: game.turns().len() as u32,
            created_at: doc.created_at,
            updated_at: doc.updated_at,
            stones: position_view(game, Some(&[])).stones,
        };
        Ok(Self { entry, doc: serde_json::to_string(doc)? })
    }
}
