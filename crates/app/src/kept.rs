//! What the store keeps, for the page, and back.

use tengen_api::{
    LibraryEntry, LibraryKind, LibraryPage, LibraryQuery, LibraryState, PerColor, Spot,
    UserSettings,
};
use tengen_store::{Entry, EntryKind, EntryState, Page, Query, Settings};

/// A part of the library.
pub fn page_view(page: Page) -> LibraryPage {
    LibraryPage { entries: page.entries.into_iter().map(entry_view).collect(), total: page.total }
}

fn entry_view(entry: Entry) -> LibraryEntry {
    let spots = |names: Vec<String>| names.into_iter().map(Spot).collect();
    LibraryEntry {
        id: entry.id,
        kind: match entry.kind {
            EntryKind::Game => LibraryKind::Game,
            EntryKind::Analysis => LibraryKind::Analysis,
        },
        title: entry.title,
        rule: entry.rule,
        size: entry.size,
        opening: entry.opening,
        black: entry.black,
        white: entry.white,
        result: entry.result,
        n_moves: entry.n_moves,
        created_at: entry.created_at,
        updated_at: entry.updated_at,
        stones: PerColor { black: spots(entry.stones.black), white: spots(entry.stones.white) },
    }
}

/// What the page looks for.
pub fn query_of(query: LibraryQuery) -> Query {
    Query {
        text: query.text,
        rule: query.rule,
        state: query.state.map(|state| match state {
            LibraryState::Ongoing => EntryState::Ongoing,
            LibraryState::Over => EntryState::Over,
        }),
        kind: query.kind.map(|kind| match kind {
            LibraryKind::Game => EntryKind::Game,
            LibraryKind::Analysis => EntryKind::Analysis,
        }),
        is_begun: query.is_begun,
        skip: query.skip,
        limit: query.limit,
    }
}

/// The settings for the page.
pub fn settings_view(settings: Settings) -> UserSettings {
    let Settings { threads, hash_mib, adapt, language, page } = settings;
    UserSettings { threads, hash_mib, adapt, language, page, notice: None }
}

/// The settings from the page.
pub fn settings_of(settings: UserSettings) -> Settings {
    let UserSettings { threads, hash_mib, adapt, language, page, notice: _ } = settings;
    Settings { threads, hash_mib, adapt, language, page }
}
