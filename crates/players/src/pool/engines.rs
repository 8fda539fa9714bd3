//! The large engines, shared by all workers. Whoever thinks takes one and gives it back, so that a
//! game that is alone has the same engine and the same table from move to move, whichever worker it
//! falls to, and the memory the user allows is taken once and not by every worker.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_engine::{Engine, Settings, affordable_mib};
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

/// The table of an engine that is made while a clock runs: writing to a large one for the first time
/// takes longer than a move may.
const QUICK_HASH_MIB: usize = 16;
/// More than one game has a table as large as allowed, as long as all of them together take no more
/// than this.
const TOGETHER_MIB: usize = 256;
/// So many quickly made engines are kept.
const MOST_QUICK: usize = 4;

/// The large engines. Their tables are made in the background, when a game is begun: whoever thinks
/// before that is done does so with a small one.
#[derive(Clone, Debug)]
pub struct Engines(Arc<Mutex<Shelf>>);

/// What is allowed, and the engines that nobody thinks with now.
#[derive(Debug)]
struct Shelf {
    allowance: Allowance,
    /// Those with tables as large as allowed.
    large: Vec<KeptEngine>,
    quick: Vec<KeptEngine>,
    /// Every large engine, wherever it is, has a copy of this.
    place: Arc<()>,
}

/// An engine with the game its table is about.
#[derive(Debug)]
pub(crate) struct KeptEngine {
    player: EnginePlayer,
    about: Option<(Rule, Size)>,
    /// What its table would have been if there had been time.
    wanted_mib: usize,
    /// That of the shelf, if it is a large one.
    place: Option<Arc<()>>,
}

impl KeptEngine {
    pub(crate) fn new(settings: Settings) -> Self {
        let wanted_mib = settings.hash_mib;
        Self { player: EnginePlayer::new("engine", settings), about: None, wanted_mib, place: None }
    }

    /// One with a table that is small enough to be made at once.
    fn made_quickly(allowance: Allowance) -> Self {
        let hash_mib = allowance.hash_mib.min(QUICK_HASH_MIB);
        let settings = settings_of(Allowance { hash_mib, ..allowance });
        Self { wanted_mib: allowance.hash_mib, ..Self::new(settings) }
    }

    /// The engine, for a game. It forgets by itself what was about another rule or size.
    pub(crate) fn ready(&mut self, game: &Game) -> &EnginePlayer {
        self.about = Some((game.rule(), game.size()));
        &self.player
    }

    fn is_about(&self, game: &Game) -> bool {
        self.about == Some((game.rule(), game.size()))
    }

    /// Whether there is less memory for it than was allowed.
    pub(crate) fn shortage(&self) -> Option<Shortage> {
        let engine = self.player.engine();
        if engine.settings().hash_mib == self.wanted_mib {
            return Shortage::of(engine);
        }
        let (wanted_mib, got_mib) = (self.wanted_mib, affordable_mib(self.wanted_mib));
        (got_mib < wanted_mib).then_some(Shortage { wanted_mib, got_mib })
    }
}

fn settings_of(Allowance { hash_mib, threads }: Allowance) -> Settings {
    Settings { hash_mib, threads, ..Settings::default() }
}

/// Takes an engine that knows this kind of game, or one that knows none: emptying a large table
/// takes a while.
fn idle_for(idle: &mut Vec<KeptEngine>, game: &Game) -> Option<KeptEngine> {
    let known = idle.iter().position(|kept| kept.is_about(game));
    let at = known.or_else(|| idle.iter().position(|kept| kept.about.is_none()))?;
    Some(idle.swap_remove(at))
}

impl Shelf {
    fn new(allowance: Allowance) -> Self {
        Self { allowance, large: Vec::new(), quick: Vec::new(), place: Arc::default() }
    }

    /// A large engine that has yet to be made ready for this game, if there may be one: one that is
    /// about another game, or the right to make a new one.
    fn take_unready(&mut self, game: &Game) -> Option<Result<KeptEngine, Arc<()>>> {
        let hash_mib = self.allowance.hash_mib;
        let is_ready = |kept: &KeptEngine| kept.about.is_none() || kept.is_about(game);
        if hash_mib <= QUICK_HASH_MIB || self.large.iter().any(is_ready) {
            return None;
        }
        let n_large = Arc::strong_count(&self.place) - 1;
        if n_large < (TOGETHER_MIB / hash_mib).max(1) {
            return Some(Err(Arc::clone(&self.place)));
        }
        self.large.pop().map(Ok)
    }

    /// Puts an engine back, unless it was made for another allowance.
    fn put_back(&mut self, engine: KeptEngine) {
        let threads = engine.player.engine().settings().threads;
        if engine.wanted_mib != self.allowance.hash_mib || threads != self.allowance.threads {
            return;
        }
        match &engine.place {
            Some(place) if Arc::ptr_eq(place, &self.place) => self.large.push(engine),
            None if self.quick.len() < MOST_QUICK => self.quick.push(engine),
            _ => {}
        }
    }
}

