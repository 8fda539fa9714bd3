//! Moves that keep the balance, for whoever has to let the other choose.

use tengen_engine::Score;
use tengen_rules::{Game, Point, PositionKey};

use super::judge::Judge;

/// How many moves are compared where one that keeps the balance is wanted.
pub(super) const COMPARED: usize = 24;
/// How many first moves are looked at for a pair.
const FIRST_MOVES: usize = 6;

/// How far a score is from the one wanted, both in Black's eyes.
fn distance(black: Score, wanted: i32) -> i32 {
    (black.get() - wanted).abs()
}

/// The one of these moves after which Black's score is nearest to the one wanted.
pub(super) fn nearest(moves: Vec<(Point, Score)>, wanted: i32) -> Option<(Point, Score)> {
    moves.into_iter().min_by_key(|&(_, black)| distance(black, wanted))
}

/// The move after which Black's score is nearest to `wanted` (zero is even), with that score. It is
/// one of the judge's best moves: a stone that makes no sense keeps the balance of a game that
/// nobody plays.
pub fn most_even_move(
    judge: &mut dyn Judge,
    game: &Game,
    wanted: i32,
    n_left: u32,
) -> Option<(Point, Score)> {
    nearest(judge.best_moves(game, &[], COMPARED, n_left), wanted)
}

/// Two moves after which Black's score is nearest to `wanted`, with that score: one of the judge's
/// best ones, and the answer that evens it out.
pub fn two_even_moves(
    judge: &mut dyn Judge,
    game: &Game,
    wanted: i32,
) -> Option<([Point; 2], Score)> {
    let firsts = judge.best_moves(game, &[], FIRST_MOVES, FIRST_MOVES as u32 + 1);
    let mut best: Option<([Point; 2], Score)> = None;
    for (i, &(first, _)) in firsts.iter().enumerate() {
        let mut after = game.clone();
        if after.try_play(first).is_err() || !after.status().is_ongoing() {
            continue;
        }
        let n_left = (firsts.len() - i) as u32;
        let Some((second, black)) = most_even_move(judge, &after, wanted, n_left) else { continue };
        let is_nearer =
            best.is_none_or(|(_, least)| distance(black, wanted) < distance(least, wanted));
        if is_nearer {
            best = Some(([first, second], black));
        }
    }
    best
}

/// Black's best fifth stones, at most so many and the best first, with what they are worth to Black.
/// No two of them are the same by symmetry: such a pair may not be offered.
pub fn fifth_moves(
    judge: &mut dyn Judge,
    game: &Game,
    most: usize,
    n_left: u32,
) -> Vec<(Point, Score)> {
    // Some for those that a symmetry makes the same.
    let n_compared = 2 * most + 2;
    let mut keys = Vec::new();
    let mut moves = judge.best_moves(game, &[], n_compared, n_left);
    moves.retain(|&(point, _)| {
        let mut after = game.clone();
        let is_legal = after.try_play(point).is_ok();
        let key = PositionKey::canonical(&after.to_setup());
        let is_new = is_legal && !keys.contains(&key);
        keys.push(key);
        is_new
    });
    moves.truncate(most);
    moves
}

/// How many fifth moves leave the game most even, with Black's score then: White will pick the worst
/// of those that Black offers, which are his best.
pub fn even_number_of_fifths(
    judge: &mut dyn Judge,
    game: &Game,
    most: u32,
    n_left: u32,
) -> Option<(u32, Score)> {
    let fifths = fifth_moves(judge, game, most as usize, n_left);
    let worst_of = (1..).zip(fifths.into_iter().map(|(_, black)| black));
    worst_of.min_by_key(|&(_, black)| distance(black, 0))
}
