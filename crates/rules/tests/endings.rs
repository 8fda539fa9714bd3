//! How games end other than by a stone, and what is refused afterwards.

use tengen_rules::{
    Color, DrawReason, Forbidden, Game, IllegalMove, LossReason, Move, Point, Rule, Size, Status,
    WinReason,
};

use crate::common::{drawn, play_all};

const SIX_STONES: [(u8, u8); 6] = [(7, 7), (0, 0), (8, 8), (2, 0), (7, 9), (4, 0)];

fn renju_with_six_stones() -> Game {
    let mut game = Game::new(Rule::Renju, Size::literal(15));
    play_all(&mut game, &SIX_STONES);
    game
}

#[test]
fn only_renju_has_passes() {
    for rule in Rule::ALL {
        let mut game = Game::new(rule, Size::literal(15));
        play_all(&mut game, &SIX_STONES);
        assert_eq!(game.may_pass(), rule == Rule::Renju, "{rule}");
        let passed = game.try_move(Move::Pass).map(|played| played.status);
        let expected = if rule == Rule::Renju {
            Ok(Status::Ongoing)
        } else {
            Err(IllegalMove::PassNotAllowed)
        };
        assert_eq!(passed, expected, "{rule}");
    }
}

#[test]
fn passing_needs_six_stones() {
    let mut game = renju_with_six_stones();
    assert!(game.may_pass());
    game.undo();
    assert!(!game.may_pass());
    assert_eq!(game.try_move(Move::Pass).map(|_| ()), Err(IllegalMove::PassNotAllowed));
}

