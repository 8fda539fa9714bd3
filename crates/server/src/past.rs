//! What stored games say about a player. Each game is watched once, and again when it has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tengen_adapt::Habits;
use tengen_proto::app::{LibraryKind, LibraryQuery};
use tengen_table::{Table, TableDoc, habits_of_table};

use crate::state::Shared;

/// So many of the newest games are remembered: people get better.
const MOST_GAMES: u32 = 60;

/// What was seen in one game: whom, and what.
type Seen = Option<(Option<String>, Habits)>;

/// What was seen in stored games, by their ids, with the time of their last change.
#[derive(Debug, Default)]
pub(crate) struct Past {
    games: Mutex<HashMap<String, (u64, Seen)>>,
}

/// Habits that may still be on their way.
pub(crate) type Coming = Arc<OnceLock<Arc<Habits>>>;

/// Begins to collect what other games than `except` say about the player called `name`.
pub(crate) fn collect(shared: Arc<Shared>, name: Option<String>, except: String) -> Coming {
    let coming = Coming::default();
    let there = Arc::clone(&coming);
    tokio::spawn(async move {
        let habits = habits_of(&shared, name.as_deref(), &except).await;
        // Nobody else fills it.
        let _ = there.set(Arc::new(habits));
    });
    coming
}

/// Games that cannot be read say nothing.
async fn habits_of(shared: &Arc<Shared>, name: Option<&str>, except: &str) -> Habits {
    let query = LibraryQuery {
        kind: Some(LibraryKind::Game),
        limit: Some(MOST_GAMES),
        ..LibraryQuery::default()
    };
    let entries = shared.store.list(query).await.map(|page| page.entries).unwrap_or_default();
    let mut habits = Habits::default();
    for entry in entries.into_iter().filter(|entry| entry.id != except) {
        if let Some((whose, seen)) = seen_in(shared, entry.id, entry.updated_at).await
            && whose.as_deref() == name
        {
            habits.merge(&seen);
        }
    }
    habits
}

async fn seen_in(shared: &Arc<Shared>, id: String, updated_at: u64) -> Seen {
    let known = shared.past.games.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
    if let Some((_, seen)) = known.filter(|(time, _)| *time == updated_at) {
        return seen;
    }
    let doc = shared.store.load::<TableDoc>(&id, LibraryKind::Game).await.ok().flatten()?;
    let now = shared.clock.now();
    let watch = move || Table::from_doc(doc, now).ok().as_ref().and_then(habits_of_table);
    let seen = tokio::task::spawn_blocking(watch).await.ok().flatten();
    let mut games = shared.past.games.lock().unwrap_or_else(PoisonError::into_inner);
    games.insert(id, (updated_at, seen.clone()));
    seen
}
