//! `Gomoku spsa`: tune the constants of the search, or try some values against the built-in ones.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use tengen_arena::stats::{EloEstimate, Pentanomial};
use tengen_arena::{OpeningKind, parse_openings};
use tengen_engine::{Engine, Params, Settings, Weights};
use tengen_rules::{Game, Point, Rule, Size, SplitMix64};
use tengen_train::{Fairness, Spsa, balanced_opening, play_pair};

use crate::input::{EngineBoardArgs, UsageError};
use crate::selfplay::{progress_bar, read_weights};

/// What `spsa` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    board: EngineBoardArgs,
    /// How many pairs of games to play.
    #[arg(long)]
    pairs: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// The seed of openings and perturbations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The constants to tune, by name; all if none is given.
    #[arg(long, value_delimiter = ',')]
    params: Vec<String>,
    /// Do not tune: play these values, as in `razor_depth=3,null_depth=8`, against the built-in ones.
    #[arg(long, value_delimiter = ',', value_name = "NAME=VALUE")]
    compare: Vec<String>,
    /// A file of openings, as `openings` writes it, instead of openings drawn for each pair.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// With `--compare`: the weights of the first player.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// The judgements that make an opening fair.
const FAIR: [Fairness; 2] =
    [Fairness { nodes: 1000, within: 150 }, Fairness { nodes: 10_000, within: 50 }];

/// Plays the pairs and prints where the constants went, or how the values did.
pub(crate) fn run(args: &Args) -> Result<()> {
    let size = args.board.size()?;
    if args.compare.is_empty() && args.weights.is_none() {
        tune(args, size)
    } else {
        compare(args, size)
    }
}

fn tune(args: &Args, size: Size) -> Result<()> {
    let source = Source::new(args, size)?;
    let spsa = Spsa::new(&args.params, args.pairs, args.seed).ok_or_else(unknown_constant)?;
    let spsa = Mutex::new(spsa);
    play_pairs(args, &source, |opening| {
        let trial = lock(&spsa).next_trial();
        let [mut plus, mut minus] =
            [&trial.plus, &trial.minus].map(|params| engine_of(params, None));
        let half_points = play_pair(&mut plus, &mut minus, opening, args.nodes);
        lock(&spsa).learn(&trial, half_points);
        String::new()
    });
    let mut out = std::io::stdout().lock();
    for (name, value) in lock(&spsa).values() {
        let default = Params::ROWS.iter().find(|row| row.0 == name).map_or(0, |row| row.1);
        writeln!(out, "{name} = {value:.1} (was {default})")?;
    }
    Ok(())
}

fn compare(args: &Args, size: Size) -> Result<()> {
    let source = Source::new(args, size)?;
    let mut params = Params::default();
    for assignment in &args.compare {
        let (name, value) = assignment.split_once('=').ok_or_else(unknown_constant)?;
        let is_set = value.parse().is_ok_and(|value| params.set(name, value));
        if !is_set {
            return Err(unknown_constant().into());
        }
    }
    let weights = args.weights.as_ref().map(|path| read_weights(path)).transpose()?;
    let pairs = Mutex::new(Pentanomial::default());
    play_pairs(args, &source, |opening| {
        let mut first = engine_of(&params, weights.clone());
        let mut second = engine_of(&Params::default(), None);
        let half_points = play_pair(&mut first, &mut second, opening, args.nodes);
        let mut pairs = lock(&pairs);
        pairs.add_half_points(half_points);
        verdict(*pairs)
    });
    let pairs = *lock(&pairs);
    writeln!(std::io::stdout(), "{} {:?}", verdict(pairs), pairs.0)?;
    Ok(())
}

fn verdict(pairs: Pentanomial) -> String {
    EloEstimate::of_pairs(pairs).map_or_else(String::new, |elo| {
        format!("{:+.1} +- {:.1} Elo after {} pairs", elo.elo, elo.error(), pairs.pairs())
    })
}

/// Where the openings come from.
struct Source {
    rule: Rule,
    size: Size,
    seed: u64,
    given: Vec<Vec<Point>>,
}

impl Source {
    fn new(args: &Args, size: Size) -> Result<Self> {
        let given = args.openings.as_ref().map_or_else(
            || Ok(Vec::new()),
            |path| {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                parse_openings(&text, OpeningKind::Offset, args.board.rule, size)
                    .with_context(|| format!("cannot use {}", path.display()))
            },
        )?;
        Ok(Self { rule: args.board.rule, size, seed: args.seed, given })
    }

    /// The opening of a pair, the same for the same number.
    fn opening(&self, judge: &mut Engine, number: u64) -> Game {
        let mut random = SplitMix64::of_piece(self.seed, number);
        let Some(points) = random.pick(&self.given) else {
            return balanced_opening(judge, self.rule, self.size, &FAIR, &mut random);
        };
        let mut game = Game::new(self.rule, self.size);
        for &point in points {
            if game.try_play(point).is_err() {
                break;
            }
        }
        game
    }
}

/// Plays as many pairs as asked for, each from an opening of its own; `play` says what to show.
fn play_pairs(args: &Args, source: &Source, play: impl Fn(&Game) -> String + Sync) {
    let bar = progress_bar(args.pairs, "pairs");
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                let mut judge = engine_of(&Params::default(), None);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.pairs {
                        break;
                    }
                    let opening = source.opening(&mut judge, number);
                    bar.set_message(play(&opening));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish();
}

fn engine_of(params: &Params, weights: Option<Weights>) -> Engine {
    Engine::new(Settings { hash_mib: 4, params: params.clone(), weights, ..Settings::default() })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unknown_constant() -> UsageError {
    let names: Vec<String> =
        Params::ROWS.iter().map(|row| format!("{} ({} to {})", row.0, row.2, row.3)).collect();
    UsageError(format!("unknown constant or value; there are {}", names.join(", ")))
}
