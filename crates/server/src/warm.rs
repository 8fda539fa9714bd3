//! Building the engine's tables while nobody waits for them yet.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_game::{Occupant, Table};
use tengen_players::pool::Engines;
use tengen_players::{Opponent, Rung};
use tengen_rules::Game;

/// Has a table made for a game in which an opponent goes by time, before its clock runs.
pub(crate) fn prepare(engines: &Engines, table: &Table) {
    let goes_by_time = |occupant: &Occupant| {
        let Occupant::Opponent { name, .. } = occupant else { return false };
        let rung = Rung::named(name);
        rung.is_some_and(|rung| {
            matches!(rung.opponent, Opponent::EngineTime(_) | Opponent::Solved(_))
        })
    };
    if table.history().seats.iter().any(goes_by_time) {
        engines.prepare(table.game());
    }
}

/// Makes the engine ready for games like this one, so that its first search can be stopped as quickly
/// as any other.
pub(crate) fn warm_up(game: &Game) {
    let position = Position::of(game);
    let look = move || {
        let engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
        let think = Think { nodes: Some(1), ..Think::default() };
        // What it finds is of no interest.
        let _ = engine.think(&position, &think, &AtomicBool::new(false), &mut |_| {});
    };
    // Where there is no memory for it, the first move takes a little longer.
    let _ = std::thread::Builder::new().name("warm-up".to_owned()).spawn(look);
}
