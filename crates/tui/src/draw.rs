//! Everything that is seen, made from the app and nothing else.

mod ask;
mod board;
pub(crate) mod forms;
pub(crate) mod library;
mod panel;
mod plain;

use ratatui::Frame;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::app::{App, Question, Screen, Signs, Tone};

/// Draws the app.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    match app.screen {
        Screen::Setup => forms::draw_setup(app, frame),
        Screen::Library => library::draw_library(app, frame),
        Screen::Help => forms::draw_help(frame),
        Screen::Game => draw_game(app, frame),
    }
    if app.signs == Signs::Ascii {
        plain::to_ascii(frame.buffer_mut());
    }
}

pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub(crate) const BAR: Style = Style::new().add_modifier(Modifier::REVERSED);

fn draw_game(app: &App, frame: &mut Frame<'_>) {
    let layout = app.layout();
    frame
        .render_widget(Paragraph::new(format!(" {}", app.snapshot.title)).style(BAR), layout.title);
    board::draw_board(app, &layout, frame.buffer_mut());
    panel::draw_panel(app, layout.panel, frame);
    let message = message_of(app);
    frame.render_widget(Paragraph::new(message).wrap(Wrap { trim: true }), layout.message);
    frame.render_widget(Paragraph::new(keys_of(app)).style(BAR), layout.keys);
}

/// The last word on things, the loudest first.
fn message_of(app: &App) -> Line<'_> {
    if let Some(question) = app.question {
        return question_line(question);
    }
    match &app.message {
        // Where there is no room for the panel, this is all there is.
        None if app.layout().panel.is_empty() => {
            ask::what_now(app).into_iter().next().unwrap_or_default()
        }
        None => Line::default(),
        Some((Tone::Plain, text)) => Line::raw(text),
        Some((Tone::Hint, text)) => Line::styled(text, Style::new().fg(Color::Green)),
        Some((Tone::Refused, text)) => Line::styled(text, BOLD.fg(Color::Red)),
    }
}

fn question_line(question: Question) -> Line<'static> {
    let text = match question {
        Question::Resign => "Do you give the game up? g, y or Enter: yes, any other key: no.",
        Question::Draw => "Do you offer a draw? =, y or Enter: yes, any other key: no.",
        Question::Quit => {
            "Leave the program? The game is kept. q, y or Enter: yes, any other key: no."
        }
    };
    Line::styled(text, BOLD.fg(Color::Yellow))
}

/// The keys that do something now.
fn keys_of(app: &App) -> String {
    let can = app.snapshot.can;
    let offered = app.snapshot.draw_offer.is_some();
    let keys = [
        // First, so that it is seen on the narrowest screen.
        (true, "? keys"),
        (can.play, "Enter play"),
        (can.hint, "h hint"),
        (can.undo, "u undo"),
        (can.redo, "r redo"),
        (can.move_now, "m move now"),
        (can.pass, "p pass"),
        (offered, "y/k draw"),
        (can.resign, "g resign"),
        (true, "n new"),
        (true, "o open"),
        (true, "q quit"),
    ];
    let shown = keys.iter().filter(|(is_shown, _)| *is_shown).map(|(_, text)| *text);
    format!(" {}", shown.collect::<Vec<_>>().join("  "))
}
