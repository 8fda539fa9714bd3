//! Where games begin: random stones, and those of them that promise both sides the same.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Think};
use tengen_rules::{Game, Point, Rule, Size, SplitMix64};

/// The fewest and most random stones at the start.
const OPENING: (usize, usize) = (2, 7);

/// How near to even an opening has to be: the largest score, either way, after so many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fairness {
    /// The nodes of the judgement.
    pub nodes: u64,
    /// The largest score either way.
    pub within: i32,
}

/// Draws random openings until the engine judges one to be near even, each judgement in turn: the
/// cheap ones first, so that the dear ones see only promising openings.
pub fn balanced_opening(
    engine: &mut Engine,
    rule: Rule,
    size: Size,
    judgements: &[Fairness],
    random: &mut SplitMix64,
) -> Game {
    loop {
        let game = random_opening(rule, size, random);
        if game.status().is_ongoing() && judgements.iter().all(|fair| is_fair(engine, &game, fair))
        {
            return game;
        }
    }
}

fn is_fair(engine: &mut Engine, game: &Game, fair: &Fairness) -> bool {
    engine.new_game();
    let think = Think { nodes: Some(fair.nodes), ..Think::default() };
    let stop = AtomicBool::new(false);
    engine
        .think(&Position::of(game), &think, &stop, &mut |_| {})
        .is_ok_and(|report| report.score().get().abs() <= fair.within)
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
