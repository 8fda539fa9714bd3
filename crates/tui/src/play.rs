//! The keys of the game.

use ratatui::crossterm::event::KeyCode;
use tengen_api::point_of;
use tengen_game::PlayerAction;
use tengen_rules::{Action, ActionKind, Color, NextStep, Notation};

use crate::app::{App, Question, Screen, Tone};
use crate::commands::{Command, command_of};
use crate::words::{color_text, worth_text};

impl App {
    pub(crate) fn game_key(&mut self, key: KeyCode) {
        if self.type_point(key) {
            return;
        }
        match key {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            // Whoever thinks is hurried; otherwise it is a stone, as on the page.
            KeyCode::Char(' ') if self.snapshot.can.move_now => self.act(PlayerAction::MoveNow),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_point(),
            KeyCode::Backspace => drop(self.offers.pop()),
            KeyCode::F(1) => self.show_help(),
            KeyCode::Char(key) => match command_of(key) {
                Some(command) => self.obey(command),
                None => self.number_key(key),
            },
            KeyCode::Esc => self.message = None,
            _ => {}
        }
    }

    fn obey(&mut self, command: Command) {
        let can = self.snapshot.can;
        match command {
            Command::Undo => self.act(PlayerAction::Undo),
            Command::Redo => self.act(PlayerAction::Redo),
            Command::Hint => self.ask_hint(),
            Command::Pass => self.act(PlayerAction::Pass),
            Command::MoveNow => self.act(PlayerAction::MoveNow),
            Command::Pause if self.table().is_paused() => self.act(PlayerAction::Resume),
            Command::Pause => self.act(PlayerAction::Pause),
            Command::Draw if can.offer_draw => self.question = Some(Question::Draw),
            // Refused with the reason.
            Command::Draw => self.act(PlayerAction::OfferDraw),
            Command::AcceptDraw if can.answer_draw => self.act(PlayerAction::AcceptDraw),
            Command::DeclineDraw if can.answer_draw => self.act(PlayerAction::DeclineDraw),
            Command::Resign if can.resign => self.question = Some(Question::Resign),
            Command::AcceptDraw | Command::DeclineDraw | Command::Resign => {}
            Command::Reasoning => self.hides_reasoning = !self.hides_reasoning,
            Command::EarlierReason => self.browse_explanations(false),
            Command::LaterReason => self.browse_explanations(true),
            Command::Last => self.say_last(),
            Command::Eval => self.say_evaluation(),
            Command::Board => self.cursor = self.size().middle(),
            Command::New => {
                self.message = None;
                self.screen = Screen::Setup;
            }
            Command::Library => self.show_library(),
            Command::Help => self.show_help(),
            Command::Quit => self.question = Some(Question::Quit),
        }
    }

    fn say_last(&mut self) {
        let text = match self.snapshot.moves.last() {
            None => "No move was made yet.".to_owned(),
            Some(mv) => {
                let place = mv.point.as_ref().map_or("pass", |spot| spot.0.as_str());
                format!("Move {}: {} {place}.", mv.ply, color_text(mv.color))
            }
        };
        self.say(Tone::Plain, text);
    }

    fn say_evaluation(&mut self) {
        let running = self.snapshot.thinking.as_ref().and_then(|thinking| thinking.score.as_ref());
        let last = || {
            let valued = |mv: &tengen_api::MoveView| Some((mv.color, mv.score.clone()?));
            self.snapshot.moves.iter().rev().find_map(valued)
        };
        let color = self.snapshot.position.to_move;
        let text = match running.map(|score| (color, score.clone())).or_else(last) {
            Some((color, score)) => {
                format!("{} has {}, says the opponent.", color_text(color), worth_text(&score))
            }
            None => "There is no evaluation yet.".to_owned(),
        };
        self.say(Tone::Plain, text);
    }

    /// A number answers the opening's question, or plays the suggestion of that number.
    fn number_key(&mut self, key: char) {
        if self.asked().is_some() || !key.is_ascii_digit() {
            return self.opening_key(key);
        }
        let suggested = self.hint.as_ref().and_then(|hint| hint.point.as_ref());
        match suggested.and_then(|spot| point_of(self.size(), spot).ok()) {
            Some(point) if key == '1' => self.act(PlayerAction::Play(point)),
            _ => self.say(Tone::Plain, format!("There is no suggestion {key}; h asks for one.")),
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
