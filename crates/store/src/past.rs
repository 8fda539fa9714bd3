//! What stored games say about a player. Each game is watched once, and again when it has changed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tengen_game::{Moment, Table};
use tengen_players::adapt::Habits;

use crate::{Entry, EntryKind, Query};

/// So many of the newest games are remembered: people get better.
const MOST_GAMES: u32 = 60;

/// Where stored games are looked up.
pub trait PastGames {
    /// The entries of a part of the library; none if it cannot be read.
    fn entries(&self, query: Query) -> Vec<Entry>;
    /// A game; nothing if it cannot be read.
    fn game(&self, id: &str, now: Moment) -> Option<Table>;
}

/// What was seen in one game: whom, and what.
type Seen = Option<(Option<String>, Habits)>;

/// What was seen in stored games, by their ids, with the time of their last change.
#[derive(Debug, Default)]
pub struct Past {
    games: Mutex<HashMap<String, (u64, Seen)>>,
}

impl Past {
    /// What other games than `except` say about the player called `name`. Games that cannot be read
    /// say nothing. This takes a while.
    pub fn habits(
        &self,
        games: &impl PastGames,
        name: Option<&str>,
        except: Option<&str>,
        now: Moment,
    ) -> Habits {
        let query =
            Query { kind: Some(EntryKind::Game), limit: Some(MOST_GAMES), ..Query::default() };
        let mut habits = Habits::default();
        for entry in
            games.entries(query).into_iter().filter(|entry| except != Some(entry.id.as_str()))
        {
            if let Some((whose, seen)) = self.seen_in(games, entry.id, entry.updated_at, now)
                && whose.as_deref() == name
            {
                habits.merge(&seen);
            }
        }
        habits
    }

    fn seen_in(&self, games: &impl PastGames, id: String, updated_at: u64, now: Moment) -> Seen {
        let known = self.games.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        if let Some((_, seen)) = known.filter(|(time, _)| *time == updated_at) {
            return seen;
        }
        let seen = games.game(&id, now)?.habits();
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.insert(id, (updated_at, seen.clone()));
        seen
    }
}
