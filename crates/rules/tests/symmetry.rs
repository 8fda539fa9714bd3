//! What must not depend on how one looks at the board, nor on how one got there: the eight
//! symmetries, the exchange of colors, taking back, and starting again from the position.

use tengen_rules::perft::perft;
use tengen_rules::{
    ByColor, Color, DrawReason, Forbidden, Game, IllegalMove, Move, Point, Rule, Setup, SetupFault,
    SetupFaults, Size, SplitMix64, Status, Stones, Symmetry, WinReason, forbidden_points,
};

use crate::common::tally::Tally;
use crate::common::{Taste, play_all, position, random_game, random_stones, scaled};

/// Sizes with little and with some room, odd and even.
const SIDES: [u8; 4] = [5, 6, 8, 11];

/// Seeded random games of every rule, shown ply by ply.
fn for_each_position(n_games: u64, mut visit: impl FnMut(&Game)) {
    for rule in Rule::ALL {
        for side in SIDES {
            for seed in 0..scaled(n_games) {
                random_game(rule, Size::literal(side), seed, &mut visit);
            }
        }
    }
}

fn image(setup: &Setup, symmetry: Symmetry) -> Setup {
    Setup { stones: symmetry.apply_to_stones(&setup.stones), ..setup.clone() }
}

fn color_exchanged(setup: &Setup) -> Setup {
    let mut stones = Stones::empty(setup.stones.size());
    for (point, color) in setup.stones.iter() {
        stones.set(point, Some(!color));
    }
    Setup { rule: setup.rule, stones, to_move: !setup.to_move, captures: setup.captures.swapped() }
}

fn status_exchanged(status: Status) -> Status {
    match status {
        Status::Won { winner, by } => Status::Won { winner: !winner, by },
        other => other,
    }
}

fn judged(setup: Setup) -> Game {
    let Setup { rule, stones, to_move, captures } = setup;
    position(rule, stones, to_move, captures)
}

fn moved(symmetry: Symmetry, size: Size, points: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = points.iter().map(|&p| symmetry.apply(size, p)).collect();
    points.sort_unstable();
    points
}

fn forbidden_moved(
    symmetry: Symmetry,
    size: Size,
    points: &[(Point, Forbidden)],
) -> Vec<(Point, Forbidden)> {
    let mut points: Vec<(Point, Forbidden)> =
        points.iter().map(|&(p, kind)| (symmetry.apply(size, p), kind)).collect();
    points.sort_unstable();
    points
}

#[test]
fn the_identity_comes_first_and_moves_nothing() {
    let size = Size::literal(6);
    assert_eq!(Symmetry::all().next(), Some(Symmetry::IDENTITY));
    assert!(size.points().all(|point| Symmetry::IDENTITY.apply(size, point) == point));
    assert_eq!(Symmetry::all().count(), 8);
}

#[test]
fn every_symmetry_plays_the_same_game() {
    for rule in Rule::ALL {
        for side in SIDES {
            let size = Size::literal(side);
            let mut random = SplitMix64::new(u64::from(side));
            let taste = Taste::random(&mut random);
            let mut game = Game::new(rule, size);
            let mut images: Vec<(Symmetry, Game)> =
                Symmetry::all().map(|symmetry| (symmetry, game.clone())).collect();
            while let Some(point) = taste.choose(&game, &mut random) {
                let taken = game.try_play(point).expect("a legal point is legal").captured.to_vec();
                let (legal, forbidden) = (game.legal_points(), game.forbidden_points());
                let answers = game.answers();
                for (symmetry, other) in &mut images {
                    let there = symmetry.apply(size, point);
                    let played = other.try_play(there).expect("legal there as well");
                    let mut taken_there = played.captured.to_vec();
                    taken_there.sort_unstable();
                    assert_eq!(taken_there, moved(*symmetry, size, &taken));
                    assert_eq!(other.status(), game.status());
                    assert_eq!(other.pending(), game.pending());
                    assert_eq!(other.captures(), game.captures());
                    assert_eq!(other.stones(), &symmetry.apply_to_stones(game.stones()));
                    assert_eq!(other.legal_points(), moved(*symmetry, size, &legal));
                    assert_eq!(other.answers(), moved(*symmetry, size, &answers));
                    let expected = forbidden_moved(*symmetry, size, &forbidden);
                    assert_eq!(other.forbidden_points(), expected);
                }
            }
        }
    }
}

