//! What people see at 80x24, the smallest terminal that has to do.
#![cfg(test)]

use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tengen_api::{NewGame, SeatSpec, Spot};
use tengen_game::{default_game, point_of};
use tengen_minds::{Job, LadderThinker, Live, MakeThinker, think_safely};
use tengen_players::adapt::Habits;
use tengen_rules::Size;
use tengen_store::Saved;
use tengen_tui::{App, Effect, Event, Layout, Opened, Signs, draw};

/// The app with a thinker that answers at once, and a clock that ticks with every event.
struct Desk {
    app: App,
    now: u64,
    waiting: Vec<Effect>,
    /// What was asked for and is no thought.
    outside: Vec<Effect>,
}

impl Desk {
    fn new(wish: Option<&NewGame>) -> Self {
        let app = App::new(wish, Signs::Unicode, false, 1_000).unwrap();
        let mut desk = Self { app, now: 1_000, waiting: Vec::new(), outside: Vec::new() };
        desk.send(Event::Resize(80, 24));
        desk
    }

    fn send(&mut self, event: Event) {
        self.now += 100;
        let effects = self.app.update(event, self.now);
        self.waiting.extend(effects);
    }

    fn key(&mut self, code: KeyCode) {
        self.send(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.key(KeyCode::Char(key)));
    }

    /// Clicks on a point of the board.
    fn click(&mut self, name: &str) {
        let side = self.app.snapshot().position.size;
        let size = Size::literal(side);
        let point = point_of(size, &Spot(name.to_owned())).unwrap();
        let place =
            Layout::of(Rect::new(0, 0, 80, 24), side, size.middle()).place_of(point).unwrap();
        self.click_at(place.x, place.y);
    }

    fn click_at(&mut self, column: u16, row: u16) {
        self.send(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    fn clicks(&mut self, names: &str) {
        names.split(' ').for_each(|name| self.click(name));
    }

    /// Thinks about whatever was asked, until nothing is.
    fn think(&mut self) {
        let make: MakeThinker = Arc::new(|| Box::new(LadderThinker::new(4, 1)));
        let mut thinker = None;
        while !self.waiting.is_empty() {
            for effect in std::mem::take(&mut self.waiting) {
                let Effect::Think(number, job) = effect else {
                    self.outside.push(effect);
                    continue;
                };
                let finished = think_safely(&mut thinker, &make, &job, &Live::default());
                self.send(Event::Thought(number, Box::new(finished)));
            }
        }
    }

    fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(&self.app, frame)).unwrap();
        terminal.backend().to_string()
    }

    #[track_caller]
    fn sees(&self, text: &str) {
        let screen = self.screen();
        // Words may be broken over lines of the panel, and of the messages left of it.
        let side = self.app.snapshot().position.size;
        let size = Size::literal(side);
        let panel = usize::from(Layout::of(Rect::new(0, 0, 80, 24), side, size.middle()).panel.x);
        let lines = || screen.lines().map(|line| line.trim_matches('"'));
        let right: String =
            lines().map(|line| line.chars().skip(panel).collect::<String>() + "\n").collect();
        let left: String =
            lines().map(|line| line.chars().take(panel).collect::<String>() + "\n").collect();
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_seen = [flat(&lines().collect::<String>()), flat(&left), flat(&right)]
            .iter()
            .any(|part| part.contains(text));
        assert!(is_seen, "{text:?} is not on the screen:\n{screen}");
    }
}

fn person() -> SeatSpec {
    SeatSpec::Human { name: None }
}

fn hotseat(rule: &str, size: u8) -> NewGame {
    NewGame {
        rule: Some(rule.to_owned()),
        size: Some(size),
        first: Some(person()),
        second: Some(person()),
        ..NewGame::default()
    }
}

fn against(opponent: &str, rule: &str, size: u8) -> NewGame {
    let second = Some(SeatSpec::Ai { opponent: opponent.to_owned(), time_ms: None });
    NewGame { second, ..hotseat(rule, size) }
}

