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
 H 1 2             go to H12                b      to the middle of the board
 h, then 1         a hint; 1 plays it       m      the opponent moves at once
 u, r              take back, play again    p      pass, where the rule has it
 d  [ ]            its reasons; move by move   z   pause and go on
 =                 offer a draw             y, k   accept, decline it
 n                 another game             g      give up
 o                 your games, kept         q, Ctrl-C   leave; the game is kept
 l, e              last move, evaluation    Ctrl-Z to the shell; fg comes back

 In an opening the panel asks; answer with the numbers, or Enter on the board.
 Fifth moves to be offered are marked with Enter; Backspace takes a mark back.

 ● Black   ○ White   ◉ ◎ the last stone, a five   × closed to the side to move
 + where the opening wants a stone   * the hint   ! breaks the five
 ? what the engine is trying         took 4/10: stones captured, of those to win

 now, last, avg, max: how long the player's moves take, in seconds (1:05 is a
 minute and more).  12.H8xx: the twelfth move, which captured two stones.
 depth 8-14: all lines to 8 plies, the sharpest to 14; score in the player's own
 units and its chance to win; then the best line and the tree, while it grows.
 <= 25 %: cut off, no value but a limit.   proven: counted to the end.

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

/// The first row of the form.
const FIRST_ROW: u16 = 2;
/// What is explained below the form takes so many rows.
const ABOUT_ROWS: u16 = 4;

/// What a row of the screen belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// A line of the form.
    Field(usize),
    /// The button.
    Play,
}

/// How the form lies on a screen: loosely, closely, or only a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FormLayout {
    /// Rows from a line to the next.
    step: u16,
    /// The first line that is seen.
    first: usize,
    /// How many are seen, the button included.
    seen: usize,
}

impl FormLayout {
    const LINES: usize = Field::ALL.len() + 1;

    /// For a screen of this height, so that this line is seen.
    pub(crate) fn of(height: u16, field: usize) -> Self {
        let room = height.saturating_sub(FIRST_ROW + 1);
        let n_lines = Self::LINES as u16;
        let step = if room >= 2 * n_lines + ABOUT_ROWS { 2 } else { 1 };
        let seen = usize::from(room / step).min(Self::LINES);
        Self { step, first: (field + 1).saturating_sub(seen), seen }
    }

    /// What is in a row of the screen.
    pub(crate) fn row_at(self, row: u16) -> Option<Row> {
        let offset = row.checked_sub(FIRST_ROW).filter(|it| it.is_multiple_of(self.step))?;
        let at = usize::from(offset / self.step);
        if at >= self.seen {
            return None;
        }
        let line = self.first + at;
        Some(if line < Field::ALL.len() { Row::Field(line) } else { Row::Play })
    }

    /// The row below the form.
    fn end(self) -> u16 {
        FIRST_ROW + self.step * self.seen as u16
    }
}

pub(super) fn draw_setup(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let [title, body] = split(area);
    frame.render_widget(Paragraph::new(" Tengen: choose a game").style(BAR), title);
    let layout = FormLayout::of(area.height, app.setup.field);
    for y in area.y..layout.end().min(area.bottom()) {
        let line = match layout.row_at(y) {
            Some(Row::Field(at)) => field_line(app, at),
            Some(Row::Play) => Line::styled(format!(" {:<10}[ Enter: play ]", ""), BOLD),
            None => continue,
        };
        frame.render_widget(Paragraph::new(line), Rect { y, height: 1, ..body });
    }
    let about_y = layout.end() + 2 - layout.step;
    let about = Rect {
        x: body.x + 1,
        y: about_y,
        width: body.width.saturating_sub(2),
        height: body.bottom().saturating_sub(about_y + 1),
    };
    draw_about(app, about.intersection(body), frame);
    let back = if app.has_game { "  Esc: back" } else { "" };
    let keys = format!(
        " Enter: play  Up Down: line  Left Right: change  o: games  ?: keys  q: quit{back}"
    );
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    frame.render_widget(Paragraph::new(keys).style(BAR), last);
}

fn field_line(app: &App, at: usize) -> Line<'static> {
    let (name, choice, _) = app.setup.line(Field::ALL[at]);
    let is_chosen = at == app.setup.field;
    let style = if is_chosen { BOLD.fg(Color::Yellow) } else { Style::new() };
    let text = if is_chosen { format!("< {choice} >") } else { format!("  {choice}") };
    Line::from(vec![Span::raw(format!(" {name:<10}")), Span::styled(text, style)])
}

/// What the choice of the present line means, and what went wrong.
fn draw_about(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let (_, _, about) = app.setup.line(Field::ALL[app.setup.field]);
    let mut lines = vec![Line::styled(about, DIM)];
    if let Some((_, message)) = &app.message {
        lines.insert(0, Line::styled(message.as_str(), BOLD.fg(Color::Red)));
    }
    if let Some(question) = app.question {
        lines.insert(0, question_line(question));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_is_changed_is_seen_on_every_screen() {
        for height in 4..40 {
            for field in 0..Field::ALL.len() {
                let layout = FormLayout::of(height, field);
                let row = (0..height - 1).find(|&y| layout.row_at(y) == Some(Row::Field(field)));
                assert!(row.is_some(), "{height} {field}");
                assert!(layout.end() < height, "{height} {field}");
            }
        }
        assert_eq!(FormLayout::of(24, 0).row_at(14), Some(Row::Play));
    }
}
