//! The policy with a judge who looks at the board only, and with the engine.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Settings, Think};
use tengen_rules::Opening;

use super::*;

const SIZE: Size = Size::literal(15);

/// Likes stones in the middle.
struct Central;

impl Judge for Central {
    fn judge(&mut self, game: &Game, _n_left: u32) -> Option<Judgement> {
        let middle = game.size().middle();
        let weight = |point: Point| 200 / (1 + i32::from(point.distance(middle)));
        let sum: i32 = game
            .stones()
            .iter()
            .map(|(p, color)| if color == Color::Black { weight(p) } else { -weight(p) })
            .sum();
        Some(Judgement { black: Score::of_eval(sum), best: None })
    }
}

fn state_after(opening: Opening, stones: &[(u8, u8)]) -> OpeningState {
    let mut state = OpeningState::new(opening, SIZE).unwrap();
    for &(x, y) in stones {
        let player = state.next().player;
        state.act(player, &Action::Place(Point::new(x, y))).unwrap();
    }
    state
}

fn plays_to_the_end(opening: Opening, rule: Rule, judge: &mut dyn Judge, seed: u64) {
    let mut state = OpeningState::new(opening, SIZE).unwrap();
    let mut n_steps = 0;
    while !state.is_done() {
        let player = state.next().player;
        let choice = decide_opening(&state, rule, judge, seed + n_steps);
        let done = state.act(player, &choice.action);
        assert_eq!(done, Ok(()), "{rule} {opening} {choice:?}");
        n_steps += 1;
    }
    assert!(n_steps < 20);
}

#[test]
fn both_seats_come_to_the_end_of_every_procedure() {
    for rule in Rule::ALL {
        for opening in Opening::ALL {
            for seed in 0..8 {
                plays_to_the_end(opening, rule, &mut Central, seed);
                plays_to_the_end(opening, rule, &mut NoJudge, seed);
            }
        }
    }
}

#[test]
fn the_engine_comes_to_the_end_of_every_procedure() {
    let engine = Engine::new(Settings { hash_mib: 4, ..Settings::default() });
    let stop = AtomicBool::new(false);
    let mut judge = EngineJudge::new(&engine, Effort::Nodes(30), &stop);
    for opening in Opening::ALL {
        plays_to_the_end(opening, Rule::Renju, &mut judge, 5);
    }
    // One that was stopped before it began has little to say, and the opening goes on all the same.
    let stopped = AtomicBool::new(true);
    let mut judge = EngineJudge::new(&engine, Effort::Nodes(30), &stopped);
    for opening in Opening::ALL {
        plays_to_the_end(opening, Rule::Renju, &mut judge, 5);
    }
}

#[test]
fn questions_share_what_the_judge_may_spend() {
    let engine = Engine::new(Settings { hash_mib: 4, ..Settings::default() });
    let stop = AtomicBool::new(false);
    let all = Think { nodes: Some(4_000), ..Think::default() };
    let judge =
        EngineJudge::new(&engine, Effort::Shared(all, tengen_engine::Instant::now()), &stop);
    let game = state_after(Opening::Swap2, &[(7, 7), (8, 8), (9, 7)]).to_game(Rule::Freestyle);
    let nodes = |n_left| judge.think(&game, &[], 1, n_left).nodes;
    assert!(nodes(1) >= 4_000);
    assert!((1_000..3_000).contains(&nodes(4)));
}

#[test]
fn the_better_color_is_taken() {
    let state = state_after(Opening::Swap, &[(7, 7), (0, 0), (8, 8)]);
    let choice = decide_opening(&state, Rule::Freestyle, &mut Central, 1);
    assert_eq!(choice.action, Action::Take(Color::Black));
    assert!(choice.black_rate() > 0.6 && !choice.is_even());
}

#[test]
fn two_more_stones_are_put_where_neither_color_is_clearly_better() {
    let even = state_after(Opening::Swap2, &[(7, 7), (8, 8), (0, 0)]);
    let choice = decide_opening(&even, Rule::Freestyle, &mut SlightlyBlack(UNCLEAR), 1);
    assert_eq!(choice.action, Action::PutTwo);
    assert!(choice.is_even());
    let choice = decide_opening(&even, Rule::Freestyle, &mut SlightlyBlack(UNCLEAR + 1), 1);
    assert_eq!(choice.action, Action::Take(Color::Black));
    let choice = decide_opening(&even, Rule::Freestyle, &mut SlightlyBlack(-UNCLEAR - 1), 1);
    assert_eq!(choice.action, Action::Take(Color::White));
}

/// Finds every position worth the same.
struct SlightlyBlack(i32);

impl Judge for SlightlyBlack {
    fn judge(&mut self, _game: &Game, _n_left: u32) -> Option<Judgement> {
        Some(Judgement { black: Score::of_eval(self.0), best: None })
    }
}

#[test]
fn three_stones_are_proposed_that_the_judge_calls_even() {
    for first_seed in 0..5 {
        let mut state = OpeningState::new(Opening::Swap2, SIZE).unwrap();
        for seed in 0..3 {
            let choice =
                decide_opening(&state, Rule::Freestyle, &mut Central, 10 * first_seed + seed);
            state.act(Seat::First, &choice.action).unwrap();
        }
        let judged = Central.judge(&state.to_game(Rule::Freestyle), 1).unwrap();
        assert!((judged.black.win_rate() - 0.5).abs() < 0.1, "{judged:?}");
        assert!(state.stones().iter().all(|&stone| edge_distance(SIZE, stone) < PATCH));
    }
}

#[test]
fn a_proposal_differs_from_seed_to_seed() {
    let start = OpeningState::new(Opening::Swap2, SIZE).unwrap();
    let first = |seed| decide_opening(&start, Rule::Freestyle, &mut Central, seed).action;
    assert_eq!(first(1), first(1));
    assert!((2..20).any(|seed| first(seed) != first(1)));
}

#[test]
fn a_stone_is_put_for_the_best_where_the_colors_stay() {
    // White puts the fourth stone after the swap: nobody can take it from him.
    let mut state = state_after(Opening::Rif, &[(7, 7), (8, 8), (9, 9)]);
    state.act(Seat::Second, &Action::Stay).unwrap();
    let choice = decide_opening(&state, Rule::Renju, &mut Central, 1);
    let Action::Place(fourth) = choice.action else { panic!("a stone: {choice:?}") };
    assert_eq!(fourth.distance(SIZE.middle()), 1, "as near to the middle as there is room");
}

#[test]
fn pairs_keep_the_balance_that_is_asked_for() {
    let game = state_after(Opening::Swap2, &[(7, 7), (8, 8), (9, 7)]).to_game(Rule::Freestyle);
    let (_, even) = two_even_moves(&mut Central, &game, 0).unwrap();
    let (_, lead) = two_even_moves(&mut Central, &game, 400).unwrap();
    assert!(even < lead, "{even:?} {lead:?}");
    let (point, black) = most_even_move(&mut Central, &game, 0, 1).unwrap();
    assert!(game.is_legal(point) && black < lead);
}

#[test]
fn no_two_fifth_moves_are_the_same_by_symmetry() {
    let game = state_after(Opening::Tarannikov, &[]).to_game(Rule::Renju);
    assert_eq!(fifth_moves(&mut Central, &game, 8, 1).len(), 6, "of 25 points around the middle");
}