#[test]
fn exchanging_colors_changes_nothing_where_both_live_under_the_same_rules() {
    let mut tally = Tally::default();
    for_each_position(3, |game| {
        if !game.rule().treats_colors_alike() {
            assert_eq!(game.rule(), Rule::Renju);
            return;
        }
        let setup = game.to_setup();
        let (here, there) = (judged(setup.clone()), judged(color_exchanged(&setup)));
        assert_eq!(there.status(), status_exchanged(here.status()));
        assert_eq!(there.pending(), here.pending().map(|color| !color));
        assert_eq!(there.legal_points(), here.legal_points());
        assert_eq!(there.forbidden_points(), here.forbidden_points());
        assert_eq!(there.answers(), here.answers());
        tally.count_if(here.pending().is_some(), "pending five");
        tally.count_if(here.status().winner().is_some(), "win");
        tally.count_if(!here.forbidden_points().is_empty(), "ban");
    });
    tally.assert_all_occurred("color exchange", &["pending five", "win", "ban"]);
}

#[test]
fn forbidden_points_turn_with_the_board() {
    let mut random = SplitMix64::new(9);
    let mut n_forbidden = 0;
    for _ in 0..scaled(60) {
        let size = Size::literal(8 + random.below(4) as u8);
        let mut stones = random_stones(&mut random, size, 25, 8);
        let forbidden = forbidden_points(&mut stones);
        for symmetry in Symmetry::all() {
            let there = forbidden_points(&mut symmetry.apply_to_stones(&stones));
            assert_eq!(there, forbidden_moved(symmetry, size, &forbidden), "{stones}");
        }
        n_forbidden += forbidden.len();
    }
    assert!(n_forbidden > 50, "only {n_forbidden} forbidden points");
}

#[test]
fn perft_is_the_same_for_every_symmetry_and_for_exchanged_colors() {
    for rule in Rule::ALL {
        let mut setups = Vec::new();
        for seed in 0..scaled(4) {
            random_game(rule, Size::literal(6), seed, |game| {
                if game.turns().len() % 7 == 6 {
                    setups.push(game.to_setup());
                }
            });
        }
        for setup in setups {
            let counts = perft(&judged(setup.clone()), 2);
            for symmetry in Symmetry::all() {
                assert_eq!(perft(&judged(image(&setup, symmetry)), 2), counts, "{setup:?}");
            }
            if rule.treats_colors_alike() {
                assert_eq!(perft(&judged(color_exchanged(&setup)), 2), counts, "{setup:?}");
            }
        }
    }
}

#[test]
fn legal_points_are_those_that_are_legal() {
    for_each_position(2, |game| {
        let filtered: Vec<Point> = game.size().points().filter(|&p| game.is_legal(p)).collect();
        assert_eq!(game.legal_points(), filtered);
        for (point, kind) in game.forbidden_points() {
            assert_eq!(game.illegal_reason(point), Some(IllegalMove::Forbidden(kind)));
        }
    });
}

#[test]
fn taking_back_restores_an_equal_game_at_every_ply() {
    let mut random = SplitMix64::new(77);
    for rule in Rule::ALL {
        for side in SIDES {
            let taste = Taste::random(&mut random);
            let mut game = Game::new(rule, Size::literal(side));
            let mut history = vec![game.clone()];
            while game.status().is_ongoing() {
                let chosen = taste.choose(&game, &mut random);
                let is_passing = chosen.is_none() || random.below(10) == 0;
                let pass = (is_passing && game.may_pass()).then_some(Move::Pass);
                let mv = pass.or(chosen.map(Move::Place)).expect("he can do something");
                game.try_move(mv).expect("and it is legal");
                history.push(game.clone());
            }
            while let Some(expected) = history.pop() {
                assert_eq!(game, expected);
                assert_eq!(game.key(), expected.key());
                let last = game.turns().last().cloned();
                assert_eq!(game.undo(), last);
            }
            assert_eq!(game, Game::new(rule, Size::literal(side)));
        }
    }
}

