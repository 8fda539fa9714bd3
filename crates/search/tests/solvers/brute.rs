//! The solver for fours against a naive one that knows nothing but the rules.

use tengen_board::{Board, Caro, Caro6, Freestyle, Renju, Standard, Variant};
use tengen_rules::{
    Color, Game, Point, Setup, SetupFault, SetupFaults, Size, SplitMix64, Status, Stones, wins_at,
};
use tengen_search::NeverStop;
use tengen_search::solve::{Answer, Kind, SolveLimits, check, solve};

use crate::problem::WEIGHTS;

/// Whether `color` could make five on this empty point.
fn makes_five(game: &Game, color: Color, point: Point) -> bool {
    let mut stones = game.stones().clone();
    stones.set(point, Some(color));
    wins_at(&stones, game.rule(), point)
}

fn fives(game: &Game, color: Color) -> Vec<Point> {
    game.stones().empties().filter(|&point| makes_five(game, color, point)).collect()
}

/// Whether the side to move wins by fours, by trying every move and every reply; `None` when that
/// takes too long.
fn wins_by_fours(game: &mut Game, visits: &mut u32) -> Option<bool> {
    *visits = visits.checked_sub(1)?;
    let attacker = game.to_move();
    if !fives(game, attacker).is_empty() {
        return Some(true);
    }
    for attack in game.legal_points() {
        game.try_play(attack).unwrap();
        let is_four = game.status().is_ongoing() && !fives(game, attacker).is_empty();
        let wins = if is_four { every_reply_loses(game, attacker, visits) } else { Some(false) };
        game.undo();
        if wins? {
            return Some(true);
        }
    }
    Some(false)
}

fn every_reply_loses(game: &mut Game, attacker: Color, visits: &mut u32) -> Option<bool> {
    for reply in game.legal_points() {
        game.try_play(reply).unwrap();
        let loses = match game.status() {
            Status::Ongoing if !fives(game, attacker).is_empty() => Some(true),
            Status::Ongoing => wins_by_fours(game, visits),
            Status::Won { .. } | Status::Drawn(_) => Some(false),
        };
        game.undo();
        if !loses? {
            return Some(false);
        }
    }
    // A pass, or no legal point at all, leaves the five standing.
    Some(true)
}

/// A random position with many stones, so that fours are common.
fn random_game<V: Variant>(side: u8, random: &mut SplitMix64) -> Option<Game> {
    let size = Size::literal(side);
    let mut stones = Stones::empty(size);
    let mut points: Vec<Point> = size.points().collect();
    random.shuffle(&mut points);
    let n_stones = points.len() / 4 + random.below(points.len() / 3);
    for (i, &point) in points[..n_stones].iter().enumerate() {
        let color = if i % 2 == 0 { Color::Black } else { Color::White };
        stones.set(point, Some(color));
    }
    let mut setup = Setup::from_stones(V::RULE, stones);
    setup.to_move = if random.below(2) == 0 { Color::Black } else { Color::White };
    let forgiven = SetupFaults::NONE.with(SetupFault::StoneCount);
    Game::from_setup_forgiving(setup, forgiven).ok().filter(|game| game.status().is_ongoing())
}

fn board_of<V: Variant>(game: &Game) -> Board<V> {
    let mut board = Board::<V>::new(game.size()).unwrap();
    let stones: Vec<_> =
        game.stones().iter().map(|(point, color)| (board.cell(point), color)).collect();
    board.set_stones(stones, game.to_move());
    board
}

fn assert_agrees_on_fours<V: Variant>(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let (mut n_wins, mut n_none) = (0, 0);
    while n_wins < 25 || n_none < 25 {
        let Some(mut game) = random_game::<V>(7, &mut random) else { continue };
        let Some(expected) = wins_by_fours(&mut game, &mut 300) else { continue };
        let mut board = board_of::<V>(&game);
        let solution = solve(&mut board, Kind::Vcf, SolveLimits::default(), &WEIGHTS, &NeverStop);
        let picture = game.stones().draw(|_| None);
        match solution.answer {
            Answer::Win(certificate) => {
                assert!(expected, "{} {}\n{picture}", V::RULE, game.to_move());
                assert!(check(&certificate).is_ok(), "{picture}");
                n_wins += 1;
            }
            Answer::None => {
                assert!(!expected, "{} {}\n{picture}", V::RULE, game.to_move());
                n_none += 1;
            }
            Answer::Unknown => panic!("there was no limit"),
        }
    }
}

#[test]
fn fours_agree_with_brute_force_in_freestyle() {
    assert_agrees_on_fours::<Freestyle>(1);
}

#[test]
fn fours_agree_with_brute_force_in_standard() {
    assert_agrees_on_fours::<Standard>(2);
}

#[test]
fn fours_agree_with_brute_force_in_caro() {
    assert_agrees_on_fours::<Caro>(3);
    assert_agrees_on_fours::<Caro6>(4);
}

#[test]
fn fours_agree_with_brute_force_in_renju() {
    assert_agrees_on_fours::<Renju>(5);
}

/// Whether some move threatens a win by fours and every reply to it runs into one: the shortest
/// kind of win by threats, looked for naively.
fn wins_by_one_threat(game: &mut Game, visits: &mut u32) -> Option<bool> {
    let attacker = game.to_move();
    if !fives(game, !attacker).is_empty() {
        return Some(false);
    }
    for attack in game.legal_points() {
        game.try_play(attack).unwrap();
        let is_quiet = game.status().is_ongoing() && fives(game, attacker).is_empty();
        let wins = if is_quiet { every_reply_loses(game, attacker, visits) } else { Some(false) };
        game.undo();
        if wins? {
            return Some(true);
        }
    }
    Some(false)
}

fn assert_threats_agree<V: Variant>(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let (mut n_wins, mut n_none) = (0, 0);
    while n_wins < 4 || n_none < 4 {
        let Some(mut game) = random_game::<V>(6, &mut random) else { continue };
        let Some(false) = wins_by_fours(&mut game, &mut 300) else { continue };
        let Some(expected) = wins_by_one_threat(&mut game, &mut 2_000) else { continue };
        let mut board = board_of::<V>(&game);
        let limits = SolveLimits { nodes: 100_000, hash_mib: 4 };
        let solution = solve(&mut board, Kind::Vct, limits, &WEIGHTS, &NeverStop);
        let picture = game.stones().draw(|_| None);
        match solution.answer {
            Answer::Win(certificate) => {
                assert!(check(&certificate).is_ok(), "{picture}");
                n_wins += 1;
            }
            Answer::None => {
                assert!(!expected, "{} {}\n{picture}", V::RULE, game.to_move());
                n_none += 1;
            }
            Answer::Unknown => assert!(!expected, "{} {}\n{picture}", V::RULE, game.to_move()),
        }
    }
}

#[test]
fn threats_agree_with_brute_force() {
    assert_threats_agree::<Freestyle>(11);
    assert_threats_agree::<Standard>(12);
    assert_threats_agree::<Caro>(13);
    assert_threats_agree::<Caro6>(14);
    assert_threats_agree::<Renju>(15);
}
