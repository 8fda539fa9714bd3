//! What is kept of the games, and what comes back of it.

use std::sync::Arc;

use ratatui::crossterm::event::KeyCode;
use tempfile::TempDir;
use tengen_game::{Input, Notice, Table};
use tengen_players::adapt::Habits;
use tengen_players::pool::Job;
use tengen_rules::Rule;
use tengen_store::{Db, Entry, Expected, Query};
use tengen_tui::{Effect, Event, GameNumber, Opened};

use crate::desk::{Desk, against, hotseat};

/// What was given to be kept: the number of the game and how many moves it had.
fn kept(desk: &Desk) -> Vec<(GameNumber, usize)> {
    let saves = desk.waiting.iter().filter_map(|effect| match effect {
        Effect::Save { game, table } => Some((*game, table.game().turns().len())),
        _ => None,
    });
    saves.collect()
}

/// The game as it was given to be kept last.
fn last_kept(effects: &[Effect]) -> Table {
    let saved = effects.iter().rev().find_map(|effect| match effect {
        Effect::Save { table, .. } => Some(Table::clone(table)),
        _ => None,
    });
    saved.expect("something was kept")
}

/// How the library shows a game.
fn entry_of(id: &str, table: &Table) -> Entry {
    let folder = TempDir::new().unwrap();
    let (db, _) = Db::open(&folder.path().join("games.db"));
    db.save_game(id, table, Expected::Nothing).unwrap();
    db.list(&Query::default()).unwrap().entries.remove(0)
}

#[test]
fn every_move_is_kept_and_nothing_before_the_first() {
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
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
    let mut desk = Desk::new(Some(against("patterns", Rule::Freestyle, 15)));
    desk.click("H8");
    desk.think();
    let answer = desk.app.snapshot().moves[1].point.clone().unwrap().0;
    let table = last_kept(&desk.outside);
    let thought = desk.outside.iter().find_map(|effect| match effect {
        Effect::Record { game: 0, thought, .. } => Some(thought.clone()),
        _ => None,
    });

    let mut desk = Desk::new(None);
    desk.keys("o");
    assert!(matches!(desk.waiting[..], [Effect::List]));
    desk.sees("Looking for them");
    desk.send(Event::Library(vec![entry_of("kept", &table)]));
    desk.sees("The Pattern Searcher");
    desk.sees("2 moves goes on");
    desk.key(KeyCode::Enter);
    assert!(matches!(&desk.waiting[..], [_, Effect::Open { game: 1, id }] if id == "kept"));
    let opened = Opened { table, thoughts: vec![*thought.unwrap()] };
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
fn a_game_that_comes_too_late_is_not_opened() {
    let mut page = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    page.click("H8");
    let opened = || Box::new(Opened { table: last_kept(&page.waiting), thoughts: Vec::new() });

    let mut desk = Desk::new(None);
    desk.keys("o");
    desk.send(Event::Library(vec![entry_of("kept", &opened().table)]));
    desk.key(KeyCode::Enter);
    desk.key(KeyCode::Enter);
    desk.send(Event::Opened(1, opened()));
    desk.sees("your games");
    desk.send(Event::Opened(2, opened()));
    desk.sees("1.H8");

    desk.keys("o");
    desk.send(Event::Library(vec![entry_of("kept", &opened().table)]));
    desk.key(KeyCode::Enter);
    desk.key(KeyCode::Esc);
    desk.keys("n");
    desk.key(KeyCode::Enter);
    desk.send(Event::Opened(3, opened()));
    assert!(desk.app.snapshot().moves.is_empty());
    desk.click("J10");
    let numbers: Vec<GameNumber> = kept(&desk).into_iter().map(|(number, _)| number).collect();
    assert_eq!(numbers, [4], "the new game is not kept in the place of the one that was asked for");
}

#[test]
fn a_game_that_was_continued_elsewhere_is_shown_as_it_stands() {
    let mut page = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    page.clicks("H8 I9 J10");
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.clicks("H8 A1");
    let opened = Opened { table: last_kept(&page.waiting), thoughts: Vec::new() };
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
        Effect::Think { work: Job::Decide(request), .. } => request.habits.clone(),
        _ => None,
    })
}

#[test]
fn an_engine_is_told_what_earlier_games_say_about_the_player() {
    let mut desk = Desk::new(Some(against("apprentice", Rule::Freestyle, 15)));
    assert!(matches!(desk.waiting[..], [Effect::Recall { game: 0, person: None }]));
    let habits = Arc::new(Habits::default());
    desk.send(Event::Habits(7, Arc::clone(&habits)));
    desk.click("H8");
    assert!(told(&desk).is_none(), "those of another game are of no use");
    desk.think();
    desk.send(Event::Habits(0, Arc::clone(&habits)));
    desk.click("A1");
    assert!(told(&desk).is_some_and(|told| Arc::ptr_eq(&told, &habits)));

    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.click("H8");
    assert!(!desk.waiting.iter().any(|effect| matches!(effect, Effect::Recall { .. })));
}

#[test]
fn what_cannot_be_kept_is_told_until_it_can() {
    let mut desk = Desk::new(Some(against("patterns", Rule::Freestyle, 15)));
    desk.click("H8");
    desk.send(Event::Game(0, Input::Saved(Err("the disk is full".to_owned()))));
    desk.sees("it cannot be saved: the disk is full. Make room on the disk;");
    desk.think();
    assert_eq!(desk.app.snapshot().moves.len(), 2);
    desk.sees("it cannot be saved: the disk is full.");
    desk.send(Event::Game(0, Input::Saved(Ok(()))));
    desk.sees("The game is saved again, with all its moves.");
    desk.click("A1");
    assert_eq!(desk.app.message(), None);
}

#[test]
fn trouble_with_the_library_is_told_on_every_screen() {
    let mut desk = Desk::new(None);
    let notice = Notice::LibrarySetAside {
        path: "games.db.damaged-1".to_owned(),
        n_saved: 30,
        n_lost: 0,
        names: String::new(),
        n_lost_thoughts: 0,
    };
    desk.send(Event::Notice(notice));
    desk.sees("It was put aside and a new one begun.");
    desk.sees("The old file is kept as games.db.damaged-1.");
    desk.keys("o");
    desk.send(Event::Trouble("The games file was closed.".to_owned()));
    desk.sees("The games file was closed.");
    let mut desk = Desk::new(Some(hotseat(Rule::Freestyle, 15)));
    desk.send(Event::Trouble("There is no such game.".to_owned()));
    desk.sees("There is no such game.");
}

#[test]
fn the_game_hears_of_a_thought_that_could_not_be_kept() {
    let mut desk = Desk::new(Some(against("patterns", Rule::Freestyle, 15)));
    desk.click("H8");
    desk.think();
    assert!(desk.app.snapshot().moves[1].has_reasoning);
    desk.send(Event::Game(0, Input::RecordFailed { ply: 2 }));
    desk.send(Event::Tick);
    assert!(!desk.app.snapshot().moves[1].has_reasoning);
}
