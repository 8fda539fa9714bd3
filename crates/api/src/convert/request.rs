//! What the page asks for, and suggestions.

use std::time::Duration;

use tengen_game::{ActionError, ClockSpec as DomainClock, NewGameSpec, Occupant, PlayerAction};
use tengen_players::{Act, MoveLimits, Suggestion};
use tengen_rules::{Action, ActionKind, Color, Move, Opening, Point, Size, UnsupportedOpening};

use super::names::{point_of, reason_of, rule_of, size_of, spot_of, spots_of, stone_of};
use super::position_input::{input_of, read_position};
use crate::{
    ClockSpec, GameAction, Hint, NewGame, OpeningAction, OpeningKind, SeatSpec, Spot, ThinkLimits,
};

/// A game that the page wants to begin. A start in the library must have been looked up before.
pub fn new_game_spec(wish: &NewGame) -> Result<NewGameSpec, ActionError> {
    let opening = |name: &String| {
        name.parse::<Opening>()
            .map_err(|error: UnsupportedOpening| ActionError::Unsupported(error.to_string()))
    };
    Ok(NewGameSpec {
        rule: wish.rule.as_deref().map(rule_of).transpose()?,
        size: wish.size.map(size_of).transpose()?,
        opening: wish.opening.as_ref().map(opening).transpose()?,
        first: wish.first.as_ref().map(occupant_of),
        second: wish.second.as_ref().map(occupant_of),
        toss: wish.toss.unwrap_or(false),
        clock: wish.clock.map(DomainClock::from),
        start: wish.start.as_ref().map(read_position).transpose()?,
        title: wish.title.clone(),
    })
}

/// A game to begin, for the page.
pub fn new_game_view(spec: &NewGameSpec) -> NewGame {
    NewGame {
        rule: spec.rule.map(|rule| rule.name().to_owned()),
        size: spec.size.map(Size::get),
        opening: spec.opening.map(|opening| opening.name().to_owned()),
        first: spec.first.as_ref().map(seat_spec),
        second: spec.second.as_ref().map(seat_spec),
        toss: spec.toss.then_some(true),
        clock: spec.clock.map(ClockSpec::from),
        start: spec.start.as_ref().map(input_of),
        title: spec.title.clone(),
    }
}

fn occupant_of(seat: &SeatSpec) -> Occupant {
    match seat {
        SeatSpec::Human { name } => Occupant::Person { name: name.clone() },
        SeatSpec::Ai { opponent, time_ms, depth, nodes, width } => {
            let time = time_ms.map(Duration::from_millis);
            let limits = MoveLimits { time, depth: *depth, nodes: *nodes, width: *width };
            Occupant::Opponent { name: opponent.clone(), limits }
        }
    }
}

fn seat_spec(occupant: &Occupant) -> SeatSpec {
    match occupant {
        Occupant::Person { name } => SeatSpec::Human { name: name.clone() },
        Occupant::Opponent { name, limits } => {
            let ThinkLimits { time_ms, depth, nodes, width } = ThinkLimits::from(*limits);
            SeatSpec::Ai { opponent: name.clone(), time_ms, depth, nodes, width }
        }
    }
}

impl From<MoveLimits> for ThinkLimits {
    fn from(limits: MoveLimits) -> Self {
        let MoveLimits { time, depth, nodes, width } = limits;
        Self { time_ms: time.map(|time| time.as_millis() as u64), depth, nodes, width }
    }
}

impl From<ClockSpec> for DomainClock {
    fn from(clock: ClockSpec) -> Self {
        let ClockSpec { main_ms, increment_ms, byoyomi_ms, byoyomi_periods } = clock;
        Self { main_ms, increment_ms, byoyomi_ms, byoyomi_periods }
    }
}

impl From<DomainClock> for ClockSpec {
    fn from(clock: DomainClock) -> Self {
        let DomainClock { main_ms, increment_ms, byoyomi_ms, byoyomi_periods } = clock;
        Self { main_ms, increment_ms, byoyomi_ms, byoyomi_periods }
    }
}

