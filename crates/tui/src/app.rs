//! The app without a terminal: events in, effects out, everything to draw in between.

use std::collections::BTreeMap;
use std::sync::Arc;

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use tengen_api::{
    GameAction, GameSnapshot, Hint, LibraryEntry, MoveReasoning, NewGame, Spot, ThinkingView,
};
use tengen_game::{Moment, Refusal, Spent, Table, Task, Wanted, catalogue, default_game};
use tengen_minds::{Finished, Job, Thought, last_resort, may_adapt};
use tengen_players::adapt::Habits;
use tengen_rules::Point;

use crate::draw::{forms, library};
use crate::event::{Effect, Event, Opened};
use crate::layout::Layout;
use crate::setup::Setup;
use crate::words::hint_text;

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

/// The number of the thought that the table waits for, and what it is about.
#[derive(Debug)]
struct Waiting {
    number: u64,
    job: Box<Job>,
}

/// The app.
#[derive(Debug)]
pub struct App {
    pub(crate) table: Table,
    pub(crate) snapshot: GameSnapshot,
    pub(crate) screen: Screen,
    /// Where the help was asked for.
    behind_help: Screen,
    pub(crate) setup: Setup,
    pub(crate) has_game: bool,
    pub(crate) question: Option<Question>,
    pub(crate) cursor: Point,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) hint: Option<Box<Hint>>,
    /// How the AI thought about its moves, in their order; those of moves taken back may be among
    /// them.
    pub(crate) reasonings: BTreeMap<u32, Box<MoveReasoning>>,
    /// The move whose reasoning the user asked to see, if not the last one.
    pub(crate) shown_ply: Option<u32>,
    /// A point that is being typed.
    pub(crate) typed: String,
    pub(crate) signs: Signs,
    /// The fifth moves that are marked to be offered.
    pub(crate) offers: Vec<Spot>,
    /// How many fifth moves a person is about to ask for.
    pub(crate) declared: u32,
    pub(crate) screen_size: (u16, u16),
    pub(crate) now: Moment,
    thinking: Option<ThinkingView>,
    waiting: Option<Waiting>,
    /// Whether the snapshot is that of the game before.
    is_new_table: bool,
    /// The number of the game within this run.
    number: u64,
    /// The number of a kept game that is being fetched.
    awaited: Option<u64>,
    /// How much of the game was given to be kept.
    saved_seq: Option<u64>,
    /// Whether it was asked what earlier games say about the player.
    is_recalled: bool,
    habits: Option<Arc<Habits>>,
    /// The kept games, once somebody wants to see them.
    pub(crate) library: Option<Vec<LibraryEntry>>,
    /// The line of the library that is chosen.
    pub(crate) chosen: usize,
    asked: Option<u64>,
    n_thoughts: u64,
    is_done: bool,
}

impl App {
    /// The app with a game begun, or with the form if nothing is wished. `coin` decides a toss.
    pub fn new(
        wish: Option<&NewGame>,
        signs: Signs,
        coin: bool,
        now: Moment,
    ) -> Result<Self, Refusal> {
        let usual = default_game();
        let table = Table::new(wish.unwrap_or(&usual), coin, now)?;
        let snapshot = table.snapshot("", None, now);
        let screen = if wish.is_some() { Screen::Game } else { Screen::Setup };
        Ok(Self {
            cursor: table.game().size().middle(),
            snapshot,
            table,
            screen,
            behind_help: screen,
            setup: Setup::new(catalogue(), wish.unwrap_or(&usual)),
            has_game: wish.is_some(),
            question: None,
            message: None,
            hint: None,
            reasonings: BTreeMap::new(),
            shown_ply: None,
            typed: String::new(),
            signs,
            offers: Vec::new(),
            declared: 1,
            screen_size: (80, 24),
            now,
            thinking: None,
            waiting: None,
            is_new_table: false,
            number: 0,
            awaited: None,
            saved_seq: None,
            is_recalled: false,
            habits: None,
            library: None,
            chosen: 0,
            asked: None,
            n_thoughts: 0,
            is_done: false,
        })
    }

