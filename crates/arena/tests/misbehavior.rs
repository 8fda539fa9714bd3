//! Every way to misbehave has its own reason, and the match goes on.
#![cfg(test)]

mod support;

use support::{config, fake, patient, play};
use tengen_arena::{
    ClockKind, GameRecord, Limits, MatchConfig, OpeningKind, OpeningOrder, OpeningsConfig, Reason,
};
use tengen_rules::{Color, Forbidden, Rule};

/// Little patience, for players who never answer.
fn impatient() -> Limits {
    Limits {
        tolerance_ms: 50,
        grace_ms: 300,
        wall_net_ms: 500,
        start_ms: 1000,
        ..Limits::default()
    }
}

/// Plays a pair of the bad player against a good one; the bad one loses both games in this way.
fn check(mode: &str, limits: Limits, reason: Reason, detail: &str) -> Vec<GameRecord> {
    let config = MatchConfig { limits, ..config(vec![fake(mode, 1), fake("random", 0)]) };
    let (summary, records) = play(&format!("bad-{mode}"), config);
    assert_eq!(records.len(), 2, "the match goes on after the first fault");
    for record in &records {
        assert_eq!(record.reason, reason, "{mode}: {record:?}");
        assert_eq!(record.name(record.at_fault().unwrap()), mode);
        let told = record.detail.as_deref().unwrap_or("");
        assert!(told.contains(detail), "{mode}: {told}");
    }
    assert_eq!(summary.standings[0].faults.get(reason.name()), Some(&2));
    assert_eq!(summary.standings[1].score.wins, 2);
    records
}

#[test]
fn coordinates_beyond_the_board() {
    let records = check("illegal", patient(), Reason::OffBoard, "99,3");
    assert_eq!(records[0].plies, 2, "the fault is not a move");
    check("negative", patient(), Reason::OffBoard, "-1,3");
}

#[test]
fn occupied_points() {
    check("occupied", patient(), Reason::Occupied, "it played");
}

#[test]
fn silence_with_and_without_last_words() {
    check("silent", impatient(), Reason::Silence, "no answer within 500 ms");
    check("complain", impatient(), Reason::Silence, "last line `ERROR I have no idea`");
    check("partial", impatient(), Reason::Silence, "unfinished line `7,`");
}

#[test]
fn crashes_and_exits() {
    check("crash", patient(), Reason::Crash, "exit status: 101");
    check("exit", patient(), Reason::Crash, "exit status: 7");
}

#[test]
fn late_answers_are_a_time_loss_and_no_silence() {
    let limits = Limits { grace_ms: 20_000, ..impatient() };
    check("slow", limits, Reason::Timeout, "for a move of 150 ms");
}

#[test]
fn floods_of_lines_and_of_one_line() {
    let limits = Limits { max_output_bytes: 1 << 20, tolerance_ms: 60_000, ..patient() };
    check("flood", limits, Reason::Flood, "bytes without an answer");
    check("endless", limits, Reason::Flood, "bytes without an answer");
}

#[test]
fn a_little_garbage_is_skipped_and_counted() {
    let (summary, records) =
        play("bad-garbage", config(vec![fake("garbage", 0), fake("random", 0)]));
    assert_eq!(summary.n_faults(), 0, "{records:?}");
    let own_moves = |record: &GameRecord, color| {
        (0..record.plies).filter(|&i| Color::of_stone(i as usize + 1) == color).count() as u64
    };
    let expected = own_moves(&records[0], Color::Black) + own_moves(&records[1], Color::White);
    assert_eq!(summary.standings[0].garbage, 5 * expected);
    assert_eq!(summary.standings[1].garbage, 0);
}

#[test]
fn too_much_garbage_loses() {
    let limits = Limits { max_garbage_lines: 100, ..patient() };
    check("babble", limits, Reason::Garbage, "101 senseless lines");
}

#[test]
fn a_second_move_in_one_answer_is_not_the_next_answer() {
    let (summary, records) = play("bad-double", config(vec![fake("double", 0), fake("random", 0)]));
    assert_eq!(summary.n_faults(), 0, "{records:?}");
    assert!(summary.standings[0].garbage > 0);
}

