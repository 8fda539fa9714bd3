//! What people see at 80x24, the smallest terminal that has to do.

use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use tengen_api::Spot;
use tengen_game::{NewGameSpec, Notice, Occupant, default_game};
use tengen_players::pool::{Job, JobResult, Thinker};
use tengen_players::{Bound, Ending, Score, SearchHandle, Stage, Thinking, TreeNode};
use tengen_rules::{Color, Opening, Rule, Size};
use tengen_tui::{App, Effect, Event, Layout, Signs, draw};

use crate::desk::{Desk, against, hotseat, point};

#[test]
fn a_whole_19_board_and_a_panel_are_seen() {
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 19)));
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
    let mut desk = Desk::new(Some(against("apprentice", Rule::Freestyle, 15)));
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
fn the_key_that_asks_says_yes_too_and_nothing_is_cut() {
    Desk::new(None).sees("q: quit");
    let mut desk = Desk::new(Some(against("champion", Rule::Ninuki42, 19)));
    desk.sees("0.50 s on average, at most 1.50 s");
    desk.keys("=");
    desk.sees("Do you offer a draw?");
    desk.keys("u");
    assert!(!desk.screen().contains("Do you offer"));
    desk.keys("gg");
    desk.sees("White wins: Black resigned.");
}

#[test]
fn the_tree_is_drawn_while_it_grows_and_stays_after_the_move() {
    let mut desk = Desk::new(Some(against("adept", Rule::Freestyle, 15)));
    desk.click("H8");
    let Some(&Effect::Think { game, job, .. }) =
        desk.waiting.iter().find(|effect| matches!(effect, Effect::Think { .. }))
    else {
        panic!("the opponent is to think");
    };
    let node = |name: &str, color: Color, score: i64, children: Vec<TreeNode>| TreeNode {
        point: point(Size::literal(15), name),
        color,
        score: Score(score),
        bound: if children.is_empty() { Bound::AtMost } else { Bound::Exact },
        depth: Some(5),
        ending: Ending::Complete,
        children,
        n_omitted: 0,
    };
    let leaf = node("F9", Color::White, 40, Vec::new());
    let answer = node("G7", Color::Black, 40, vec![leaf]);
    let tree =
        vec![node("I9", Color::White, 40, vec![answer]), node("G9", Color::White, 10, Vec::new())];
    let thinking = Thinking { stage: Stage::Search, depth: 5, ..Thinking::default() };
    desk.send(Event::Thinking(game, job, Box::new(thinking.clone()), tree));
    desk.sees("tree, and what White gets");
    let screen = desk.screen();
    for row in ["  ○ I9          +40", "    ● G7        +40", "      ○ F9      <= +40"] {
        assert!(screen.contains(row), "{row:?} is missing in\n{screen}");
    }
    // That of another job is of no interest.
    desk.send(Event::Thinking(game, job + 1, Box::new(thinking), Vec::new()));
    desk.sees("○ I9");
    desk.think();
    desk.sees("Its choice.");
    desk.sees("tree, and what White gets");
    desk.keys("d");
    assert!(!desk.shows("tree"), "{}", desk.screen());
}

#[test]
fn a_game_is_won_and_said_to_be() {
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
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
    for rule in [Rule::Freestyle, Rule::Ninuki42] {
        let first = Some(Occupant::opponent("fivetuple"));
        let mut desk = Desk::new(Some(NewGameSpec { first, ..against("fivetuple", rule, 9) }));
        desk.think();
        let outcome = desk.app.snapshot().outcome.as_ref();
        desk.sees(&outcome.expect("it came to an end").text);
    }
}

#[test]
fn a_seed_player_explains_itself_too() {
    let mut desk = Desk::new(Some(against("fivetuple", Rule::Ninuki42, 19)));
    desk.click("J10");
    desk.think();
    desk.sees("Why");
    desk.sees("took 0/10");
}

#[test]
fn a_hint_comes_in_words() {
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.clicks("H8 A1 I8 C1 J8 E1 K8 A15");
    desk.keys("h");
    desk.sees("Looking for a hint");
    desk.think();
    desk.sees("Hint: ");
    desk.sees("five");
    assert!(desk.screen().contains('*'));
}

#[test]
fn a_hint_for_an_earlier_position_is_not_shown() {
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.keys("h");
    desk.click("H8");
    desk.think();
    assert_eq!(desk.app.message(), None);
    assert!(!desk.screen().contains('*'));
}

struct Failing;

impl Thinker for Failing {
    fn think(&mut self, _: &Job, _: &SearchHandle) -> JobResult {
        panic!("as asked for");
    }
}

