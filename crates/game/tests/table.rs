//! A table: what people and opponents do at it.

use tengen_game::{
    ActionError, ClockSpec, Ending, Happening, NewGameSpec, Occupant, Phase, PlayerAction, Table,
};
use tengen_players::{Act, Decision, MoveLimits, Score, Task, Units, Valuation};
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
fn a_seat_chooses_what_its_opponent_may_spend() {
    let wish = |name: &str, limits| NewGameSpec {
        rule: Some(Rule::Freestyle),
        first: Some(Occupant::Opponent { name: name.to_owned(), limits }),
        second: Some(Occupant::person()),
        ..NewGameSpec::default()
    };
    let deep = MoveLimits { depth: Some(6), width: Some(4), ..MoveLimits::NONE };
    let table = Table::new(wish("minimax", deep), false, 0).unwrap();
    let request = table.pending_decision(0).unwrap().request;
    assert_eq!((request.limits, request.limit), (deep, None));
    let usual = Table::new(wish("minimax", MoveLimits::NONE), false, 0).unwrap();
    assert!(usual.pending_decision(0).unwrap().request.limit.is_some());
    // What an opponent does not go by is refused, and so is nothing at all.
    let nothing = MoveLimits { depth: Some(0), ..MoveLimits::NONE };
    for (name, limits) in [("scorer", deep), ("champion", deep), ("patterns", nothing)] {
        let refused = Table::new(wish(name, limits), false, 0);
        assert!(matches!(refused, Err(ActionError::Unsupported(_))), "{name}");
    }
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

/// Points of either color of which no five stand in a row, however many of them are played.
fn peaceful(color: Color) -> impl Iterator<Item = Point> {
    let is_black = |point: &Point| (point.x() + 2 * point.y()) % 4 < 2;
    let points = tengen_rules::Size::literal(15).points();
    points.filter(move |point| is_black(point) == (color == Color::Black))
}

/// A game against the opponent after so many moves of either side, of which it saw its own so.
fn after_peace(n_moves: usize, score: impl Fn(usize) -> Option<i64>) -> Table {
    let mut table = against_scorer();
    for (i, (black, white)) in
        peaceful(Color::Black).zip(peaceful(Color::White)).take(n_moves).enumerate()
    {
        table.act(&PlayerAction::Play(black), 1_100).unwrap();
        let epoch = table.pending_decision(1_100).unwrap().epoch;
        let value = score(i).map(|score| Valuation { score: Score(score), units: Units::Engine });
        let act = Act::Move(tengen_rules::Move::Place(white));
        let decision = Decision { value, ..Decision::bare(act) };
        assert!(table.decide(epoch, &decision, 1_200).unwrap());
    }
    table
}

#[test]
fn an_opponent_accepts_a_draw_only_late_in_a_game_that_was_even_for_long() {
    let ending_after = |n_moves, score: &dyn Fn(usize) -> Option<i64>| {
        let mut table = after_peace(n_moves, score);
        table.act(&PlayerAction::OfferDraw, 1_300).unwrap();
        let declined = Happening::DrawDeclined { seat: Seat::Second };
        let last = table.events_after(table.seq() - 1).unwrap();
        assert_eq!(last[0].what == declined, !table.is_over());
        table.history().ending
    };
    let agreed = Some(Ending::Agreed);
    assert_eq!(ending_after(1, &|_| Some(-400)), None, "at move 2 it may still win");
    assert_eq!(ending_after(1, &|_| Some(0)), None);
    assert_eq!(ending_after(40, &|_| Some(0)), agreed);
    assert_eq!(ending_after(40, &|_| Some(-400)), None, "standing worse is no reason");
    assert_eq!(ending_after(40, &|_| Some(400)), None);
    assert_eq!(ending_after(40, &|i| Some(if i == 35 { 300 } else { 5 })), None, "not for long");
    assert_eq!(ending_after(40, &|_| None), None, "who cannot tell plays on");
}

#[test]
fn an_opponent_accepts_a_draw_where_nobody_can_win_any_more() {
    // Of 225 points 112 pairs are played, so that at most one is left.
    let mut table = after_peace(112, |_| Some(-400));
    assert!(table.game().is_dead());
    table.act(&PlayerAction::OfferDraw, 1_300).unwrap();
    assert_eq!(table.history().ending, Some(Ending::Agreed));
}

#[test]
fn going_on_in_a_paused_game_is_told_as_the_end_of_the_pause() {
    let mut table = hotseat(Rule::Freestyle, Opening::Free);
    table.act(&PlayerAction::Pause, 1_100).unwrap();
    let before = table.seq();
    table.act(&play("H8"), 1_200).unwrap();
    assert!(!table.is_paused());
    let told: Vec<_> = table.events_after(before).unwrap().into_iter().map(|it| it.what).collect();
    assert!(matches!(told[..], [Happening::Resumed, Happening::Played { .. }]), "{told:?}");
}