impl GameAction {
    /// The action in a game on a board of this size.
    pub fn to_domain(&self, size: Size) -> Result<PlayerAction, ActionError> {
        Ok(match self {
            Self::Play { point } => PlayerAction::Play(point_of(size, point)?),
            Self::Pass => PlayerAction::Pass,
            Self::Opening { action } => PlayerAction::Opening(action.to_domain(size)?),
            Self::Undo => PlayerAction::Undo,
            Self::Redo => PlayerAction::Redo,
            Self::Resign => PlayerAction::Resign,
            Self::OfferDraw => PlayerAction::OfferDraw,
            Self::AcceptDraw => PlayerAction::AcceptDraw,
            Self::DeclineDraw => PlayerAction::DeclineDraw,
            Self::Hint => PlayerAction::Hint,
            Self::MoveNow => PlayerAction::MoveNow,
            Self::Pause => PlayerAction::Pause,
            Self::Resume => PlayerAction::Resume,
            Self::Rename { title } => PlayerAction::Rename(title.clone()),
        })
    }
}

impl OpeningAction {
    /// The action as the rules have it, on a board of this size.
    pub fn to_domain(&self, size: Size) -> Result<Action, ActionError> {
        let points = |spots: &[Spot]| -> Result<Vec<Point>, ActionError> {
            spots.iter().map(|spot| point_of(size, spot)).collect()
        };
        Ok(match self {
            Self::Place { point } => Action::Place(point_of(size, point)?),
            Self::Swap => Action::Swap,
            Self::Stay => Action::Stay,
            Self::TakeBlack => Action::Take(Color::Black),
            Self::TakeWhite => Action::Take(Color::White),
            Self::PutTwo => Action::PutTwo,
            Self::Declare { count } => Action::Declare(*count),
            Self::OfferTen => Action::OfferTen,
            Self::Offer { points: spots } => Action::Offer(points(spots)?),
            Self::Pick { point } => Action::Pick(point_of(size, point)?),
        })
    }

    /// The action for the page.
    pub fn from_domain(size: Size, action: &Action) -> Self {
        let spot = |&point: &Point| spot_of(size, point);
        match action {
            Action::Place(point) => Self::Place { point: spot(point) },
            Action::Swap => Self::Swap,
            Action::Stay => Self::Stay,
            Action::Take(Color::Black) => Self::TakeBlack,
            Action::Take(Color::White) => Self::TakeWhite,
            Action::PutTwo => Self::PutTwo,
            Action::Declare(count) => Self::Declare { count: *count },
            Action::OfferTen => Self::OfferTen,
            Action::Offer(points) => Self::Offer { points: points.iter().map(spot).collect() },
            Action::Pick(point) => Self::Pick { point: spot(point) },
        }
    }
}

impl From<ActionKind> for OpeningKind {
    fn from(kind: ActionKind) -> Self {
        match kind {
            ActionKind::Black => Self::TakeBlack,
            ActionKind::White => Self::TakeWhite,
            ActionKind::Declare => Self::Declare,
            ActionKind::Offer => Self::Offer,
            ActionKind::OfferTen => Self::OfferTen,
            ActionKind::Pick => Self::Pick,
            ActionKind::Place => Self::Place,
            ActionKind::PutTwo => Self::PutTwo,
            ActionKind::Stay => Self::Stay,
            ActionKind::Swap => Self::Swap,
        }
    }
}

/// A suggestion for the page.
pub fn hint_view(size: Size, suggestion: &Suggestion) -> Hint {
    let (point, action) = match &suggestion.act {
        Some(Act::Move(Move::Place(point))) => (Some(spot_of(size, *point)), None),
        Some(Act::Opening(action)) => (None, Some(OpeningAction::from_domain(size, action))),
        Some(Act::Move(Move::Pass)) | None => (None, None),
    };
    Hint {
        ply: suggestion.ply,
        color: stone_of(suggestion.color),
        point,
        action,
        reason: reason_of(size, &suggestion.reason),
        score: suggestion.value.map(Into::into),
        line: spots_of(size, suggestion.line.iter().copied()),
        time_ms: suggestion.time.as_millis() as u64,
    }
}
