//! The large engines, shared by all workers. Whoever thinks takes one and gives it back, so that a
//! game that is alone has the same engine and the same table from move to move, whichever worker it
//! falls to, and the memory the user allows is taken once and not by every worker.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_engine::{Engine, Settings};
use tengen_rules::{Game, Rule, Size};

use crate::EnginePlayer;

/// What the engine of the strongest opponents may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The size of the table in MiB.
    pub hash_mib: usize,
    /// How many threads think.
    pub threads: usize,
}

/// A table that came out smaller than allowed, because the memory was not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// What was allowed.
    pub wanted_mib: usize,
    /// What there was.
    pub got_mib: usize,
}

impl Shortage {
    /// Whether an engine has less memory than its settings say.
    pub fn of(engine: &Engine) -> Option<Self> {
        let wanted_mib = engine.settings().hash_mib;
        let got_mib = engine.table_bytes() >> 20;
        (got_mib < wanted_mib).then_some(Self { wanted_mib, got_mib })
    }
}

/// The large engines.
#[derive(Debug)]
pub struct Engines {
    allowance: Mutex<Allowance>,
    idle: Mutex<Vec<KeptEngine>>,
}

/// An engine with the game its table is about.
#[derive(Debug)]
pub(crate) struct KeptEngine {
    player: EnginePlayer,
    about: Option<(Rule, Size)>,
}

impl KeptEngine {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { player: EnginePlayer::new("engine", settings), about: None }
    }

    /// The engine, for a game. It forgets by itself what was about another rule or size.
    pub(crate) fn ready(&mut self, game: &Game) -> &EnginePlayer {
        self.about = Some((game.rule(), game.size()));
        &self.player
    }

    fn is_about(&self, game: &Game) -> bool {
        self.about == Some((game.rule(), game.size()))
    }

    /// Whether it has less memory than its settings say.
    pub(crate) fn shortage(&self) -> Option<Shortage> {
        Shortage::of(self.player.engine())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes an engine that knows this kind of game, or any.
fn idle_for(idle: &mut Vec<KeptEngine>, game: &Game) -> Option<KeptEngine> {
    let at = idle.iter().position(|kept| kept.is_about(game));
    at.map(|at| idle.swap_remove(at)).or_else(|| idle.pop())
}

impl Engines {
    /// Engines with this allowance, made when first needed.
    pub fn new(allowance: Allowance) -> Self {
        Self { allowance: Mutex::new(allowance), idle: Mutex::new(Vec::new()) }
    }

    /// Changes what every engine may use, from its next thought on.
    pub fn allow(&self, allowance: Allowance) {
        *locked(&self.allowance) = allowance;
        // Their tables are of the wrong size; whoever thinks next makes one of the right size.
        locked(&self.idle).clear();
    }

    /// What every engine may use.
    pub fn allowance(&self) -> Allowance {
        *locked(&self.allowance)
    }

    /// Thinks with an engine, one that knows this kind of game if there is one. An engine that
    /// panics does not come back.
    pub(crate) fn with<T>(&self, game: &Game, think: impl FnOnce(&mut KeptEngine) -> T) -> T {
        let Allowance { hash_mib, threads } = self.allowance();
        let found = idle_for(&mut locked(&self.idle), game);
        let settings = Settings { hash_mib, threads, ..Settings::default() };
        let mut kept = found.unwrap_or_else(|| KeptEngine::new(settings));
        let result = think(&mut kept);
        let is_still_allowed = self.allowance() == Allowance { hash_mib, threads };
        // What got less than it was allowed asks again next time: there may be more by then.
        if is_still_allowed && kept.shortage().is_none() {
            locked(&self.idle).push(kept);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings_seen(engines: &Engines, game: &Game) -> (usize, usize) {
        engines.with(game, |kept| {
            let settings = kept.ready(game).engine().settings();
            (settings.hash_mib, settings.threads)
        })
    }

    #[test]
    fn what_is_allowed_reaches_the_engine() {
        let game = Game::new(Rule::Freestyle, Size::new(15).unwrap());
        let engines = Engines::new(Allowance { hash_mib: 2, threads: 1 });
        assert_eq!(settings_seen(&engines, &game), (2, 1));
        engines.allow(Allowance { hash_mib: 3, threads: 2 });
        assert_eq!(settings_seen(&engines, &game), (3, 2));
    }

    #[test]
    fn a_game_finds_its_engine_again_and_two_at_once_have_two() {
        let size = Size::new(15).unwrap();
        let game = Game::new(Rule::Freestyle, size);
        let other = Game::new(Rule::Renju, size);
        let engines = Engines::new(Allowance { hash_mib: 1, threads: 1 });
        engines.with(&game, |kept| {
            kept.ready(&game);
            engines.with(&other, |kept| kept.ready(&other).engine().table_bytes());
        });
        assert_eq!(locked(&engines.idle).len(), 2);
        engines.with(&game, |kept| assert!(kept.is_about(&game)));
        engines.with(&other, |kept| assert!(kept.is_about(&other)));
    }
}
