//! What is played when nobody can think: something legal and not too silly, by rules of thumb.

use tengen_api::{Hint, Reason};
use tengen_game::{
    Act, Answer, NoJudge, Task, decide_opening, reason_for, spot_of, stone_of,
    with_the_other_to_move,
};
use tengen_rules::{Game, Move, Point, SetupFaults, Status};

use crate::think::{Job, Thought};

/// The legal point with the weightiest reason, near the stones; while a five of the opponent stands,
/// one that answers it.
pub(crate) fn best_by_reason(game: &Game) -> Option<(Point, Reason)> {
    let answers = game.answers();
    if answers.is_empty() { weightiest(game, near(game)) } else { weightiest(game, answers) }
}

/// What people expect where the opponent wins with the next stone whatever is played: that one of
/// the places where it would win is taken. Only those are weighed, for weighing takes its time.
pub(crate) fn best_in_vain(game: &Game) -> Option<Point> {
    let answers = game.answers();
    let points = if answers.is_empty() { winning_points_of_opponent(game) } else { answers };
    weightiest(game, points).map(|(point, _)| point)
}

/// The legal points at which the opponent would win if it were to move.
fn winning_points_of_opponent(game: &Game) -> Vec<Point> {
    // A position in which the opponent cannot be to move has no such points.
    let Ok(theirs) = with_the_other_to_move(game, SetupFaults::NONE) else { return Vec::new() };
    let wins = |point: Point| {
        let mut after = theirs.clone();
        after.try_play(point).is_ok_and(|played| matches!(played.status, Status::Won { .. }))
    };
    game.size().points().filter(|&point| wins(point) && game.is_legal(point)).collect()
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
        let kinds: Vec<_> = reason.facts.iter().map(|fact| fact.kind).collect();
        ((kinds, middle.distance(point), point), reason)
    });
    weighed.min_by(|a, b| a.0.cmp(&b.0)).map(|((_, _, point), reason)| (point, reason))
}

/// The thought of last resort.
pub fn last_resort(job: &Job) -> Thought {
    let wanted = job.wanted();
    let game = &wanted.game;
    let (act, reason) = match &wanted.task {
        Task::Opening(opening) => {
            let (action, reason) = decide_opening(opening, game.rule(), &mut NoJudge, 0);
            (Act::Opening { action }, reason)
        }
        Task::Move => best_by_reason(game)
            .map_or((Act::Pass, Reason::default()), |(point, why)| {
                (Act::Play { point: spot_of(game.size(), point) }, why)
            }),
    };
    match job {
        Job::Decide(..) => {
            let answer = Answer {
                act,
                score: None,
                reason: Some(reason),
                has_reasoning: false,
                time_ms: None,
            };
            Thought::Decided(Box::new(answer), None)
        }
        Job::Suggest(_) => {
            let (point, action) = match act {
                Act::Play { point } => (Some(point), None),
                Act::Opening { action } => (None, Some(action)),
                Act::Pass => (None, None),
            };
            let line = point.clone().into_iter().collect();
            Thought::Suggested(Box::new(Hint {
                ply: wanted.ply,
                color: stone_of(game.to_move()),
                point,
                action,
                reason,
                score: None,
                line,
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_api::{PerColor, PositionInput, Spot, StoneColor};
    use tengen_game::read_position;

    fn spots(text: &str) -> Vec<Spot> {
        text.split(' ').map(|spot| Spot(spot.to_owned())).collect()
    }

    #[test]
    fn a_position_that_is_lost_is_answered_where_the_loss_would_come() {
        let open_four = PositionInput::Code { code: "freestyle-15-e8a1f8a3g8a5h8".to_owned() };
        let game = read_position(&open_four).unwrap();
        let point = best_in_vain(&game).unwrap();
        assert!(["D8", "I8"].contains(&spot_of(game.size(), point).0.as_str()), "{point:?}");

        // Black has taken eight stones and threatens two pairs at once.
        let two_pairs = PositionInput::Setup {
            rule: "ninuki42".to_owned(),
            size: 19,
            stones: PerColor { black: spots("D4 D10 A19"), white: spots("E4 F4 E10 F10") },
            to_move: StoneColor::White,
            captured: PerColor { black: 8, white: 0 },
            moves: Vec::new(),
        };
        let game = read_position(&two_pairs).unwrap();
        let point = best_in_vain(&game).unwrap();
        assert!(["G4", "G10"].contains(&spot_of(game.size(), point).0.as_str()), "{point:?}");
    }

    #[test]
    fn a_standing_five_is_answered_before_anything_else() {
        // Black's row stands; taking F10 and F9 from F11 breaks it. I10 would only end the row.
        let position = PositionInput::Setup {
            rule: "ninuki42".to_owned(),
            size: 19,
            stones: PerColor {
                black: spots("D10 E10 F10 G10 H10 F9 K10"),
                white: spots("F8 A1 S1 S19"),
            },
            to_move: StoneColor::White,
            captured: PerColor::default(),
            moves: Vec::new(),
        };
        let game = read_position(&position).unwrap();
        let (point, _) = best_by_reason(&game).unwrap();
        assert_eq!(game.answers(), [point]);
    }
}
