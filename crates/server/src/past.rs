//! What stored games say about a player, collected while nobody waits for it.

use std::sync::{Arc, OnceLock};

use tengen_players::adapt::Habits;

use crate::state::Shared;

/// Habits that may still be on their way.
pub(crate) type Coming = Arc<OnceLock<Arc<Habits>>>;

/// Begins to collect what other games than `except` say about the player called `name`.
pub(crate) fn collect(shared: Arc<Shared>, name: Option<String>, except: String) -> Coming {
    let coming = Coming::default();
    let there = Arc::clone(&coming);
    let look = move || {
        let now = shared.clock.now();
        let habits = shared.past.habits(&shared.store, name.as_deref(), Some(&except), now);
        // Nobody else fills it.
        let _ = there.set(Arc::new(habits));
    };
    // Where there is no memory for a thread, nothing is known about the player.
    let _ = std::thread::Builder::new().name("habits".to_owned()).spawn(look);
    coming
}
