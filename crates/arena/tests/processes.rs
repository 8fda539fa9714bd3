//! Nothing that a program starts outlives it: whatever it does to its group, its session and its
//! parent, and whatever happens to the match.
#![cfg(test)]
#![cfg(target_os = "linux")]

mod support;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{config, fake, fake_engine, play_guarded};
use tengen_arena::{ClockKind, MatchConfig, Reason};

/// A duration that no other process sleeps for.
fn tag(number: u32) -> String {
    format!("1{number}00.{}", std::process::id())
}

/// The processes whose command line has a word in it.
fn processes_with(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(word))
        .collect()
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn brood(tag: &str) -> MatchConfig {
    let mut player = fake("brood", 0);
    if let tengen_arena::PlayerSource::Program { command, .. } = &mut player.source {
        command.push(tag.to_owned());
    }
    let mut config = config(vec![player, fake("random", 0)]);
    config.draw_after_plies = Some(4);
    config
}

#[test]
fn no_process_of_a_program_outlives_its_match() {
    let tag = tag(1);
    let (summary, _) = play_guarded("brood", brood(&tag));
    assert_eq!((summary.n_games, summary.n_faults()), (2, 0));
    assert_eq!(processes_with(&tag), [""; 0]);
}

#[test]
fn no_process_outlives_a_match_that_is_killed() {
    let tag = tag(2);
    let mut runner = Command::new(fake_engine())
        .args(["match", &tag])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let sleepers = || processes_with(&format!("sleep {tag}")).len();
    wait_until("the programs have their broods", || sleepers() >= 8);
    // This is kill -9: the match cannot do anything any more.
    runner.kill().unwrap();
    runner.wait().unwrap();
    wait_until("everything has ended", || processes_with(&tag).is_empty());
}

#[test]
fn a_guard_passes_on_how_a_program_ended() {
    for (mode, detail) in [("exit", "exit status: 7"), ("crash", "exit status: 101")] {
        let config = config(vec![fake(mode, 1), fake("random", 0)]);
        let (_, records) = play_guarded(&format!("guarded-{mode}"), config);
        assert_eq!(records[0].reason, Reason::Crash);
        let told = records[0].detail.as_deref().unwrap_or_default();
        assert!(told.contains(detail), "{told}");
    }
}

#[test]
fn work_is_charged_through_a_guard() {
    let mut config = config(vec![fake("burn", 1), fake("random", 0)]);
    config.players[1].time.turn_ms = Some(20_000);
    (config.clock, config.draw_after_plies) = (ClockKind::Cpu, Some(6));
    config.limits.tolerance_ms = 50;
    config.limits.grace_ms = 10_000;
    config.limits.wall_net_ms = 60_000;
    for record in play_guarded("guarded-burn", config).1 {
        assert_eq!(record.reason, Reason::Timeout, "{record:?}");
        assert!(record.peak_kib.iter().all(|peak| peak.is_some_and(|kib| kib > 100)));
    }
}