/// What was given to be kept, by the number of the game.
fn kept(desk: &Desk) -> Vec<(u64, usize)> {
    let saves = desk.waiting.iter().filter_map(|effect| match effect {
        Effect::Save(number, table) => Some((*number, table.game().turns().len())),
        _ => None,
    });
    saves.collect()
}

#[test]
fn every_move_is_kept_and_nothing_before_the_first() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    assert_eq!(kept(&desk), []);
    desk.clicks("H8 I9 J10");
    desk.keys("u");
    assert_eq!(kept(&desk), [(0, 1), (0, 2), (0, 3), (0, 2)]);
    desk.keys("n");
    desk.key(KeyCode::Enter);
    assert_eq!(kept(&desk).len(), 4);
    desk.click("J10");
    assert_eq!(kept(&desk).last(), Some(&(1, 1)), "the next game is another one");
}

#[test]
fn a_kept_game_is_chosen_from_a_list_and_goes_on_with_its_reasons() {
    let mut desk = Desk::new(Some(&against("patterns", "freestyle", 15)));
    desk.click("H8");
    desk.think();
    let answer = desk.app.snapshot().moves[1].point.clone().unwrap().0;
    let table = desk.outside.iter().rev().find_map(|effect| match effect {
        Effect::Save(0, table) => Some(table.clone()),
        _ => None,
    });
    let recorded = desk.outside.iter().find_map(|effect| match effect {
        Effect::Record(0, recorded) => Some(recorded.view.clone()),
        _ => None,
    });
    let (table, recorded) = (table.unwrap(), recorded.unwrap());

    let mut desk = Desk::new(None);
    desk.keys("o");
    assert!(matches!(desk.waiting[..], [Effect::List]));
    desk.sees("Looking for them");
    desk.send(Event::Library(vec![Saved::game("kept", &table).unwrap().entry]));
    desk.sees("The Pattern Searcher");
    desk.sees("2 moves goes on");
    desk.key(KeyCode::Enter);
    assert!(matches!(&desk.waiting[..], [_, Effect::Open(1, id)] if id == "kept"));
    let opened = Opened { doc: table.doc().clone(), reasonings: vec![recorded] };
    desk.send(Event::Opened(1, Box::new(opened)));
    desk.sees(&format!("1.H8 2.{answer}"));
    desk.sees("Why 2.");
    desk.sees("goes on where it was left");
    assert_eq!(kept(&desk), [], "nothing has changed yet");
    desk.click("A1");
    assert_eq!(kept(&desk), [(1, 3)]);
    desk.think();
    assert_eq!(desk.app.snapshot().moves.len(), 4);
}

#[test]
fn a_game_that_was_continued_elsewhere_is_shown_as_it_stands() {
    let mut page = Desk::new(Some(&hotseat("freestyle", 15)));
    page.clicks("H8 I9 J10");
    let further = page.waiting.iter().rev().find_map(|effect| match effect {
        Effect::Save(_, table) => Some(table.clone()),
        _ => None,
    });
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.clicks("H8 A1");
    let opened = Opened { doc: further.unwrap().doc().clone(), reasonings: Vec::new() };
    desk.send(Event::Overtaken(0, Box::new(opened)));
    desk.sees("1.H8 2.I9 3.J10");
    desk.sees("continued elsewhere");
    desk.click("K11");
    assert_eq!(kept(&desk).last(), Some(&(0, 4)));
}

#[test]
fn an_empty_list_says_so_and_leads_back() {
    let mut desk = Desk::new(None);
    desk.keys("o");
    desk.send(Event::Library(Vec::new()));
    desk.sees("No game has been played yet.");
    desk.key(KeyCode::Enter);
    desk.key(KeyCode::Esc);
    desk.sees("choose a game");
}

