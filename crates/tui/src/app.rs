//! The app without a terminal: events in, effects out, everything to draw in between.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use ratatui::crossterm::event::KeyEventKind;
use ratatui::layout::Rect;
use tengen_api::{GameSnapshot, Hint, ThinkingView, growing_view, snapshot, thinking_view};
use tengen_game::{
    ActionError, Driver, Input, JobId, Moment, NewGameSpec, Notice, NoticeLevel, RequestId, Table,
    default_game,
};
use tengen_players::adapt::Habits;
use tengen_players::{Thinking, TreeNode, Units};
use tengen_rules::{Point, Size};
use tengen_store::Entry;

use crate::event::{Effect, Event, GameNumber};
use crate::explanation::Explanation;
use crate::layout::Layout;
use crate::setup::Setup;

/// What is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The form in which a game is chosen.
    Setup,
    /// The games that are kept.
    Library,
    /// The game.
    Game,
    /// The keys, explained.
    Help,
}

/// A question that is answered with yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Give the game up?
    Resign,
    /// Offer a draw?
    Draw,
    /// Leave the program?
    Quit,
}

/// How loud a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Good to know.
    Plain,
    /// A suggestion.
    Hint,
    /// Something was refused or went wrong.
    Refused,
}

/// The signs on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// Round stones.
    Unicode,
    /// Letters, for terminals that know nothing else.
    Ascii,
}

/// The app.
#[derive(Debug)]
pub struct App {
    /// The game. Before one is begun or opened it is one that nobody plays.
    pub(crate) driver: Driver,
    /// The number of the game.
    pub(crate) number: GameNumber,
    /// The number that was given last.
    pub(crate) last_number: GameNumber,
    /// Whether a game was begun or opened.
    pub(crate) has_game: bool,
    /// The game as it is drawn.
    pub(crate) snapshot: GameSnapshot,
    /// Whether the game has changed since the snapshot was taken. Keys may come faster than
    /// positions are looked at.
    pub(crate) is_stale: bool,
    /// What has to be done outside, until somebody asks for it.
    pub(crate) effects: Vec<Effect>,
    pub(crate) now: Moment,

    pub(crate) screen: Screen,
    /// Where the help was asked for.
    pub(crate) behind_help: Screen,
    pub(crate) screen_size: (u16, u16),
    pub(crate) signs: Signs,
    pub(crate) question: Option<Question>,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) is_done: bool,

    pub(crate) setup: Setup,
    /// The kept games, once somebody wants to see them.
    pub(crate) library: Option<Vec<Entry>>,
    /// The line of the library that is chosen.
    pub(crate) chosen: usize,
    /// The number of a kept game that is being fetched.
    pub(crate) awaited: Option<GameNumber>,

    pub(crate) cursor: Point,
    /// A point that is being typed.
    pub(crate) typed: String,
    /// The fifth moves that are marked to be offered.
    pub(crate) offers: Vec<Point>,
    /// How many fifth moves a person is about to ask for.
    pub(crate) declared: u32,

    pub(crate) hint: Option<Hint>,
    /// The request for a hint that is still about this position.
    pub(crate) hint_request: Option<RequestId>,
    pub(crate) last_request: RequestId,
    /// The opponent's running thought, once something is known about it.
    pub(crate) thinking: Option<Box<Thinking>>,
    /// Its tree as far as it has grown.
    pub(crate) tree: Vec<TreeNode>,
    /// Why opponents made their moves, by the number of the move; those of moves taken back may be
    /// among them.
    pub(crate) explanations: BTreeMap<u32, Explanation>,
    /// The move whose explanation the user asked to see, if not the last one.
    pub(crate) shown_ply: Option<u32>,
    /// Whether the user does not want to see what opponents think.
    pub(crate) hides_reasoning: bool,
    /// What earlier games say about the person, once it is known and if opponents may adapt.
    pub(crate) habits: Option<Arc<Habits>>,
}

