//! The capture games of the fast position against the judge.
//!
//! Every ply of random games is compared: stones, counts, what each move takes, bans with their
//! exemptions, fives on trial and their answers. `TENGEN_SLOW=1` plays 10,000 games of each rule.

use tengen_board::{Board, Cell, FiveState, Keryo, Ninuki42, NoObserver, Pente, Threat, Variant};
use tengen_rules::{
    Color, Game, Point, Rule, Size, SplitMix64, Status, WinReason, captured_by, free_three_axes,
};

/// What the games came across, so that a test that exercises nothing fails.
#[derive(Debug, Default)]
struct Met {
    captures: usize,
    several_groups: usize,
    threes: usize,
    bans: usize,
    exempt_by_capture: usize,
    on_trial: usize,
    broken: usize,
    stood: usize,
    capture_wins: usize,
}

fn n_games(quick: u64) -> u64 {
    if std::env::var_os("TENGEN_SLOW").is_some() { 10_000 } else { quick }
}

fn play_games<V: Variant>(side: u8, n_games: u64, seed: u64) -> Met {
    let size = Size::literal(side);
    let mut met = Met::default();
    for number in 0..n_games {
        let mut random = SplitMix64::of_piece(seed, number);
        let mut game = Game::new(V::RULE, size);
        let mut board = Board::<V>::new(size).expect("the board is small enough");
        let (fresh, mut hashes) = (board.hash(), Vec::new());
        while game.status().is_ongoing() {
            compare_position(&game, &mut board, &mut met);
            let Some(point) = choose(&game, &board, &mut random) else { break };
            hashes.push(board.hash());
            play_both(&mut game, &mut board, point, &mut met);
        }
        while board.n_plies() > 0 {
            board.unmake();
            assert_eq!(Some(board.hash()), hashes.pop());
        }
        board.assert_consistent();
        assert_eq!(board.hash(), fresh);
        assert!(board.candidates().is_empty());
    }
    met
}

/// Mostly near other stones, often a capture or the set-up of one, so that games get tangled.
fn choose<V: Variant>(game: &Game, board: &Board<V>, random: &mut SplitMix64) -> Option<Point> {
    let us = game.to_move();
    let legal = game.legal_points();
    let pick = |random: &mut SplitMix64, is_wanted: &dyn Fn(Cell) -> bool| {
        let wanted: Vec<Point> =
            legal.iter().copied().filter(|&point| is_wanted(board.cell(point))).collect();
        random.pick(&wanted).copied()
    };
    let near = board.candidates();
    let answers = game.answers();
    let choice = match random.below(10) {
        _ if !answers.is_empty() && random.below(4) > 0 => random.pick(&answers).copied(),
        0..=2 => pick(random, &|cell| board.takes(us).contains(cell)),
        3..=4 => pick(random, &|cell| board.flanks(us).contains(cell)),
        5..=7 => pick(random, &|cell| {
            [us, !us].into_iter().any(|color| board.threat(color, cell) > Threat::Two)
        }),
        8 => pick(random, &|cell| near.contains(cell)),
        _ => None,
    };
    choice.or_else(|| pick(random, &|cell| near.contains(cell))).or_else(|| {
        let all = &legal;
        random.pick(all).copied()
    })
}

fn play_both<V: Variant>(game: &mut Game, board: &mut Board<V>, point: Point, met: &mut Met) {
    let mover = game.to_move();
    let cell = board.cell(point);
    let makes_five = board.threat(mover, cell) == Threat::Five;
    let was_pending = game.pending();
    let played = game.try_play(point).expect("a legal point is legal");
    let (n_captured, status) = (played.captured.len(), played.status);
    met.captures += usize::from(n_captured > 0);
    met.several_groups += usize::from(n_captured > 3);
    met.threes += usize::from(n_captured == 3);
    board.make(cell, &mut NoObserver);
    for color in Color::ALL {
        assert_eq!(u32::from(board.taken(color)), game.captures()[color]);
    }
    let has_enough = board.taken(mover) >= V::STONES_TO_WIN;
    match status {
        Status::Won { winner, by: WinReason::Capture } => {
            assert!(winner == mover && has_enough, "{}", game.stones());
            met.capture_wins += 1;
        }
        Status::Won { winner, .. } if winner == mover => {
            assert!(makes_five && !has_enough);
            if V::FIVE_CAN_BE_BROKEN {
                assert_eq!(board.five_state(), FiveState::OnTrial);
                assert!(answers(board).is_empty());
            }
        }
        Status::Won { .. } => {
            assert_eq!(board.five_state(), FiveState::Stood);
            met.stood += 1;
        }
        _ => {
            assert!(!has_enough && (V::FIVE_CAN_BE_BROKEN || !makes_five));
            let is_on_trial = board.five_state() == FiveState::OnTrial;
            assert_eq!(is_on_trial, game.pending() == Some(mover), "{}", game.stones());
            assert_ne!(board.five_state(), FiveState::Stood);
            met.on_trial += usize::from(is_on_trial);
            met.broken += usize::from(was_pending.is_some());
        }
    }
}