#[test]
fn a_game_goes_on_the_same_from_its_position() {
    let mut tally = Tally::default();
    for_each_position(3, |game| {
        let setup = game.to_setup();
        if is_lost_to_a_standing_five(game) {
            // The five was not just made, so the position alone looks impossible.
            let faults = SetupFaults::NONE.with(SetupFault::LineOfMover);
            assert_eq!(Game::from_setup(setup), Err(faults));
            tally.count("unanswered five");
            return;
        }
        let again = Game::from_setup(setup.clone()).unwrap_or_else(|faults| {
            panic!("{faults} in {:?}\n{}", game.status(), game.stones());
        });
        assert_eq!(again.to_setup(), setup);
        assert_eq!(again.status(), game.status());
        assert_eq!(again.pending(), game.pending());
        assert_eq!(again.answers(), game.answers());
        assert_eq!(again.legal_points(), game.legal_points());
        assert_eq!(again.key(), game.key());
        assert!(again.turns().is_empty());
        tally.count(again.status().reason().unwrap_or("ongoing"));
        tally.count_if(again.pending().is_some(), "pending five");
    });
    let events = ["ongoing", "five", "capture", "full-board", "pending five", "unanswered five"];
    tally.assert_all_occurred("setups", &events);
}

/// R3 of the 42 game: the winner is the one whose turn it would be.
fn is_lost_to_a_standing_five(game: &Game) -> bool {
    game.status() == Status::Won { winner: game.to_move(), by: WinReason::Five }
}

#[test]
fn a_refused_move_hands_back_the_unchanged_game() {
    let mut tally = Tally::default();
    for_each_position(1, |game| {
        let illegal = game.size().points().filter(|&point| !game.is_legal(point));
        let off_board = Point::new(game.size().get(), 0);
        let moves = illegal.chain([off_board]).map(Move::Place);
        let pass = (!game.may_pass()).then_some(Move::Pass);
        for mv in moves.chain(pass) {
            let error = game.clone().play(mv).expect_err("it is illegal");
            assert_eq!(*error.game, *game);
            if let Move::Place(point) = mv {
                assert_eq!(Some(error.reason), game.illegal_reason(point));
            }
            assert_eq!(error.to_string(), error.reason.to_string());
            tally.count(error.reason.name());
        }
        if let Some(&point) = game.legal_points().first() {
            let played = game.clone().play(Move::Place(point)).expect("it is legal");
            let mut in_place = game.clone();
            in_place.try_play(point).expect("it is legal");
            assert_eq!(played, in_place);
        }
    });
    let reasons = [
        "game-over",
        "off-board",
        "occupied",
        "pass-not-allowed",
        "overline",
        "double-four",
        "double-three",
    ];
    tally.assert_all_occurred("refusals", &reasons);
}

#[test]
fn passes_are_not_part_of_a_position() {
    let mut game = Game::new(Rule::Renju, Size::literal(15));
    play_all(&mut game, &[(7, 7), (0, 0), (8, 8), (2, 0), (7, 9), (4, 0)]);
    game.try_move(Move::Pass).expect("six stones are enough");
    let count = SetupFaults::NONE.with(SetupFault::StoneCount);
    assert_eq!(Game::from_setup(game.to_setup()), Err(count));
    let mut again = Game::from_setup_forgiving(game.to_setup(), count).expect("forgiven");
    assert_eq!(again.to_move(), Color::White);
    assert_eq!(again.status(), Status::Ongoing);
    // The pass before is forgotten, so this one is the first.
    again.try_move(Move::Pass).expect("six stones are enough");
    assert_eq!(again.status(), Status::Ongoing);
    game.try_move(Move::Pass).expect("six stones are enough");
    assert_eq!(game.status(), Status::Drawn(DrawReason::TwoPasses));
    assert_eq!(game.captures(), ByColor::default());
}