impl App {
    /// The app with a game begun, or with the form if nothing is wished. `coin` decides a toss.
    pub fn new(
        wish: Option<NewGameSpec>,
        signs: Signs,
        coin: bool,
        now: Moment,
    ) -> Result<Self, ActionError> {
        let has_game = wish.is_some();
        let spec = wish.unwrap_or_else(default_game);
        let setup = Setup::new(&spec);
        let table = Table::new(spec, coin, now)?;
        let screen = if has_game { Screen::Game } else { Screen::Setup };
        let mut app = Self {
            cursor: table.game().size().middle(),
            snapshot: snapshot(&table, "", None, now),
            driver: Driver::new(table, false),
            number: 0,
            last_number: 0,
            has_game,
            is_stale: false,
            effects: Vec::new(),
            now,
            screen,
            behind_help: screen,
            screen_size: (80, 24),
            signs,
            question: None,
            message: None,
            is_done: false,
            setup,
            library: None,
            chosen: 0,
            awaited: None,
            typed: String::new(),
            offers: Vec::new(),
            declared: 1,
            hint: None,
            hint_request: None,
            last_request: 0,
            thinking: None,
            tree: Vec::new(),
            explanations: BTreeMap::new(),
            shown_ply: None,
            hides_reasoning: false,
            habits: None,
        };
        if has_game {
            app.start_game();
        }
        Ok(app)
    }

    /// Whether the program shall end.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The game as it is drawn.
    pub fn snapshot(&self) -> &GameSnapshot {
        &self.snapshot
    }

    /// The game as it stands.
    pub fn table(&self) -> &Table {
        self.driver.table()
    }

    /// What the user was told last.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(_, text)| text.as_str())
    }

    /// Takes an event in; what has to be done outside comes back.
    pub fn update(&mut self, event: Event, now: Moment) -> Vec<Effect> {
        self.now = now;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste => self.say(Tone::Plain, "Pasting does nothing here; ? shows the keys."),
            Event::Resize(width, height) => self.screen_size = (width, height),
            Event::Tick => self.tick(),
            Event::Game(number, input) if number == self.number => self.drive(input),
            Event::Thinking(number, job, thinking, tree) if self.is_awaited(number, job) => {
                self.thinking = Some(thinking);
                self.tree = tree;
                self.is_stale = true;
            }
            Event::Library(entries) => self.library = Some(entries),
            Event::Opened(number, opened) => self.opened(number, *opened),
            Event::Overtaken(number, opened) if number == self.number => self.overtaken(*opened),
            Event::Habits(number, habits) if number == self.number => self.habits = Some(habits),
            Event::Notice(notice) => self.tell(&notice),
            Event::Trouble(text) => self.say(Tone::Refused, text),
            Event::End => self.is_done = true,
            // A key that is let go, and what belongs to a game that was left.
            Event::Key(_)
            | Event::Game(..)
            | Event::Thinking(..)
            | Event::Overtaken(..)
            | Event::Habits(..) => {}
        }
        if mem::take(&mut self.is_stale) {
            self.snapshot = self.look();
        }
        mem::take(&mut self.effects)
    }

    fn tick(&mut self) {
        self.is_stale = true;
        if self.has_game {
            self.drive(Input::Tick);
        }
    }

    /// Whether this is the decision that the game waits for.
    fn is_awaited(&self, number: GameNumber, job: JobId) -> bool {
        let deciding = self.driver.deciding().map(|(deciding, _)| deciding);
        number == self.number && deciding == Some(job)
    }

    /// The game as it is drawn, taken anew.
    fn look(&self) -> GameSnapshot {
        let thinking = self.driver.deciding().map(|(_, pending)| {
            let nothing_yet = Thinking::default();
            let thinking = self.thinking.as_deref().unwrap_or(&nothing_yet);
            let ply = pending.request.game.next_ply();
            let view = thinking_view(self.size(), thinking, Some(pending.seat), ply);
            // Only engines show a tree before they are done.
            let tree = growing_view(self.size(), &self.tree, Units::Engine);
            ThinkingView { tree: Some(tree).filter(|tree| !tree.is_empty()), ..view }
        });
        snapshot(self.table(), "", thinking, self.now)
    }

    /// The board.
    pub(crate) fn size(&self) -> Size {
        self.table().game().size()
    }

    /// The layout of the screen as it is now.
    pub(crate) fn layout(&self) -> Layout {
        let (width, height) = self.screen_size;
        Layout::of(Rect::new(0, 0, width, height), self.size().get(), self.cursor)
    }

    pub(crate) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = Some((tone, text.into()));
    }

    /// Tells the user something that the game or the library has words for.
    pub(crate) fn tell(&mut self, notice: &Notice) {
        let tone = match notice.level() {
            NoticeLevel::Info => Tone::Plain,
            NoticeLevel::Warning | NoticeLevel::Error => Tone::Refused,
        };
        self.say(tone, notice.full_text());
    }
}
