//! What is asked of whom now, in words.

use ratatui::style::Color;
use ratatui::text::Line;
use tengen_api::{OpeningKind, OpeningStep, SeatName, SeatView};

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
        let text = format!("{} offers a draw: y accepts, x declines.", seat_of(app, offerer).name);
        return vec![Line::styled(text, BOLD.fg(Color::Yellow))];
    }
    if let Some(pending) = &position.pending {
        let answers: Vec<_> = pending.answers.iter().map(|it| it.point.clone()).collect();
        let text = format!(
            "{} has five in a row! {} must break it at once or loses. By a capture (!): {}.",
            color_text(pending.owner),
            color_text(position.to_move),
            spots_text(&answers)
        );
        return vec![Line::styled(text, BOLD.fg(Color::Red))];
    }
    match app.snapshot.opening.as_ref().and_then(|opening| opening.step.as_ref()) {
        Some(step) => opening_lines(app, step),
        None => vec![Line::raw(turn_text(app))],
    }
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
