//! The games that are kept.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use tengen_store::Entry;

use super::{BAR, BOLD, DIM};
use crate::app::App;

/// The first row of the list.
pub(crate) const FIRST_ROW: u16 = 2;
/// Rows below the list: a message, and the keys.
const ROWS_BELOW: u16 = 3;

/// The line of the list that stands in its first row, so that the chosen one is seen.
pub(crate) fn first_line(height: u16, chosen: usize) -> usize {
    (chosen + 1).saturating_sub(n_seen(height))
}

fn n_seen(height: u16) -> usize {
    usize::from(height.saturating_sub(FIRST_ROW + ROWS_BELOW)).max(1)
}

pub(super) fn draw_library(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let row = |y: u16| Rect { y: area.y + y, height: 1, ..area }.intersection(area);
    frame.render_widget(Paragraph::new(" Tengen: your games").style(BAR), row(0));
    let games = app.library.as_deref();
    let first = first_line(area.height, app.chosen);
    let seen = games.unwrap_or_default().iter().enumerate().skip(first).take(n_seen(area.height));
    for (at, entry) in seen {
        let line = entry_line(entry, at == app.chosen, usize::from(area.width));
        frame.render_widget(Paragraph::new(line), row(FIRST_ROW + (at - first) as u16));
    }
    let note = match (&app.message, games) {
        (Some((_, text)), _) => Line::styled(text.as_str(), BOLD.fg(Color::Red)),
        (None, None) => Line::styled("Looking for them …", DIM),
        (None, Some([])) => Line::styled("No game has been played yet.", DIM),
        (None, Some(_)) => Line::default(),
    };
    let below = Rect { y: area.bottom().saturating_sub(ROWS_BELOW), height: 2, ..area };
    let below = below.intersection(area);
    frame.render_widget(Paragraph::new(note).wrap(Wrap { trim: true }), below);
    let keys = " Enter: open   Up Down: choose   Esc: back   ?: keys";
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    frame.render_widget(Paragraph::new(keys).style(BAR), last);
}

fn entry_line(entry: &Entry, is_chosen: bool, width: usize) -> Line<'static> {
    let result = match entry.result.as_str() {
        "black_win" => "Black won",
        "white_win" => "White won",
        "draw" => "draw",
        _ => "goes on",
    };
    let facts = format!("{0}x{0} {1:>3} moves  {result:<9}", entry.size, entry.n_moves);
    let room = width.saturating_sub(facts.chars().count() + 4);
    let title: String = entry.title.chars().take(room).collect();
    let mark = if is_chosen { '>' } else { ' ' };
    let text = format!(" {mark} {title:<room$} {facts}");
    if is_chosen { Line::styled(text, BOLD.fg(Color::Yellow)) } else { Line::raw(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_line_is_seen_on_every_screen() {
        for height in 6..40 {
            for chosen in 0..60 {
                let first = first_line(height, chosen);
                assert!((first..first + n_seen(height)).contains(&chosen), "{height} {chosen}");
            }
        }
    }
}
