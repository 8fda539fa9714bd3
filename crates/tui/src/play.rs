//! The keys of the game.

use ratatui::crossterm::event::KeyCode;
use tengen_api::{GameAction, OpeningAction, OpeningKind, OpeningStep, Phase, SeatName, Spot};
use tengen_game::{point_of, spot_of};

use crate::app::{App, Question, Screen, Tone};
use crate::event::Effect;

impl App {
    pub(crate) fn game_key(&mut self, key: KeyCode, effects: &mut Vec<Effect>) {
        if self.type_point(key) {
            return;
        }
        match key {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Home => self.cursor = self.table.game().size().middle(),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_point(),
            KeyCode::Backspace => drop(self.offers.pop()),
            KeyCode::Char('h') => self.ask_hint(effects),
            KeyCode::Char('u') => self.act(&GameAction::Undo),
            KeyCode::Char('r') if self.snapshot.can.redo => self.act(&GameAction::Redo),
            KeyCode::Char('r') => self.say(Tone::Refused, "There is nothing to play again."),
            KeyCode::Char('p') => self.act(&GameAction::Pass),
            KeyCode::Char('m') => self.move_now(effects),
            KeyCode::Char('z') if self.snapshot.is_paused => self.act(&GameAction::Resume),
            KeyCode::Char('z') => self.act(&GameAction::Pause),
            KeyCode::Char('d') => self.offer_draw(),
            KeyCode::Char('y') if self.snapshot.draw_offer.is_some() => {
                self.act(&GameAction::AcceptDraw);
            }
            KeyCode::Char('x') if self.snapshot.draw_offer.is_some() => {
                self.act(&GameAction::DeclineDraw);
            }
            KeyCode::Char('g') if self.snapshot.can.resign => {
                self.question = Some(Question::Resign);
            }
            KeyCode::Char('n') => {
                self.message = None;
                self.screen = Screen::Setup;
            }
            KeyCode::Char('o') => self.show_library(effects),
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            KeyCode::Char('[') => self.browse_reasonings(false),
            KeyCode::Char(']') => self.browse_reasonings(true),
            KeyCode::Char('q') => self.question = Some(Question::Quit),
            KeyCode::Char(digit) => self.opening_key(digit),
            KeyCode::Esc => self.message = None,
            _ => {}
        }
    }

    fn move_cursor(&mut self, dx: i64, dy: i64) {
        let (x, y) = (i64::from(self.cursor.x()) + dx, i64::from(self.cursor.y()) + dy);
        if let Some(point) = self.table.game().size().point(x, y) {
            self.cursor = point;
        }
    }

    /// A point is typed as a large letter and a number; the cursor goes there. Says whether the key
    /// was part of one.
    fn type_point(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(letter) if letter.is_ascii_uppercase() => {
                self.typed = letter.to_string();
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() && !self.typed.is_empty() => {
                self.typed.push(digit);
            }
            _ => {
                self.typed.clear();
                return false;
            }
        }
        match point_of(self.table.game().size(), &Spot(self.typed.clone())) {
            Ok(point) => {
                self.cursor = point;
                self.say(Tone::Plain, format!("At {}; Enter plays.", self.typed));
            }
            Err(_) if self.typed.len() == 1 => {
                self.say(Tone::Plain, format!("{} and the number of the row …", self.typed));
            }
            Err(_) => {
                self.say(Tone::Refused, format!("There is no {} on this board.", self.typed));
                self.typed.clear();
            }
        }
        true
    }

    fn move_now(&mut self, effects: &mut Vec<Effect>) {
        match self.table.act(&GameAction::MoveNow, self.now) {
            Ok(()) => effects.push(Effect::Stop),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn offer_draw(&mut self) {
        self.act(&GameAction::OfferDraw);
        let is_declined = !self.table.is_over() && self.table.doc().draw_offer.is_none();
        if self.message.is_none() && is_declined {
            self.say(Tone::Plain, "The opponent declines the draw.");
        }
    }

    /// The step of the opening that a person is asked for.
    pub(crate) fn step(&self) -> Option<&OpeningStep> {
        let step = self.snapshot.opening.as_ref()?.step.as_ref()?;
        let seat = match step.seat {
            SeatName::First => &self.snapshot.first,
            SeatName::Second => &self.snapshot.second,
        };
        (self.snapshot.phase == Phase::Opening && seat.opponent.is_none()).then_some(step)
    }

    /// Does at the cursor what is asked: places, picks, marks an offer, or says the number.
    pub(crate) fn choose_point(&mut self) {
        let kinds: Vec<OpeningKind> = self
            .step()
            .map_or_else(Vec::new, |step| step.options.iter().map(|it| it.kind).collect());
        let has = |kind| kinds.contains(&kind);
        let point = spot_of(self.table.game().size(), self.cursor);
        if kinds.is_empty() || has(OpeningKind::Place) || has(OpeningKind::Pick) {
            self.act(&GameAction::Play { point });
        } else if has(OpeningKind::Offer) {
            self.mark_offer();
        } else if has(OpeningKind::Declare) {
            let action = OpeningAction::Declare { count: self.declared };
            self.act(&GameAction::Opening { action });
        } else {
            self.say(Tone::Refused, "Choose one of the numbered answers beside the board.");
        }
    }

    /// Marks a fifth move or takes the mark away; with the last one they are offered.
    fn mark_offer(&mut self) {
        let spot = spot_of(self.table.game().size(), self.cursor);
        match self.offers.iter().position(|marked| *marked == spot) {
            Some(at) => drop(self.offers.remove(at)),
            None => self.offers.push(spot),
        }
        let count = self.step().and_then(|step| step.count).unwrap_or(1) as usize;
        if self.offers.len() < count {
            let text = format!("{} of {count} fifth moves are marked.", self.offers.len());
            return self.say(Tone::Plain, text);
        }
        let action = OpeningAction::Offer { points: self.offers.clone() };
        self.act(&GameAction::Opening { action });
        if self.message.is_some() {
            self.offers.pop();
        }
    }

    /// The numbered answers of the opening dialogue, and the number that is asked for.
    fn opening_key(&mut self, key: char) {
        let Some(step) = self.step() else { return };
        let most = step.count.unwrap_or(1);
        let option =
            key.to_digit(10).and_then(|digit| step.options.get((digit as usize).checked_sub(1)?));
        let kind = option.map(|option| option.kind);
        match (key, kind) {
            ('+', _) => self.declared = (self.declared + 1).min(most),
            ('-', _) => self.declared = self.declared.saturating_sub(1).max(1),
            (_, Some(kind)) => self.take_option(kind),
            (_, None) => {}
        }
    }

    fn take_option(&mut self, kind: OpeningKind) {
        let action = match kind {
            OpeningKind::Swap => OpeningAction::Swap,
            OpeningKind::Stay => OpeningAction::Stay,
            OpeningKind::TakeBlack => OpeningAction::TakeBlack,
            OpeningKind::TakeWhite => OpeningAction::TakeWhite,
            OpeningKind::PutTwo => OpeningAction::PutTwo,
            OpeningKind::OfferTen => OpeningAction::OfferTen,
            OpeningKind::Declare => OpeningAction::Declare { count: self.declared },
            OpeningKind::Place | OpeningKind::Offer | OpeningKind::Pick => {
                return self.say(Tone::Plain, "Go to a point and press Enter.");
            }
        };
        self.act(&GameAction::Opening { action });
    }
}