#[test]
fn games_can_be_refused_or_never_begun() {
    check("refuse", patient(), Reason::Refused, "at the start: ERROR I do not like this board");
    check("mute", impatient(), Reason::Silence, "at the start: no answer within 1000 ms");
}

#[test]
fn a_forbidden_point_is_told_by_its_kind() {
    let folder = support::folder("forbidden-opening");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("openings.txt");
    // Black can make a double three at h8; White's stones are far away.
    std::fs::write(&file, "h9 a1 h10 c1 g8 e1 i8 g1\n").unwrap();
    let mut config = config(vec![fake("forbidden", 0), fake("random", 0)]);
    config.rule = Rule::Renju;
    config.size = 15;
    config.draw_after_plies = Some(30);
    let kind = OpeningKind::PosBottom;
    config.openings = Some(OpeningsConfig { file, kind, order: OpeningOrder::Sequential });
    let (_, records) = play("bad-forbidden", config);
    assert_eq!(records[0].reason, Reason::Forbidden(Forbidden::DoubleThree));
    assert_eq!(records[0].reason.name(), "forbidden:double-three");
    assert_eq!(records[0].at_fault(), Some(Color::Black));
    assert!(records[0].detail.as_deref().unwrap().contains("H8"));
    assert!(!records[1].reason.is_fault(), "White has no forbidden points");
}

#[test]
fn deaf_programs_are_ended() {
    let start = std::time::Instant::now();
    let mut config = config(vec![fake("deaf", 0), fake("random", 0)]);
    config.draw_after_plies = Some(4);
    let (summary, _) = play("bad-deaf", config);
    assert_eq!(summary.n_games, 2);
    assert!(start.elapsed().as_secs() < 20);
}

#[cfg(target_os = "linux")]
#[test]
fn the_cpu_clock_charges_work_and_not_waiting() {
    let play_with = |mode: &str, clock: ClockKind, grace_ms: u64| {
        let mut config = config(vec![fake(mode, 1), fake("random", 0)]);
        config.limits = Limits { grace_ms, wall_net_ms: 60_000, ..impatient() };
        // On a busy machine the good player must not be late by any clock.
        config.players[1].time.turn_ms = Some(20_000);
        (config.clock, config.draw_after_plies) = (clock, Some(6));
        play(&format!("cpu-{mode}-{clock:?}"), config).1
    };
    for record in play_with("slow", ClockKind::Wall, 10_000) {
        assert_eq!(record.reason, Reason::Timeout);
    }
    for record in play_with("slow", ClockKind::Cpu, 10_000) {
        assert_eq!(record.reason, Reason::MoveLimit, "sleeping is free: {record:?}");
        assert_eq!(record.wall_ms.len(), record.ms.len());
        assert!(record.wall_ms.iter().any(|&ms| ms >= 400.0));
        assert!(record.ms.iter().all(|&ms| ms < 150.0), "{:?}", record.ms);
    }
    for record in play_with("burn", ClockKind::Cpu, 10_000) {
        assert_eq!(record.reason, Reason::Timeout, "working is not: {record:?}");
    }
    for record in play_with("spin", ClockKind::Cpu, 300) {
        assert_eq!(record.reason, Reason::Silence);
        assert!(record.detail.unwrap().contains("of processor time"));
    }
}

#[test]
fn memory_is_measured_and_enforced_if_asked() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut hungry = config(vec![fake("random", 0), fake("random", 0)]);
    hungry.draw_after_plies = Some(4);
    hungry.players[0].memory_bytes = 1024;
    hungry.players[0].name = Some("hungry".to_owned());
    let (summary, records) = play("memory-free", hungry.clone());
    assert_eq!(summary.n_faults(), 0);
    assert!(records[0].peak_kib.iter().all(|peak| peak.is_some_and(|kib| kib > 100)));
    hungry.limits.enforce_memory = true;
    let (summary, _) = play("memory-enforced", hungry);
    assert_eq!(summary.standings[0].faults.get("memory"), Some(&2));
}
