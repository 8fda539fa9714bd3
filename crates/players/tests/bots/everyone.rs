//! The cases that everybody has to get right, in both colors.

use tengen_players::{Detail, Limits, Score};
use tengen_rules::{Color, Game, Move, Point, Rule, Size, SplitMix64, Status, Stones};

use crate::bots::{EVERYBODY, answer, game, game_of, spot};

fn swapped(stones: &Stones) -> Stones {
    let mut swapped = Stones::empty(stones.size());
    for (point, color) in stones.iter() {
        swapped.set(point, Some(!color));
    }
    swapped
}

/// Asks everybody for Black's move, and with the colors exchanged for White's.
fn check(board: &str, expected: &[(u8, u8)]) {
    let black = game(board, Color::Black);
    let white = game_of(Rule::Freestyle, swapped(black.stones()), Color::White);
    for game in [black, white] {
        for bot in EVERYBODY {
            let spot = spot(answer(bot, &game)).expect("there is a move");
            let drawing = game.stones().draw(|_| None);
            assert!(expected.contains(&spot), "{bot} plays {spot:?}\n{drawing}");
        }
    }
}

#[test]
fn five_in_one_move_is_made() {
    check(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . O .
        . . . X . . . O .
        . . . . X . . O .
        . . . . . X . . .
        . . . . . . . . .
        . O . . . . . . .
        . . . . . . . . .",
        &[(1, 1), (6, 6)],
    );
}

#[test]
fn five_is_preferred_to_stopping_five() {
    check(
        "
        . . . . . . . . .
        . O . . . . . . .
        . O . . . . . . .
        . O . . . . . . .
        . O . . . . . . .
        . . . . . . . . .
        . . . X X X X O .
        . . . . . . . . .
        . . . . . . . . .",
        &[(6, 2)],
    );
}

#[test]
fn the_only_block_is_found() {
    check(
        "
        . . . . . . . . .
        . X . . . . . . .
        . O . . . . . . .
        . O . . . . . . .
        . O . . . X . . .
        . O . . . . . . .
        . . . . . . . X .
        . . . . . . . . .
        . . . . . . . . .",
        &[(6, 1)],
    );
}

#[test]
fn a_gap_in_a_four_is_filled() {
    check(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . . . . . . . .
        . X O O . O O X .
        . . . . . . . . .
        . . X . . . . . .
        . . . . . . X . .
        . . . . . . . . .",
        &[(4, 4)],
    );
}

/// A board without five in a row, by a pattern that never has three.
fn full(size: Size) -> Stones {
    let mut stones = Stones::empty(size);
    for point in size.points() {
        let is_black = (point.x() / 2 + point.y()) % 2 == 0;
        stones.set(point, Some(if is_black { Color::Black } else { Color::White }));
    }
    stones
}

#[test]
fn a_full_board_has_no_move() {
    for side in [5, 15] {
        for color in Color::ALL {
            let game = game_of(Rule::Freestyle, full(Size::literal(side)), color);
            assert!(matches!(game.status(), Status::Drawn(_)));
            for bot in EVERYBODY {
                assert_eq!(answer(bot, &game).mv, None, "{bot}");
                let json = tengen_players::bots::explain_json(bot, &game).unwrap();
                assert!(json["choice"].is_null());
                tengen_players::bots::explain_text(bot, &game).unwrap();
            }
        }
    }
}

#[test]
fn the_last_empty_point_is_taken() {
    for side in [5, 15] {
        for point in [Point::new(2, 3), Point::new(0, 0), Point::new(side - 1, 1)] {
            for color in Color::ALL {
                let mut stones = full(Size::literal(side));
                stones.set(point, None);
                let game = game_of(Rule::Freestyle, stones, color);
                for bot in EVERYBODY {
                    assert_eq!(answer(bot, &game).mv, Some(Move::Place(point)), "{bot}");
                }
            }
        }
    }
}

