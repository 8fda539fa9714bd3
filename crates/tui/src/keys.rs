//! Keys and mouse on all screens; those of the game itself are in `play`.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use tengen_game::PlayerAction;

use crate::app::{App, Question, Screen};
use crate::draw::{forms, library};
use crate::event::Effect;

impl App {
    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd' | 'q') => self.is_done = true,
                KeyCode::Char('z') => self.effects.push(Effect::Suspend),
                _ => {}
            }
            return;
        }
        if let Some(question) = self.question.take() {
            return self.answer_question(question, key.code);
        }
        match self.screen {
            Screen::Help => self.leave_help(),
            Screen::Setup => self.setup_key(key.code),
            Screen::Library => self.library_key(key.code),
            Screen::Game => self.game_key(key.code),
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent) {
        let MouseEventKind::Down(button) = mouse.kind else { return };
        match self.screen {
            Screen::Help => self.leave_help(),
            Screen::Setup => match self.form_row(mouse.row) {
                Some(forms::Row::Field(field)) => {
                    self.setup.field = field;
                    self.setup.change(if button == MouseButton::Left { 1 } else { -1 });
                }
                Some(forms::Row::Play) => self.begin(),
                None => {}
            },
            Screen::Library => {
                if let Some(line) = self.library_line(mouse.row) {
                    self.chosen = line;
                    self.open_chosen();
                }
            }
            Screen::Game => {
                let place = Position::new(mouse.column, mouse.row);
                if let Some(point) = self.layout().point_at(place) {
                    self.cursor = point;
                    if button == MouseButton::Left && self.question.is_none() {
                        self.choose_point();
                    }
                }
            }
        }
    }

    fn leave_help(&mut self) {
        self.screen = self.behind_help;
    }

    pub(crate) fn show_help(&mut self) {
        self.behind_help = self.screen;
        self.screen = Screen::Help;
    }

    fn answer_question(&mut self, question: Question, key: KeyCode) {
        // The key that asked says yes as well, as it does in the page.
        let same = match question {
            Question::Quit => 'q',
            Question::Resign => 'g',
            Question::Draw => '=',
        };
        let is_yes = matches!(key, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        if !is_yes && key != KeyCode::Char(same) {
            return;
        }
        match question {
            Question::Quit => self.is_done = true,
            Question::Resign => self.act(PlayerAction::Resign),
            Question::Draw => self.act(PlayerAction::OfferDraw),
        }
    }

    fn setup_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.setup.go(-1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.setup.go(1),
            KeyCode::Left | KeyCode::Char('h' | '-') => self.setup.change(-1),
            KeyCode::Right | KeyCode::Char('l' | ' ' | '+') => self.setup.change(1),
            KeyCode::Enter => self.begin(),
            KeyCode::Char('o') => self.show_library(),
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            KeyCode::Esc if self.has_game => self.screen = Screen::Game,
            KeyCode::Char('q') if self.has_game => self.question = Some(Question::Quit),
            KeyCode::Esc | KeyCode::Char('q') => self.is_done = true,
            _ => {}
        }
    }

    fn form_row(&self, row: u16) -> Option<forms::Row> {
        forms::FormLayout::of(self.screen_size.1, self.setup.field).row_at(row)
    }

    /// Shows the games that are kept.
    pub(crate) fn show_library(&mut self) {
        self.message = None;
        self.library = None;
        self.chosen = 0;
        self.screen = Screen::Library;
        self.effects.push(Effect::List);
    }

    fn library_key(&mut self, key: KeyCode) {
        let n_games = self.library.as_ref().map_or(0, Vec::len);
        let last = n_games.saturating_sub(1);
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Enter | KeyCode::Char(' ') => self.open_chosen(),
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            KeyCode::Esc | KeyCode::Char('q' | 'o') => {
                self.message = None;
                self.screen = if self.has_game { Screen::Game } else { Screen::Setup };
            }
            _ => {}
        }
    }

    fn open_chosen(&mut self) {
        let chosen = self.library.as_ref().and_then(|games| games.get(self.chosen));
        if let Some(id) = chosen.map(|entry| entry.id.clone()) {
            self.open(id);
        }
    }

    fn library_line(&self, row: u16) -> Option<usize> {
        let n_games = self.library.as_ref().map_or(0, Vec::len);
        library::first_line(self.screen_size.1, self.chosen)
            .checked_add(usize::from(row.checked_sub(library::FIRST_ROW)?))
            .filter(|&line| line < n_games)
    }
}
