//! The engine against itself.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_rules::{Color, Rule, Size, SplitMix64};

use crate::games::{GameData, NO_SCORE};
use crate::opening::random_opening;

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

/// Plays game number `number`; the same number gives the same game.
pub fn play_game(how: &SelfPlay, engine: &mut Engine, number: u64) -> GameData {
    let mut random = SplitMix64::of_piece(how.seed, number);
    let mut game = random_opening(how.rule, how.size, &mut random);
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
