//! Choosing between moves that are about equal.

use crate::figures::{Kind, threats_of_stone};
use tengen_engine::Score;
use tengen_rules::{Color, Game, Move, Point};

use crate::adapt::habits::{Habits, Reach, Zone};

/// How much worse a move may be and still count as equal: about three points in a hundred.
pub const MARGIN: i32 = 24;
/// A move must promise this much more than the search's own choice, in thousandths of a threat.
pub(crate) const LEAST_GAIN: i32 = 40;

/// A move that was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Where.
    pub point: Point,
    /// What the search says, all moves searched alike.
    pub score: Score,
    /// What it promises against this player, in thousandths of an overlooked threat.
    pub promise: i32,
}

/// Which of the moves to play: the first is the search's own choice, the others may replace it if
/// they are about equal and promise more. Where a win is in sight or the choice is lost, it stays.
pub fn choose(moves: &[Compared]) -> usize {
    let Some(usual) = moves.first() else { return 0 };
    if usual.score.is_loss() || moves.iter().any(|one| one.score.is_win()) {
        return 0;
    }
    let best = moves.iter().map(|one| one.score.get()).max().unwrap_or(0);
    let may = |one: &Compared| {
        one.score.get() >= best - MARGIN && one.promise >= usual.promise + LEAST_GAIN
    };
    let equals = moves.iter().enumerate().filter(|(_, one)| may(one));
    // The earlier one of equal promises: the search put it there.
    equals.max_by_key(|(i, one)| (one.promise, usize::MAX - i)).map_or(0, |(i, _)| i)
}

/// How much a kind of threat helps if it is overlooked, and how little it costs if not: a four that
/// is answered is gone.
const fn weight(kind: Kind) -> i32 {
    match kind {
        Kind::Three => 100,
        Kind::Four => 40,
        Kind::Capture => 70,
    }
}

/// What a move promises against a player with these habits, in thousandths of a threat.
pub(crate) fn promise(game: &Game, point: Point, habits: &Habits) -> i32 {
    let us = game.to_move();
    let mut after = game.clone();
    if after.try_play(point).is_err() {
        return 0;
    }
    let distance = last_of(game, !us).map_or(0, |last| last.distance(point));
    let around = habits.zone(Zone::of(game.size(), point)).excess()
        + habits.reach(Reach::of(distance)).excess();
    threats_of_stone(after.stones(), game.rule(), us, point)
        .iter()
        .map(|threat| {
            // The line counts as much as both places together.
            let excess = 2 * habits.threats(threat.kind, threat.axis).excess() + around;
            weight(threat.kind) * excess / 4 / 100
        })
        .sum()
}

fn last_of(game: &Game, color: Color) -> Option<Point> {
    game.turns().iter().rev().find_map(|turn| match turn.mv {
        Move::Place(point) if turn.color == color => Some(point),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::SplitMix64;

    #[test]
    fn no_choice_is_worse_than_the_margin_or_decides_a_game() {
        let mut random = SplitMix64::new(5);
        let mut n_changed = 0;
        for _ in 0..20_000 {
            let n = 1 + random.below(5);
            let moves: Vec<Compared> = (0..n)
                .map(|i| Compared {
                    point: Point::new(i as u8, 0),
                    score: match random.below(12) {
                        0 => Score::win_in(3),
                        1 => Score::loss_in(4),
                        _ => Score::of_eval(random.below(120) as i32),
                    },
                    promise: random.below(400) as i32 - 100,
                })
                .collect();
            let chosen = choose(&moves);
            let best = moves.iter().map(|one| one.score).max().unwrap();
            if chosen != 0 {
                n_changed += 1;
                assert!(moves[chosen].score.get() >= best.get() - MARGIN);
                assert!(moves[0].score.mate().is_none() && best.mate().is_none());
                assert!(moves[chosen].promise > moves[0].promise);
            }
        }
        assert!(n_changed > 1_000);
    }

    #[test]
    fn without_habits_nothing_is_promised() {
        use tengen_rules::{Rule, Size};
        let mut game = Game::new(Rule::Ninuki42, Size::literal(19));
        for (x, y) in [(9, 9), (3, 3), (10, 10), (3, 5)] {
            game.try_play(Point::new(x, y)).unwrap();
        }
        let habits = Habits::default();
        assert!(game.legal_points().iter().all(|&point| promise(&game, point, &habits) == 0));
    }
}