#[test]
fn two_passes_in_a_row_draw() {
    let mut game = renju_with_six_stones();
    let played = game.try_move(Move::Pass).expect("six stones are enough");
    assert_eq!((played.captured, played.status), (&[][..], Status::Ongoing));
    assert_eq!(game.to_move(), Color::White);
    game.try_move(Move::Pass).expect("six stones are enough");
    assert_eq!(game.status(), Status::Drawn(DrawReason::TwoPasses));
    assert!(!game.may_pass());
    assert_eq!(game.undo().map(|turn| turn.mv), Some(Move::Pass));
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn a_stone_between_two_passes_resets_the_count() {
    let mut game = renju_with_six_stones();
    game.try_move(Move::Pass).expect("six stones are enough");
    play_all(&mut game, &[(10, 10)]);
    game.try_move(Move::Pass).expect("six stones are enough");
    assert_eq!(game.status(), Status::Ongoing);
    // Taking the stone back brings the count back too.
    game.undo();
    game.undo();
    game.try_move(Move::Pass).expect("six stones are enough");
    assert_eq!(game.status(), Status::Drawn(DrawReason::TwoPasses));
}

#[test]
fn black_without_a_legal_point_may_still_pass() {
    let board = "XXOOXXO\nOOXXOOX\nXXOOXXO\nXXX.XXX\nOOXXOOX\nXXOOXXO\nOOXXOOX";
    let mut game = drawn(Rule::Renju, Color::Black, board);
    let last = Point::new(3, 3);
    assert_eq!(game.forbidden_points(), [(last, Forbidden::Overline)]);
    assert!(game.legal_points().is_empty());
    assert_eq!(game.status(), Status::Ongoing);
    game.try_move(Move::Pass).expect("he has to be able to");
    let played = game.try_play(last).expect("White is free");
    assert_eq!(played.status, Status::Drawn(DrawReason::FullBoard));
}

#[test]
fn a_forfeit_ends_the_game_for_the_other_side_and_leaves_the_board() {
    let reasons = [
        (LossReason::Resignation, "resignation"),
        (LossReason::Timeout, "timeout"),
        (LossReason::IllegalMove, "illegal-move"),
        (LossReason::Crash, "crash"),
        (LossReason::Forbidden(Forbidden::Overline), "forbidden:overline"),
        (LossReason::Forbidden(Forbidden::DoubleFour), "forbidden:double-four"),
        (LossReason::Forbidden(Forbidden::DoubleThree), "forbidden:double-three"),
    ];
    for (reason, name) in reasons {
        for loser in Color::ALL {
            let mut game = renju_with_six_stones();
            let before = game.clone();
            assert_eq!(game.forfeit(loser, reason), Ok(()));
            let expected = Status::Won { winner: !loser, by: WinReason::Forfeit(reason) };
            assert_eq!(game.status(), expected);
            assert_eq!(game.status().winner(), Some(!loser));
            assert_eq!(game.status().reason(), Some(name));
            assert_eq!(game.stones(), before.stones());
            assert_eq!(game.turns(), before.turns());
            assert_refuses_everything(game);
        }
    }
}

#[test]
fn an_agreed_draw_ends_the_game() {
    let mut game = renju_with_six_stones();
    assert_eq!(game.agree_draw(), Ok(()));
    assert_eq!((game.status().name(), game.status().reason()), ("draw", Some("agreement")));
    assert_eq!(game.status().winner(), None);
    assert_refuses_everything(game);
}

#[test]
fn a_won_game_refuses_everything() {
    let board = ".......\n.XXXX..\n.......\n.OO.OO.\n.......\n.......\n.......";
    for rule in Rule::ALL {
        let mut game = drawn(rule, Color::Black, board);
        play_all(&mut game, &[(5, 1)]);
        assert_eq!(game.status().name(), "black_win", "{rule}");
        assert_refuses_everything(game);
    }
}

/// A result is final.
fn assert_refuses_everything(mut game: Game) {
    let before = game.clone();
    let over = Err(IllegalMove::GameOver);
    assert!(game.legal_points().is_empty());
    assert!(game.forbidden_points().is_empty());
    assert!(game.answers().is_empty());
    assert_eq!(game.pending(), None);
    let off_board = Point::new(25, 25);
    for point in game.size().points().chain([off_board]) {
        assert_eq!(game.try_play(point).map(|_| ()), over);
        assert_eq!(game.illegal_reason(point), Some(IllegalMove::GameOver));
    }
    assert_eq!(game.try_move(Move::Pass).map(|_| ()), over);
    assert!(!game.may_pass());
    assert_eq!(game.forfeit(Color::Black, LossReason::Timeout), over);
    assert_eq!(game.agree_draw(), over);
    assert_eq!(game, before);
}

#[test]
fn resigning_does_away_with_a_pending_five() {
    let mut game = pending_five();
    assert_eq!(game.pending(), Some(Color::Black));
    assert!(!game.answers().is_empty());
    game.forfeit(Color::White, LossReason::Resignation).expect("not over yet");
    assert_refuses_everything(game.clone());
    // With the turn before it the result is taken back.
    game.undo();
    assert_eq!((game.status(), game.pending()), (Status::Ongoing, None));
}

/// White may take the pair (2,2) (2,1) from (2,0), which breaks the five.
fn pending_five() -> Game {
    let board = ".......\n.XXXX..\n..X....\n..O....\n.......\n.......\n.OO.O..";
    let mut game = drawn(Rule::Ninuki42, Color::Black, board);
    play_all(&mut game, &[(5, 1)]);
    game
}

#[test]
fn a_pending_five_is_answered_broken_or_wins() {
    let mut game = pending_five();
    assert_eq!(game.status(), Status::Ongoing);
    assert_eq!(game.answers(), [Point::new(2, 0)]);
    assert_eq!(game.winning_runs(Color::Black).len(), 1);

    let mut broken = game.clone();
    let played = broken.try_play(Point::new(2, 0)).expect("a capture is legal");
    assert_eq!(played.captured, [Point::new(2, 1), Point::new(2, 2)]);
    assert_eq!((broken.status(), broken.pending()), (Status::Ongoing, None));
    assert_eq!(broken.captures().white, 2);
    assert!(broken.winning_runs(Color::Black).is_empty());

    game.try_play(Point::new(6, 6)).expect("any legal move will do");
    assert_eq!(game.status(), Status::Won { winner: Color::Black, by: WinReason::Five });
    game.undo();
    assert_eq!((game.status(), game.pending()), (Status::Ongoing, Some(Color::Black)));
}

#[test]
fn nothing_is_taken_back_at_the_start() {
    let mut game = Game::new(Rule::Pente, Size::literal(19));
    assert_eq!(game.undo(), None);
    assert_eq!(game, Game::new(Rule::Pente, Size::literal(19)));
}

#[test]
fn winning_runs_are_listed_once_each_with_their_stones() {
    let board = ".X.....\n.XXXXX.\n.X.....\n.X.....\n.X..OO.\nO....OO\nOO...O.";
    let game = drawn(Rule::Freestyle, Color::White, board);
    let runs = game.winning_runs(Color::Black);
    let stones: Vec<Vec<Point>> =
        runs.iter().map(|run| run.points(game.stones()).collect()).collect();
    let column = (0..5).map(|y| Point::new(1, y)).collect::<Vec<_>>();
    let row = (1..6).map(|x| Point::new(x, 1)).collect::<Vec<_>>();
    assert_eq!(stones, [column, row]);
    assert!(game.winning_runs(Color::White).is_empty());
}