/// What the opponent is told about the player.
fn told(desk: &Desk) -> Option<Arc<Habits>> {
    desk.waiting.iter().find_map(|effect| match effect {
        Effect::Think(_, job) => match &**job {
            Job::Decide(_, past) => past.clone(),
            Job::Suggest(_) => None,
        },
        _ => None,
    })
}

#[test]
fn an_engine_is_told_what_earlier_games_say_about_the_player() {
    let mut desk = Desk::new(Some(&against("apprentice", "freestyle", 15)));
    assert!(matches!(desk.waiting[..], [Effect::Recall(0, None)]));
    let habits = Arc::new(Habits::default());
    desk.send(Event::Habits(7, Arc::clone(&habits)));
    desk.click("H8");
    assert!(told(&desk).is_none(), "those of another game are of no use");
    desk.think();
    desk.send(Event::Habits(0, Arc::clone(&habits)));
    desk.click("A1");
    assert!(told(&desk).is_some_and(|told| Arc::ptr_eq(&told, &habits)));

    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.click("H8");
    assert!(!desk.waiting.iter().any(|effect| matches!(effect, Effect::Recall(..))));
}

#[test]
fn what_cannot_be_kept_is_told() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.send(Event::Trouble("The disk is full.".to_owned()));
    desk.sees("The disk is full.");
}

#[test]
fn a_whole_19_board_and_a_panel_are_seen() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 19)));
    desk.key(KeyCode::Up);
    desk.key(KeyCode::Enter);
    desk.clicks("A1 S19");
    let screen = desk.screen();
    let rows: Vec<&str> = screen.lines().collect();
    assert_eq!(rows.len(), 24);
    assert!(rows[1].starts_with("\"   A B C D E F G H I J K L M N O P Q R S"), "{screen}");
    assert!(rows[2].starts_with("\"19 ") && rows[2].contains('◉'), "{screen}");
    assert!(rows[20].starts_with("\" 1 ○"), "{screen}");
    assert!(rows[10].contains('●'), "the key played on J11\n{screen}");
    desk.sees("White to move.");
    desk.sees("1.J11 2.A1 3.S19");
    desk.sees("q quit");
}

#[test]
fn a_game_against_a_rung_shows_timer_and_reasoning() {
    let mut desk = Desk::new(Some(&against("apprentice", "freestyle", 15)));
    desk.click("H8");
    desk.sees("> ○ The Apprentice");
    desk.sees("Thinking");
    desk.think();
    assert_eq!(desk.app.snapshot().moves.len(), 2);
    desk.sees("now - last 0.10 avg 0.10 max 0.10");
    desk.sees("depth");
    desk.sees("score");
    desk.sees("line");
    desk.sees("Why 2.");
    desk.keys("u");
    assert_eq!(desk.app.snapshot().moves.len(), 0);
    assert!(!desk.screen().contains("Why"));
    desk.keys("r");
    assert_eq!(desk.app.snapshot().moves.len(), 2);
    desk.sees("Why 2.");
    desk.keys("g");
    desk.sees("Do you give the game up?");
    desk.keys("y");
    desk.sees("White wins: Black resigned.");
}

#[test]
fn a_game_is_won_and_said_to_be() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.clicks("H8 A1 I8 C1 J8 E1 K8 A15 L8");
    desk.sees("Black wins");
    desk.sees("n: a new game, u: take back.");
    assert_eq!(desk.screen().matches('◉').count(), 5, "{}", desk.screen());
    desk.click("A2");
    assert_eq!(desk.app.snapshot().moves.len(), 9);
    desk.keys("u");
    desk.sees("Black to move.");
}

#[test]
fn opponents_play_each_other_to_the_end() {
    for rule in ["freestyle", "ninuki42"] {
        let ai = || Some(SeatSpec::Ai { opponent: "patterns".to_owned(), time_ms: None });
        let wish = NewGame { first: ai(), second: ai(), ..hotseat(rule, 9) };
        let mut desk = Desk::new(Some(&wish));
        desk.think();
        let outcome = desk.app.snapshot().outcome.as_ref();
        desk.sees(&outcome.expect("it came to an end").text);
    }
}