#[test]
fn an_opponent_that_fails_plays_something_and_the_user_is_told() {
    let wish = against("apprentice", Rule::Freestyle, 15);
    let mut desk = Desk::with_thinker(Some(wish), Arc::new(|| Box::new(Failing)));
    desk.click("H8");
    desk.think();
    assert_eq!(desk.app.snapshot().moves.len(), 2);
    desk.sees(&Notice::OpponentFailed { times: 2 }.full_text());
    desk.click("A1");
    assert_eq!(desk.app.message(), None);
}

#[test]
fn a_forbidden_point_is_refused_in_words() {
    let mut desk = Desk::new(Some(hotseat(Rule::Renju, 15)));
    desk.clicks("F8 A1 G8 A15 H6 O1 H7 O15");
    assert!(desk.screen().contains('×'));
    desk.click("H8");
    assert_eq!(desk.app.snapshot().moves.len(), 8);
    desk.sees("H8 would make two open threes");
}

#[test]
fn a_pending_five_is_told() {
    let mut desk = Desk::new(Some(hotseat(Rule::Ninuki42, 19)));
    desk.clicks("G10 A1 H11 H12 I10 C1 J10 E1 K10 R1 H10");
    desk.sees("Black has five in a row! White must answer");
    desk.sees("(!): H9");
    assert_eq!(desk.screen().matches('◉').count(), 5, "{}", desk.screen());
    desk.click("H9");
    desk.sees("took 2/10");
    desk.sees("12.H9xx");
}

#[test]
fn an_opening_is_played_through_by_keys() {
    let wish = NewGameSpec { opening: Some(Opening::Swap2), ..hotseat(Rule::Standard, 15) };
    let mut desk = Desk::new(Some(wish));
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
fn a_person_without_a_name_is_spoken_to() {
    let wish =
        NewGameSpec { opening: Some(Opening::Swap2), ..against("apprentice", Rule::Standard, 15) };
    let mut desk = Desk::new(Some(wish));
    desk.click("H8");
    let log = &desk.app.snapshot().opening.as_ref().unwrap().log;
    assert_eq!(log[0].text, "You place a stone on H8.");
}

#[test]
fn an_opponent_proposes_and_says_why() {
    let wish =
        NewGameSpec { opening: Some(Opening::Swap2), ..against("apprentice", Rule::Standard, 15) };
    let mut desk = Desk::new(Some(NewGameSpec { first: wish.second, second: wish.first, ..wish }));
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
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 19)));
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
    let mut desk = Desk::new(Some(against("patterns", Rule::Freestyle, 15)));
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
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.click("H8");
    desk.keys("=");
    desk.sees("Do you offer a draw?");
    desk.keys("x");
    assert!(desk.app.snapshot().draw_offer.is_none(), "an offer is confirmed");
    desk.keys("=y");
    desk.sees("Second player offers a draw: y accepts, k declines.");
    desk.keys("k");
    desk.sees("White to move.");
    desk.sees("The offer of a draw was declined.");
    desk.keys("=yy");
    assert!(desk.app.snapshot().outcome.as_ref().is_some_and(|it| it.winner.is_none()));
}

#[test]
fn an_opponent_declines_a_draw_before_it_has_seen_anything() {
    let mut desk = Desk::new(Some(against("patterns", Rule::Freestyle, 15)));
    desk.keys("=y");
    desk.sees("The offer of a draw was declined.");
    desk.keys("r");
    desk.sees("There is nothing to play again.");
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
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.send(Event::Resize(120, 40));
    let size = Size::literal(15);
    let layout = Layout::of(Rect::new(0, 0, 120, 40), 15, size.middle());
    for (name, dx, dy) in [("A15", 0, 0), ("O1", 1, 0), ("D4", 1, 1)] {
        let place = layout.place_of(point(size, name)).unwrap();
        desk.click_at(place.x + dx, place.y + dy - u16::from(name == "D4"));
        let played = desk.app.snapshot().position.last.clone();
        assert_eq!(played, Some(Spot(name.to_owned())));
    }
}

#[test]
fn a_paste_plays_nothing() {
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
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
    assert_eq!(Some(game.position.size + 1), default_game().size.map(Size::get));
    assert!(game.first.opponent.is_none() && game.second.opponent.is_none());
    desk.keys("q");
    assert!(!desk.app.is_done());
    desk.keys("y");
    assert!(desk.app.is_done());
}

#[test]
fn no_screen_is_too_small_to_draw() {
    for (width, height) in [(1, 1), (3, 2), (10, 5), (40, 10), (79, 23), (200, 60), (500, 200)] {
        for wish in [None, Some(hotseat(Rule::Renju, 26))] {
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
    let mut app = App::new(Some(hotseat(Rule::Freestyle, 15)), Signs::Ascii, false, 0).unwrap();
    app.update(Event::Resize(80, 24), 0);
    app.update(Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), 1);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(&app, frame)).unwrap();
    let screen = terminal.backend().to_string();
    assert!(screen.contains('X') && screen.is_ascii(), "{screen}");
}
