//! The crate in lockstep with the naive oracle: the same random games and boards, compared at
//! every ply in everything the rules text defines.

use tengen_rules::{
    Axis, ByColor, Cell, Color, Forbidden, Game, IllegalMove, Move, Point, Rule, Size, SplitMix64,
    Status, Stones, WinReason, captured_by, forbidden_at, free_three_axes, longest_run_at,
    run_through,
};
use tengen_testkit::oracle::OracleGame;

use crate::common::tally::Tally;
use crate::common::{
    Taste, drawn, oracle_position, oracle_rule, position, random_stones, rows, scaled, xy,
};

/// Compares everything that can be asked about a position.
fn compare(game: &Game, oracle: &OracleGame, tally: &mut Tally) {
    let context = || format!("{} {:?} to move\n{}", game.rule(), game.to_move(), game.stones());
    assert_eq!(rows(game.stones()).concat().into_bytes(), oracle.board.cells, "{}", context());
    assert_eq!(game.to_move() == Color::Black, oracle.black_to_move, "{}", context());
    assert_eq!([game.captures().black, game.captures().white], oracle.captured, "{}", context());
    assert_eq!(game.status().name(), oracle.status, "{}", context());
    assert_eq!(game.status().reason(), oracle.reason, "{}", context());
    assert_eq!(game.pending().map(Color::name), oracle.pending(), "{}", context());
    assert_eq!(points(&game.answers()), oracle.answers(), "{}", context());
    compare_legality(game, oracle, &context, tally);
    compare_captures_and_threes(game, oracle, &context, tally);
}

fn compare_legality(
    game: &Game,
    oracle: &OracleGame,
    context: &dyn Fn() -> String,
    tally: &mut Tally,
) {
    // One row and one column more than there are, where a point can say so.
    let side = (game.size().get() + 1).min(Size::MAX);
    let (mut legal, mut forbidden) = (Vec::new(), Vec::new());
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        let point = Point::new(x, y);
        let reason = game.illegal_reason(point).map(IllegalMove::name);
        let expected = oracle.illegal_reason(usize::from(x), usize::from(y));
        assert_eq!(reason, expected, "{point:?} {}", context());
        match expected {
            None => legal.push(point),
            Some("overline") => forbidden.push((point, Forbidden::Overline)),
            Some("double-four") => forbidden.push((point, Forbidden::DoubleFour)),
            Some("double-three") => forbidden.push((point, Forbidden::DoubleThree)),
            Some(_) => {}
        }
    }
    assert_eq!(game.legal_points(), legal, "{}", context());
    assert_eq!(game.forbidden_points(), forbidden, "{}", context());
    for (_, kind) in forbidden {
        tally.count(match kind {
            Forbidden::Overline => "overline ban",
            Forbidden::DoubleFour => "double-four ban",
            Forbidden::DoubleThree => "double-three ban",
        });
    }
}

fn compare_captures_and_threes(
    game: &Game,
    oracle: &OracleGame,
    context: &dyn Fn() -> String,
    tally: &mut Tally,
) {
    let Some(spec) = game.rule().spec().capture else { return };
    let mut stones = game.stones().clone();
    for point in game.stones().empties() {
        let (x, y) = xy(point);
        let taken = captured_by(&stones, spec, point, game.to_move());
        assert_eq!(points(&taken), oracle.captures_at(x, y), "{point:?} {}", context());
        if game.rule() != Rule::Ninuki42 || !game.status().is_ongoing() {
            continue;
        }
        let axes: Vec<&str> =
            free_three_axes(&mut stones, point, game.to_move()).map(Axis::name).collect();
        assert_eq!(axes, oracle.free_three_axes(x, y), "{point:?} {}", context());
        if axes.len() >= 2 && game.is_legal(point) {
            tally.count_if(!taken.is_empty(), "double-three exempt by capture");
            stones.set(point, Some(game.to_move()));
            tally.count_if(longest_run_at(&stones, point) >= 5, "double-three exempt by five");
            stones.set(point, None);
        }
    }
}

fn points(points: &[Point]) -> Vec<(usize, usize)> {
    points.iter().copied().map(xy).collect()
}

/// Plays one random game on both and returns how many plies it had.
fn play_in_lockstep(rule: Rule, size: Size, seed: u64, tally: &mut Tally) -> usize {
    let mut random = SplitMix64::new(seed);
    let taste = Taste::random(&mut random);
    let mut game = Game::new(rule, size);
    let mut oracle = OracleGame::new(oracle_rule(rule), usize::from(size.get()));
    compare(&game, &oracle, tally);
    while game.status().is_ongoing() {
        let before = game.pending();
        // A renju player may have no point left and then has to pass.
        let chosen = taste.choose(&game, &mut random);
        if chosen.is_none() || random.below(25) == 0 {
            let passed = game.try_move(Move::Pass).map(|_| ()).map_err(IllegalMove::name);
            let expected = oracle.pass();
            // The rules text has no word for this.
            assert_eq!(passed, expected.map_err(|_| "pass-not-allowed"));
            tally.count(if passed.is_ok() { "pass" } else { "refused pass" });
        } else if let Some(point) = chosen {
            let (x, y) = xy(point);
            let played = game.try_play(point).expect("a legal point is legal");
            let taken = played.captured.to_vec();
            assert_eq!(Ok(points(&taken)), oracle.play(x, y));
            count_events(&game, point, &taken, before, tally);
        }
        compare(&game, &oracle, tally);
    }
    assert_eq!(oracle.play(0, 0), Err("game-over"));
    tally.count(match game.status().reason().expect("a finished game has a reason") {
        "capture" => "capture win",
        reason => reason,
    });
    game.turns().len()
}

