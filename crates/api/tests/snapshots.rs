//! What a page sees of a game, in each of its phases.

use tengen_api::{
    ClockSpec, GameAction, GameEventKind, LimitKind, NewGame, OpeningAction, OpeningKind, Phase,
    SeatName, StoneColor, ThinkLimits, catalogue, events_view, new_game_spec, new_game_view,
};
use tengen_game::Table;
use tengen_players::{Act, Decision, Fact, FactKind, Reason, Score, Units, Valuation};
use tengen_rules::{Move, Notation};

use crate::games::{
    BEGINNING, act, against_scorer, begin, hotseat, look, play, play_all, spot, spots,
};

/// The opponent's answer.
fn answer(table: &mut Table, name: &str, now: u64) {
    let pending = table.pending_decision(now).unwrap();
    let point = Notation::Renju.parse(table.game().size(), name).unwrap();
    let decision = Decision {
        value: Some(Valuation { score: Score(120), units: Units::Engine }),
        reason: Some(Reason::of(Fact::plain(FactKind::Center))),
        ..Decision::bare(Act::Move(Move::Place(point)))
    };
    assert!(table.decide(pending.epoch, &decision, now).unwrap());
}

#[test]
fn the_default_wish_is_a_game() {
    let seen = look(&begin(&NewGame::default()), BEGINNING);
    assert_eq!((seen.phase, seen.turn), (Phase::Play, Some(SeatName::First)));
    assert!(seen.can.play && seen.second.opponent.is_some());
}

#[test]
fn a_game_in_its_opening_says_what_is_asked_of_whom() {
    let mut table = hotseat("freestyle", "swap2");
    let seen = look(&table, BEGINNING);
    assert_eq!((seen.phase, seen.turn), (Phase::Opening, Some(SeatName::First)));
    assert!(seen.can.play && !seen.can.offer_draw && !seen.can.undo);
    play_all(&mut table, "H8 I9 G7", 1_100);
    let seen = look(&table, 1_100);
    let opening = seen.opening.unwrap();
    assert_eq!(opening.procedure, "swap2");
    let texts: Vec<&str> = opening.log.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(texts[2], "First player places a stone on G7.");
    let step = opening.step.unwrap();
    assert_eq!(step.seat, SeatName::Second);
    assert_eq!(step.text, "Second player: take Black, take White, or place two more stones.");
    let kinds: Vec<OpeningKind> = step.options.iter().map(|option| option.kind).collect();
    assert_eq!(kinds, [OpeningKind::TakeBlack, OpeningKind::PutTwo, OpeningKind::TakeWhite]);
    assert!(!seen.can.play, "a color is asked for, not a stone");
    assert!(seen.moves.iter().all(|played| played.is_opening));
}

#[test]
fn swap2_by_two_people_with_two_more_stones() {
    let mut table = hotseat("freestyle", "swap2");
    play_all(&mut table, "H8 I9 G7", 1_100);
    let choose = |action| GameAction::Opening { action };
    act(&mut table, &choose(OpeningAction::PutTwo), 1_200).unwrap();
    play_all(&mut table, "A1 O15", 1_300);
    act(&mut table, &choose(OpeningAction::TakeWhite), 1_500).unwrap();
    let seen = look(&table, 1_500);
    assert_eq!(seen.phase, Phase::Play);
    assert_eq!((seen.first.color, seen.turn), (StoneColor::White, Some(SeatName::First)));
    let opening = seen.opening.unwrap();
    assert!(opening.step.is_none() && opening.log.len() == 7);
    act(&mut table, &GameAction::Undo, 1_600).unwrap();
    let seen = look(&table, 1_600);
    assert_eq!((seen.phase, seen.undone), (Phase::Opening, spots("opening")));
}

#[test]
fn a_game_in_play_shows_moves_scores_and_times() {
    let mut table = against_scorer();
    act(&mut table, &play("H8"), 1_500).unwrap();
    let seen = look(&table, 1_550);
    assert_eq!((seen.phase, seen.turn), (Phase::Play, Some(SeatName::Second)));
    assert!(seen.can.move_now && !seen.can.play && !seen.can.hint);
    assert!(seen.opening.is_none());
    answer(&mut table, "I9", 1_570);
    act(&mut table, &play("G7"), 2_000).unwrap();
    answer(&mut table, "F6", 2_070);
    let seen = look(&table, 2_170);
    assert_eq!(seen.seq, 5);
    let reply = &seen.moves[3];
    assert_eq!((reply.ply, reply.seat, reply.color), (4, SeatName::Second, StoneColor::White));
    assert_eq!((reply.point.clone(), reply.time_ms), (Some(spot("F6")), Some(70)));
    assert_eq!(reply.score.as_ref().unwrap().text, "+120");
    assert_eq!((reply.is_opening, reply.has_reasoning), (false, false));
    assert_eq!(seen.position.last, Some(spot("F6")));
    assert_eq!(seen.first.timer.current_ms, Some(100));
}

#[test]
fn what_was_taken_back_is_shown_with_the_next_move_first() {
    let mut table = against_scorer();
    for (person, opponent) in [("H8", "I9"), ("G7", "F6")] {
        act(&mut table, &play(person), 1_500).unwrap();
        answer(&mut table, opponent, 1_570);
    }
    act(&mut table, &GameAction::Undo, 2_200).unwrap();
    let seen = look(&table, 2_200);
    assert_eq!((seen.moves.len(), seen.undone), (2, spots("G7 F6")));
    act(&mut table, &GameAction::Redo, 2_300).unwrap();
    let seen = look(&table, 2_300);
    assert_eq!((seen.moves.len(), seen.undone), (4, Vec::new()));
    let timer = seen.second.timer;
    assert_eq!((timer.last_ms, timer.average_ms, timer.n_moves), (Some(70), Some(70), 2));
}

