//! What is played when nobody can think: something legal and not too silly, by rules of thumb.

use tengen_rules::{Game, Move, Point};

use super::{Job, JobResult};
use crate::opening::{NoJudge, decide_opening};
use crate::why::reason_for;
use crate::{Act, Decision, FactKind, Reason, Suggestion, Task};

/// The legal point with the weightiest reason, near the stones; while a five of the opponent stands,
/// one that answers it.
pub(super) fn best_by_reason(game: &Game) -> Option<(Point, Reason)> {
    let answers = game.answers();
    if answers.is_empty() { weightiest(game, near(game)) } else { weightiest(game, answers) }
}

fn near(game: &Game) -> Vec<Point> {
    let legal = game.legal_points();
    let is_near =
        |point: &Point| game.stones().iter().any(|(stone, _)| stone.distance(*point) <= 2);
    let near: Vec<Point> = legal.iter().copied().filter(is_near).collect();
    if near.is_empty() { legal } else { near }
}

fn weightiest(game: &Game, points: Vec<Point>) -> Option<(Point, Reason)> {
    let middle = game.size().middle();
    let weighed = points.into_iter().map(|point| {
        let reason = reason_for(game, Move::Place(point), None);
        let kinds: Vec<FactKind> = reason.facts.iter().map(|fact| fact.kind).collect();
        ((kinds, middle.distance(point), point), reason)
    });
    weighed.min_by(|a, b| a.0.cmp(&b.0)).map(|((_, _, point), reason)| (point, reason))
}

/// What is done where no thinker is left.
pub fn last_resort(job: &Job) -> JobResult {
    let (game, task) = match job {
        Job::Decide(request) => (&request.game, &request.task),
        Job::Suggest(request) => (&request.game, &request.task),
    };
    let (act, reason) = match task {
        Task::Opening(opening) => {
            let choice = decide_opening(opening, game.rule(), &mut NoJudge, 0);
            let reason = Reason::of_opening(&choice);
            (Act::Opening(choice.action), reason)
        }
        Task::Move => any_move(game),
    };
    match job {
        Job::Decide(_) => {
            JobResult::Decided(Box::new(Decision { reason: Some(reason), ..Decision::bare(act) }))
        }
        Job::Suggest(_) => {
            let line = match act {
                Act::Move(Move::Place(point)) => vec![point],
                Act::Move(Move::Pass) | Act::Opening(_) => Vec::new(),
            };
            JobResult::Suggested(Box::new(Suggestion {
                ply: game.turns().len() as u32 + 1,
                color: game.to_move(),
                act: Some(act),
                reason,
                value: None,
                line,
            }))
        }
    }
}

/// A move by rules of thumb, or a pass where no point is left.
pub(super) fn any_move(game: &Game) -> (Act, Reason) {
    best_by_reason(game).map_or((Act::Move(Move::Pass), Reason::default()), |(point, reason)| {
        (Act::Move(Move::Place(point)), reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{Color, Notation, Rule, Setup, SetupFault, SetupFaults, Size};

    fn point(size: Size, name: &str) -> Point {
        Notation::Renju.parse(size, name).unwrap()
    }

    /// A position of the 42 game with White to move.
    fn ninuki(black: &str, white: &str) -> Game {
        let size = Size::literal(19);
        let mut setup = Setup::empty(Rule::Ninuki42, size);
        for (names, color) in [(black, Color::Black), (white, Color::White)] {
            for name in names.split(' ') {
                setup.stones.set(point(size, name), Some(color));
            }
        }
        setup.to_move = Color::White;
        let forgiven = SetupFaults::NONE.with(SetupFault::StoneCount);
        Game::from_setup_forgiving(setup, forgiven).unwrap()
    }

    #[test]
    fn a_standing_five_is_answered_before_anything_else() {
        // Black's row stands; taking F10 and F9 from F11 breaks it. I10 would only end the row.
        let game = ninuki("d10 e10 f10 g10 h10 f9 k10", "f8 a1 s1 s19");
        let (point, _) = best_by_reason(&game).unwrap();
        assert_eq!(game.answers(), [point]);
    }
}
