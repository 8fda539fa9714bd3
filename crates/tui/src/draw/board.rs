//! The board.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use tengen_api::{PositionView, Spot, point_of};
use tengen_rules::{Notation, Point, Size};

use crate::app::App;
use crate::layout::Layout;

/// Wood, so that black and white stones both stand out on dark and on light terminals.
const WOOD: Color = Color::Indexed(179);
const WOOD_LIT: Color = Color::Indexed(114);
const WOOD_LAST: Color = Color::Indexed(223);
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);
const FAINT: Color = Color::Indexed(94);
const RED: Color = Color::Indexed(124);
const BLUE: Color = Color::Indexed(19);

pub(super) fn draw_board(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let size = app.size();
    let marks = Marks::of(app, size);
    draw_labels(layout, size, buffer);
    buffer.set_style(layout.points, Style::new().bg(WOOD));
    for point in size.points() {
        let Some(place) = layout.place_of(point) else { continue };
        let (sign, style) = marks.sign_of(point);
        put(buffer, place, sign, style);
    }
    // The cursor last: its brackets stand in the gaps.
    if let Some(place) = layout.place_of(app.cursor) {
        let style = Style::new().fg(BLUE).bg(WOOD).add_modifier(Modifier::BOLD);
        let left = Position::new(place.x.saturating_sub(1), place.y);
        let is_edge = left.x < layout.points.x;
        let left_style = if is_edge { Style::new().add_modifier(Modifier::BOLD) } else { style };
        put(buffer, left, "[", left_style);
        put(buffer, Position::new(place.x + 1, place.y), "]", style);
    }
}

fn put(buffer: &mut Buffer, place: Position, sign: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut(place) {
        cell.set_symbol(sign).set_style(style);
    }
}

fn draw_labels(layout: &Layout, size: Size, buffer: &mut Buffer) {
    let (first_x, first_y) = layout.from;
    let faint = Style::new().add_modifier(Modifier::DIM);
    for dx in 0..layout.seen.0 {
        let point = Point::new(first_x + dx, first_y);
        let Some(place) = layout.place_of(point) else { continue };
        let name = Notation::Renju.format(size, point);
        let letter: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        put(buffer, Position::new(place.x, layout.points.y - 1), &letter, faint);
    }
    for dy in 0..layout.seen.1 {
        let point = Point::new(first_x, first_y + dy);
        let Some(place) = layout.place_of(point) else { continue };
        let name = Notation::Renju.format(size, point);
        let number: String = name.chars().filter(char::is_ascii_digit).collect();
        for (dx, sign) in format!("{number:>2}").chars().enumerate() {
            let place = Position::new(layout.points.x - 3 + dx as u16, place.y);
            put(buffer, place, &sign.to_string(), faint);
        }
    }
}

/// What stands on the points and what is to be said about them.
struct Marks {
    black: Vec<Point>,
    white: Vec<Point>,
    last: Option<Point>,
    lit: Vec<Point>,
    forbidden: Vec<Point>,
    answers: Vec<Point>,
    allowed: Option<Vec<Point>>,
    offered: Vec<Point>,
    hint: Option<Point>,
    trying: Option<Point>,
    stars: Vec<Point>,
}

impl Marks {
    fn of(app: &App, size: Size) -> Self {
        let position: &PositionView = &app.snapshot.position;
        let all = |spots: &[Spot]| -> Vec<Point> {
            spots.iter().filter_map(|spot| point_of(size, spot).ok()).collect()
        };
        let one = |spot: Option<&Spot>| spot.and_then(|spot| point_of(size, spot).ok());
        let pending = position.pending.as_ref();
        let lines = pending.map_or(&position.win_lines, |pending| &pending.lines);
        let answers = pending.map_or(&[][..], |pending| &pending.answers);
        let step = app.snapshot.opening.as_ref().and_then(|opening| opening.step.as_ref());
        let mut offered = app.offers.clone();
        offered.extend(step.map_or_else(Vec::new, |step| all(&step.offers)));
        let n_free = size.n_points() - position.stones.black.len() - position.stones.white.len();
        let allowed = position.allowed.as_deref().filter(|allowed| allowed.len() < n_free);
        Self {
            black: all(&position.stones.black),
            white: all(&position.stones.white),
            last: one(position.last.as_ref()),
            lit: lines.iter().flat_map(|line| all(line)).collect(),
            forbidden: position
                .forbidden
                .iter()
                .filter_map(|it| point_of(size, &it.point).ok())
                .collect(),
            answers: answers.iter().filter_map(|it| point_of(size, &it.point).ok()).collect(),
            allowed: allowed.map(all),
            offered,
            hint: one(app.hint.as_ref().and_then(|hint| hint.point.as_ref())),
            trying: one(app.snapshot.thinking.as_ref().and_then(|it| it.trying.as_ref())),
            stars: stars(size),
        }
    }

    fn sign_of(&self, point: Point) -> (&'static str, Style) {
        let wood = if self.lit.contains(&point) {
            WOOD_LIT
        } else if self.last == Some(point) {
            WOOD_LAST
        } else {
            WOOD
        };
        let style = |color| Style::new().fg(color).bg(wood);
        let bold = |color| style(color).add_modifier(Modifier::BOLD);
        // The stones of a five, or else the last one.
        let is_marked =
            self.lit.contains(&point) || self.lit.is_empty() && self.last == Some(point);
        if self.black.contains(&point) {
            (if is_marked { "◉" } else { "●" }, bold(BLACK))
        } else if self.white.contains(&point) {
            (if is_marked { "◎" } else { "○" }, bold(WHITE))
        } else if self.hint == Some(point) {
            ("*", bold(BLUE))
        } else if self.answers.contains(&point) {
            ("!", bold(RED))
        } else if self.offered.contains(&point) {
            ("+", bold(BLUE))
        } else if self.trying == Some(point) {
            ("?", style(BLUE))
        } else if self.forbidden.contains(&point) {
            ("×", style(RED))
        } else if self.allowed.as_ref().is_some_and(|allowed| allowed.contains(&point)) {
            ("+", style(BLUE))
        } else if self.stars.contains(&point) {
            ("•", style(FAINT))
        } else {
            ("·", style(FAINT))
        }
    }
}

/// The points that boards have dots on, to count from.
fn stars(size: Size) -> Vec<Point> {
    let side = size.get();
    if side < 13 || side.is_multiple_of(2) {
        return size.center().into_iter().collect();
    }
    let lines = [3, side / 2, side - 4];
    lines.into_iter().flat_map(|x| lines.map(|y| Point::new(x, y))).collect()
}