#[test]
fn a_point_that_is_none_is_refused_and_changes_nothing() {
    let mut table = hotseat("renju", "free");
    act(&mut table, &play("H8"), 1_100).unwrap();
    let before = look(&table, 1_200);
    for action in [play("H8"), play("Z99"), GameAction::Redo, GameAction::AcceptDraw] {
        assert!(act(&mut table, &action, 1_200).is_err(), "{action:?}");
    }
    assert_eq!(look(&table, 1_200), before);
}

#[test]
fn a_game_that_is_over_says_how_and_asks_for_nothing() {
    let mut table = hotseat("freestyle", "free");
    play_all(&mut table, "H8 A1 I8 A2 J8 A3 K8 A4 L8", 1_100);
    let seen = look(&table, 1_200);
    assert_eq!((seen.phase, seen.turn), (Phase::Over, None));
    let outcome = seen.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.reason.as_str()), (Some(StoneColor::Black), "five"));
    assert_eq!(outcome.text, "Black wins with five in a row.");
    assert_eq!(seen.position.win_lines, [spots("H8 I8 J8 K8 L8")]);
    let can = seen.can;
    assert!(!can.play && !can.hint && !can.resign && !can.pause && !can.redo && can.undo);
}

#[test]
fn a_game_that_is_given_up_in_its_opening_asks_for_nothing_more() {
    let mut table = hotseat("freestyle", "swap2");
    act(&mut table, &play("H8"), 1_100).unwrap();
    act(&mut table, &GameAction::Resign, 1_200).unwrap();
    let seen = look(&table, 1_200);
    assert_eq!((seen.phase, seen.position.legal), (Phase::Over, Vec::new()));
    assert!(seen.opening.unwrap().step.is_none());
}

#[test]
fn a_clock_that_runs_out_is_the_reason() {
    let mut table = begin(&NewGame {
        clock: Some(ClockSpec { main_ms: 1_000, ..ClockSpec::default() }),
        ..NewGame::default()
    });
    let clock = look(&table, 1_400).first.clock.unwrap();
    assert_eq!((clock.main_ms, clock.is_running), (600, true));
    assert!(table.tick(2_000));
    let seen = look(&table, 2_000);
    assert_eq!(seen.outcome.unwrap().reason, "timeout");
    assert!(!seen.first.clock.unwrap().is_running);
}

#[test]
fn a_pause_stops_the_time() {
    let mut table = hotseat("freestyle", "free");
    act(&mut table, &GameAction::Pause, 1_300).unwrap();
    assert!(look(&table, 5_000).is_paused);
    act(&mut table, &GameAction::Resume, 9_300).unwrap();
    act(&mut table, &play("H8"), 9_500).unwrap();
    assert_eq!(look(&table, 9_500).moves[0].time_ms, Some(500));
}

#[test]
fn events_name_the_captured_stones_and_a_restart_shows_the_same_position() {
    let mut table = hotseat("ninuki42", "free");
    play_all(&mut table, "H8 I8 A1 J8 K8", 2_000);
    let events = events_view(&table, &table.events_after(0).unwrap());
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let GameEventKind::Played { captured, .. } = &events[5].what else { panic!("a stone") };
    assert_eq!(captured, &spots("I8 J8"));
    let seen = look(&table, 3_000);
    assert_eq!((seen.first.captured, seen.second.captured), (2, 0));
    assert_eq!(seen.moves[4].captured, spots("I8 J8"));
    let later = Table::restore(table.history().clone(), 3_000).unwrap();
    assert_eq!(look(&later, 3_000).position, seen.position);
}

#[test]
fn resigning_and_drawing_end_the_game() {
    let mut table = hotseat("freestyle", "free");
    act(&mut table, &play("H8"), 1_100).unwrap();
    act(&mut table, &GameAction::OfferDraw, 1_200).unwrap();
    let seen = look(&table, 1_200);
    assert_eq!((seen.draw_offer, seen.can.answer_draw), (Some(SeatName::Second), true));
    act(&mut table, &GameAction::AcceptDraw, 1_300).unwrap();
    let outcome = look(&table, 1_300).outcome.unwrap();
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "agreement"));
    let mut table = against_scorer();
    act(&mut table, &GameAction::Resign, 1_100).unwrap();
    let outcome = look(&table, 1_100).outcome.unwrap();
    assert_eq!(outcome.winner, Some(StoneColor::White));
    assert_eq!(outcome.text, "White wins: Black resigned.");
}

#[test]
fn the_page_chooses_what_an_opponent_may_spend_and_sees_it_again() {
    let wish: NewGame = serde_json::from_value(serde_json::json!({
        "rule": "freestyle",
        "second": { "type": "ai", "opponent": "minimax", "depth": 6, "width": 4 },
    }))
    .unwrap();
    let seen = look(&begin(&wish), 1_000);
    let chosen = ThinkLimits { depth: Some(6), width: Some(4), ..ThinkLimits::default() };
    assert_eq!((seen.first.limits, seen.second.limits), (None, Some(chosen)));
    assert_eq!(look(&against_scorer(), 1_000).second.limits, None);
    let spec = new_game_view(&new_game_spec(&wish).unwrap());
    assert_eq!(spec.second, wish.second);
    let opponents = catalogue().opponents;
    let usual = |name| opponents.iter().find(|opponent| opponent.name == name).unwrap();
    let minimax = usual("minimax").usual;
    assert_eq!((minimax.depth, minimax.width), (Some(2), Some(4)));
    assert!(usual("minimax").adjustable.contains(&LimitKind::Width));
    assert!(usual("scorer").adjustable.is_empty());
}
