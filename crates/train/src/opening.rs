//! Where games begin: random stones, and those of them that promise both sides the same.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Think};
use tengen_rules::{Game, Point, Rule, Size, SplitMix64};

/// The fewest and most random stones at the start.
const OPENING: (usize, usize) = (2, 7);

/// Draws random openings until the engine judges one to be near even.
///
/// `within` is the largest score, either way, after `nodes` nodes.
pub fn balanced_opening(
    engine: &mut Engine,
    rule: Rule,
    size: Size,
    (nodes, within): (u64, i32),
    random: &mut SplitMix64,
) -> Game {
    loop {
        let game = random_opening(rule, size, random);
        engine.new_game();
        let think = Think { nodes: Some(nodes), ..Think::default() };
        let stop = AtomicBool::new(false);
        let Ok(report) = engine.think(&Position::of(&game), &think, &stop, &mut |_| {}) else {
            return game;
        };
        if game.status().is_ongoing() && report.score().get().abs() <= within {
            return game;
        }
    }
}

/// Random stones within a patch somewhere on the board.
pub(crate) fn random_opening(rule: Rule, size: Size, random: &mut SplitMix64) -> Game {
    let mut game = Game::new(rule, size);
    let n_stones = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
    let side = size.get();
    let patch = (4 + random.below(4)).min(usize::from(side)) as u8;
    let corner = |random: &mut SplitMix64| {
        // Mostly central: the mean of two draws.
        let room = usize::from(side - patch) + 1;
        random.below(room).midpoint(random.below(room)) as u8
    };
    let (left, top) = (corner(random), corner(random));
    while game.turns().len() < n_stones {
        let x = left + random.below(usize::from(patch)) as u8;
        let y = top + random.below(usize::from(patch)) as u8;
        if game.is_legal(Point::new(x, y)) && game.try_play(Point::new(x, y)).is_err() {
            break;
        }
        if !game.status().is_ongoing() {
            game.undo();
        }
    }
    game
}
