//! A table: what people and opponents do at it.

use tengen_game::{
    ActionError, ClockSpec, Ending, Happening, NewGameSpec, Occupant, Phase, PlayerAction, Table,
};
use tengen_players::{Act, Decision, Score, Task, Units, Valuation};
use tengen_rules::{
    Action, ActionKind, Color, DrawReason, LossReason, Opening, Point, Rule, Seat, Status,
    WinReason,
};

use crate::games::{against_scorer, bare, hotseat, moves, play, point, stones, with_clock};

/// The opponent's answer; says whether it was taken.
fn answer(table: &mut Table, name: &str, now: u64) -> bool {
    let epoch = table.pending_decision(now).unwrap().epoch;
    table.decide(epoch, &bare(name), now).unwrap()
}

#[test]
fn the_default_wish_is_a_game() {
    let table = Table::new(NewGameSpec::default(), false, 0).unwrap();
    assert_eq!((table.phase(), table.turn()), (Phase::Play, Some(Seat::First)));
    assert!(table.abilities().play && table.occupant(Seat::Second).is_opponent());
}

#[test]
fn taking_back_takes_the_reply_too_and_both_come_again() {
    let mut table = against_scorer();
    table.act(&play("H8"), 1_500).unwrap();
    assert!(matches!(table.act(&play("A1"), 1_530), Err(ActionError::NotNow(_))));
    assert!(answer(&mut table, "I9", 1_570));
    table.act(&play("G7"), 2_000).unwrap();
    assert!(answer(&mut table, "F6", 2_070));
    table.act(&PlayerAction::Undo, 2_200).unwrap();
    assert_eq!(moves(&table), stones("H8 I9"));
    // What is played again first comes last.
    let undone: Vec<&Act> = table.history().undone.iter().map(|step| &step.act).collect();
    assert_eq!(undone, [&bare("F6").act, &bare("G7").act]);
    table.act(&PlayerAction::Redo, 2_300).unwrap();
    assert_eq!(moves(&table), stones("H8 I9 G7 F6"));
    let timer = table.timer_of(Seat::Second, 2_300);
    assert_eq!((timer.last_ms, timer.average_ms, timer.n_moves), (Some(70), Some(70), 2));
}

#[test]
fn the_position_before_a_move_is_known_until_it_is_played_over() {
    let mut table = against_scorer();
    table.act(&play("H8"), 1_500).unwrap();
    assert!(answer(&mut table, "I9", 1_570));
    table.act(&play("G7"), 2_000).unwrap();
    assert!(answer(&mut table, "F6", 2_070));
    let before = |table: &Table, ply| {
        let (game, seat) = table.before_move(ply)?;
        Some((game.turns().iter().map(|turn| turn.mv).collect::<Vec<_>>(), seat))
    };
    let (third, fourth) =
        ((stones("H8 I9"), Some(Seat::First)), (stones("H8 I9 G7"), Some(Seat::Second)));
    assert_eq!(before(&table, 3), Some(third.clone()));
    assert_eq!(before(&table, 4), Some(fourth.clone()));
    assert_eq!(before(&table, 5), Some((stones("H8 I9 G7 F6"), None)), "nobody has played it yet");
    assert_eq!((before(&table, 0), before(&table, 6)), (None, None));
    table.act(&PlayerAction::Undo, 2_200).unwrap();
    assert_eq!(before(&table, 4), Some(fourth.clone()), "taken back");
    let mut resigned = table.clone();
    resigned.act(&PlayerAction::Resign, 2_300).unwrap();
    assert_eq!(before(&resigned, 3), Some(third), "taken back and given up");
    assert_eq!(before(&resigned, 4), Some(fourth), "taken back and given up");
    table.act(&play("A1"), 2_400).unwrap();
    assert_eq!(before(&table, 4), Some((stones("H8 I9 A1"), None)), "played over");
}

#[test]
fn an_answer_to_an_old_question_is_dropped() {
    let mut table = against_scorer();
    table.act(&play("H8"), 1_500).unwrap();
    let epoch = table.pending_decision(1_500).unwrap().epoch;
    table.act(&PlayerAction::Undo, 1_600).unwrap();
    table.act(&play("H9"), 1_700).unwrap();
    assert_eq!(table.decide(epoch, &bare("I9"), 1_800), Ok(false));
    assert_eq!(moves(&table), stones("H9"));
}

#[test]
fn refused_moves_change_nothing() {
    let mut table = hotseat(Rule::Renju, Opening::Free);
    table.act(&play("H8"), 1_100).unwrap();
    let before = format!("{:?}", table.history());
    let off_board = PlayerAction::Play(Point::new(15, 15));
    for action in [play("H8"), off_board, PlayerAction::Redo, PlayerAction::AcceptDraw] {
        assert!(table.act(&action, 1_200).is_err(), "{action:?}");
    }
    assert_eq!(format!("{:?}", table.history()), before);
}

#[test]
fn nothing_is_played_again_once_somebody_has_resigned() {
    let mut table = hotseat(Rule::Freestyle, Opening::Free);
    table.act(&play("H8"), 1_100).unwrap();
    table.act(&PlayerAction::Undo, 1_200).unwrap();
    assert!(table.abilities().redo);
    table.act(&PlayerAction::Resign, 1_300).unwrap();
    let before = format!("{:?}", table.history());
    assert!(!table.abilities().redo);
    assert!(table.act(&PlayerAction::Redo, 1_400).is_err());
    assert_eq!(format!("{:?}", table.history()), before);
}

