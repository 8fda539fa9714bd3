//! The engine against itself.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_rules::{Color, Game, Point, Rule, Size, SplitMix64};

use crate::games::{GameData, NO_SCORE};

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The rule set.
    pub rule: Rule,
    /// The board size.
    pub size: Size,
    /// Nodes for each move.
    pub nodes: u64,
    /// Games get their own stream of random numbers from this seed and their number.
    pub seed: u64,
    /// How the engine is set up.
    pub settings: Settings,
}

/// The fewest and most random stones at the start.
const OPENING: (usize, usize) = (2, 7);

/// Plays game number `number`; the same number gives the same game.
pub fn play_game(how: &SelfPlay, engine: &mut Engine, number: u64) -> GameData {
    let mut random = SplitMix64::new(how.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut game = random_opening(how, &mut random);
    let mut moves: Vec<(u16, i16)> = game
        .turns()
        .iter()
        .filter_map(|turn| match turn.mv {
            tengen_rules::Move::Place(point) => Some((how.size.index(point) as u16, NO_SCORE)),
            tengen_rules::Move::Pass => None,
        })
        .collect();
    let opening_plies = moves.len() as u8;
    engine.new_game();
    let mut black_points = 1;
    while game.status().is_ongoing() {
        let think = Think { nodes: Some(how.nodes), ..Think::default() };
        let stop = AtomicBool::new(false);
        let Ok(report) = engine.think(&Position::of(&game), &think, &stop, &mut |_| {}) else {
            break;
        };
        let Some(best) = report.best() else { break };
        let score = report.score();
        if let Some(mate) = score.mate() {
            let winner = if mate > 0 { game.to_move() } else { !game.to_move() };
            black_points = if winner == Color::Black { 2 } else { 0 };
            moves.push((how.size.index(best) as u16, score.get() as i16));
            break;
        }
        moves.push((how.size.index(best) as u16, score.get() as i16));
        if game.try_play(best).is_err() {
            break;
        }
    }
    if let Some(winner) = game.status().winner() {
        black_points = if winner == Color::Black { 2 } else { 0 };
    }
    GameData { rule: how.rule, size: how.size, black_points, opening_plies, moves }
}

/// Random stones within a patch somewhere on the board.
fn random_opening(how: &SelfPlay, random: &mut SplitMix64) -> Game {
    let mut game = Game::new(how.rule, how.size);
    let n_stones = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
    let side = how.size.get();
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
