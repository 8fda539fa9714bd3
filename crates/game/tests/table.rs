//! A table from outside: what people and AIs do at it.
#![cfg(test)]

use tengen_api::{
    ClockSpec, GameAction, GameEventKind, NewGame, OpeningAction, OpeningKind, Phase, SeatName,
    SeatSpec, Spot, StoneColor,
};
use tengen_game::{Act, Answer, Refusal, Table, Task};

fn spot(name: &str) -> Spot {
    Spot(name.to_owned())
}

fn play(name: &str) -> GameAction {
    GameAction::Play { point: spot(name) }
}

fn human() -> SeatSpec {
    SeatSpec::Human { name: None }
}

fn hotseat(rule: &str, opening: &str) -> Table {
    let wish = NewGame {
        rule: Some(rule.to_owned()),
        size: Some(15),
        opening: Some(opening.to_owned()),
        first: Some(human()),
        second: Some(human()),
        ..NewGame::default()
    };
    Table::new(&wish, false, 1_000).unwrap()
}

fn against_scorer() -> Table {
    let wish = NewGame {
        rule: Some("freestyle".to_owned()),
        second: Some(SeatSpec::Ai { opponent: "scorer".to_owned(), time_ms: None }),
        ..NewGame::default()
    };
    Table::new(&wish, false, 1_000).unwrap()
}

fn answer(table: &mut Table, name: &str, now: u64) -> bool {
    let epoch = table.wanted(now).unwrap().epoch;
    let act = Act::Play { point: spot(name) };
    let answer = Answer { act, score: None, reason: None, has_reasoning: false, time_ms: Some(70) };
    table.answer(epoch, answer, now).unwrap()
}

#[test]
fn the_default_wish_is_a_game() {
    let table = Table::new(&NewGame::default(), false, 0).unwrap();
    let seen = table.snapshot("x", None, 0);
    assert_eq!((seen.phase, seen.turn), (Phase::Play, Some(SeatName::First)));
    assert!(seen.can.play && seen.second.opponent.is_some());
}

#[test]
fn taking_back_takes_the_reply_too_and_both_come_again() {
    let mut table = against_scorer();
    table.act(&play("H8"), 1_500).unwrap();
    assert!(matches!(table.act(&play("A1"), 1_600), Err(Refusal::Action(_))));
    assert!(answer(&mut table, "I9", 1_600));
    table.act(&play("G7"), 2_000).unwrap();
    assert!(answer(&mut table, "F6", 2_100));
    table.act(&GameAction::Undo, 2_200).unwrap();
    let seen = table.snapshot("x", None, 2_200);
    assert_eq!(seen.moves.len(), 2);
    assert_eq!(seen.undone, [spot("G7"), spot("F6")]);
    table.act(&GameAction::Redo, 2_300).unwrap();
    assert_eq!(table.snapshot("x", None, 2_300).moves.len(), 4);
    let timer = table.snapshot("x", None, 2_300).second.timer;
    assert_eq!((timer.last_ms, timer.average_ms, timer.n_moves), (Some(70), Some(70), 2));
}

#[test]
fn an_answer_to_an_old_question_is_dropped() {
    let mut table = against_scorer();
    table.act(&play("H8"), 1_500).unwrap();
    let epoch = table.wanted(1_500).unwrap().epoch;
    table.act(&GameAction::Undo, 1_600).unwrap();
    table.act(&play("H9"), 1_700).unwrap();
    let act = Act::Play { point: spot("I9") };
    let late = Answer { act, score: None, reason: None, has_reasoning: false, time_ms: None };
    assert_eq!(table.answer(epoch, late, 1_800), Ok(false));
    assert_eq!(table.snapshot("x", None, 1_800).moves.len(), 1);
}

#[test]
fn refused_moves_change_nothing() {
    let mut table = hotseat("renju", "free");
    table.act(&play("H8"), 1_100).unwrap();
    let before = table.doc().clone();
    for action in [play("H8"), play("Z99"), GameAction::Redo, GameAction::AcceptDraw] {
        assert!(table.act(&action, 1_200).is_err(), "{action:?}");
    }
    assert_eq!(*table.doc(), before);
}