#[test]
fn the_empty_board_is_opened_near_the_middle() {
    for side in [5, 6, 15, 19, 20, 26] {
        let size = Size::literal(side);
        for color in Color::ALL {
            let game = game_of(Rule::Freestyle, Stones::empty(size), color);
            for bot in EVERYBODY {
                let (row, column) = spot(answer(bot, &game)).unwrap();
                let distance = Point::new(column, row).distance(size.middle());
                // The windows of five tell the bot only to stay four steps from the edge.
                let limit = if bot == "fivetuple" { side / 2 - 1 } else { 0 };
                assert!(distance <= limit, "{bot} opens at {row}, {column} on {size}");
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move_but_is_explained() {
    let board = "
        X X X X X
        O O O O .
        . . . . .
        . . . . .
        . . . . .";
    let game = game(board, Color::White);
    assert_eq!(game.status().winner(), Some(Color::Black));
    for bot in EVERYBODY {
        assert_eq!(answer(bot, &game).mv, None, "{bot}");
    }
    let scorer = tengen_players::bots::explain_json("scorer", &game).unwrap();
    assert_eq!(scorer["cells"].as_array().unwrap().len(), 16);
    assert_eq!(scorer["best"], serde_json::json!([1, 4]));
    let fivetuple = tengen_players::bots::explain_json("fivetuple", &game).unwrap();
    assert_eq!(fivetuple["choices"], serde_json::json!([[1, 4]]));
}

/// The judge accepts every move, under every rule and on boards of every kind.
#[test]
fn every_move_is_legal_under_every_rule() {
    let mut random = SplitMix64::new(8);
    for rule in Rule::ALL {
        for (side, bot) in [(5, "scorer"), (15, "fivetuple"), (9, "minimax"), (12, "patterns")] {
            let size = Size::literal(side);
            let mut game = Game::new(rule, size);
            let mut player = tengen_players::bots::by_name(bot).unwrap();
            assert_eq!(player.supports(rule, size), Ok(()));
            for _ in 0..40 {
                if !game.status().is_ongoing() {
                    break;
                }
                // Every third stone is random, so that the games lead somewhere else than the
                // players would.
                let legal = game.legal_points();
                let choice = if random.below(3) == 0 && !legal.is_empty() {
                    Move::Place(*random.pick(&legal).unwrap())
                } else {
                    let limits = Limits { depth: Some(2), ..Limits::default() };
                    player.choose(&game, &limits, None).mv.expect("somebody is to move")
                };
                game.try_move(choice).unwrap();
            }
        }
    }
}

#[test]
fn answers_can_be_repeated() {
    let board = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X O . . . .
        . . . . X . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let game = game(board, Color::White);
    for bot in EVERYBODY {
        let [first, second] = [(); 2].map(|()| answer(bot, &game));
        assert_eq!((first.mv, first.score), (second.mv, second.score), "{bot}");
    }
}

#[test]
fn everybody_explains_himself_in_text_and_json() {
    let board = "
        . . . . . . . . .
        . . . . . . . . .
        . . . X O . . . .
        . . . . X . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let game = game(board, Color::White);
    for bot in EVERYBODY {
        let limits = Limits::to_depth(2);
        let told = tengen_players::bots::explain(bot, &game, &limits, Detail::default()).unwrap();
        let text = told.to_text(&game);
        assert!(text.starts_with(&format!("{bot}: white to move, freestyle 9x9")), "{text}");
        assert!(text.contains("candidates") && text.contains("plays "), "{text}");
        let json = told.to_json();
        assert_eq!(json["player"], bot);
        assert_eq!(json["position"]["board"][2], "...XO....");
        let candidates = json["candidates"].as_array().unwrap();
        let scores: Vec<i64> = candidates.iter().map(|c| c["score"].as_i64().unwrap()).collect();
        assert!(!scores.is_empty() && scores.iter().all(|&score| score < Score::WIN.0));
    }
    assert!(tengen_players::bots::explain_json("nobody", &game).is_err());
}
