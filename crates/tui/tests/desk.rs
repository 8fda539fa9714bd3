//! The app at a desk: keys go in, the screen is read.

use std::mem;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tengen_game::{Input, NewGameSpec, Occupant};
use tengen_players::SearchHandle;
use tengen_players::pool::{Allowance, LadderThinker, MakeThinker, think_safely};
use tengen_rules::{Notation, Point, Rule, Size};
use tengen_tui::{App, Effect, Event, Layout, Signs, draw};

/// The app with a thinker that answers at once, and a clock that ticks with every event.
pub(crate) struct Desk {
    pub(crate) app: App,
    pub(crate) now: u64,
    /// What was asked for and is not done.
    pub(crate) waiting: Vec<Effect>,
    /// What was asked for and is no thought.
    pub(crate) outside: Vec<Effect>,
    make: MakeThinker,
}

impl Desk {
    pub(crate) fn new(wish: Option<NewGameSpec>) -> Self {
        let allowance = Allowance { hash_mib: 4, threads: 1 };
        Self::with_thinker(wish, Arc::new(move || Box::new(LadderThinker::new(allowance, 1))))
    }

    pub(crate) fn with_thinker(wish: Option<NewGameSpec>, make: MakeThinker) -> Self {
        let app = App::new(wish, Signs::Unicode, false, 1_000).unwrap();
        let mut desk = Self { app, now: 1_000, waiting: Vec::new(), outside: Vec::new(), make };
        desk.send(Event::Resize(80, 24));
        desk
    }

    pub(crate) fn send(&mut self, event: Event) {
        self.now += 100;
        let effects = self.app.update(event, self.now);
        self.waiting.extend(effects);
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.send(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.key(KeyCode::Char(key)));
    }

    /// Clicks on a point of the board.
    pub(crate) fn click(&mut self, name: &str) {
        let place = self.layout().place_of(point(self.size(), name)).unwrap();
        self.click_at(place.x, place.y);
    }

    pub(crate) fn click_at(&mut self, column: u16, row: u16) {
        self.send(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    pub(crate) fn clicks(&mut self, names: &str) {
        names.split(' ').for_each(|name| self.click(name));
    }

    /// Thinks about whatever was asked, until nothing is.
    pub(crate) fn think(&mut self) {
        let mut thinker = None;
        while !self.waiting.is_empty() {
            for effect in mem::take(&mut self.waiting) {
                let Effect::Think { game, job, work } = effect else {
                    self.outside.push(effect);
                    continue;
                };
                let handle = SearchHandle::default();
                let finished = think_safely(&mut thinker, &self.make, &work, &handle);
                let shortage = handle.shortage();
                self.send(Event::Game(game, Input::JobDone { job, finished, shortage }));
            }
        }
    }

    fn size(&self) -> Size {
        self.app.table().game().size()
    }

    fn layout(&self) -> Layout {
        let size = self.size();
        Layout::of(Rect::new(0, 0, 80, 24), size.get(), size.middle())
    }

    pub(crate) fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(&self.app, frame)).unwrap();
        terminal.backend().to_string()
    }

    /// Whether a text is on the screen.
    pub(crate) fn shows(&self, text: &str) -> bool {
        let screen = self.screen();
        // Words may be broken over lines of the panel, and of the messages left of it.
        let panel = usize::from(self.layout().panel.x);
        let lines = || screen.lines().map(|line| line.trim_matches('"'));
        let right: String =
            lines().map(|line| line.chars().skip(panel).collect::<String>() + "\n").collect();
        let left: String =
            lines().map(|line| line.chars().take(panel).collect::<String>() + "\n").collect();
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        [flat(&lines().collect::<String>()), flat(&left), flat(&right)]
            .iter()
            .any(|part| part.contains(text))
    }

    #[track_caller]
    pub(crate) fn sees(&self, text: &str) {
        assert!(self.shows(text), "{text:?} is not on the screen:\n{}", self.screen());
    }
}

pub(crate) fn point(size: Size, name: &str) -> Point {
    Notation::Renju.parse(size, name).unwrap()
}

pub(crate) fn hotseat(rule: Rule, size: u8) -> NewGameSpec {
    NewGameSpec {
        rule: Some(rule),
        size: Some(Size::literal(size)),
        first: Some(Occupant::person()),
        second: Some(Occupant::person()),
        ..NewGameSpec::default()
    }
}

pub(crate) fn against(opponent: &str, rule: Rule, size: u8) -> NewGameSpec {
    NewGameSpec { second: Some(Occupant::opponent(opponent)), ..hotseat(rule, size) }
}