#[test]
fn a_seed_player_explains_itself_too() {
    let mut desk = Desk::new(Some(&against("fivetuple", "ninuki42", 19)));
    desk.click("J10");
    desk.think();
    desk.sees("Why");
    desk.sees("took 0/10");
}

#[test]
fn a_hint_comes_in_words() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.clicks("H8 A1 I8 C1 J8 E1 K8 A15");
    desk.keys("h");
    desk.sees("Looking for a hint");
    desk.think();
    desk.sees("Hint: ");
    desk.sees("five");
    assert!(desk.screen().contains('*'));
}

#[test]
fn a_forbidden_point_is_refused_in_words() {
    let mut desk = Desk::new(Some(&hotseat("renju", 15)));
    desk.clicks("F8 A1 G8 A15 H6 O1 H7 O15");
    assert!(desk.screen().contains('×'));
    desk.click("H8");
    assert_eq!(desk.app.snapshot().moves.len(), 8);
    desk.sees("H8 would make two open threes");
}

#[test]
fn a_pending_five_is_told() {
    let mut desk = Desk::new(Some(&hotseat("ninuki42", 19)));
    desk.clicks("G10 A1 H11 H12 I10 C1 J10 E1 K10 R1 H10");
    desk.sees("Black has five in a row! White must break it");
    desk.sees("(!): H9");
    assert_eq!(desk.screen().matches('◉').count(), 5, "{}", desk.screen());
    desk.click("H9");
    desk.sees("took 2/10");
    desk.sees("12.H9xx");
}

#[test]
fn an_opening_is_played_through_by_keys() {
    let wish = NewGame { opening: Some("swap2".to_owned()), ..hotseat("standard", 15) };
    let mut desk = Desk::new(Some(&wish));
    desk.sees("First player: place stone 1");
    desk.clicks("H8 I9 G10");
    desk.sees("1 Take Black");
    desk.click("A1");
    desk.sees("Choose one of the numbered answers");
    // No answer has the number 0.
    desk.keys("0");
    desk.sees("1 Take Black");
    desk.keys("1");
    assert!(desk.app.snapshot().opening.as_ref().unwrap().step.is_none());
    desk.sees("● Second player");
}

#[test]
fn an_opponent_proposes_and_says_why() {
    let wish =
        NewGame { opening: Some("swap2".to_owned()), ..against("apprentice", "standard", 15) };
    let mut desk = Desk::new(Some(&NewGame { first: wish.second, second: wish.first, ..wish }));
    desk.think();
    desk.sees("You: take Black, take White, or place two more stones.");
    desk.sees("The Apprentice places a stone on");
    desk.sees("Black can expect");
    desk.keys("h");
    desk.think();
    desk.sees("Hint: ");
    desk.keys("2");
    desk.sees("place stone 4");
}

#[test]
fn a_point_can_be_typed() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 19)));
    desk.keys("C17");
    desk.sees("At C17; Enter plays.");
    desk.keys("S");
    desk.key(KeyCode::Esc);
    // A number without a letter is no point.
    desk.keys("3");
    desk.key(KeyCode::Enter);
    desk.sees("1.C17");
    desk.keys("Z");
    desk.keys("1");
    desk.sees("There is no Z1 on this board.");
}

#[test]
fn the_reasons_of_earlier_moves_can_be_seen_again() {
    let mut desk = Desk::new(Some(&against("patterns", "freestyle", 15)));
    desk.keys("[");
    desk.sees("No opponent has explained a move yet.");
    for point in ["H8", "A1"] {
        desk.click(point);
        desk.think();
    }
    desk.sees("Why 4.");
    desk.keys("[");
    desk.sees("Why 2.");
    desk.keys("[");
    desk.sees("Why 2.");
    desk.keys("]]");
    desk.sees("Why 4.");
}