#[test]
fn swap2_by_two_people_with_two_more_stones() {
    let mut table = hotseat("freestyle", "swap2");
    for name in ["H8", "I9", "G7"] {
        table.act(&play(name), 1_100).unwrap();
    }
    let step = table.snapshot("x", None, 1_100).opening.unwrap().step.unwrap();
    assert_eq!(step.seat, SeatName::Second);
    let kinds: Vec<OpeningKind> = step.options.iter().map(|option| option.kind).collect();
    assert_eq!(kinds, [OpeningKind::TakeBlack, OpeningKind::PutTwo, OpeningKind::TakeWhite]);
    let choose = |action| GameAction::Opening { action };
    table.act(&choose(OpeningAction::PutTwo), 1_200).unwrap();
    table.act(&play("A1"), 1_300).unwrap();
    table.act(&play("O15"), 1_400).unwrap();
    table.act(&choose(OpeningAction::TakeWhite), 1_500).unwrap();
    let seen = table.snapshot("x", None, 1_500);
    assert_eq!(seen.phase, Phase::Play);
    assert_eq!((seen.first.color, seen.turn), (StoneColor::White, Some(SeatName::First)));
    // Undoing a choice inside an opening works like undoing a stone.
    table.act(&GameAction::Undo, 1_600).unwrap();
    assert_eq!(table.snapshot("x", None, 1_600).phase, Phase::Opening);
}

#[test]
fn an_ai_is_asked_for_opening_steps() {
    let ai = SeatSpec::Ai { opponent: "apprentice".to_owned(), time_ms: None };
    let wish = NewGame {
        rule: Some("renju".to_owned()),
        opening: Some("taraguchi10".to_owned()),
        first: Some(ai),
        second: Some(human()),
        ..NewGame::default()
    };
    let table = Table::new(&wish, false, 0).unwrap();
    assert!(matches!(table.wanted(0).unwrap().task, Task::Opening(_)));
}

#[test]
fn a_clock_runs_out_and_the_game_can_be_taken_back() {
    let mut table = hotseat("freestyle", "free");
    let mut doc = table.doc().clone();
    doc.clock = Some(ClockSpec { main_ms: 1_000, ..ClockSpec::default() });
    table = Table::from_doc(doc, 10_000).unwrap();
    table.act(&play("H8"), 10_400).unwrap();
    assert_eq!(table.until_timeout(10_500).unwrap().as_millis(), 900);
    assert!(!table.tick(11_300));
    assert!(table.tick(11_400));
    let seen = table.snapshot("x", None, 11_400);
    assert_eq!(seen.outcome.unwrap().reason, "timeout");
    table.act(&GameAction::Undo, 11_500).unwrap();
    assert_eq!(table.snapshot("x", None, 11_500).phase, Phase::Play);
}

#[test]
fn a_pause_stops_the_time() {
    let mut table = hotseat("freestyle", "free");
    table.act(&GameAction::Pause, 1_300).unwrap();
    table.act(&GameAction::Resume, 9_300).unwrap();
    table.act(&play("H8"), 9_500).unwrap();
    assert_eq!(table.snapshot("x", None, 9_500).moves[0].time_ms, Some(500));
}

#[test]
fn events_are_numbered_without_gaps_and_told_again() {
    let mut table = hotseat("ninuki42", "free");
    for name in ["H8", "I8", "A1", "J8", "K8"] {
        table.act(&play(name), 2_000).unwrap();
    }
    let events = table.events_after(0).unwrap();
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let GameEventKind::Played { captured, .. } = &events[5].what else { panic!("a stone") };
    assert_eq!(captured, &[spot("I8"), spot("J8")]);
    assert_eq!(table.events_after(6).unwrap(), []);
    assert!(table.events_after(7).is_none(), "nobody can have seen that");
    let later = Table::from_doc(table.doc().clone(), 3_000).unwrap();
    assert!(later.events_after(3).is_none(), "forgotten in the restart");
    assert_eq!(
        later.snapshot("x", None, 3_000).position,
        table.snapshot("x", None, 3_000).position
    );
}

#[test]
fn resigning_and_drawing_end_the_game() {
    let mut table = hotseat("freestyle", "free");
    table.act(&play("H8"), 1_100).unwrap();
    table.act(&GameAction::OfferDraw, 1_200).unwrap();
    assert_eq!(table.snapshot("x", None, 1_200).draw_offer, Some(SeatName::Second));
    table.act(&GameAction::AcceptDraw, 1_300).unwrap();
    assert_eq!(table.snapshot("x", None, 1_300).outcome.unwrap().reason, "agreement");
    let mut table = against_scorer();
    table.act(&GameAction::Resign, 1_100).unwrap();
    let outcome = table.snapshot("x", None, 1_100).outcome.unwrap();
    assert_eq!(outcome.winner, Some(StoneColor::White));
}
