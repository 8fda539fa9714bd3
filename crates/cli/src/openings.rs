//! `Gomoku openings`: a set of openings that promise both sides the same.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context, Result};
use tengen_engine::{Engine, Settings, supports};
use tengen_rules::{Game, Move, PositionKey, Rule, Size, SplitMix64};
use tengen_train::{Fairness, balanced_opening};

use crate::input::UsageError;
use crate::selfplay::progress_bar;

/// What `openings` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The rule set.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The side of the board.
    #[arg(long, default_value_t = 15)]
    size: u64,
    /// How many openings to make; no two are mirror images of each other.
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Nodes of the last judgement of each opening.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// The largest score, either way, that still counts as even.
    #[arg(long, default_value_t = 40)]
    within: i32,
    /// The seed; the same seed and nodes give the same openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many openings are judged at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where the openings go, as offsets from the middle.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Makes the set and writes it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let size = Size::new(args.size).map_err(|error| UsageError(error.to_string()))?;
    supports(args.rule, size).map_err(|error| UsageError(error.to_string()))?;
    let openings = draw(args, size);
    let mut text = format!(
        "# {} openings, {} on {size}, even within {} after {} nodes; offsets from the middle.\n\
         # Gomoku openings --rule {} --size {} --count {} --nodes {} --within {} --seed {}\n",
        openings.len(),
        args.rule,
        args.within,
        args.nodes,
        args.rule,
        args.size,
        args.count,
        args.nodes,
        args.within,
        args.seed,
    );
    for opening in &openings {
        text.push_str(&line_of(opening));
    }
    std::fs::write(&args.out, text).with_context(|| format!("cannot write {}", args.out.display()))
}

/// Draws until there are enough different ones. Numbered streams make the result the same however
/// many threads there are.
fn draw(args: &Args, size: Size) -> Vec<Game> {
    let bar = progress_bar(args.count as u64, "openings");
    let next = AtomicU64::new(0);
    let is_enough = AtomicBool::new(false);
    let found = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                let mut judge = Engine::new(Settings { hash_mib: 16, ..Settings::default() });
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if is_enough.load(Ordering::Relaxed) {
                        break;
                    }
                    let seed = args.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let judgements = judgements(args);
                    let mut random = SplitMix64::new(seed);
                    let game =
                        balanced_opening(&mut judge, args.rule, size, &judgements, &mut random);
                    let Ok(mut found) = found.lock() else { break };
                    found.insert(number, game);
                    let n_different = different(&found, args.count).len();
                    bar.set_position(n_different as u64);
                    // Streams with lower numbers that are still under way end by themselves and
                    // take their place before this one.
                    is_enough.fetch_or(n_different >= args.count, Ordering::Relaxed);
                }
            });
        }
    });
    bar.finish();
    found.into_inner().map_or_else(|_| Vec::new(), |found| different(&found, args.count))
}

/// The first so many that are not mirror images of an earlier one.
fn different(found: &BTreeMap<u64, Game>, count: usize) -> Vec<Game> {
    let mut seen = HashSet::new();
    let is_new = |game: &&Game| seen.insert(PositionKey::canonical(&game.to_setup()));
    found.values().filter(is_new).take(count).cloned().collect()
}

/// Cheap judgements sort out most of what the last one would refuse.
fn judgements(args: &Args) -> [Fairness; 3] {
    [
        Fairness { nodes: args.nodes.div_ceil(64), within: args.within * 4 },
        Fairness { nodes: args.nodes.div_ceil(8), within: args.within * 2 },
        Fairness { nodes: args.nodes, within: args.within },
    ]
}

fn line_of(game: &Game) -> String {
    let middle = game.size().middle();
    let mut line = String::new();
    for turn in game.turns() {
        let Move::Place(point) = turn.mv else { continue };
        let (dx, dy) = (
            i16::from(point.x()) - i16::from(middle.x()),
            i16::from(point.y()) - i16::from(middle.y()),
        );
        let comma = if line.is_empty() { "" } else { ", " };
        let _ = write!(line, "{comma}{dx},{dy}");
    }
    line.push('\n');
    line
}
