//! A position as the page shows it.

use tengen_api::{CapturePoint, Outcome, PendingFive, PerColor, PositionView};
use tengen_rules::{
    Color, DrawReason, Game, LossReason, Move, Point, Status, WinReason, captured_by,
};

use crate::forbidden::explain;
use crate::position::position_code;
use crate::words::{color_title, spot_of, spots_of, stone_of};

/// Everything a board needs to show. `allowed` are the only points that can be played, if not all.
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
    PositionView {
        rule: game.rule().name().to_owned(),
        size: size.get(),
        stones: stones_of(game),
        to_move: stone_of(game.to_move()),
        captured: PerColor { black: game.captures().black, white: game.captures().white },
        captures_to_win: spec.capture.map(|spec| spec.stones_to_win),
        allowed: allowed.map(|points| spots_of(size, points.iter().copied())),
        forbidden: forbidden.into_iter().map(|(point, kind)| explain(game, point, kind)).collect(),
        captures: capture_points,
        last: last_stone(game).map(|point| spot_of(size, point)),
        win_lines: winner.map_or_else(Vec::new, |color| lines_of(game, color)),
        pending: game.pending().map(|owner| PendingFive {
            owner: stone_of(owner),
            lines: lines_of(game, owner),
            answers: takes(game.answers(), !owner),
        }),
        may_pass: game.may_pass(),
        outcome: outcome_of(game.status()),
        code: position_code(game),
    }
}

pub(crate) fn stones_of(game: &Game) -> PerColor<Vec<tengen_api::Spot>> {
    let of = |color| {
        let points = game.stones().iter().filter(move |&(_, stone)| stone == color);
        spots_of(game.size(), points.map(|(point, _)| point))
    };
    PerColor { black: of(Color::Black), white: of(Color::White) }
}

fn last_stone(game: &Game) -> Option<Point> {
    game.turns().iter().rev().find_map(|turn| match turn.mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    })
}

fn lines_of(game: &Game, color: Color) -> Vec<Vec<tengen_api::Spot>> {
    let runs = game.winning_runs(color).into_iter();
    runs.map(|run| spots_of(game.size(), run.points(game.stones()))).collect()
}

/// How a game ended, in words.
pub(crate) fn outcome_of(status: Status) -> Option<Outcome> {
    let text = match status {
        Status::Ongoing => return None,
        Status::Won { winner, by } => {
            let (winner, loser) = (color_title(winner), color_title(!winner));
            match by {
                WinReason::Five => format!("{winner} wins with five in a row."),
                WinReason::Capture => format!("{winner} wins by captures."),
                WinReason::Forfeit(LossReason::Resignation) => {
                    format!("{winner} wins: {loser} resigned.")
                }
                WinReason::Forfeit(LossReason::Timeout) => {
                    format!("{winner} wins: {loser} ran out of time.")
                }
                WinReason::Forfeit(LossReason::Crash) => {
                    format!("{winner} wins: {loser}'s program failed.")
                }
                WinReason::Forfeit(LossReason::IllegalMove | LossReason::Forbidden(_)) => {
                    format!("{winner} wins: {loser} played an illegal move.")
                }
            }
        }
        Status::Drawn(DrawReason::FullBoard) => "A draw: the board is full.".to_owned(),
        Status::Drawn(DrawReason::NoLegalMove) => "A draw: no legal move is left.".to_owned(),
        Status::Drawn(DrawReason::TwoPasses) => "A draw: both passed.".to_owned(),
        Status::Drawn(DrawReason::Agreement) => "A draw by agreement.".to_owned(),
    };
    Some(Outcome {
        winner: status.winner().map(stone_of),
        reason: status.reason().unwrap_or_default().to_owned(),
        text,
    })
}