#[test]
fn swap2_by_two_people_with_two_more_stones() {
    let mut table = hotseat(Rule::Freestyle, Opening::Swap2);
    for name in ["H8", "I9", "G7"] {
        table.act(&play(name), 1_100).unwrap();
    }
    let step = table.opening_in_progress().unwrap().next();
    assert_eq!(step.player, Seat::Second);
    assert_eq!(step.actions, [ActionKind::Black, ActionKind::PutTwo, ActionKind::White]);
    table.act(&PlayerAction::Opening(Action::PutTwo), 1_200).unwrap();
    table.act(&play("A1"), 1_300).unwrap();
    table.act(&play("O15"), 1_400).unwrap();
    table.act(&PlayerAction::Opening(Action::Take(Color::White)), 1_500).unwrap();
    assert_eq!(table.phase(), Phase::Play);
    assert_eq!((table.color_of(Seat::First), table.turn()), (Color::White, Some(Seat::First)));
    // Undoing a choice inside an opening works like undoing a stone.
    table.act(&PlayerAction::Undo, 1_600).unwrap();
    assert_eq!(table.phase(), Phase::Opening);
}

#[test]
fn an_ai_is_asked_for_opening_steps() {
    let wish = NewGameSpec {
        rule: Some(Rule::Renju),
        opening: Some(Opening::Taraguchi10),
        first: Some(Occupant::opponent("apprentice")),
        second: Some(Occupant::person()),
        ..NewGameSpec::default()
    };
    let table = Table::new(wish, false, 0).unwrap();
    let pending = table.pending_decision(0).unwrap();
    assert_eq!(pending.seat, Seat::First);
    assert!(matches!(pending.request.task, Task::Opening(_)));
}

#[test]
fn a_clock_runs_out_and_the_game_can_be_taken_back() {
    let table = with_clock(ClockSpec { main_ms: 1_000, ..ClockSpec::default() });
    let mut table = Table::restore(table.history().clone(), 10_000).unwrap();
    table.act(&play("H8"), 10_400).unwrap();
    assert_eq!(table.until_timeout(10_500).unwrap().as_millis(), 900);
    assert!(!table.tick(11_300));
    assert!(table.tick(11_400));
    let timeout = WinReason::Forfeit(LossReason::Timeout);
    assert_eq!(table.game().status(), Status::Won { winner: Color::Black, by: timeout });
    table.act(&PlayerAction::Undo, 11_500).unwrap();
    assert_eq!(table.phase(), Phase::Play);
}

#[test]
fn a_pause_stops_the_time() {
    let mut table = hotseat(Rule::Freestyle, Opening::Free);
    table.act(&PlayerAction::Pause, 1_300).unwrap();
    table.act(&PlayerAction::Resume, 9_300).unwrap();
    table.act(&play("H8"), 9_500).unwrap();
    assert_eq!(table.turn_steps().next().unwrap().time_ms, 500);
}

#[test]
fn events_are_numbered_without_gaps_and_told_again() {
    let mut table = hotseat(Rule::Ninuki42, Opening::Free);
    for name in ["H8", "I8", "A1", "J8", "K8"] {
        table.act(&play(name), 2_000).unwrap();
    }
    let events = table.events_after(0).unwrap();
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let Happening::Played { captured, .. } = &events[5].what else { panic!("a stone") };
    assert_eq!(captured, &[point("I8"), point("J8")]);
    assert_eq!(table.events_after(6).unwrap(), []);
    assert!(table.events_after(7).is_none(), "nobody can have seen that");
    let later = Table::restore(table.history().clone(), 3_000).unwrap();
    assert!(later.events_after(3).is_none(), "forgotten in the restart");
    assert_eq!(later.game().key(), table.game().key());
    assert_eq!(moves(&later), moves(&table));
}

#[test]
fn resigning_and_drawing_end_the_game() {
    let mut table = hotseat(Rule::Freestyle, Opening::Free);
    table.act(&play("H8"), 1_100).unwrap();
    table.act(&PlayerAction::OfferDraw, 1_200).unwrap();
    assert_eq!(table.history().draw_offer, Some(Seat::Second));
    table.act(&PlayerAction::AcceptDraw, 1_300).unwrap();
    assert_eq!(table.game().status(), Status::Drawn(DrawReason::Agreement));
    let mut table = against_scorer();
    table.act(&PlayerAction::Resign, 1_100).unwrap();
    assert_eq!(table.game().status().winner(), Some(Color::White));
}

#[test]
fn an_opponent_that_expects_to_win_declines_a_draw_and_another_accepts() {
    let ending_after = |score: Option<i64>| {
        let mut table = against_scorer();
        table.act(&play("H8"), 1_100).unwrap();
        let epoch = table.pending_decision(1_100).unwrap().epoch;
        let value = score.map(|score| Valuation { score: Score(score), units: Units::Engine });
        let decision = Decision { value, ..bare("I9") };
        table.decide(epoch, &decision, 1_200).unwrap();
        table.act(&PlayerAction::OfferDraw, 1_300).unwrap();
        let events = table.events_after(3).unwrap();
        let declined = Happening::DrawDeclined { seat: Seat::Second };
        assert_eq!(events.last().unwrap().what == declined, !table.is_over());
        table.history().ending
    };
    assert_eq!(ending_after(Some(400)), None);
    assert_eq!(ending_after(Some(-400)), Some(Ending::Agreed));
    assert_eq!(ending_after(None), None, "who cannot tell plays on");
}