impl Engines {
    /// Engines with this allowance, made when first needed.
    pub fn new(allowance: Allowance) -> Self {
        Self(Arc::new(Mutex::new(Shelf::new(allowance))))
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what every engine may use, from its next thought on.
    pub fn allow(&self, allowance: Allowance) {
        // Their tables are of the wrong size. Those that are in use are given up afterwards.
        let old = std::mem::replace(&mut *self.shelf(), Shelf::new(allowance));
        drop(old);
    }

    /// What every engine may use.
    pub fn allowance(&self) -> Allowance {
        self.shelf().allowance
    }

    /// Begins to make an engine ready for games like this one, on a thread of its own: its table
    /// made, written to once, and empty. Does nothing if there is one, or if there are too many.
    pub fn prepare(&self, game: &Game) {
        let Some(make) = self.making(game) else { return };
        // Where there is no memory for a thread, there is none for a table.
        let _ = std::thread::Builder::new().name("prepare".to_owned()).spawn(make);
    }

    /// The same on this thread, for those who have no other and nothing to do meanwhile.
    pub fn prepare_here(&self, game: &Game) {
        if let Some(make) = self.making(game) {
            make();
        }
    }

    /// What makes an engine ready for games like this one, if that is to be done.
    fn making(&self, game: &Game) -> Option<impl FnOnce() + Send + 'static> {
        let mut shelf = self.shelf();
        let allowance = shelf.allowance;
        let begun = shelf.take_unready(game)?;
        drop(shelf);
        let (engines, about) = (self.clone(), (game.rule(), game.size()));
        Some(move || {
            let mut engine = match begun {
                Ok(mut engine) => {
                    engine.player.engine_mut().new_game();
                    engine
                }
                Err(place) => {
                    let new = KeptEngine::new(settings_of(allowance));
                    KeptEngine { place: Some(place), ..new }
                }
            };
            engine.about = Some(about);
            engines.shelf().put_back(engine);
        })
    }

    /// Thinks with an engine, one that knows this kind of game if there is one. Nothing is made or
    /// emptied for it that would take a while. An engine that panics does not come back.
    pub(crate) fn with<T>(&self, game: &Game, think: impl FnOnce(&mut KeptEngine) -> T) -> T {
        let mut shelf = self.shelf();
        let allowance = shelf.allowance;
        let large = idle_for(&mut shelf.large, game);
        let quick = if large.is_none() { idle_for(&mut shelf.quick, game) } else { None };
        drop(shelf);
        if large.is_none() {
            // For the next move.
            self.prepare(game);
        }
        let found = large.or(quick);
        let mut kept = found.unwrap_or_else(|| KeptEngine::made_quickly(allowance));
        let result = think(&mut kept);
        // What got less than it was allowed asks again next time: there may be more by then.
        if kept.place.is_none() || kept.shortage().is_none() {
            self.shelf().put_back(kept);
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
        assert_eq!(engines.shelf().quick.len(), 2);
        engines.with(&game, |kept| assert!(kept.is_about(&game)));
        engines.with(&other, |kept| assert!(kept.is_about(&other)));
    }

    /// The size of the table that a thought gets.
    fn table_mib(engines: &Engines, game: &Game) -> usize {
        engines.with(game, |kept| kept.ready(game).engine().table_bytes() >> 20)
    }

    fn wait_for_large(engines: &Engines, n: usize) {
        while engines.shelf().large.len() < n {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[test]
    fn nobody_waits_for_a_large_table_and_the_next_move_has_it() {
        let size = Size::new(15).unwrap();
        let (game, other) = (Game::new(Rule::Freestyle, size), Game::new(Rule::Renju, size));
        let engines = Engines::new(Allowance { hash_mib: 200, threads: 1 });
        assert_eq!(table_mib(&engines, &game), QUICK_HASH_MIB, "none was made before");
        wait_for_large(&engines, 1);
        assert_eq!(table_mib(&engines, &game), 200);
        assert_eq!(table_mib(&engines, &other), QUICK_HASH_MIB, "emptying it takes a while too");
        while !engines.shelf().large.iter().any(|kept| kept.is_about(&other)) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert_eq!(table_mib(&engines, &other), 200);
        assert_eq!(Arc::strong_count(&engines.shelf().place), 2, "two would be too much");
    }

    #[test]
    fn a_game_that_is_begun_finds_its_table_and_another_size_is_made_anew() {
        let game = Game::new(Rule::Freestyle, Size::new(15).unwrap());
        let engines = Engines::new(Allowance { hash_mib: 32, threads: 1 });
        engines.prepare(&game);
        engines.prepare(&game);
        wait_for_large(&engines, 1);
        assert_eq!(table_mib(&engines, &game), 32);
        let other = Game::new(Rule::Renju, Size::new(15).unwrap());
        engines.prepare_here(&other);
        assert_eq!(table_mib(&engines, &other), 32, "at once");
        engines.allow(Allowance { hash_mib: 40, threads: 1 });
        engines.prepare(&game);
        wait_for_large(&engines, 1);
        assert_eq!(table_mib(&engines, &game), 40);
    }
}
