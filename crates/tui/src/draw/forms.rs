//! The form in which a game is chosen, and the keys explained.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::{BAR, BOLD, DIM, question_line};
use crate::app::App;
use crate::setup::Field;

const HELP: &str = " Arrows            go to a point            Enter, Space, click   play there
 H 1 2             go to H12                Home   go to the middle
 h                 a hint, in words         m      the opponent moves at once
 u, r              take back, play again    p      pass, where the rule has it
 [ ]               why, move by move        z      pause and go on
 d                 offer a draw             y, x   accept, decline it
 n                 another game             g      give up
 q, Ctrl-C         leave

 In an opening the panel asks; answer with the numbers, or Enter on the board.
 Fifth moves to be offered are marked with Enter; Backspace takes a mark back.

 ● Black   ○ White   ◉ ◎ the last stone, a five   × closed to the side to move
 + where the opening wants a stone   * the hint   ! breaks the five
 ? what the engine is trying         took 4/10: stones captured, of those to win

 now, last, avg, max: how long the player's moves take, in seconds (1:05 is a
 minute and more).  12.H8xx: the twelfth move, which captured two stones.
 depth 8-14: all lines to 8 plies, the sharpest to 14; score in the player's own
 units and its chance to win; then the best line and the moves it compares.

 Any key goes back.";

pub(super) fn draw_help(frame: &mut Frame<'_>) {
    let [title, body] = split(frame.area());
    frame.render_widget(Paragraph::new(" Tengen: the keys").style(BAR), title);
    frame.render_widget(Paragraph::new(HELP), body);
}

fn split(area: Rect) -> [Rect; 2] {
    let title = Rect { height: area.height.min(1), ..area };
    let below = area.height.saturating_sub(2);
    [title, Rect { y: area.bottom() - below, height: below, ..area }]
}

/// The first row of the form, and how far its lines are apart.
const FIRST_ROW: u16 = 2;
const ROWS: u16 = 2;

/// What a row of the screen belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// A line of the form.
    Field(usize),
    /// The button.
    Play,
}

/// What is in a row of the screen.
pub(crate) fn row_at(row: u16) -> Option<Row> {
    let offset = row.checked_sub(FIRST_ROW).filter(|offset| offset.is_multiple_of(ROWS))?;
    let at = usize::from(offset / ROWS);
    match at.cmp(&Field::ALL.len()) {
        std::cmp::Ordering::Less => Some(Row::Field(at)),
        std::cmp::Ordering::Equal => Some(Row::Play),
        std::cmp::Ordering::Greater => None,
    }
}

pub(super) fn draw_setup(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let [title, body] = split(area);
    frame.render_widget(Paragraph::new(" Tengen: choose a game").style(BAR), title);
    let mut lines = Vec::new();
    for (field, at) in Field::ALL.into_iter().zip(0..) {
        let (name, choice, _) = app.setup.line(field);
        let is_chosen = at == app.setup.field;
        let style = if is_chosen { BOLD.fg(Color::Yellow) } else { Style::new() };
        let text = if is_chosen { format!("< {choice} >") } else { format!("  {choice}") };
        lines.push(Line::from(vec![Span::raw(format!(" {name:<10}")), Span::styled(text, style)]));
        lines.push(Line::default());
    }
    lines.push(Line::styled(format!(" {:<10}[ Enter: play ]", ""), BOLD));
    frame.render_widget(Paragraph::new(lines), body);
    draw_about(app, body, frame);
    let back = if app.has_game { "   Esc: back to the game" } else { "" };
    let keys =
        format!(" Up Down: line   Left Right: change   Enter: play   ?: keys   q: quit{back}");
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    frame.render_widget(Paragraph::new(keys).style(BAR), last);
}

/// What the choice of the present line means, and what went wrong.
fn draw_about(app: &App, body: Rect, frame: &mut Frame<'_>) {
    let (_, _, about) = app.setup.line(Field::ALL[app.setup.field]);
    let top = ROWS * Field::ALL.len() as u16 + 2;
    let area = Rect {
        x: body.x + 1,
        y: body.y + top,
        width: body.width.saturating_sub(2),
        height: body.height.saturating_sub(top + 1),
    }
    .intersection(body);
    let mut lines = vec![Line::styled(about, DIM)];
    if let Some((_, message)) = &app.message {
        lines.insert(0, Line::styled(message.as_str(), BOLD.fg(Color::Red)));
    }
    if let Some(question) = app.question {
        lines.insert(0, question_line(question));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}
