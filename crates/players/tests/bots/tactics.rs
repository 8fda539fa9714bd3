//! The moves that the reports' texts ask for, of the players who search.

use tengen_players::{Limits, Score};
use tengen_rules::{Color, Game, Rule};

use crate::bots::{answer, game_of, spot, stones_at};

const SEARCHERS: [&str; 5] =
    ["minimax", "patterns", "patterns-bitboard", "patterns-regex", "patterns-adjacent"];

fn check(bots: &[&str], game: &Game, expected: &[(u8, u8)]) {
    for bot in bots {
        let spot = spot(answer(bot, game)).expect("there is a move");
        let drawing = game.stones().draw(|_| None);
        assert!(expected.contains(&spot), "{bot} plays {spot:?} for {}\n{drawing}", game.to_move());
    }
}

/// Seed 000, test case 1.
#[test]
fn four_is_made_before_a_three_is_blocked() {
    let stones = stones_at(&[(6, 5), (6, 6), (6, 7)], &[(9, 5), (9, 6), (9, 7)]);
    for (color, row) in [(Color::Black, 6), (Color::White, 9)] {
        let game = game_of(Rule::Freestyle, stones.clone(), color);
        check(&["minimax", "patterns", "patterns-bitboard"], &game, &[(row, 4), (row, 8)]);
    }
}

/// Seed 000, test case 2: one point wins for either side and stops the other.
#[test]
fn the_point_that_wins_or_stops_is_taken_by_both() {
    let stones = stones_at(
        &[(3, 0), (3, 1), (3, 3), (3, 4), (9, 9)],
        &[(1, 2), (2, 2), (4, 2), (5, 2), (9, 10)],
    );
    for color in Color::ALL {
        let game = game_of(Rule::Freestyle, stones.clone(), color);
        check(&SEARCHERS, &game, &[(3, 2)]);
    }
}

/// Seed 001, algorithm 2: a four wins wherever its gap is, and has to be stopped there.
#[test]
fn a_four_is_completed_and_stopped_in_every_gap() {
    for gap in 0..5 {
        let four: Vec<(u8, u8)> = (0..5).filter(|&i| i != gap).map(|i| (7, 3 + i)).collect();
        // Shut on both ends, so that the gap is the only point.
        let others = [(7, 2), (7, 8), (2, 2), (12, 12)];
        let stones = stones_at(&four, &others);
        for color in Color::ALL {
            let game = game_of(Rule::Freestyle, stones.clone(), color);
            check(&SEARCHERS, &game, &[(7, 3 + gap)]);
        }
    }
}

/// Seed 001, 2.4: two points that make five are a must-win.
#[test]
fn an_open_four_is_known_to_win() {
    let stones = stones_at(&[(7, 5), (7, 6), (7, 7)], &[(3, 3), (4, 10)]);
    let game = game_of(Rule::Freestyle, stones, Color::Black);
    let mut bot = tengen_players::bots::by_name("minimax").unwrap();
    let choice = bot.choose(&game, &Limits::to_depth(1), None);
    assert_eq!(choice.score, Some(Score::WIN));
    assert!([Some((7, 4)), Some((7, 8))].contains(&spot(choice)));
}

/// Seed 001, 2.4: "three-four". Black makes a four that is also a three and wins by it.
#[test]
fn a_four_and_a_three_at_once_win() {
    let stones = stones_at(
        &[(7, 4), (7, 5), (7, 6), (8, 7), (9, 7)],
        &[(7, 3), (3, 3), (3, 11), (11, 3), (12, 12)],
    );
    let game = game_of(Rule::Freestyle, stones, Color::Black);
    let mut bot = tengen_players::bots::by_name("minimax").unwrap();
    let choice = bot.choose(&game, &Limits::default(), None);
    assert_eq!(choice.score, Some(Score::WIN), "{choice:?}");
    assert_eq!(spot(choice), Some((7, 7)));
}

/// With four plies both see the open four coming; at three the pattern searcher still hopes.
#[test]
fn an_open_three_is_answered() {
    let stones = stones_at(&[(7, 6), (7, 7), (7, 8)], &[(6, 7), (5, 9)]);
    let game = game_of(Rule::Freestyle, stones, Color::White);
    for bot in ["minimax", "patterns"] {
        let mut player = tengen_players::bots::by_name(bot).unwrap();
        let spot = spot(player.choose(&game, &Limits::to_depth(4), None)).unwrap();
        assert!([(7, 4), (7, 5), (7, 9), (7, 10)].contains(&spot), "{bot} plays {spot:?}");
    }
}