/// Notes what the stone just played on `point` did.
fn count_events(
    game: &Game,
    point: Point,
    taken: &[Point],
    pending_before: Option<Color>,
    tally: &mut Tally,
) {
    let mover = !game.to_move();
    tally.count_if(!taken.is_empty(), "capture");
    tally.count_if(taken.len() >= 4, "double capture");
    tally.count_if(taken.len() % 2 == 1, "capture of three");
    tally.count_if(game.pending().is_some(), "pending five");
    let is_lost_to_pending = pending_before.is_some() && game.status().winner() == pending_before;
    tally.count_if(is_lost_to_pending, "unanswered five wins");
    tally.count_if(pending_before.is_some() && game.status().is_ongoing(), "broken five");
    tally.count_if(pending_before.is_some() && game.pending().is_some(), "five breaks a five");
    let is_capture_win = game.status() == Status::Won { winner: mover, by: WinReason::Capture };
    tally.count_if(pending_before.is_some() && is_capture_win, "five answered by the capture win");
    if longest_run_at(game.stones(), point) > 5 {
        let is_win = game.status().winner() == Some(mover);
        tally.count(if is_win { "overline that wins" } else { "overline worth nothing" });
    }
    if longest_run_at(game.stones(), point) == 5 && game.pending().is_none() {
        tally.count_if(game.status().is_ongoing(), "five worth nothing");
    }
}

/// Random games of one rule on several sizes; every one of `events` has to occur in them.
fn check_games(rule: Rule, games: &[(u8, u64)], events: &[&str]) {
    let mut tally = Tally::default();
    for &(side, n_games) in games {
        for seed in 0..scaled(n_games) {
            let seed = seed << 16 | u64::from(side) << 8 | rule as u64;
            let n_plies = play_in_lockstep(rule, Size::literal(side), seed, &mut tally);
            (0..n_plies).for_each(|_| tally.count("ply"));
            tally.count("game");
        }
    }
    tally.assert_all_occurred(rule.name(), events);
}

/// Many small boards, where everything is close together, and a few large ones.
const LINE_GAMES: &[(u8, u64)] =
    &[(5, 20), (6, 40), (7, 40), (8, 15), (9, 10), (12, 3), (15, 3), (19, 1), (20, 1), (26, 1)];

/// Also of a rule for which nobody has written down what has to occur.
#[test]
fn games_of_every_rule_agree() {
    for rule in Rule::ALL {
        check_games(rule, &[(6, 4), (7, 4), (9, 1)], &["five"]);
    }
}

#[test]
fn freestyle_games_agree() {
    let events = ["five", "full-board", "overline that wins", "refused pass"];
    check_games(Rule::Freestyle, LINE_GAMES, &events);
}

#[test]
fn standard_games_agree() {
    let events = ["five", "full-board", "overline worth nothing", "refused pass"];
    check_games(Rule::Standard, LINE_GAMES, &events);
}

#[test]
fn caro_games_agree() {
    let events = ["five", "full-board", "overline worth nothing", "five worth nothing"];
    check_games(Rule::Caro, LINE_GAMES, &events);
}

#[test]
fn caro6_games_agree() {
    let events = ["five", "full-board", "overline that wins", "five worth nothing"];
    check_games(Rule::Caro6, LINE_GAMES, &events);
}

#[test]
fn renju_games_agree() {
    let games = [(5, 10), (6, 10), (7, 10), (8, 6), (9, 6), (11, 3), (13, 1), (15, 1)];
    let events = [
        "five",
        "two-passes",
        "pass",
        "refused pass",
        "overline that wins",
        "overline ban",
        "double-four ban",
        "double-three ban",
    ];
    check_games(Rule::Renju, &games, &events);
}

#[test]
fn ninuki42_games_agree() {
    let games = [(5, 20), (6, 30), (7, 30), (8, 16), (9, 12), (11, 4), (13, 2), (19, 1)];
    let events = [
        "five",
        "capture win",
        "capture",
        "double capture",
        "pending five",
        "broken five",
        "unanswered five wins",
        "five answered by the capture win",
        "double-three ban",
        "double-three exempt by capture",
    ];
    check_games(Rule::Ninuki42, &games, &events);
}

const PENTE_GAMES: &[(u8, u64)] = &[(5, 20), (6, 20), (7, 20), (8, 10), (9, 8), (13, 2), (19, 1)];

#[test]
fn pente_games_agree() {
    let events = ["five", "capture", "double capture", "capture win", "overline that wins"];
    check_games(Rule::Pente, PENTE_GAMES, &events);
}