/// The replies to a five on trial that break it or reach the count, found by trying captures.
fn answers<V: Variant>(board: &mut Board<V>) -> Vec<Point> {
    let us = board.to_move();
    let takes = *board.takes(us);
    takes
        .iter()
        .filter(|&cell| {
            board.scoped(cell, |board| {
                board.taken(us) >= V::STONES_TO_WIN || board.five_state() != FiveState::Stood
            })
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|cell| board.point(cell))
        .collect()
}

fn compare_position<V: Variant>(game: &Game, board: &mut Board<V>, met: &mut Met) {
    let spec = V::RULE.spec().capture.expect("the rule captures");
    assert_eq!(board.to_move(), game.to_move());
    let mut stones = game.stones().clone();
    for point in game.size().points() {
        let cell = board.cell(point);
        for color in Color::ALL {
            let has_stone = board.stones(color).contains(cell);
            assert_eq!(has_stone, stones.get(point) == Some(color));
        }
        if !board.is_empty(cell) {
            continue;
        }
        for color in Color::ALL {
            let expected = captured_by(&stones, spec, point, color);
            let mut taken: Vec<Point> =
                board.taken_by(color, cell).cells().iter().map(|&cell| board.point(cell)).collect();
            taken.sort_unstable();
            assert_eq!(taken, expected, "{color} on {point:?}\n{stones}");
        }
        let is_legal = game.is_legal(point);
        assert_eq!(board.is_legal(cell), is_legal, "{point:?}\n{stones}");
        met.bans += usize::from(!is_legal);
        let mover = game.to_move();
        if V::RULE == Rule::Ninuki42 && is_legal && board.takes(mover).contains(cell) {
            let n_free = free_three_axes(&mut stones, point, mover).count();
            met.exempt_by_capture += usize::from(n_free > 1);
        }
    }
    if game.pending().is_some() {
        assert_eq!(answers(board), game.answers(), "{stones}");
    }
}

#[test]
fn ninuki42_agrees_with_captures_bans_and_fives_on_trial() {
    let met = play_games::<Ninuki42>(9, n_games(60), 11);
    assert!(met.captures > 100 && met.several_groups > 3 && met.bans > 10, "{met:?}");
    assert!(met.exempt_by_capture > 0 && met.on_trial > 3 && met.broken > 0, "{met:?}");
    assert!(met.stood > 0 && met.capture_wins > 3, "{met:?}");
    let met = play_games::<Ninuki42>(19, n_games(12), 12);
    assert!(met.captures > 30, "{met:?}");
}

#[test]
fn pente_agrees() {
    let met = play_games::<Pente>(9, n_games(40), 13);
    assert!(met.captures > 50 && met.capture_wins > 3 && met.bans == 0, "{met:?}");
    play_games::<Pente>(19, n_games(8), 14);
}

#[test]
fn keryo_agrees_and_takes_threes() {
    let met = play_games::<Keryo>(9, n_games(40), 15);
    assert!(met.captures > 50 && met.threes > 5 && met.capture_wins > 0, "{met:?}");
    play_games::<Keryo>(19, n_games(8), 16);
}

/// The same stones with other counts are another position.
#[test]
fn the_hash_tells_counts_apart() {
    let size = Size::literal(9);
    let mut board = Board::<Ninuki42>::new(size).expect("the board is small enough");
    let mut seen = vec![board.hash()];
    for color in Color::ALL {
        for n_taken in [2, 4, 6, 8] {
            board.set_taken(color, n_taken);
            assert!(!seen.contains(&board.hash()));
            seen.push(board.hash());
        }
        board.set_taken(color, 0);
    }
    assert_eq!(board.hash(), seen[0]);
}
