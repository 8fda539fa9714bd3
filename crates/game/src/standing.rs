//! Where a game stands, worked out from its steps.

use tengen_api::{OpeningAction, SeatName};
use tengen_rules::{Action, Color, Game, LossReason, Move, Opening, OpeningState, Player, Size};

use crate::doc::{Act, Ending, Step};
use crate::words::{player_of, point_of, seat_of};
use crate::{Refusal, name_of};

/// What does not change while a game goes on.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) size: Size,
    pub(crate) opening: Opening,
    /// The position it begins from.
    pub(crate) start: Game,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) opening: OpeningState,
    pub(crate) game: Game,
}

impl Standing {
    /// The beginning.
    pub(crate) fn new(terms: &Terms) -> Result<Self, Refusal> {
        let opening = OpeningState::new(terms.opening, terms.size)
            .map_err(|error| Refusal::Unsupported(error.to_string()))?;
        Ok(Self { opening, game: terms.start.clone() })
    }

    /// Where these steps lead.
    pub(crate) fn after(
        terms: &Terms,
        steps: &[Step],
        ending: Option<Ending>,
    ) -> Result<Self, Refusal> {
        let mut standing = Self::new(terms)?;
        for step in steps {
            standing.apply(step.seat, &step.act)?;
        }
        if let Some(ending) = ending {
            standing.end(ending)?;
        }
        Ok(standing)
    }

    /// Does what a player asks for; refused, it changes nothing.
    pub(crate) fn apply(&mut self, seat: SeatName, act: &Act) -> Result<(), Refusal> {
        if !self.game.status().is_ongoing() {
            return Err(Refusal::Move(tengen_rules::IllegalMove::GameOver));
        }
        let size = self.game.size();
        match act {
            Act::Opening { action } => {
                let action = rules_action(size, action)?;
                self.opening.act(player_of(seat), &action)?;
                self.game = self.opening.to_game(self.game.rule());
            }
            Act::Play { point } => {
                self.check_turn(seat)?;
                self.game.try_play(point_of(size, point)?)?;
            }
            Act::Pass => {
                self.check_turn(seat)?;
                self.game.try_move(Move::Pass)?;
            }
        }
        Ok(())
    }

    fn check_turn(&self, seat: SeatName) -> Result<(), Refusal> {
        if !self.opening.is_done() {
            return Err(Refusal::Opening(tengen_rules::OpeningError::WrongAction));
        }
        if self.turn() == Some(seat) {
            Ok(())
        } else {
            Err(Refusal::Action("it is the other player's turn".to_owned()))
        }
    }

    /// Ends the game by word.
    pub(crate) fn end(&mut self, ending: Ending) -> Result<(), Refusal> {
        match ending {
            Ending::Resigned { seat } => {
                self.game.forfeit(self.color_of(seat), LossReason::Resignation)?;
            }
            Ending::TimedOut { seat } => {
                self.game.forfeit(self.color_of(seat), LossReason::Timeout)?;
            }
            Ending::Agreed => self.game.agree_draw()?,
        }
        Ok(())
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.game.status().is_ongoing()
    }

    /// Who has to do something.
    pub(crate) fn turn(&self) -> Option<SeatName> {
        if self.is_over() {
            None
        } else if self.opening.is_done() {
            Some(seat_of(self.opening.holder(self.game.to_move())))
        } else {
            Some(seat_of(self.opening.next().player))
        }
    }

    pub(crate) fn color_of(&self, seat: SeatName) -> Color {
        if self.opening.black() == player_of(seat) { Color::Black } else { Color::White }
    }
}

/// An opening action as the rules have it.
pub(crate) fn rules_action(size: Size, action: &OpeningAction) -> Result<Action, Refusal> {
    Ok(match action {
        OpeningAction::Place { point } => Action::Place(point_of(size, point)?),
        OpeningAction::Swap => Action::Swap,
        OpeningAction::Stay => Action::Stay,
        OpeningAction::TakeBlack => Action::Take(Color::Black),
        OpeningAction::TakeWhite => Action::Take(Color::White),
        OpeningAction::PutTwo => Action::PutTwo,
        OpeningAction::Declare { count } => Action::Declare(*count),
        OpeningAction::OfferTen => Action::OfferTen,
        OpeningAction::Offer { points } => {
            Action::Offer(points.iter().map(|spot| point_of(size, spot)).collect::<Result<_, _>>()?)
        }
        OpeningAction::Pick { point } => Action::Pick(point_of(size, point)?),
    })
}

/// An opening action as the page has it.
pub(crate) fn page_action(size: Size, action: &Action) -> OpeningAction {
    let spot = |&point: &tengen_rules::Point| tengen_api::Spot(name_of(size, point));
    match action {
        Action::Place(point) => OpeningAction::Place { point: spot(point) },
        Action::Swap => OpeningAction::Swap,
        Action::Stay => OpeningAction::Stay,
        Action::Take(Color::Black) => OpeningAction::TakeBlack,
        Action::Take(Color::White) => OpeningAction::TakeWhite,
        Action::PutTwo => OpeningAction::PutTwo,
        Action::Declare(count) => OpeningAction::Declare { count: *count },
        Action::OfferTen => OpeningAction::OfferTen,
        Action::Offer(points) => OpeningAction::Offer { points: points.iter().map(spot).collect() },
        Action::Pick(point) => OpeningAction::Pick { point: spot(point) },
    }
}

/// The other seat.
pub(crate) const fn other(seat: SeatName) -> SeatName {
    match seat {
        SeatName::First => SeatName::Second,
        SeatName::Second => SeatName::First,
    }
}

/// The number of a seat in a pair.
pub(crate) const fn index_of(seat: SeatName) -> usize {
    match player_of(seat) {
        Player::P1 => 0,
        Player::P2 => 1,
    }
}