#[test]
fn keryo_games_agree() {
    let events = ["five", "capture", "double capture", "capture of three", "capture win"];
    check_games(Rule::Keryo, PENTE_GAMES, &events);
}

/// Boards as no game would leave them, with a five of the last mover often standing.
#[test]
fn random_ninuki42_boards_agree() {
    let mut tally = Tally::default();
    let mut random = SplitMix64::new(42);
    for _ in 0..scaled(400) {
        let size = Size::literal(6 + random.below(5) as u8);
        let (black, white) = (10 + random.below(40), 3 + random.below(40));
        let stones = random_stones(&mut random, size, black, white);
        let taken = ByColor::from_fn(|_| 2 * random.below(5) as u32);
        let to_move = if random.below(2) == 0 { Color::Black } else { Color::White };
        let game = position(Rule::Ninuki42, stones, to_move, taken);
        compare(&game, &oracle_position(&game), &mut tally);
        tally.count_if(game.pending().is_some(), "pending five");
        tally.count_if(game.answers().len() >= 2, "several answers");
        tally.count_if(game.status().reason() == Some("five"), "five");
    }
    let events = [
        "pending five",
        "several answers",
        "five",
        "double-three ban",
        "double-three exempt by capture",
        "double-three exempt by five",
    ];
    tally.assert_all_occurred("ninuki42 boards", &events);
}

/// Boards with more black than any game has, where forbidden points depend on each other.
#[test]
fn random_renju_boards_agree() {
    let mut tally = Tally::default();
    let mut random = SplitMix64::new(5);
    for _ in 0..scaled(250) {
        let size = Size::literal(9 + random.below(5) as u8);
        let (black, white) = (18 + random.below(12), random.below(12));
        let stones = random_stones(&mut random, size, black, white);
        let game = position(Rule::Renju, stones, Color::Black, ByColor::default());
        if !game.status().is_ongoing() {
            continue; // a five of White that the oracle does not look for in a diagram
        }
        compare(&game, &oracle_position(&game), &mut tally);
        let mut stones = game.stones().clone();
        for point in game.stones().empties() {
            let is_banned = forbidden_at(&mut stones, point).is_some();
            let up_to = |level| is_banned_up_to_level(&mut stones.clone(), point, level);
            tally.count_if(up_to(0) != is_banned, "recursion decides");
            tally.count_if(up_to(1) != is_banned, "deep recursion decides");
            tally.count_if(up_to(2) != is_banned, "very deep recursion decides");
        }
    }
    let events = [
        "overline ban",
        "double-four ban",
        "double-three ban",
        "recursion decides",
        "deep recursion decides",
    ];
    tally.assert_all_occurred("renju boards", &events);
}

/// What the verdict would be if the recursion ended `level` levels down: below that every
/// extension of a three is taken for allowed.
fn is_banned_up_to_level(stones: &mut Stones, point: Point, level: u32) -> bool {
    // These two do not depend on the recursion, and a five is not banned.
    if matches!(forbidden_at(stones, point), Some(Forbidden::Overline | Forbidden::DoubleFour)) {
        return true;
    }
    stones.set(point, Some(Color::Black));
    let makes_five = Axis::ALL
        .into_iter()
        .any(|axis| run_through(stones, point, axis).is_some_and(|run| run.len == 5));
    let n_threes =
        Axis::ALL.into_iter().filter(|&axis| has_three(stones, point, axis, level)).count();
    stones.set(point, None);
    !makes_five && n_threes >= 2
}

fn has_three(stones: &mut Stones, point: Point, axis: Axis, level: u32) -> bool {
    let extensions: Vec<Point> = stones.empties_near(point, axis, 3).collect();
    extensions.into_iter().any(|extension| {
        stones.set(extension, Some(Color::Black));
        let run = run_through(stones, extension, axis).expect("there is a stone");
        let is_straight_four = run.len == 4
            && run.ends == [Cell::Empty; 2]
            && run.points(stones).any(|stone| stone == point)
            && stones.look(run.first, axis.backward(), 2) != Cell::Stone(Color::Black)
            && stones.look(run.first, axis.forward(), 5) != Cell::Stone(Color::Black);
        let makes_five = Axis::ALL
            .into_iter()
            .any(|axis| run_through(stones, extension, axis).is_some_and(|run| run.len == 5));
        stones.set(extension, None);
        is_straight_four
            && !makes_five
            && (level == 0 || !is_banned_up_to_level(stones, extension, level - 1))
    })
}

/// A diagram of a finished line game says nothing to the oracle, so the one difference in reading
/// diagrams is pinned here: a line or enough captures of the last mover have won.
#[test]
fn a_found_line_of_the_last_mover_has_won() {
    let board = ".......\n.XXXXX.\n.......\n..OO.OO\n.......\n.......\n.......";
    for rule in Rule::ALL {
        let game = drawn(rule, Color::White, board);
        assert_eq!(game.status().name(), "black_win", "{rule}");
        assert_eq!(game.status().reason(), Some("five"), "{rule}");
    }
}
