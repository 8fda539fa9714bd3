//! What is played when nobody can think: something legal and not too silly, by rules of thumb.

use std::time::Duration;

use tengen_rules::{Game, Move, OpeningState, Point};

use super::{Job, JobResult};
use crate::opening::{NoJudge, decide_opening, near_stones};
use crate::why::reason_for;
use crate::{Act, Decision, FactKind, Reason, Suggestion, Task};

/// The legal point with the weightiest reason, near the stones; while a five of the opponent stands,
/// one that answers it.
pub(super) fn best_by_reason(game: &Game) -> Option<(Point, Reason)> {
    let answers = game.answers();
    let near = || near_stones(game, game.legal_points(), 2);
    weightiest(game, if answers.is_empty() { near() } else { answers })
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
    match job {
        Job::Decide(request) => {
            let (act, reason) = match &request.task {
                Task::Opening(opening) => opening_by_thumb(opening, &request.game),
                Task::Move => any_move(&request.game),
            };
            JobResult::Decided(Box::new(Decision { reason: Some(reason), ..Decision::bare(act) }))
        }
        Job::Suggest(request) => JobResult::Suggested(Box::new(match &request.task {
            Task::Opening(opening) => {
                let (act, reason) = opening_by_thumb(opening, &request.game);
                suggestion_of(&request.game, act, reason)
            }
            Task::Move => suggestion_by_thumb(&request.game),
        })),
    }
}

fn opening_by_thumb(opening: &OpeningState, game: &Game) -> (Act, Reason) {
    let choice = decide_opening(opening, game.rule(), &mut NoJudge, 0);
    let reason = Reason::of_opening(&choice);
    (Act::Opening(choice.action), reason)
}

/// A suggestion by rules of thumb.
pub(super) fn suggestion_by_thumb(game: &Game) -> Suggestion {
    let (act, reason) = any_move(game);
    suggestion_of(game, act, reason)
}

fn suggestion_of(game: &Game, act: Act, reason: Reason) -> Suggestion {
    let line = match act {
        Act::Move(Move::Place(point)) => vec![point],
        Act::Move(Move::Pass) | Act::Opening(_) => Vec::new(),
    };
    Suggestion {
        ply: game.next_ply(),
        color: game.to_move(),
        act: Some(act),
        reason,
        value: None,
        line,
        time: Duration::ZERO,
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
