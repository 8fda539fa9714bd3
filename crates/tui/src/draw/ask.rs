//! What is asked of whom now, in words.

use ratatui::style::Color;
use ratatui::text::Line;
use tengen_api::{
    CapturePoint, OpeningKind, OpeningStep, PendingFive, SeatName, SeatView, StoneColor,
};

use super::BOLD;
use crate::app::App;
use crate::words::{color_text, spots_text};

/// How the game ended, or what is asked of whom.
pub(super) fn what_now(app: &App) -> Vec<Line<'_>> {
    let position = &app.snapshot.position;
    if let Some(outcome) = &app.snapshot.outcome {
        return vec![
            Line::styled(outcome.text.as_str(), BOLD.fg(Color::Yellow)),
            Line::raw("n: a new game, u: take back."),
        ];
    }
    if app.snapshot.is_paused {
        return vec![Line::styled("Paused. z goes on.", BOLD)];
    }
    if let Some(offerer) = app.snapshot.draw_offer {
        let text = format!("{} offers a draw: y accepts, k declines.", seat_of(app, offerer).name);
        return vec![Line::styled(text, BOLD.fg(Color::Yellow))];
    }
    if let Some(pending) = &position.pending {
        return vec![Line::styled(pending_text(pending, position.to_move), BOLD.fg(Color::Red))];
    }
    match app.snapshot.opening.as_ref().and_then(|opening| opening.step.as_ref()) {
        Some(step) => opening_lines(app, step),
        None => vec![Line::raw(turn_text(app))],
    }
}

/// What a standing five asks of the other side: to break it, or to win by captures first.
fn pending_text(pending: &PendingFive, other: StoneColor) -> String {
    let is_win = |it: &&CapturePoint| pending.wins.contains(&it.point);
    let takes = |it: &CapturePoint| format!("{} takes {}", it.point.0, spots_text(&it.takes));
    let breaks: Vec<String> = pending.answers.iter().filter(|it| !is_win(it)).map(takes).collect();
    let wins: Vec<String> = pending.answers.iter().filter(is_win).map(takes).collect();
    let mut ways = Vec::new();
    if !breaks.is_empty() {
        ways.push(format!("break it by a capture (!): {}", breaks.join("; ")));
    }
    if !wins.is_empty() {
        ways.push(format!("win by captures (!): {}", wins.join("; ")));
    }
    format!(
        "{} has five in a row! {} must answer at once or loses: {}.",
        color_text(pending.owner),
        color_text(other),
        ways.join(", or ")
    )
}

fn seat_of(app: &App, seat: SeatName) -> &SeatView {
    match seat {
        SeatName::First => &app.snapshot.first,
        SeatName::Second => &app.snapshot.second,
    }
}

fn turn_text(app: &App) -> String {
    let color = color_text(app.snapshot.position.to_move);
    let is_against_opponent =
        app.snapshot.first.opponent.is_some() || app.snapshot.second.opponent.is_some();
    match app.snapshot.turn.map(|seat| seat_of(app, seat)) {
        Some(seat) if seat.opponent.is_some() => format!("{} is thinking.", seat.name),
        Some(_) if is_against_opponent => format!("Your move: {color}."),
        _ => format!("{color} to move."),
    }
}

fn opening_lines<'a>(app: &App, step: &'a OpeningStep) -> Vec<Line<'a>> {
    let mut lines = vec![Line::raw(step.text.as_str())];
    if app.asked().is_none() {
        return lines;
    }
    for (option, number) in step.options.iter().zip(1..) {
        let text = match option.kind {
            OpeningKind::Place | OpeningKind::Pick => continue,
            OpeningKind::Offer => " Enter marks or unmarks a point".to_owned(),
            OpeningKind::Declare => format!(" + - change it, Enter says it: {}", app.declared),
            _ => format!(" {number} {}", option.text),
        };
        lines.push(Line::styled(text, BOLD));
    }
    lines
}
