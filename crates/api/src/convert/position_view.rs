//! A position as the page shows it.

use tengen_game::{ClosedPoint, explain_forbidden, outcome_text, position_code};
use tengen_rules::{Color, Game, Move, Point, Size, Status, WinReason, captured_by};

use super::names::{direction_of, forbidden_kind, per_color, spot_of, spots_of, stone_of};
use super::position_input::stones_of;
use crate::{
    CapturePoint, ForbiddenLine, ForbiddenPoint, Outcome, PendingFive, PositionView, Spot,
};

/// Everything a board needs to show. `allowed` are the only points that can be chosen, if an opening
/// limits them.
pub fn position_view(game: &Game, allowed: Option<&[Point]>) -> PositionView {
    let size = game.size();
    let spec = game.rule().spec();
    let is_ongoing = game.status().is_ongoing();
    let forbidden = if allowed.is_some() { Vec::new() } else { game.forbidden_points() };
    let winner = game
        .status()
        .winner()
        .filter(|_| matches!(game.status(), Status::Won { by: WinReason::Five, .. }));
    let takes = |points: Vec<Point>, color| -> Vec<CapturePoint> {
        let taken = |point| {
            spec.capture.map_or_else(Vec::new, |it| captured_by(game.stones(), it, point, color))
        };
        points
            .into_iter()
            .map(|point| (point, taken(point)))
            .filter(|(_, taken)| !taken.is_empty())
            .map(|(point, taken)| CapturePoint {
                point: spot_of(size, point),
                takes: spots_of(size, taken),
            })
            .collect()
    };
    let capture_points = if spec.capture.is_some() && is_ongoing {
        takes(game.stones().empties().collect(), game.to_move())
    } else {
        Vec::new()
    };
    let legal = match allowed {
        _ if !is_ongoing => Vec::new(),
        Some(points) => points.to_vec(),
        None => game.legal_points(),
    };
    PositionView {
        rule: game.rule().name().to_owned(),
        size: size.get(),
        stones: stones_of(game),
        to_move: stone_of(game.to_move()),
        captured: per_color(game.captures()),
        captures_to_win: spec.capture.map(|spec| spec.stones_to_win),
        legal: spots_of(size, legal),
        allowed: allowed.map(|points| spots_of(size, points.iter().copied())),
        forbidden: forbidden
            .into_iter()
            .map(|(point, kind)| forbidden_point(size, explain_forbidden(game, point, kind)))
            .collect(),
        captures: capture_points,
        last: last_stone(game).map(|point| spot_of(size, point)),
        win_lines: winner.map_or_else(Vec::new, |color| lines_of(game, color)),
        pending: game.pending().map(|owner| PendingFive {
            owner: stone_of(owner),
            lines: lines_of(game, owner),
            answers: takes(game.answers(), !owner),
            wins: spots_of(size, game.answers().into_iter().filter(|&it| wins_at_once(game, it))),
        }),
        may_pass: game.may_pass(),
        outcome: outcome_of(game.status()),
        code: position_code(game),
    }
}

fn wins_at_once(game: &Game, point: Point) -> bool {
    let mut after = game.clone();
    after.try_play(point).is_ok() && after.status().winner() == Some(game.to_move())
}

fn forbidden_point(size: Size, closed: ClosedPoint) -> ForbiddenPoint {
    let line = |(axis, points)| ForbiddenLine {
        direction: direction_of(axis),
        points: spots_of(size, points),
    };
    ForbiddenPoint {
        point: spot_of(size, closed.point),
        kind: forbidden_kind(closed.kind),
        text: closed.text,
        lines: closed.lines.into_iter().map(line).collect(),
    }
}

fn last_stone(game: &Game) -> Option<Point> {
    game.turns().iter().rev().find_map(|turn| match turn.mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    })
}

fn lines_of(game: &Game, color: Color) -> Vec<Vec<Spot>> {
    let runs = game.winning_runs(color).into_iter();
    runs.map(|run| spots_of(game.size(), run.points(game.stones()))).collect()
}

/// How a game ended.
pub(super) fn outcome_of(status: Status) -> Option<Outcome> {
    Some(Outcome {
        winner: status.winner().map(stone_of),
        reason: status.reason().unwrap_or_default().to_owned(),
        text: outcome_text(status)?,
    })
}
