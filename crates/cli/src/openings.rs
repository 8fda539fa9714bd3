//! `Gomoku openings`: a set of openings that promise both sides the same.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context, Result};
use tengen_engine::{Engine, Settings};
use tengen_record::offset::OffsetBook;
use tengen_rules::{Game, Move, Point, PositionKey, Size, SplitMix64};
use tengen_train::{Fairness, balanced_opening};

use crate::input::EngineBoardArgs;
use crate::selfplay::progress_bar;

/// What `openings` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    board: EngineBoardArgs,
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
    let size = args.board.size()?;
    let openings = draw(args, size);
    let mut text = format!(
        "# {} openings, {} on {size}, even within {} after {} nodes; offsets from the middle.\n\
         # Gomoku openings --rule {} --size {} --count {} --nodes {} --within {} --seed {}\n",
        openings.len(),
        args.board.rule,
        args.within,
        args.nodes,
        args.board.rule,
        size.get(),
        args.count,
        args.nodes,
        args.within,
        args.seed,
    );
    let points = openings.iter().map(points_of).collect();
    text.push_str(&String::from_utf8_lossy(&OffsetBook::new(size, points).write()));
    std::fs::write(&args.out, text).with_context(|| format!("cannot write {}", args.out.display()))
}

fn points_of(opening: &Game) -> Vec<Point> {
    let placed = opening.turns().iter().filter_map(|turn| match turn.mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    });
    placed.collect()
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
                    let judgements = judgements(args);
                    let mut random = SplitMix64::of_piece(args.seed, number);
                    let game = balanced_opening(
                        &mut judge,
                        args.board.rule,
                        size,
                        &judgements,
                        &mut random,
                    );
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
