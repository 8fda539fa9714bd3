//! The small things: points, colors, seats, directions.

use tengen_game::ActionError;
use tengen_players::{Bound, Valuation};
use tengen_players::{Fact as DomainFact, FactKind as DomainKind, Reason as DomainReason};
use tengen_rules::{Axis, ByColor, Color, Forbidden, Notation, Point, Rule, Seat, Size};

use crate::{
    Direction, Fact, FactKind, ForbiddenKind, PerColor, Reason, ScoreBound, SeatName, Spot,
    StoneColor, Worth,
};

/// What a pass is called in a list of moves.
pub(super) const PASS: &str = "pass";

/// A point by its name.
pub fn spot_of(size: Size, point: Point) -> Spot {
    Spot(Notation::Renju.format(size, point))
}

/// Several points.
pub fn spots_of(size: Size, points: impl IntoIterator<Item = Point>) -> Vec<Spot> {
    points.into_iter().map(|point| spot_of(size, point)).collect()
}

/// The point of a name.
pub fn point_of(size: Size, spot: &Spot) -> Result<Point, ActionError> {
    Notation::Renju
        .parse(size, &spot.0)
        .map_err(|error| ActionError::Request(format!("{:?}: {error}", spot.0)))
}

/// A color for the page.
pub const fn stone_of(color: Color) -> StoneColor {
    match color {
        Color::Black => StoneColor::Black,
        Color::White => StoneColor::White,
    }
}

/// A color from the page.
pub const fn color_of(stone: StoneColor) -> Color {
    match stone {
        StoneColor::Black => Color::Black,
        StoneColor::White => Color::White,
    }
}

/// A seat for the page.
pub const fn seat_name_of(seat: Seat) -> SeatName {
    match seat {
        Seat::First => SeatName::First,
        Seat::Second => SeatName::Second,
    }
}

/// A seat from the page.
pub const fn seat_of(name: SeatName) -> Seat {
    match name {
        SeatName::First => Seat::First,
        SeatName::Second => Seat::Second,
    }
}

/// A board size from the page.
pub fn size_of(side: u8) -> Result<Size, ActionError> {
    Size::new(u64::from(side)).map_err(|error| ActionError::Unsupported(error.to_string()))
}

/// A rule from the page.
pub fn rule_of(name: &str) -> Result<Rule, ActionError> {
    name.parse()
        .map_err(|error: tengen_rules::UnknownRule| ActionError::Unsupported(error.to_string()))
}

pub(super) const fn direction_of(axis: Axis) -> Direction {
    match axis {
        Axis::Horizontal => Direction::Horizontal,
        Axis::Vertical => Direction::Vertical,
        Axis::Diagonal => Direction::Diagonal,
        Axis::Antidiagonal => Direction::Antidiagonal,
    }
}

pub(super) const fn forbidden_kind(kind: Forbidden) -> ForbiddenKind {
    match kind {
        Forbidden::Overline => ForbiddenKind::Overline,
        Forbidden::DoubleFour => ForbiddenKind::DoubleFour,
        Forbidden::DoubleThree => ForbiddenKind::DoubleThree,
    }
}

pub(super) fn per_color<T>(value: ByColor<T>) -> PerColor<T> {
    PerColor { black: value.black, white: value.white }
}

pub(super) const fn bound_of(bound: Bound) -> ScoreBound {
    match bound {
        Bound::Exact => ScoreBound::Exact,
        Bound::AtLeast => ScoreBound::AtLeast,
        Bound::AtMost => ScoreBound::AtMost,
    }
}

impl From<Valuation> for Worth {
    fn from(value: Valuation) -> Self {
        Self {
            text: value.to_string(),
            value: value.value(),
            // "In nothing" is no number of plies to show: such a game is over.
            mate: value.plies_to_end().filter(|&plies| plies != 0),
            win_rate: value.win_rate(),
        }
    }
}

pub(super) fn reason_of(size: Size, reason: &DomainReason) -> Reason {
    Reason {
        text: reason.text(),
        facts: reason.facts.iter().map(|fact| fact_of(size, fact)).collect(),
    }
}

pub(super) fn fact_of(size: Size, fact: &DomainFact) -> Fact {
    Fact {
        kind: fact_kind(fact.kind),
        points: spots_of(size, fact.points.iter().copied()),
        direction: fact.axis.map(direction_of),
        count: fact.count,
    }
}

const fn fact_kind(kind: DomainKind) -> FactKind {
    match kind {
        DomainKind::MakesFive => FactKind::MakesFive,
        DomainKind::WinsByCapture => FactKind::WinsByCapture,
        DomainKind::BreaksFive => FactKind::BreaksFive,
        DomainKind::BlocksFive => FactKind::BlocksFive,
        DomainKind::MakesOpenFour => FactKind::MakesOpenFour,
        DomainKind::MakesDoubleFour => FactKind::MakesDoubleFour,
        DomainKind::MakesFourThree => FactKind::MakesFourThree,
        DomainKind::MakesDoubleThree => FactKind::MakesDoubleThree,
        DomainKind::MakesFour => FactKind::MakesFour,
        DomainKind::BlocksOpenFour => FactKind::BlocksOpenFour,
        DomainKind::BlocksOpenThree => FactKind::BlocksOpenThree,
        DomainKind::BlocksDoubleThreat => FactKind::BlocksDoubleThreat,
        DomainKind::MakesOpenThree => FactKind::MakesOpenThree,
        DomainKind::Captures => FactKind::Captures,
        DomainKind::SavesStones => FactKind::SavesStones,
        DomainKind::ThreatensCapture => FactKind::ThreatensCapture,
        DomainKind::ForcedWin => FactKind::ForcedWin,
        DomainKind::Proven => FactKind::Proven,
        DomainKind::DelaysLoss => FactKind::DelaysLoss,
        DomainKind::OnlyMove => FactKind::OnlyMove,
        DomainKind::Center => FactKind::Center,
        DomainKind::Develops => FactKind::Develops,
        DomainKind::Restrains => FactKind::Restrains,
        DomainKind::SearchPrefers => FactKind::SearchPrefers,
        DomainKind::Even => FactKind::Even,
        DomainKind::BetterColor => FactKind::BetterColor,
        DomainKind::Passes => FactKind::Passes,
        DomainKind::LeavesFive => FactKind::LeavesFive,
        DomainKind::LeavesFour => FactKind::LeavesFour,
        DomainKind::LeavesOpenThree => FactKind::LeavesOpenThree,
        DomainKind::LeavesDoubleThreat => FactKind::LeavesDoubleThreat,
        DomainKind::LeavesCapture => FactKind::LeavesCapture,
    }
}
