//! Building the engine's tables while nobody waits for them yet.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_game::Table;
use tengen_players::pool::Engines;
use tengen_rules::Game;

/// Has a table made for a game in which an opponent goes by time, before its clock runs.
pub(crate) fn prepare(engines: &Engines, table: &Table) {
    if tengen_app::wants_engine(table) {
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
