//! Where a game stands, worked out from its steps.

use tengen_players::Act;
use tengen_rules::{Color, Game, LossReason, Opening, OpeningState, Seat, Size};

use crate::error::ActionError;
use crate::history::{Ending, Step};

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
    pub(crate) fn new(terms: &Terms) -> Result<Self, ActionError> {
        let opening = OpeningState::new(terms.opening, terms.size)
            .map_err(|error| ActionError::Unsupported(error.to_string()))?;
        Ok(Self { opening, game: terms.start.clone() })
    }

    /// Where these steps lead.
    pub(crate) fn after(
        terms: &Terms,
        steps: &[Step],
        ending: Option<Ending>,
    ) -> Result<Self, ActionError> {
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
    pub(crate) fn apply(&mut self, seat: Seat, act: &Act) -> Result<(), ActionError> {
        if !self.game.status().is_ongoing() {
            return Err(ActionError::Move(tengen_rules::IllegalMove::GameOver));
        }
        match act {
            Act::Opening(action) => {
                self.opening.act(seat, action)?;
                self.game = self.opening.to_game(self.game.rule());
            }
            Act::Move(mv) => {
                self.check_turn(seat)?;
                self.game.try_move(*mv)?;
            }
        }
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), ActionError> {
        if !self.opening.is_done() {
            return Err(ActionError::Opening(tengen_rules::OpeningError::WrongAction));
        }
        if self.turn() == Some(seat) {
            Ok(())
        } else {
            Err(ActionError::NotNow("it is the other player's turn".to_owned()))
        }
    }

    /// Ends the game by word.
    pub(crate) fn end(&mut self, ending: Ending) -> Result<(), ActionError> {
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
    pub(crate) fn turn(&self) -> Option<Seat> {
        if self.is_over() {
            None
        } else if self.opening.is_done() {
            Some(self.opening.holder(self.game.to_move()))
        } else {
            Some(self.opening.next().player)
        }
    }

    pub(crate) fn color_of(&self, seat: Seat) -> Color {
        if self.opening.black() == seat { Color::Black } else { Color::White }
    }
}
