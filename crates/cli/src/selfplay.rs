//! `Gomoku selfplay`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use tengen_engine::{Engine, Settings, Weights};
use tengen_train::{GameData, SelfPlay, play_game, read_games, write_games};

use crate::input::EngineBoardArgs;

/// What `selfplay` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    board: EngineBoardArgs,
    /// How many games the file shall hold in the end; those it has already are not played again.
    #[arg(long)]
    games: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Nodes for judging each position taken from the search trees; 0 to take none.
    #[arg(long, default_value_t = 600)]
    nodes_for_passed: u64,
    /// The seed of the random openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Weights to play with instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Where the games go; an interrupted run goes on where it stopped.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays until the file has as many games as asked for.
pub(crate) fn run(args: &Args) -> Result<()> {
    let size = args.board.size()?;
    let weights = args.weights.as_ref().map(|path| read_weights(path)).transpose()?;
    let settings = Settings { hash_mib: 4, weights, ..Settings::default() };
    let how = SelfPlay {
        rule: args.board.rule,
        size,
        nodes: args.nodes,
        nodes_for_passed: args.nodes_for_passed,
        seed: args.seed,
        settings,
    };
    let n_played = repair(args)?;
    let bar = progress_bar(args.games, "games");
    bar.set_position(n_played);
    let next = AtomicU64::new(n_played);
    let (sender, receiver) = mpsc::channel::<Vec<GameData>>();
    let mut file = OpenOptions::new().append(true).create(true).open(&args.out)?;
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..args.threads.max(1) {
            let (sender, how, next) = (sender.clone(), &how, &next);
            scope.spawn(move || {
                let mut engine = Engine::new(how.settings.clone());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games
                        || sender.send(play_game(how, &mut engine, number)).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for games in receiver {
            let mut bytes = Vec::new();
            write_games(&mut bytes, &games);
            let is_first = file.metadata()?.len() == 0;
            let skip = if is_first { 0 } else { HEADER_LEN };
            file.write_all(&bytes[skip..])?;
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish();
    Ok(())
}

/// What [`write_games`] puts in front of the first game.
const HEADER_LEN: usize = 8;

/// Cuts off a game that was being written when the last run ended; returns how many are there.
fn repair(args: &Args) -> Result<u64> {
    let bytes = match std::fs::read(&args.out) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error).context(format!("cannot read {}", args.out.display())),
    };
    let (games, used) =
        read_games(&bytes).with_context(|| format!("cannot go on with {}", args.out.display()))?;
    if used < bytes.len() {
        OpenOptions::new().write(true).open(&args.out)?.set_len(used as u64)?;
    }
    Ok(games.iter().filter(|game| game.black_points.is_some()).count() as u64)
}

/// Reads a weights file.
pub(crate) fn read_weights(path: &std::path::Path) -> Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Weights::from_bytes(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

/// A bar with rate and remaining time.
pub(crate) fn progress_bar(len: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(len);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit} {{per_sec}} {{eta}} {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// A line above the bar, or on standard error where there is no terminal to draw a bar on.
pub(crate) fn say(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        eprintln!("{line}");
    } else {
        bar.println(line);
    }
}
