//! The engine against itself.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_rules::{Color, Game, Move, Point, Rule, Size, SplitMix64};

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
    /// Nodes for judging each position that is taken from the search trees; none are taken if zero.
    pub nodes_for_passed: u64,
    /// Games get their own stream of random numbers from this seed and their number.
    pub seed: u64,
    /// How the engine is set up.
    pub settings: Settings,
}

/// Plays game number `number`; the same number gives the same game. Behind it stand positions of
/// its search trees: what games are like is not what the evaluation is asked about, most of all in
/// the middle of attacks.
pub fn play_game(how: &SelfPlay, engine: &mut Engine, number: u64) -> Vec<GameData> {
    let mut random = SplitMix64::of_piece(how.seed, number);
    let mut game = random_opening(how.rule, how.size, &mut random);
    let mut moves = moves_of(&game);
    let opening_plies = moves.len() as u8;
    engine.new_game();
    let mut black_points = 1;
    let mut passed = Vec::new();
    while game.status().is_ongoing() {
        let think = Think { nodes: Some(how.nodes), ..Think::default() };
        let Ok((report, lines)) = engine.think_and_keep(&Position::of(&game), &think) else {
            break;
        };
        if how.nodes_for_passed > 0 {
            passed.extend(lines.iter().filter_map(|line| judged(how, engine, &game, line)));
        }
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
    let black_points = Some(black_points);
    let game = GameData { rule: how.rule, size: how.size, black_points, opening_plies, moves };
    core::iter::once(game).chain(passed).collect()
}

/// The position behind a line of the search, with what a search of its own says; none if it is over
/// or nearly so.
fn judged(how: &SelfPlay, engine: &Engine, game: &Game, line: &[Point]) -> Option<GameData> {
    let mut game = game.clone();
    for &point in line {
        game.try_play(point).ok()?;
    }
    if !game.status().is_ongoing() {
        return None;
    }
    let think = Think { nodes: Some(how.nodes_for_passed), ..Think::default() };
    let stop = AtomicBool::new(false);
    let report = engine.think(&Position::of(&game), &think, &stop, &mut |_| {}).ok()?;
    let (best, score) = (report.best()?, report.score());
    if score.mate().is_some_and(|plies| plies.abs() <= 5) {
        return None;
    }
    let mut moves = moves_of(&game);
    let opening_plies = moves.len() as u8;
    moves.push((how.size.index(best) as u16, score.get() as i16));
    Some(GameData { rule: how.rule, size: how.size, black_points: None, opening_plies, moves })
}

/// The stones of a game so far, as moves without scores.
fn moves_of(game: &Game) -> Vec<(u16, i16)> {
    let stones = game.turns().iter().filter_map(|turn| match turn.mv {
        Move::Place(point) => Some((game.size().index(point) as u16, NO_SCORE)),
        Move::Pass => None,
    });
    stones.collect()
}
