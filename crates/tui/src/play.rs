//! The keys of the game.

use ratatui::crossterm::event::KeyCode;
use tengen_game::PlayerAction;
use tengen_rules::{Action, ActionKind, Color, NextStep, Notation};

use crate::app::{App, Question, Screen, Tone};

impl App {
    pub(crate) fn game_key(&mut self, key: KeyCode) {
        if self.type_point(key) {
            return;
        }
        let has_offer = self.snapshot.draw_offer.is_some();
        match key {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Home => self.cursor = self.size().middle(),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_point(),
            KeyCode::Backspace => drop(self.offers.pop()),
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('u') => self.act(PlayerAction::Undo),
            KeyCode::Char('r') => self.act(PlayerAction::Redo),
            KeyCode::Char('p') => self.act(PlayerAction::Pass),
            KeyCode::Char('m') => self.act(PlayerAction::MoveNow),
            KeyCode::Char('z') if self.table().is_paused() => self.act(PlayerAction::Resume),
            KeyCode::Char('z') => self.act(PlayerAction::Pause),
            KeyCode::Char('d') => self.act(PlayerAction::OfferDraw),
            KeyCode::Char('y') if has_offer => self.act(PlayerAction::AcceptDraw),
            KeyCode::Char('x') if has_offer => self.act(PlayerAction::DeclineDraw),
            KeyCode::Char('g') if self.snapshot.can.resign => {
                self.question = Some(Question::Resign);
            }
            KeyCode::Char('n') => {
                self.message = None;
                self.screen = Screen::Setup;
            }
            KeyCode::Char('o') => self.show_library(),
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            KeyCode::Char('[') => self.browse_explanations(false),
            KeyCode::Char(']') => self.browse_explanations(true),
            KeyCode::Char('q') => self.question = Some(Question::Quit),
            KeyCode::Char(digit) => self.opening_key(digit),
            KeyCode::Esc => self.message = None,
            _ => {}
        }
    }

    fn move_cursor(&mut self, dx: i64, dy: i64) {
        let (x, y) = (i64::from(self.cursor.x()) + dx, i64::from(self.cursor.y()) + dy);
        if let Some(point) = self.size().point(x, y) {
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
        match Notation::Renju.parse(self.size(), &self.typed) {
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

    /// What the opening asks of a person now.
    pub(crate) fn asked(&self) -> Option<NextStep> {
        let table = self.table();
        let next = table.opening_in_progress().filter(|_| !table.is_over())?.next();
        (!table.occupant(next.player).is_opponent()).then_some(next)
    }

    /// Does at the cursor what is asked: places, picks, marks an offer, or says the number.
    pub(crate) fn choose_point(&mut self) {
        let asked = self.asked();
        let has = |kind| asked.as_ref().is_some_and(|next| next.actions.contains(&kind));
        if asked.is_none() || has(ActionKind::Place) || has(ActionKind::Pick) {
            self.act(PlayerAction::Play(self.cursor));
        } else if has(ActionKind::Offer) {
            self.mark_offer();
        } else if has(ActionKind::Declare) {
            self.act(PlayerAction::Opening(Action::Declare(self.declared)));
        } else {
            self.say(Tone::Refused, "Choose one of the numbered answers beside the board.");
        }
    }

    /// Marks a fifth move or takes the mark away; with the last one they are offered.
    fn mark_offer(&mut self) {
        match self.offers.iter().position(|&marked| marked == self.cursor) {
            Some(at) => drop(self.offers.remove(at)),
            None => self.offers.push(self.cursor),
        }
        let count = self.asked().and_then(|next| next.count).unwrap_or(1) as usize;
        if self.offers.len() < count {
            let text = format!("{} of {count} fifth moves are marked.", self.offers.len());
            return self.say(Tone::Plain, text);
        }
        self.act(PlayerAction::Opening(Action::Offer(self.offers.clone())));
        // Once they are offered no mark is left; if they are refused, another last one is needed.
        self.offers.pop();
    }

    /// The numbered answers of the opening dialogue, and the number that is asked for.
    fn opening_key(&mut self, key: char) {
        let Some(next) = self.asked() else { return };
        match key {
            '+' => self.declared = (self.declared + 1).min(next.count.unwrap_or(1)),
            '-' => self.declared = self.declared.saturating_sub(1).max(1),
            _ => {
                let number = key.to_digit(10).and_then(|digit| digit.checked_sub(1));
                let kind = number.and_then(|number| next.actions.get(number as usize));
                if let Some(&kind) = kind {
                    self.take_option(kind);
                }
            }
        }
    }

    fn take_option(&mut self, kind: ActionKind) {
        let action = match kind {
            ActionKind::Swap => Action::Swap,
            ActionKind::Stay => Action::Stay,
            ActionKind::Black => Action::Take(Color::Black),
            ActionKind::White => Action::Take(Color::White),
            ActionKind::PutTwo => Action::PutTwo,
            ActionKind::OfferTen => Action::OfferTen,
            ActionKind::Declare => Action::Declare(self.declared),
            ActionKind::Place | ActionKind::Offer | ActionKind::Pick => {
                return self.say(Tone::Plain, "Go to a point and press Enter.");
            }
        };
        self.act(PlayerAction::Opening(action));
    }
}
