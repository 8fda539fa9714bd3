//! From the types of the rules to those of the page, and back.

use tengen_api::{Direction, ForbiddenKind, SeatName, Spot, StoneColor};
use tengen_rules::{Axis, Color, Forbidden, Notation, Player, Point, Rule, Size};

use crate::Refusal;

/// A point's name.
pub fn name_of(size: Size, point: Point) -> String {
    Notation::Renju.format(size, point)
}

/// A point as the page has it.
pub fn spot_of(size: Size, point: Point) -> Spot {
    Spot(name_of(size, point))
}

/// Several points.
pub fn spots_of(size: Size, points: impl IntoIterator<Item = Point>) -> Vec<Spot> {
    points.into_iter().map(|point| spot_of(size, point)).collect()
}

/// The point of a name.
pub fn point_of(size: Size, spot: &Spot) -> Result<Point, Refusal> {
    Notation::Renju
        .parse(size, &spot.0)
        .map_err(|error| Refusal::Request(format!("{:?}: {error}", spot.0)))
}

/// A color as the page has it.
pub const fn stone_of(color: Color) -> StoneColor {
    match color {
        Color::Black => StoneColor::Black,
        Color::White => StoneColor::White,
    }
}

/// A color as the rules have it.
pub const fn color_of(stone: StoneColor) -> Color {
    match stone {
        StoneColor::Black => Color::Black,
        StoneColor::White => Color::White,
    }
}

/// A player as the page has it.
pub const fn seat_of(player: Player) -> SeatName {
    match player {
        Player::P1 => SeatName::First,
        Player::P2 => SeatName::Second,
    }
}

/// A seat as the rules have it.
pub const fn player_of(seat: SeatName) -> Player {
    match seat {
        SeatName::First => Player::P1,
        SeatName::Second => Player::P2,
    }
}

/// A board size.
pub fn size_of(side: u8) -> Result<Size, Refusal> {
    Size::new(u64::from(side)).map_err(|error| Refusal::Unsupported(error.to_string()))
}

/// A rule by its name.
pub fn rule_of(name: &str) -> Result<Rule, Refusal> {
    name.parse().map_err(|error: tengen_rules::UnknownRule| Refusal::Unsupported(error.to_string()))
}

pub(crate) const fn direction_of(axis: Axis) -> Direction {
    match axis {
        Axis::Horizontal => Direction::Horizontal,
        Axis::Vertical => Direction::Vertical,
        Axis::Diagonal => Direction::Diagonal,
        Axis::Antidiagonal => Direction::Antidiagonal,
    }
}

/// The direction as people say it behind "on the".
pub(crate) const fn direction_words(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "row",
        Direction::Vertical => "column",
        Direction::Diagonal => "falling diagonal",
        Direction::Antidiagonal => "rising diagonal",
    }
}

pub(crate) const fn forbidden_kind(kind: Forbidden) -> ForbiddenKind {
    match kind {
        Forbidden::Overline => ForbiddenKind::Overline,
        Forbidden::DoubleFour => ForbiddenKind::DoubleFour,
        Forbidden::DoubleThree => ForbiddenKind::DoubleThree,
    }
}

pub(crate) const fn color_title(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
