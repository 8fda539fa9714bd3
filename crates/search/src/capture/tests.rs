//! The sets of answers against every legal reply, on small boards full of captures.

use tengen_board::{Bits, Board, Cell, Keryo, Ninuki42, NoObserver, Pente, Threat, Variant};
use tengen_rules::{Color, Game, Point, Size, SplitMix64};

use super::situation::{situation, urgent};
use crate::node::early::Situation;

/// How often each kind of situation was met.
#[derive(Debug, Default)]
struct Met {
    wins_in_1: usize,
    wins_in_3: usize,
    lost_in_2: usize,
    lost_in_4: usize,
    forced: usize,
    threatened: usize,
    left_out: usize,
}

#[expect(clippy::disallowed_methods, reason = "long tests are asked for by the environment")]
fn walk<V: Variant>(side: u8, n_games: u64, seed: u64, mut look: impl FnMut(&Game, &mut Board<V>)) {
    let n_games = if std::env::var_os("TENGEN_SLOW").is_some() { 30 * n_games } else { n_games };
    let size = Size::literal(side);
    for number in 0..n_games {
        let mut random = SplitMix64::of_piece(seed, number);
        let mut game = Game::new(V::RULE, size);
        let mut board = Board::<V>::new(size).expect("the board is small enough");
        while game.status().is_ongoing() {
            look(&game, &mut board);
            let Some(point) = choose(&game, &mut board, &mut random) else { break };
            let cell = board.cell(point);
            game.try_play(point).expect("a legal point is legal");
            board.make(cell, &mut NoObserver);
        }
    }
}

/// Random moves that like captures, flanks and threats but seldom end the game.
fn choose<V: Variant>(game: &Game, board: &mut Board<V>, random: &mut SplitMix64) -> Option<Point> {
    let us = game.to_move();
    let legal = game.legal_points();
    let is_wanted: &dyn Fn(Cell) -> bool = match random.below(6) {
        0 => &|cell| board.takes(us).contains(cell),
        1 => &|cell| board.flanks(us).contains(cell),
        2 | 3 => &|cell| {
            [us, !us]
                .into_iter()
                .any(|color| (Threat::Two..Threat::Five).contains(&board.threat(color, cell)))
        },
        _ => &|cell| board.candidates().contains(cell) && board.threat(us, cell) < Threat::Five,
    };
    let wanted: Vec<Point> =
        legal.iter().copied().filter(|&point| is_wanted(board.cell(point))).collect();
    random.pick(&wanted).or_else(|| random.pick(&legal)).copied()
}

/// Whether the side to move has a stone that ends the game in its favor, asked of the judge.
fn can_win_now(game: &Game) -> bool {
    let us = game.to_move();
    game.legal_points().into_iter().any(|point| wins_with(game, point, us))
}

fn wins_with(game: &Game, point: Point, winner: Color) -> bool {
    let mut after = game.clone();
    after.try_play(point).is_ok() && after.status().winner() == Some(winner)
}

/// Whether a reply loses to the opponent's next stone, or has lost already.
fn loses_next(game: &Game, point: Point) -> bool {
    let mut after = game.clone();
    let us = game.to_move();
    after.try_play(point).expect("a legal point is legal");
    match after.status().winner() {
        Some(winner) => winner != us,
        None => after.status().is_ongoing() && can_win_now(&after),
    }
}

fn assert_urgent_is_right<V: Variant>(game: &Game, board: &mut Board<V>, met: &mut Met) {
    let found = urgent(board);
    let wins_now = can_win_now(game);
    assert_eq!(found == Some(Situation::Wins(1)), wins_now, "{found:?}\n{}", game.stones());
    let allowed = match found {
        Some(Situation::Wins(_)) => {
            met.wins_in_1 += 1;
            return;
        }
        Some(Situation::Forced(cells)) => {
            met.forced += 1;
            cells
        }
        Some(Situation::Loses(_)) => {
            met.lost_in_2 += 1;
            Bits::EMPTY
        }
        _ => return,
    };
    for point in game.legal_points() {
        if !allowed.contains(board.cell(point)) {
            met.left_out += 1;
            let is_lost = loses_next(game, point);
            assert!(is_lost, "{point:?} is an answer to {found:?}\n{}", game.stones());
        }
    }
}

/// Whether the side to move can make its next stone win whatever the reply, by trying everything
/// that can matter: `urgent` has been compared with the judge above.
fn wins_in_three<V: Variant>(board: &mut Board<V>) -> bool {
    let moves: Vec<Cell> = board.empties().collect();
    moves
        .into_iter()
        .any(|cell| board.is_legal(cell) && board.scoped(cell, |board| every_reply_loses(board)))
}

fn every_reply_loses<V: Variant>(board: &mut Board<V>) -> bool {
    if matches!(urgent(board), Some(Situation::Wins(_)) | None) {
        return false;
    }
    let replies: Vec<Cell> = board.empties().collect();
    replies.into_iter().all(|reply| {
        !board.is_legal(reply)
            || board.scoped(reply, |board| matches!(urgent(board), Some(Situation::Wins(0 | 1))))
    })
}

fn assert_situation_is_right<V: Variant>(game: &Game, board: &mut Board<V>, met: &mut Met) {
    if urgent(board).is_some() {
        return;
    }
    let allowed = match situation(board) {
        Situation::Wins(3) => {
            met.wins_in_3 += 1;
            assert!(wins_in_three(board), "{}", game.stones());
            return;
        }
        Situation::Threatened(cells) => {
            met.threatened += 1;
            cells
        }
        Situation::Loses(4) => {
            met.lost_in_4 += 1;
            Bits::EMPTY
        }
        _ => return,
    };
    for point in game.legal_points() {
        let cell = board.cell(point);
        if !allowed.contains(cell) {
            met.left_out += 1;
            let is_lost = board.scoped(cell, |board| {
                matches!(urgent(board), Some(Situation::Wins(_))) || wins_in_three(board)
            });
            assert!(is_lost, "{point:?} holds\n{}", game.stones());
        }
    }
}

fn check_answers<V: Variant>(seed: u64) {
    let mut met = Met::default();
    walk::<V>(8, 30, seed, |game, board| assert_urgent_is_right(game, board, &mut met));
    assert!(met.wins_in_1 > 10 && met.forced > 10 && met.left_out > 100, "{met:?}");
}

fn check_open_fours<V: Variant>(seed: u64) {
    let mut met = Met::default();
    walk::<V>(8, 12, seed, |game, board| assert_situation_is_right(game, board, &mut met));
    assert!(met.wins_in_3 + met.threatened > 5 && met.left_out > 20, "{met:?}");
}

#[test]
fn no_answer_to_a_win_at_once_is_missing_in_ninuki42() {
    check_answers::<Ninuki42>(1);
}

#[test]
fn no_answer_to_a_win_at_once_is_missing_in_pente_and_keryo() {
    check_answers::<Pente>(2);
    check_answers::<Keryo>(3);
}

#[test]
fn no_answer_to_an_open_four_is_missing_in_ninuki42() {
    check_open_fours::<Ninuki42>(4);
}

#[test]
fn no_answer_to_an_open_four_is_missing_in_pente_and_keryo() {
    check_open_fours::<Pente>(5);
    check_open_fours::<Keryo>(6);
}