#[test]
fn a_draw_is_offered_and_declined() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.click("H8");
    desk.keys("d");
    desk.sees("Second player offers a draw: y accepts, x declines.");
    desk.keys("x");
    desk.sees("White to move.");
    desk.keys("dy");
    assert!(desk.app.snapshot().outcome.as_ref().is_some_and(|it| it.winner.is_none()));
}

#[test]
fn a_clock_runs_out() {
    let mut desk = Desk::new(None);
    for _ in 0..3 {
        desk.key(KeyCode::Down);
    }
    for _ in 0..3 {
        desk.key(KeyCode::Right);
    }
    for _ in 0..2 {
        desk.key(KeyCode::Down);
    }
    desk.key(KeyCode::Right);
    desk.sees("< 3 minutes and 2 seconds a move >");
    desk.key(KeyCode::Enter);
    desk.click("H8");
    desk.sees("3:00");
    desk.now += 4 * 60_000;
    desk.send(Event::Tick);
    desk.sees("Black wins");
}

#[test]
fn a_click_meets_the_point_on_a_large_board_too() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.send(Event::Resize(120, 40));
    let size = Size::literal(15);
    let layout = Layout::of(Rect::new(0, 0, 120, 40), 15, size.middle());
    for (name, dx, dy) in [("A15", 0, 0), ("O1", 1, 0), ("D4", 1, 1)] {
        let place = layout.place_of(point_of(size, &Spot(name.to_owned())).unwrap()).unwrap();
        desk.click_at(place.x + dx, place.y + dy - u16::from(name == "D4"));
        let played = desk.app.snapshot().position.last.clone();
        assert_eq!(played, Some(Spot(name.to_owned())));
    }
}

#[test]
fn a_paste_plays_nothing() {
    let mut desk = Desk::new(Some(&hotseat("freestyle", 15)));
    desk.send(Event::Paste);
    desk.sees("Pasting does nothing here");
    assert!(desk.app.snapshot().moves.is_empty());
}

#[test]
fn the_form_begins_the_chosen_game() {
    let mut desk = Desk::new(None);
    desk.sees("choose a game");
    desk.keys("?");
    desk.sees("take back");
    desk.key(KeyCode::Esc);
    for _ in 0..3 {
        desk.key(KeyCode::Down);
    }
    for _ in 0..3 {
        desk.key(KeyCode::Right);
    }
    desk.sees("< Two people at one board >");
    desk.key(KeyCode::Up);
    desk.key(KeyCode::Up);
    desk.key(KeyCode::Left);
    desk.key(KeyCode::Enter);
    let game = desk.app.snapshot();
    assert_eq!(Some(game.position.size + 1), default_game().size);
    assert!(game.first.opponent.is_none() && game.second.opponent.is_none());
    desk.keys("q");
    assert!(!desk.app.is_done());
    desk.keys("y");
    assert!(desk.app.is_done());
}

#[test]
fn no_screen_is_too_small_to_draw() {
    for (width, height) in [(1, 1), (3, 2), (10, 5), (40, 10), (79, 23), (200, 60), (500, 200)] {
        for wish in [None, Some(&hotseat("renju", 26))] {
            let mut desk = Desk::new(wish);
            desk.send(Event::Resize(width, height));
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| draw(&desk.app, frame)).unwrap();
            desk.keys("?");
            terminal.draw(|frame| draw(&desk.app, frame)).unwrap();
        }
    }
}

#[test]
fn letters_stand_for_stones_where_nothing_else_can() {
    let mut app = App::new(Some(&hotseat("freestyle", 15)), Signs::Ascii, false, 0).unwrap();
    app.update(Event::Resize(80, 24), 0);
    app.update(Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), 1);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(&app, frame)).unwrap();
    let screen = terminal.backend().to_string();
    assert!(screen.contains('X') && screen.is_ascii(), "{screen}");
}
