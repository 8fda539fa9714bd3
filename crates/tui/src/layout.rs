//! Where things are on the screen, for drawing and for the mouse.

use ratatui::layout::{Position, Rect};
use tengen_rules::Point;

/// Columns of the row numbers, with a gap for the cursor's bracket.
const LABELS: u16 = 3;
/// Columns and rows from a point to the next: its sign and a gap. A column is half as wide as a row
/// is high, so both are square.
const STEP: (u16, u16) = (2, 1);
const LARGE_STEP: (u16, u16) = (4, 2);
/// Rows above the board: title and letters.
const ABOVE: u16 = 2;
/// Rows below the board: two for messages, one for keys.
const BELOW: u16 = 3;
/// With so many rows to spare the messages stay under the board and the panel goes down beside them.
const ROOMY: u16 = 4;
/// The panel gets at least so many columns.
const PANEL_LEAST: u16 = 30;
/// A screen narrower than this shows the board alone.
const NARROW: u16 = PANEL_LEAST + LABELS + 1 + 9 * STEP.0;

/// Where things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first line.
    pub title: Rect,
    /// The signs of the points that are seen, without labels.
    pub points: Rect,
    /// The column and row of the board that are seen first.
    pub from: (u8, u8),
    /// How many columns and rows are seen.
    pub seen: (u8, u8),
    /// Columns and rows of the screen from a point to the next.
    pub step: (u16, u16),
    /// What stands beside the board.
    pub panel: Rect,
    /// What is told.
    pub message: Rect,
    /// The keys.
    pub keys: Rect,
}

impl Layout {
    /// The layout of a screen for a board of this side; where it does not fit, the part around the
    /// cursor is seen.
    pub fn of(screen: Rect, side: u8, cursor: Point) -> Self {
        let panel_least = if screen.width < NARROW { 0 } else { PANEL_LEAST };
        let width = screen.width.saturating_sub(panel_least + LABELS + 1);
        let height = screen.height.saturating_sub(ABOVE + BELOW);
        let side_wide = u16::from(side);
        let fits_large = side_wide * LARGE_STEP.0 <= width && side_wide * LARGE_STEP.1 <= height;
        let step = if fits_large { LARGE_STEP } else { STEP };
        let (columns, rows) = ((width / step.0).min(side_wide), (height / step.1).min(side_wide));
        let points = Rect::new(
            screen.x + LABELS,
            screen.y + ABOVE,
            (columns * step.0).saturating_sub(step.0 - STEP.0),
            (rows * step.1).saturating_sub(step.1 - 1),
        );
        let line = |y: u16, height: u16| {
            Rect::new(screen.x, screen.y + y, screen.width, height).intersection(screen)
        };
        let is_roomy = screen.bottom().saturating_sub(points.bottom() + BELOW) >= ROOMY;
        let (message, panel_below) = if is_roomy && panel_least > 0 {
            let top = points.bottom() + 1;
            let below = screen.bottom().saturating_sub(top + 1);
            (Rect::new(screen.x, top, points.right(), below), 1)
        } else {
            (line(screen.height.saturating_sub(BELOW), 2), BELOW)
        };
        let panel_x = points.right() + 1;
        Self {
            title: line(0, 1),
            points: points.intersection(screen),
            from: (
                first_seen(side, columns as u8, cursor.x()),
                first_seen(side, rows as u8, cursor.y()),
            ),
            seen: (columns as u8, rows as u8),
            step,
            panel: Rect::new(
                panel_x,
                screen.y + 1,
                if panel_least > 0 { screen.right().saturating_sub(panel_x) } else { 0 },
                screen.height.saturating_sub(1 + panel_below),
            )
            .intersection(screen),
            message: message.intersection(screen),
            keys: line(screen.height.saturating_sub(1), 1),
        }
    }

    /// Where the sign of a point is, if it is seen.
    pub fn place_of(&self, point: Point) -> Option<Position> {
        let dx = point.x().checked_sub(self.from.0).filter(|&dx| dx < self.seen.0)?;
        let dy = point.y().checked_sub(self.from.1).filter(|&dy| dy < self.seen.1)?;
        Some(Position::new(
            self.points.x + u16::from(dx) * self.step.0,
            self.points.y + u16::from(dy) * self.step.1,
        ))
    }

    /// The point under a place of the screen; half of the gap around a sign belongs to it.
    pub fn point_at(&self, place: Position) -> Option<Point> {
        if !self.points.contains(place) {
            return None;
        }
        let nearest = |offset: u16, step: u16, seen: u8| {
            ((offset + (step - 1) / 2) / step).min(u16::from(seen).saturating_sub(1)) as u8
        };
        let dx = nearest(place.x - self.points.x, self.step.0, self.seen.0);
        let dy = nearest(place.y - self.points.y, self.step.1, self.seen.1);
        Some(Point::new(self.from.0 + dx, self.from.1 + dy))
    }
}

/// The first line seen so that the cursor is in the middle, as far as the edge allows.
fn first_seen(side: u8, seen: u8, cursor: u8) -> u8 {
    cursor.saturating_sub(seen / 2).min(side.saturating_sub(seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout_of(width: u16, height: u16, side: u8, cursor: Point) -> Layout {
        Layout::of(Rect::new(0, 0, width, height), side, cursor)
    }

    #[test]
    fn a_19_board_fits_into_80_by_24_with_a_panel() {
        let layout = layout_of(80, 24, 19, Point::new(0, 0));
        assert_eq!(layout.seen, (19, 19));
        assert!(layout.panel.width >= 38, "{}", layout.panel.width);
        assert!(layout.points.bottom() <= layout.message.y);
    }

    #[test]
    fn a_large_screen_has_a_large_board() {
        let layout = layout_of(120, 40, 15, Point::new(7, 7));
        assert_eq!((layout.step, layout.seen), (LARGE_STEP, (15, 15)));
        assert_eq!(layout_of(120, 40, 19, Point::new(7, 7)).step, STEP);
    }

    #[test]
    fn places_and_points_agree_and_a_small_screen_follows_the_cursor() {
        for (width, height) in [(80, 24), (50, 12), (120, 40), (200, 60), (30, 24), (9, 7)] {
            for cursor in [Point::new(18, 0), Point::new(9, 9), Point::new(0, 18)] {
                let layout = layout_of(width, height, 19, cursor);
                let place = layout.place_of(cursor).expect("the cursor is seen");
                assert!(layout.points.contains(place));
                assert_eq!(layout.point_at(place), Some(cursor));
            }
        }
        assert_eq!(layout_of(3, 2, 19, Point::new(9, 9)).seen, (0, 0));
    }

    #[test]
    fn nothing_covers_anything_else() {
        for (width, height) in [(80, 24), (60, 24), (120, 40), (200, 60), (30, 30)] {
            let layout = layout_of(width, height, 15, Point::new(7, 7));
            let parts = [layout.title, layout.points, layout.panel, layout.message, layout.keys];
            for (at, part) in parts.iter().enumerate() {
                for other in &parts[at + 1..] {
                    assert!(!part.intersects(*other), "{width}x{height}: {layout:?}");
                }
            }
        }
    }
}
