//! What people do at the table.

use tengen_players::{Act, Valuation};
use tengen_rules::{Action, ActionKind, Color, IllegalMove, Move, Seat};

use crate::error::ActionError;
use crate::event::{Happening, PlayerAction};
use crate::history::{Ending, Step};
use crate::table::{Moment, Table};

/// How far from even an opponent may see the game and still call it even.
const ABOUT_EVEN: f64 = 0.05;
/// For how many of its own moves in a row an opponent must have seen it so to accept a draw.
const EVEN_MOVES: usize = 12;
/// And so many moves must have been made, as a share of the points of the board.
const LATE_SHARE: usize = 3;
/// The longest name of a game, in letters.
pub const LONGEST_TITLE: usize = 120;

impl Table {
    /// Does what a person asks for. Refused, it changes nothing. A hint and "move now" are the
    /// business of whoever thinks; they are refused here only if they make no sense.
    pub fn act(&mut self, action: &PlayerAction, now: Moment) -> Result<(), ActionError> {
        match action {
            PlayerAction::Play(point) => {
                let asked = self.opening_in_progress().map(|opening| opening.next().actions);
                let act = match asked {
                    None => Act::Move(Move::Place(*point)),
                    Some(kinds) if kinds.contains(&ActionKind::Pick) => {
                        Act::Opening(Action::Pick(*point))
                    }
                    Some(_) => Act::Opening(Action::Place(*point)),
                };
                self.person_does(act, now)
            }
            PlayerAction::Pass => self.person_does(Act::Move(Move::Pass), now),
            PlayerAction::Opening(action) => self.person_does(Act::Opening(action.clone()), now),
            PlayerAction::Undo => self.undo(now),
            PlayerAction::Redo => self.redo(now),
            PlayerAction::Resign => {
                let seat = self.speaker()?;
                self.end(Ending::Resigned { seat }, now)
            }
            PlayerAction::OfferDraw => self.offer_draw(now),
            PlayerAction::AcceptDraw => {
                self.check_draw_answer()?;
                self.end(Ending::Agreed, now)
            }
            PlayerAction::DeclineDraw => {
                let seat = self.check_draw_answer()?;
                self.history.draw_offer = None;
                self.note(Happening::DrawDeclined { seat }, now);
                Ok(())
            }
            PlayerAction::Hint => self.check_hint(),
            PlayerAction::MoveNow => self
                .pending_decision(now)
                .map(drop)
                .ok_or_else(|| ActionError::NotNow("nobody is thinking about a move".to_owned())),
            PlayerAction::Pause => self.pause(now),
            PlayerAction::Resume => {
                if !self.is_paused() {
                    return Err(ActionError::NotNow("the game is not paused".to_owned()));
                }
                self.set_paused(false, now);
                self.note(Happening::Resumed, now);
                Ok(())
            }
            PlayerAction::Rename(title) => {
                let title = title.trim();
                check_title(title)?;
                title.clone_into(&mut self.history.title);
                self.note(Happening::Renamed, now);
                Ok(())
            }
        }
    }

    fn person_does(&mut self, act: Act, now: Moment) -> Result<(), ActionError> {
        let seat = self.turn().ok_or(ActionError::Move(IllegalMove::GameOver))?;
        if self.is_opponent(seat) {
            return Err(ActionError::NotNow("it is the opponent's turn".to_owned()));
        }
        let time_ms = self.turn_ms(now);
        let step = Step { seat, act, time_ms, value: None, reason: None, has_thought: false };
        self.do_step(step, now)?;
        self.history.undone.clear();
        Ok(())
    }

    /// The person who speaks: the only one there is, or the one to move.
    pub(crate) fn speaker(&self) -> Result<Seat, ActionError> {
        let turn = self.turn().ok_or(ActionError::Move(IllegalMove::GameOver))?;
        match (self.is_opponent(turn), self.is_opponent(!turn)) {
            (false, _) => Ok(turn),
            (true, false) => Ok(!turn),
            (true, true) => Err(ActionError::NotNow("no person plays in this game".to_owned())),
        }
    }

    fn offer_draw(&mut self, now: Moment) -> Result<(), ActionError> {
        let seat = self.speaker()?;
        if self.history.draw_offer.is_some() {
            return Err(ActionError::NotNow("a draw is on offer already".to_owned()));
        }
        self.note(Happening::DrawOffered { seat }, now);
        if !self.is_opponent(!seat) {
            self.history.draw_offer = Some(seat);
            return Ok(());
        }
        let opponent = !seat;
        if self.agrees_to_draw(opponent) {
            self.end(Ending::Agreed, now)
        } else {
            self.note(Happening::DrawDeclined { seat: opponent }, now);
            Ok(())
        }
    }

    /// Whether an opponent accepts a draw: where nobody can win any more, or late in a game that it
    /// has seen as even for long. That it stands worse is no reason; it may still win.
    fn agrees_to_draw(&self, opponent: Seat) -> bool {
        let game = self.game();
        if game.is_dead() {
            return true;
        }
        let is_late = game.turns().len() * LATE_SHARE >= game.size().n_points();
        let own = self.history.steps.iter().rev().filter(|step| step.seat == opponent);
        let is_even = |step: &&Step| {
            let rate = step.value.and_then(Valuation::win_rate);
            rate.is_some_and(|rate| (rate - 0.5).abs() <= ABOUT_EVEN)
        };
        is_late && own.take(EVEN_MOVES).filter(is_even).count() == EVEN_MOVES
    }

    fn check_draw_answer(&self) -> Result<Seat, ActionError> {
        let offerer = self
            .history
            .draw_offer
            .ok_or_else(|| ActionError::NotNow("no draw is on offer".to_owned()))?;
        Ok(!offerer)
    }

    fn check_hint(&self) -> Result<(), ActionError> {
        let seat = self.turn().ok_or(ActionError::Move(IllegalMove::GameOver))?;
        if self.is_opponent(seat) {
            return Err(ActionError::NotNow("it is the opponent's turn".to_owned()));
        }
        Ok(())
    }

    fn pause(&mut self, now: Moment) -> Result<(), ActionError> {
        if self.is_over() {
            return Err(ActionError::Move(IllegalMove::GameOver));
        }
        if self.is_paused() {
            return Err(ActionError::NotNow("the game is paused already".to_owned()));
        }
        self.set_paused(true, now);
        self.note(Happening::Paused, now);
        Ok(())
    }

    /// Who holds a color now.
    pub fn holder_of(&self, color: Color) -> Seat {
        self.standing.opening.holder(color)
    }
}

/// Refuses a text that is longer than it may be.
pub fn check_length(what: &str, text: &str, most: usize) -> Result<(), ActionError> {
    // No letter has more than four bytes, so what is very long need not be counted.
    if text.len() > most && (text.len() > 4 * most || text.chars().count() > most) {
        return Err(ActionError::Request(format!("{what} has at most {most} letters")));
    }
    Ok(())
}

/// Refuses names that are empty or too long to be shown.
pub(crate) fn check_title(title: &str) -> Result<(), ActionError> {
    if title.is_empty() || title.chars().count() > LONGEST_TITLE {
        return Err(ActionError::Request(format!("a name has 1 to {LONGEST_TITLE} letters")));
    }
    Ok(())
}