    /// Whether the program shall end.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The game as it stands.
    pub fn snapshot(&self) -> &GameSnapshot {
        &self.snapshot
    }

    /// What the user was told last.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(_, text)| text.as_str())
    }

    /// Takes an event in; what has to be done outside comes back.
    pub fn update(&mut self, event: Event, now: Moment) -> Vec<Effect> {
        self.now = now;
        let mut effects = Vec::new();
        let is_time = matches!(event, Event::Tick | Event::Thinking(_));
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &mut effects),
            Event::Mouse(mouse) => self.mouse(mouse, &mut effects),
            Event::Paste => self.say(Tone::Plain, "Pasting does nothing here; ? shows the keys."),
            Event::Resize(width, height) => self.screen_size = (width, height),
            Event::Tick => {
                self.table.tick(now);
            }
            Event::Thinking(view) => self.thinking = Some(*view),
            Event::Thought(number, finished) => self.thought(number, *finished, &mut effects),
            Event::Library(entries) => self.library = Some(entries),
            Event::Opened(number, opened) => self.opened(number, *opened, &mut effects),
            Event::Overtaken(number, opened) if number == self.number => {
                self.take_up(number, *opened, &mut effects);
                self.say(Tone::Refused, "The game was continued elsewhere; this is how it stands.");
            }
            Event::Habits(number, habits) if number == self.number => self.habits = Some(habits),
            Event::Key(_) | Event::Habits(..) | Event::Overtaken(..) => {}
            Event::Trouble(text) => self.say(Tone::Refused, text),
            Event::End => self.is_done = true,
        }
        if self.has_game {
            self.keep_if_changed(&mut effects);
            self.think_if_wanted(&mut effects);
        }
        let is_thinking = self.waiting.is_some();
        // Only if something changed: keys may come faster than positions are looked at.
        let is_news = self.table.seq() != self.snapshot.seq
            || self.snapshot.thinking.is_some() != is_thinking;
        if is_time || is_news || self.is_new_table {
            self.is_new_table = false;
            let thinking = is_thinking.then(|| self.thinking.clone().unwrap_or_default());
            self.snapshot = self.table.snapshot("", thinking, now);
        }
        effects
    }

    /// The layout of the screen as it is now.
    pub(crate) fn layout(&self) -> Layout {
        let (width, height) = self.screen_size;
        Layout::of(Rect::new(0, 0, width, height), self.table.game().size().get(), self.cursor)
    }

    pub(crate) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = Some((tone, text.into()));
    }

    fn key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd' | 'q') => self.is_done = true,
                KeyCode::Char('z') => effects.push(Effect::Suspend),
                _ => {}
            }
            return;
        }
        if let Some(question) = self.question.take() {
            return self.answer_question(question, key.code);
        }
        match self.screen {
            Screen::Help => self.leave_help(),
            Screen::Setup => self.setup_key(key.code, effects),
            Screen::Library => self.library_key(key.code, effects),
            Screen::Game => self.game_key(key.code, effects),
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
        if !matches!(key, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
            return;
        }
        match question {
            Question::Quit => self.is_done = true,
            Question::Resign => self.act(&GameAction::Resign),
        }
    }

    fn setup_key(&mut self, key: KeyCode, effects: &mut Vec<Effect>) {
        match key {
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.setup.go(-1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.setup.go(1),
            KeyCode::Left | KeyCode::Char('h' | '-') => self.setup.change(-1),
            KeyCode::Right | KeyCode::Char('l' | ' ' | '+') => self.setup.change(1),
            KeyCode::Enter => self.begin(effects),
            KeyCode::Char('o') => self.show_library(effects),
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            KeyCode::Esc if self.has_game => self.screen = Screen::Game,
            KeyCode::Char('q') if self.has_game => self.question = Some(Question::Quit),
            KeyCode::Esc | KeyCode::Char('q') => self.is_done = true,
            _ => {}
        }
    }

    /// Begins the chosen game.
    fn begin(&mut self, effects: &mut Vec<Effect>) {
        // Nobody can aim at a millisecond: its parity is the coin.
        let coin = self.now.is_multiple_of(2);
        match Table::new(&self.setup.wish(), coin, self.now) {
            Err(refusal) => self.refuse(&refusal),
            Ok(table) => self.sit_at(table, self.number + 1, effects),
        }
    }

    /// Goes to a table. What was thought about at the last one is of no interest any more.
    fn sit_at(&mut self, table: Table, number: u64, effects: &mut Vec<Effect>) {
        let (waiting, asked) = (self.waiting.take(), self.asked.take());
        if waiting.is_some() || asked.is_some() {
            effects.push(Effect::Stop);
        }
        self.cursor = table.game().size().middle();
        self.table = table;
        self.is_new_table = true;
        self.number = number;
        self.awaited = None;
        self.saved_seq = None;
        self.is_recalled = false;
        self.habits = None;
        self.forget();
        self.reasonings.clear();
        self.message = None;
        self.has_game = true;
        self.screen = Screen::Game;
    }

    /// Shows the games that are kept.
    pub(crate) fn show_library(&mut self, effects: &mut Vec<Effect>) {
        self.message = None;
        self.library = None;
        self.chosen = 0;
        self.screen = Screen::Library;
        effects.push(Effect::List);
    }

    fn library_key(&mut self, key: KeyCode, effects: &mut Vec<Effect>) {
        let n_games = self.library.as_ref().map_or(0, Vec::len);
        let last = n_games.saturating_sub(1);
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let games = self.library.as_ref();
                let id = games.and_then(|games| games.get(self.chosen)).map(|it| it.id.clone());
                effects.extend(id.map(|id| self.open(id)));
            }
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            KeyCode::Esc | KeyCode::Char('q' | 'o') => {
                self.message = None;
                self.screen = if self.has_game { Screen::Game } else { Screen::Setup };
            }
            _ => {}
        }
    }

    /// Asks for a kept game.
    pub fn open(&mut self, id: String) -> Effect {
        let number = self.number + 1;
        self.awaited = Some(number);
        Effect::Open(number, id)
    }

    fn opened(&mut self, number: u64, opened: Opened, effects: &mut Vec<Effect>) {
        if self.awaited != Some(number) {
            return;
        }
        self.take_up(number, opened, effects);
        if self.message.is_none() && !self.table.is_over() {
            self.say(Tone::Plain, "The game goes on where it was left.");
        }
    }

    /// Goes to the table of a kept game.
    fn take_up(&mut self, number: u64, opened: Opened, effects: &mut Vec<Effect>) {
        match Table::from_doc(opened.doc, self.now) {
            Err(refusal) => self.refuse(&refusal),
            Ok(table) => {
                self.sit_at(table, number, effects);
                self.saved_seq = Some(self.table.seq());
                let reasonings = opened.reasonings.into_iter();
                self.reasonings = reasonings.map(|it| (it.ply, Box::new(it))).collect();
            }
        }
    }

    /// Has the game kept if something was done, and asks once what is known about the player.
    fn keep_if_changed(&mut self, effects: &mut Vec<Effect>) {
        let doc = self.table.doc();
        let is_changed = match self.saved_seq {
            // Where nothing was done yet there is nothing to go on with.
            None => !doc.steps.is_empty() || doc.ending.is_some(),
            Some(seq) => seq != self.table.seq(),
        };
        if is_changed {
            self.saved_seq = Some(self.table.seq());
            effects.push(Effect::Save(self.number, Box::new(self.table.clone())));
        }
        if !self.is_recalled
            && let Some(name) = self.table.person()
        {
            effects.push(Effect::Recall(self.number, name.map(str::to_owned)));
        }
        self.is_recalled = true;
    }

    /// Forgets what belonged to the position before.
    fn forget(&mut self) {
        self.hint = None;
        self.thinking = None;
        self.shown_ply = None;
        self.typed.clear();
        self.offers.clear();
        self.declared = 1;
    }

    fn mouse(&mut self, mouse: MouseEvent, effects: &mut Vec<Effect>) {
        let MouseEventKind::Down(button) = mouse.kind else { return };
        let place = Position::new(mouse.column, mouse.row);
        match self.screen {
            Screen::Help => self.leave_help(),
            Screen::Setup => match self.form_row(mouse.row) {
                Some(forms::Row::Field(field)) => {
                    self.setup.field = field;
                    self.setup.change(if button == MouseButton::Left { 1 } else { -1 });
                }
                Some(forms::Row::Play) => self.begin(effects),
                None => {}
            },
            Screen::Library => {
                if let Some(line) = self.library_line(mouse.row) {
                    self.chosen = line;
                    self.library_key(KeyCode::Enter, effects);
                }
            }
            Screen::Game => {
                if let Some(point) = self.layout().point_at(place) {
                    self.cursor = point;
                    if button == MouseButton::Left && self.question.is_none() {
                        self.choose_point();
                    }
                }
            }
        }
    }

    fn library_line(&self, row: u16) -> Option<usize> {
        let n_games = self.library.as_ref().map_or(0, Vec::len);
        library::first_line(self.screen_size.1, self.chosen)
            .checked_add(usize::from(row.checked_sub(library::FIRST_ROW)?))
            .filter(|&line| line < n_games)
    }

    fn form_row(&self, row: u16) -> Option<forms::Row> {
        forms::FormLayout::of(self.screen_size.1, self.setup.field).row_at(row)
    }

    /// The recorded reasonings of the moves on the board, in their order.
    fn reasonings_on_board(&self) -> impl DoubleEndedIterator<Item = &MoveReasoning> {
        let is_on_board = |reasoning: &&MoveReasoning| {
            let mv = self.snapshot.moves.get((reasoning.ply as usize).wrapping_sub(1));
            mv.is_some_and(|mv| mv.has_reasoning && mv.point == reasoning.choice)
        };
        self.reasonings.values().map(|it| &**it).filter(is_on_board)
    }

    /// The reasoning behind the move that was asked for, or behind the AI's last one.
    pub(crate) fn shown_reasoning(&self) -> Option<&MoveReasoning> {
        let last = self.shown_ply.unwrap_or(u32::MAX);
        self.reasonings_on_board().rfind(|it| it.ply <= last)
    }

    /// Goes to the reasoning of an earlier or a later move.
    pub(crate) fn browse_reasonings(&mut self, is_later: bool) {
        let Some(ply) = self.shown_reasoning().map(|it| it.ply) else {
            return self.say(Tone::Refused, "No opponent has explained a move yet.");
        };
        let next = if is_later {
            self.reasonings_on_board().find(|it| it.ply > ply)
        } else {
            self.reasonings_on_board().rfind(|it| it.ply < ply)
        };
        self.shown_ply = next.map_or(Some(ply), |it| Some(it.ply));
    }

    /// Does something at the table; a refusal is told.
    pub(crate) fn act(&mut self, action: &GameAction) {
        match self.table.act(action, self.now) {
            Ok(()) => {
                self.message = None;
                self.forget();
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// Tells why something is not done. Where a point is closed, the table has the words for it.
    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        let spot = tengen_game::spot_of(self.table.game().size(), self.cursor);
        let forbidden = self.snapshot.position.forbidden.iter().find(|it| it.point == spot);
        let text = if let (Refusal::Move(_), Some(forbidden)) = (refusal, forbidden) {
            forbidden.text.clone()
        } else {
            let told = refusal.to_api();
            [Some(told.text), told.way_out].into_iter().flatten().collect::<Vec<_>>().join(" ")
        };
        self.say(Tone::Refused, text);
    }

    /// Asks for a suggestion.
    pub(crate) fn ask_hint(&mut self, effects: &mut Vec<Effect>) {
        if let Err(refusal) = self.table.act(&GameAction::Hint, self.now) {
            return self.refuse(&refusal);
        }
        let Some(seat) = self.table.turn().filter(|_| self.asked.is_none()) else { return };
        let wanted = Wanted {
            epoch: 0,
            seat,
            opponent: String::new(),
            game: self.table.game().clone(),
            ply: self.table.game().turns().len() as u32 + 1,
            task: self
                .table
                .opening_in_progress()
                .map_or(Task::Move, |opening| Task::Opening(Box::new(opening.clone()))),
            limit: None,
            clock: None,
            spent: Spent::default(),
        };
        self.n_thoughts += 1;
        self.asked = Some(self.n_thoughts);
        self.say(Tone::Plain, "Looking for a hint …");
        effects.push(Effect::Think(self.n_thoughts, Box::new(Job::Suggest(Box::new(wanted)))));
    }

    /// Starts, keeps or stops the AI's thought, as the table wants it.
    fn think_if_wanted(&mut self, effects: &mut Vec<Effect>) {
        let wanted = self.table.wanted(self.now);
        let running = self.waiting.as_ref().map(|waiting| waiting.job.wanted().epoch);
        if wanted.as_ref().map(|wanted| wanted.epoch) == running {
            return;
        }
        if self.waiting.take().is_some() {
            effects.push(Effect::Stop);
        }
        self.thinking = None;
        let Some(wanted) = wanted else { return };
        if self.asked.take().is_some() {
            // Nobody waits for the suggestion any more, but the opponent would.
            effects.push(Effect::Stop);
        }
        self.n_thoughts += 1;
        let past = self.habits.clone().filter(|_| may_adapt(&wanted));
        let job = || Box::new(Job::Decide(Box::new(wanted.clone()), past.clone()));
        self.waiting = Some(Waiting { number: self.n_thoughts, job: job() });
        effects.push(Effect::Think(self.n_thoughts, job()));
    }

    fn thought(&mut self, number: u64, finished: Finished, effects: &mut Vec<Effect>) {
        match finished.thought {
            Thought::Suggested(hint) if self.asked == Some(number) => {
                self.asked = None;
                let is_current = hint.ply == self.table.game().turns().len() as u32 + 1;
                if is_current {
                    self.say(Tone::Hint, hint_text(&hint));
                    self.hint = Some(hint);
                }
            }
            Thought::Decided(answer, recorded) => {
                let is_awaited = self.waiting.as_ref().is_some_and(|it| it.number == number);
                let Some(waiting) = self.waiting.take_if(|_| is_awaited) else { return };
                self.message = None;
                self.take_answer(&waiting.job, *answer);
                self.forget();
                if let Some(recorded) = recorded {
                    let (ply, view) = (recorded.view.ply, recorded.view.clone());
                    self.reasonings.insert(ply, Box::new(view));
                    effects.push(Effect::Record(self.number, recorded));
                }
                if finished.n_panics > 0 {
                    self.say(
                        Tone::Refused,
                        "The opponent's program failed and was started again; the game goes on.",
                    );
                }
            }
            Thought::Suggested(_) => {}
        }
    }

    fn take_answer(&mut self, job: &Job, answer: tengen_game::Answer) {
        let epoch = job.wanted().epoch;
        if self.table.answer(epoch, answer, self.now).is_ok() {
            return;
        }
        // An AI that breaks the rules is our fault: something legal is played instead.
        self.say(Tone::Refused, "The opponent made no legal move, so a simple one was played.");
        if let Thought::Decided(legal, _) = last_resort(job)
            && let Err(refusal) = self.table.answer(epoch, *legal, self.now)
        {
            self.refuse(&refusal);
        }
    }
}
