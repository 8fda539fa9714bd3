//! Whole capture games with hardly any search, every move looked over by the judge: it must be legal,
//! win where one stone wins, and answer a five on trial where an answer exists.
//!
//! `TENGEN_SLOW=1` plays a thousand games.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_rules::{Game, Point, Rule, Size, SplitMix64, Status, WinReason, captured_by, wins_at};

/// So few that nothing but the rules of step 2 can find these moves.
const NODES: [u64; 3] = [1, 30, 100];
const MOST_PLIES: usize = 160;

/// What the games came across, so that a test that exercises nothing fails.
#[derive(Debug, Default)]
struct Met {
    moves: usize,
    fives: usize,
    capture_wins: usize,
    on_trial: usize,
    broken: usize,
}

fn n_games(quick: u64) -> u64 {
    if std::env::var_os("TENGEN_SLOW").is_some() { 1_000 } else { quick }
}

/// Every stone that ends the game for the side to move, as the judge sees it: a line or the last
/// capture must be made by it, and only then is it tried.
fn winning_points(game: &Game) -> Vec<Point> {
    let us = game.to_move();
    let spec = game.rule().spec().capture.expect("the rule has captures");
    let reaches_the_count = |point: &Point| {
        let taken = captured_by(game.stones(), spec, *point, us).len() as u32;
        taken > 0 && game.captures()[us] + taken >= spec.stones_to_win
    };
    let mut points = points_of_five(game);
    points.extend(game.stones().empties().filter(reaches_the_count));
    points.retain(|&point| wins_with(game, point));
    points
}

/// Where the side to move makes five, whether that can be broken or not.
fn points_of_five(game: &Game) -> Vec<Point> {
    let mut stones = game.stones().clone();
    let makes_five = |&point: &Point| {
        stones.set(point, Some(game.to_move()));
        let is_five = wins_at(&stones, game.rule(), point);
        stones.set(point, None);
        is_five
    };
    game.stones().empties().filter(makes_five).collect()
}

fn wins_with(game: &Game, point: Point) -> bool {
    let mut after = game.clone();
    after.try_play(point).is_ok() && after.status().winner() == Some(game.to_move())
}

/// The engine's move, looked over.
fn checked_move(engine: &Engine, game: &Game, nodes: u64, met: &mut Met) -> Point {
    let think = Think { nodes: Some(nodes), ..Think::default() };
    let report = engine
        .think(&Position::of(game), &think, &AtomicBool::new(false), &mut |_| {})
        .expect("the engine plays captures");
    let best = report.best().expect("a game that goes on has a move");
    let board = game.stones();
    assert!(game.is_legal(best), "{best:?} is not legal ({nodes} nodes)\n{board}");
    let wins = winning_points(game);
    assert!(
        wins.is_empty() || wins.contains(&best),
        "{best:?} misses a win: {wins:?} ({nodes} nodes)\n{board}"
    );
    let answers = game.answers();
    assert!(
        answers.is_empty() || answers.contains(&best),
        "{best:?} is no answer: {answers:?} ({nodes} nodes)\n{board}"
    );
    met.moves += 1;
    met.on_trial += usize::from(!answers.is_empty());
    best
}

/// A five without asking whether it can be broken, else a point near the stones or in the middle.
fn careless_move(game: &Game, random: &mut SplitMix64) -> Point {
    if let Some(&five) = random.pick(&points_of_five(game)).filter(|&&five| game.is_legal(five)) {
        return five;
    }
    let legal = game.legal_points();
    let middle = game.size().middle();
    let is_near = |point: &&Point| {
        point.distance(middle) <= 1
            || game.stones().iter().any(|(stone, _)| stone.distance(**point) <= 2)
    };
    let near: Vec<Point> = legal.iter().filter(is_near).copied().collect();
    *random.pick(&near).or_else(|| random.pick(&legal)).expect("a game that goes on has a move")
}

/// One side is careless now and then, so that there is something to win and to break.
fn play_game(rule: Rule, number: u64, met: &mut Met) {
    let mut random = SplitMix64::of_piece(rule as u64, number);
    let side = [19, 13, 9][random.below(3)];
    let mut game = Game::new(rule, Size::literal(side));
    let engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let carelessness = [0, 25, 60][random.below(3)];
    let careful = random.below(2);
    while game.status().is_ongoing() && game.turns().len() < MOST_PLIES {
        let ply = game.turns().len();
        let is_opening = ply < 4 && random.below(2) == 0;
        let is_greedy = ply % 2 != careful && !points_of_five(&game).is_empty();
        let is_careless = is_greedy || (ply % 2 != careful && random.below(100) < carelessness);
        let point = if is_opening || is_careless {
            careless_move(&game, &mut random)
        } else {
            checked_move(&engine, &game, NODES[random.below(NODES.len())], met)
        };
        let was_on_trial = game.pending().is_some();
        game.try_play(point).expect("the move was found legal");
        met.broken += usize::from(was_on_trial && game.status().is_ongoing());
    }
    match game.status() {
        Status::Won { by: WinReason::Capture, .. } => met.capture_wins += 1,
        Status::Won { by: WinReason::Five, .. } => met.fives += 1,
        _ => {}
    }
}

fn play_games(rules: &[Rule], quick: u64) -> Met {
    let mut met = Met::default();
    for &rule in rules {
        for number in 0..n_games(quick) {
            play_game(rule, number, &mut met);
        }
    }
    assert!(met.moves > 100 && met.fives > 0 && met.capture_wins > 0, "{met:?}");
    met
}

#[test]
fn no_win_and_no_answer_is_missed_in_ninuki42() {
    let met = play_games(&[Rule::Ninuki42], 30);
    assert!(met.on_trial > 0 && met.broken > 0, "{met:?}");
}

#[test]
fn no_win_is_missed_in_pente_and_keryo() {
    play_games(&[Rule::Pente, Rule::Keryo], 8);
}
