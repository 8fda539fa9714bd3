//! The habits and the engine together.
#![cfg(test)]

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Report, Settings, Think};
use tengen_players::adapt::{Adapted, Habits, MARGIN, think};
use tengen_players::figures::{Kind, threats_of_stone};
use tengen_rules::{Axis, Color, Game, Point, Rule, Size, SplitMix64};

const NODES: u64 = 800;
const SIZE: Size = Size::literal(15);

/// Games in which White overlooks threes along one axis and answers those along another.
fn habits_of_somebody_blind_to(blind: Axis, sees: Axis) -> Habits {
    let mut habits = Habits::default();
    for number in 0..12 {
        for (axis, is_blind) in [(blind, true), (sees, false)] {
            let mut game = Game::new(Rule::Ninuki42, SIZE);
            let empty = game.stones().clone();
            let first = Point::new(4 + number % 6, 7);
            let stone = |n: i8| empty.step(first, axis.forward(), n).unwrap();
            let answer = if is_blind { Point::new(0, 14) } else { stone(3) };
            let moves =
                [stone(0), Point::new(0, 0), stone(1), Point::new(14, 14), stone(2), answer];
            for point in moves {
                game.try_play(point).unwrap();
            }
            habits.watch(&game, Color::White);
        }
    }
    habits
}

/// Positions of the 42 game a few stones in, Black to move.
fn middle_games(n: u64) -> Vec<Game> {
    (0..n)
        .map(|number| {
            let mut random = SplitMix64::of_piece(42, number);
            let mut game = Game::new(Rule::Ninuki42, SIZE);
            while game.turns().len() < 10 {
                let near = |p: &Point| p.distance(SIZE.middle()) <= 4;
                let points: Vec<Point> = game.legal_points().into_iter().filter(near).collect();
                game.try_play(*random.pick(&points).unwrap()).unwrap();
            }
            game
        })
        .filter(|game| game.status().is_ongoing())
        .collect()
}

fn engine() -> Engine {
    Engine::new(Settings { hash_mib: 4, ..Settings::default() })
}

fn request() -> Think {
    Think { nodes: Some(NODES), ..Think::default() }
}

fn adapted(game: &Game, habits: &Habits) -> (Report, Option<Adapted>) {
    think(&engine(), game, &request(), habits, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn plain(game: &Game, nodes: u64) -> Report {
    let think = Think { nodes: Some(nodes), ..Think::default() };
    engine().think(&Position::of(game), &think, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn makes_three(game: &Game, point: Point, axis: Axis) -> bool {
    let mut after = game.clone();
    after.try_play(point).unwrap();
    threats_of_stone(after.stones(), game.rule(), game.to_move(), point)
        .iter()
        .any(|threat| threat.kind == Kind::Three && threat.axis == axis)
}

#[test]
fn without_habits_the_move_is_the_engines_own() {
    for game in middle_games(6) {
        let (report, adapted) = adapted(&game, &Habits::default());
        assert_eq!(adapted, None);
        assert_eq!(report.lines, plain(&game, NODES).lines);
    }
}

#[test]
fn who_overlooks_threes_on_a_diagonal_gets_more_of_them() {
    let habits = habits_of_somebody_blind_to(Axis::Diagonal, Axis::Horizontal);
    let tally = habits.threats(Kind::Three, Axis::Diagonal);
    assert_eq!((tally.seen, tally.missed), (12, 12));
    assert_eq!(habits.threats(Kind::Three, Axis::Horizontal).missed, 0);
    let (mut n_before, mut n_after, mut n_changed) = (0, 0, 0);
    for game in middle_games(120) {
        let usual = plain(&game, NODES * 8 / 10);
        let (report, adapted) = adapted(&game, &habits);
        let (before, after) = (usual.best().unwrap(), report.best().unwrap());
        n_before += u32::from(makes_three(&game, before, Axis::Diagonal));
        n_after += u32::from(makes_three(&game, after, Axis::Diagonal));
        let Some(adapted) = adapted else {
            assert_eq!(after, before);
            continue;
        };
        let chosen = adapted.compared[adapted.chosen];
        assert_eq!((chosen.point, adapted.compared[0].point), (after, before));
        if adapted.is_changed() {
            n_changed += 1;
            let best = adapted.compared.iter().map(|one| one.score.get()).max().unwrap();
            assert!(chosen.score.get() >= best - MARGIN, "{adapted:?}");
            assert!(chosen.score.get() >= usual.score().get() - MARGIN, "{adapted:?}");
            assert!(chosen.score.mate().is_none(), "{adapted:?}");
        }
    }
    assert!(n_changed >= 3, "the habits changed {n_changed} moves");
    assert!(n_after > n_before, "{n_before} threes before, {n_after} after");
}
