//! What the integration tests share.

use std::path::{Path, PathBuf};

use tengen_arena::{
    Arena, GameRecord, GuardCommand, Limits, MatchConfig, PlayerConfig, Summary, TimeControl,
    read_folder,
};

/// The fake engine, which Cargo builds with the tests.
pub(crate) fn fake_engine() -> String {
    let test = std::env::current_exe().expect("a test has a path");
    let folder =
        test.parent().and_then(Path::parent).expect("it lies in target/*/deps").join("examples");
    let path = folder.join(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "cargo builds the examples with the tests: {}", path.display());
    path.to_string_lossy().into_owned()
}

/// A fake engine in one of its modes, which shows after some good answers.
pub(crate) fn fake(mode: &str, after: u32) -> PlayerConfig {
    let mut player = PlayerConfig::program([fake_engine(), mode.to_owned(), after.to_string()]);
    player.name = Some(mode.to_owned());
    player.time = TimeControl::per_turn_ms(150);
    player.options = vec![("seed".to_owned(), "{seed}".to_owned())];
    player
}

/// Enough patience for a busy machine where nobody is meant to be late.
pub(crate) fn patient() -> Limits {
    Limits { tolerance_ms: 10_000, ..Limits::default() }
}

pub(crate) fn config(players: Vec<PlayerConfig>) -> MatchConfig {
    MatchConfig { players, size: 9, limits: patient(), ..MatchConfig::default() }
}

/// A folder for one test, empty at its start.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
    folder
}

/// Plays a match and returns its results in order.
#[allow(dead_code, reason = "not every test needs both")]
pub(crate) fn play(test: &str, config: MatchConfig) -> (Summary, Vec<GameRecord>) {
    play_with(test, config, None)
}

/// Plays a match whose programs have guards.
#[allow(dead_code, reason = "not every test needs both")]
pub(crate) fn play_guarded(test: &str, config: MatchConfig) -> (Summary, Vec<GameRecord>) {
    let guard = GuardCommand { program: fake_engine().into(), arguments: vec!["guard".into()] };
    play_with(test, config, Some(guard))
}

fn play_with(
    test: &str,
    mut config: MatchConfig,
    guard: Option<GuardCommand>,
) -> (Summary, Vec<GameRecord>) {
    let folder = folder(test);
    config.output = Some(folder.clone());
    let arena = Arena::new(config).guarded_by(guard);
    let summary = arena.run(&mut ()).expect("the match can be played");
    let mut records = read_folder(&folder).expect("the results are there");
    records.sort_by_key(|record| record.game);
    (summary, records)
}
