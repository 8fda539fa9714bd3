//! What people do at the table.

use tengen_api::{GameAction, GameEventKind, OpeningAction, SeatName};
use tengen_rules::ActionKind;

use crate::doc::{Act, Ending, Step};
use crate::standing::other;
use crate::table::{Moment, Table};
use crate::{Refusal, seat_of};

/// An AI whose last score was above this declines a draw.
const CONTENT: f64 = 0.5;
const LONGEST_TITLE: usize = 120;

impl Table {
    /// Does what a person asks for. Refused, it changes nothing. A hint and "move now" are the
    /// business of whoever thinks; they are refused here only if they make no sense.
    pub fn act(&mut self, action: &GameAction, now: Moment) -> Result<(), Refusal> {
        match action {
            GameAction::Play { point } => {
                let asked = self.opening_in_progress().map(|opening| opening.next().actions);
                let act = match asked {
                    None => Act::Play { point: point.clone() },
                    Some(kinds) if kinds.contains(&ActionKind::Pick) => {
                        Act::Opening { action: OpeningAction::Pick { point: point.clone() } }
                    }
                    Some(_) => {
                        Act::Opening { action: OpeningAction::Place { point: point.clone() } }
                    }
                };
                self.person_does(act, now)
            }
            GameAction::Pass => self.person_does(Act::Pass, now),
            GameAction::Opening { action } => {
                self.person_does(Act::Opening { action: action.clone() }, now)
            }
            GameAction::Undo => self.undo(now),
            GameAction::Redo => self.redo(now),
            GameAction::Resign => {
                let seat = self.speaker()?;
                self.end(Ending::Resigned { seat }, now)
            }
            GameAction::OfferDraw => self.offer_draw(now),
            GameAction::AcceptDraw => {
                self.check_draw_answer()?;
                self.end(Ending::Agreed, now)
            }
            GameAction::DeclineDraw => {
                let seat = self.check_draw_answer()?;
                self.doc.draw_offer = None;
                self.note(GameEventKind::DrawDeclined { seat }, now);
                Ok(())
            }
            GameAction::Hint => self.check_hint(),
            GameAction::MoveNow => self
                .wanted(now)
                .map(drop)
                .ok_or_else(|| Refusal::Action("nobody is thinking about a move".to_owned())),
            GameAction::Pause => self.pause(now),
            GameAction::Resume => {
                if !self.is_paused() {
                    return Err(Refusal::Action("the game is not paused".to_owned()));
                }
                self.set_paused(false, now);
                self.note(GameEventKind::Resumed, now);
                Ok(())
            }
            GameAction::Rename { title } => {
                let title = title.trim();
                if title.is_empty() || title.chars().count() > LONGEST_TITLE {
                    return Err(Refusal::Request(format!(
                        "a name has 1 to {LONGEST_TITLE} letters"
                    )));
                }
                title.clone_into(&mut self.doc.title);
                self.note(GameEventKind::Renamed, now);
                Ok(())
            }
        }
    }

    fn person_does(&mut self, act: Act, now: Moment) -> Result<(), Refusal> {
        let seat = self.turn().ok_or(Refusal::Move(tengen_rules::IllegalMove::GameOver))?;
        if self.is_ai(seat) {
            return Err(Refusal::Action("it is the opponent's turn".to_owned()));
        }
        let time_ms = self.turn_ms(now);
        let step = Step { seat, act, time_ms, score: None, reason: None, has_reasoning: false };
        self.do_step(step, now)?;
        self.doc.undone.clear();
        Ok(())
    }

    /// The person who speaks: the only one there is, or the one to move.
    pub(crate) fn speaker(&self) -> Result<SeatName, Refusal> {
        let turn = self.turn().ok_or(Refusal::Move(tengen_rules::IllegalMove::GameOver))?;
        match (self.is_ai(turn), self.is_ai(other(turn))) {
            (false, _) => Ok(turn),
            (true, false) => Ok(other(turn)),
            (true, true) => Err(Refusal::Action("no person plays in this game".to_owned())),
        }
    }

    fn offer_draw(&mut self, now: Moment) -> Result<(), Refusal> {
        let seat = self.speaker()?;
        if self.doc.draw_offer.is_some() {
            return Err(Refusal::Action("a draw is on offer already".to_owned()));
        }
        self.note(GameEventKind::DrawOffered { seat }, now);
        if !self.is_ai(other(seat)) {
            self.doc.draw_offer = Some(seat);
            return Ok(());
        }
        let opponent = other(seat);
        let last = self.doc.steps.iter().rev().find(|step| step.seat == opponent);
        let rate = last.and_then(|step| step.score.as_ref()).and_then(|score| score.win_rate);
        if rate.is_some_and(|rate| rate <= CONTENT) {
            self.end(Ending::Agreed, now)
        } else {
            self.note(GameEventKind::DrawDeclined { seat: opponent }, now);
            Ok(())
        }
    }

    fn check_draw_answer(&self) -> Result<SeatName, Refusal> {
        let offerer =
            self.doc.draw_offer.ok_or_else(|| Refusal::Action("no draw is on offer".to_owned()))?;
        Ok(other(offerer))
    }

    fn check_hint(&self) -> Result<(), Refusal> {
        let seat = self.turn().ok_or(Refusal::Move(tengen_rules::IllegalMove::GameOver))?;
        if self.is_ai(seat) {
            return Err(Refusal::Action("it is the opponent's turn".to_owned()));
        }
        Ok(())
    }

    fn pause(&mut self, now: Moment) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Move(tengen_rules::IllegalMove::GameOver));
        }
        if self.is_paused() {
            return Err(Refusal::Action("the game is paused already".to_owned()));
        }
        self.set_paused(true, now);
        self.note(GameEventKind::Paused, now);
        Ok(())
    }

    /// Who holds a color now.
    pub fn holder_of(&self, color: tengen_rules::Color) -> SeatName {
        seat_of(self.standing.opening.holder(color))
    }
}
