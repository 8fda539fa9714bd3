//! The fast position against the judge, over random games of every rule it knows.

use tengen_board::{Board, Caro, Caro6, Freestyle, NoObserver, Renju, Standard, Threat, Variant};
use tengen_rules::{Color, Game, Size, SplitMix64, Status, forbidden_at};

/// What a run of random games came across, so that a test that exercises nothing fails.
#[derive(Debug, Default)]
struct Seen {
    plies: usize,
    fives: usize,
    forbidden: usize,
    suspects_cleared: usize,
}

/// Plays random games in lockstep and compares at every ply.
fn compare<V: Variant>(side: u8, n_games: u64, seed: u64) -> Seen {
    let size = Size::literal(side);
    let mut seen = Seen::default();
    for game_number in 0..n_games {
        let mut random = SplitMix64::new(seed ^ game_number << 8);
        let mut game = Game::new(V::RULE, size);
        let mut board = Board::<V>::new(size).expect("the board is small enough");
        let fresh = board.clone();
        while game.status().is_ongoing() {
            compare_position(&game, &mut board, &mut seen);
            let Some(point) = choose(&game, &board, &mut random) else { break };
            game.try_play(point).expect("a legal point is legal");
            let cell = board.cell(point);
            board.make(cell, &mut NoObserver);
            seen.plies += 1;
        }
        while board.n_plies() > 0 {
            board.unmake();
        }
        board.assert_consistent();
        assert_eq!(board.hash(), fresh.hash());
        assert!(board.candidates().is_empty());
    }
    seen
}

/// Mostly near other stones and often where something happens, so that games get tangled.
fn choose<V: Variant>(
    game: &Game,
    board: &Board<V>,
    random: &mut SplitMix64,
) -> Option<tengen_rules::Point> {
    let legal = game.legal_points();
    let near = board.candidates();
    let interesting: Vec<_> = legal
        .iter()
        .copied()
        .filter(|&point| {
            let cell = board.cell(point);
            near.contains(cell)
                && [game.to_move(), !game.to_move()].into_iter().any(|color| {
                    let threat = board.threat(color, cell);
                    threat > Threat::Two && threat < Threat::Four
                })
        })
        .collect();
    if random.below(3) > 0 && !interesting.is_empty() {
        return random.pick(&interesting).copied();
    }
    random.pick(&legal).copied()
}

fn compare_position<V: Variant>(game: &Game, board: &mut Board<V>, seen: &mut Seen) {
    assert_eq!(board.to_move(), game.to_move());
    for point in game.size().points() {
        let cell = board.cell(point);
        assert_eq!(board.is_empty(cell), game.stones().get(point).is_none());
        if !board.is_empty(cell) {
            continue;
        }
        let mover = game.to_move();
        let mut after = game.clone();
        let wins = after.try_play(point).is_ok()
            && matches!(after.status(), Status::Won { winner, .. } if winner == mover);
        assert_eq!(board.threat(mover, cell) == Threat::Five, wins, "five at {point:?}\n{game:?}");
        seen.fives += usize::from(wins);
        if V::IS_RENJU && mover == Color::Black {
            let expected = forbidden_at(&mut game.stones().clone(), point);
            let found = board.forbidden(cell);
            assert_eq!(found, expected, "{point:?}\n{}", game.stones());
            assert_eq!(board.is_legal(cell), expected.is_none());
            seen.forbidden += usize::from(expected.is_some());
            let is_suspect = board.threat(mover, cell) == Threat::Forbidden;
            seen.suspects_cleared += usize::from(is_suspect && expected.is_none());
        }
    }
    if V::IS_RENJU {
        board.assert_consistent();
    }
}

#[test]
fn freestyle_agrees() {
    for (side, n_games) in [(5, 20), (9, 20), (15, 6), (22, 2)] {
        let seen = compare::<Freestyle>(side, n_games, 1);
        assert!(seen.fives > 0 || side == 5, "{seen:?}");
    }
}

#[test]
fn standard_agrees() {
    for (side, n_games) in [(7, 20), (15, 6), (20, 2)] {
        let seen = compare::<Standard>(side, n_games, 2);
        assert!(seen.fives > 0, "{seen:?}");
    }
}

#[test]
fn caro_agrees() {
    for (side, n_games) in [(7, 30), (15, 6)] {
        assert!(compare::<Caro>(side, n_games, 3).fives > 0);
        assert!(compare::<Caro6>(side, n_games, 4).fives > 0);
    }
}

#[test]
fn renju_agrees_on_forbidden_points_too() {
    let mut all = Seen::default();
    for (side, n_games) in [(9, 20), (15, 25), (19, 2)] {
        let seen = compare::<Renju>(side, n_games, 5);
        all.fives += seen.fives;
        all.forbidden += seen.forbidden;
        all.suspects_cleared += seen.suspects_cleared;
    }
    assert!(all.fives > 0 && all.forbidden > 100 && all.suspects_cleared > 0, "{all:?}");
}
