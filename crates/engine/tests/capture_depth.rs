//! How deep the 42 game is searched in half a second, in the middle of games of our own.
//!
//! A measurement, so it is asked for: `cargo test --release -p tengen-engine --test all capture_depth --
//! --ignored --nocapture`

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_engine::{Budget, Engine, Position, Report, Settings, Think};
use tengen_rules::{Game, Move, Point, Rule, Size, SplitMix64, Status};

const N_GAMES: u64 = 24;
const N_RANDOM_STONES: usize = 5;
/// An opening this uneven is not played.
const EVEN: i32 = 80;
const MIDDLE_GAME: core::ops::Range<usize> = 10..45;
/// Every so many plies a position is taken.
const TAKEN_EVERY: usize = 7;
const NODES_OF_PLAY: u64 = 10_000;
const TIME: Duration = Duration::from_millis(500);
const WANTED_DEPTH: i32 = 10;
const WANTED_PERCENT: usize = 80;

fn think(engine: &Engine, game: &Game, think: &Think) -> Report {
    let stop = AtomicBool::new(false);
    engine.think(&Position::of(game), think, &stop, &mut |_| {}).expect("the rule is searched")
}

/// A few stones around the middle, none of which decides anything.
fn opening(random: &mut SplitMix64, engine: &Engine) -> Game {
    loop {
        let mut game = Game::new(Rule::Ninuki42, Size::literal(19));
        for _ in 0..N_RANDOM_STONES {
            let coordinate = |random: &mut SplitMix64| 6 + random.below(7) as u8;
            let point = Point::new(coordinate(random), coordinate(random));
            let _is_taken = game.try_play(point);
        }
        let report =
            think(engine, &game, &Think { nodes: Some(NODES_OF_PLAY), ..Think::default() });
        if report.score().get().abs() <= EVEN {
            return game;
        }
    }
}

/// Positions of the middle game that nobody has won yet.
fn positions() -> Vec<Game> {
    let engine = Engine::new(Settings::default());
    let mut random = SplitMix64::new(42);
    let mut taken = Vec::new();
    for n in 0..N_GAMES as usize {
        let mut game = opening(&mut random, &engine);
        while game.status() == Status::Ongoing && game.turns().len() < MIDDLE_GAME.end {
            let limits = Think { nodes: Some(NODES_OF_PLAY), ..Think::default() };
            let report = think(&engine, &game, &limits);
            let Some(best) = report.best().filter(|_| report.score().mate().is_none()) else {
                break;
            };
            let ply = game.turns().len();
            if MIDDLE_GAME.contains(&ply) && ply % TAKEN_EVERY == n % TAKEN_EVERY {
                taken.push(game.clone());
            }
            game = game.play(Move::Place(best)).expect("the engine plays legal moves");
        }
    }
    taken
}

#[test]
#[ignore = "measures time on an otherwise idle machine, in a release build"]
fn half_a_second_reaches_ten_plies_in_most_middle_games() {
    let mut depths = Vec::new();
    for game in positions() {
        // Every position is as new, so that nothing comes from an earlier search.
        let engine = Engine::new(Settings::default());
        let budget = Budget { soft: None, hard: Some(TIME) };
        let report = think(&engine, &game, &Think { budget, ..Think::default() });
        let is_decided = report.score().mate().is_some() || report.time < TIME / 2;
        if !is_decided {
            depths.push(report.depth);
        }
    }
    depths.sort_unstable();
    let n_deep = depths.iter().filter(|&&depth| depth >= WANTED_DEPTH).count();
    println!("{n_deep} of {} reach {WANTED_DEPTH}: {depths:?}", depths.len());
    assert!(depths.len() >= 40, "there are middle games to look at");
    assert!(n_deep * 100 >= WANTED_PERCENT * depths.len());
}
