//! `Gomoku explain`.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use serde_json::Value;
use tengen_players::bots::{Probe, count_pattern, probe};
use tengen_players::{Detail, MoveLimits, explain};
use tengen_rules::{Game, Notation, Point, Size};

use crate::input::{PositionArgs, UsageError};

/// What `explain` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Who is to explain: an opponent of the ladder (scorer, minimax, fivetuple, patterns, or the
    /// engine as apprentice, adept, expert, champion, ...), or an earlier idea of patterns:
    /// patterns-bitboard and patterns-matrix (its first boards), patterns-regex and
    /// patterns-adjacent (its first heuristics).
    #[arg(long)]
    bot: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON document instead of text.
    #[arg(long)]
    json: bool,
    /// The seed of random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many plies it may look ahead [default: its habit].
    #[arg(long, value_name = "PLIES")]
    depth: Option<u32>,
    /// How many moves of each position it looks at, if it is minimax [default: 5].
    #[arg(long, value_name = "K")]
    width: Option<u32>,
    /// How many positions it may look at.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How long it may think, in seconds.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// How much of the tree is told: its plies, and the moves of each node.
    #[arg(long, value_name = "DxW", default_value = "3x3", value_parser = parse_tree)]
    tree: Detail,
    /// What a seed player says about a point, in the words of its report; may be given often. The
    /// scorer prints `hang_c`, `lie_c` and so on, the minimaxer `eval_posi`, the five-tuple bot
    /// countScore, the pattern searcher the array of a stone, its rows and adjacent.
    #[arg(long, value_name = "POINT")]
    at: Vec<String>,
    /// Count a pattern of -, X and O in the board written as text, as countMatch of the pattern
    /// searcher's report does; may be given often.
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    count: Vec<String>,
}

/// `4x6` as four plies and six moves of each node.
fn parse_tree(text: &str) -> Result<Detail, String> {
    let parsed = text.split_once(['x', 'X']).and_then(|(depth, width)| {
        Some(Detail { depth: depth.trim().parse().ok()?, width: width.trim().parse().ok()? })
    });
    parsed.ok_or_else(|| "a tree is written as 3x3: plies, and moves of each node".to_owned())
}

/// Prints the reasoning of a player.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    let probes = probes(args, &game)?;
    let time = args.time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| UsageError("a time is a number of seconds".to_owned()))?;
    let asked = MoveLimits { time, depth: args.depth, nodes: args.nodes, width: args.width };
    if let Some((kind, _)) = asked.given().find(|(_, amount)| *amount == 0) {
        return Err(UsageError(format!("a {} is 1 or more", kind.name())).into());
    }
    let explained = explain(&args.bot, &game, asked, args.seed, args.tree)
        .map_err(|error| UsageError(error.to_string()))?;
    let mut out = io::stdout().lock();
    if args.json {
        let mut document = explained.to_json();
        if let (Value::Object(fields), false) = (&mut document, probes.is_empty()) {
            let told = probes.into_iter().map(|probe| probe.json).collect();
            fields.insert("asked".to_owned(), told);
        }
        writeln!(out, "{document}")?;
    } else {
        write!(out, "{}", explained.to_text(&game))?;
        for probe in probes {
            write!(out, "\n{}", probe.text)?;
        }
    }
    Ok(())
}

/// A point as `E12`, or as the reports write it: `(3, 4)` is row and column from the top left.
fn parse_point(size: Size, text: &str) -> Result<Point, UsageError> {
    let pair = text.trim_matches(['(', ')', '[', ']']).split_once(',').and_then(|(row, column)| {
        Some((row.trim().parse::<i64>().ok()?, column.trim().parse::<i64>().ok()?))
    });
    if let Some((row, column)) = pair {
        let outside = || UsageError(format!("{text} is not on the board of side {size}"));
        return size.point(column, row).ok_or_else(outside);
    }
    Notation::Renju.parse(size, text).map_err(|error| UsageError(format!("{text:?}: {error}")))
}

/// What was asked about points and patterns, in that order.
fn probes(args: &Args, game: &Game) -> Result<Vec<Probe>> {
    let mut told = Vec::new();
    for text in &args.at {
        let point = parse_point(game.size(), text)?;
        let probe = probe(&args.bot, game, point);
        let nothing = || UsageError(format!("{} has no numbers for {text}", args.bot));
        told.push(probe.ok_or_else(nothing)?);
    }
    for pattern in &args.count {
        let counted = count_pattern(game, pattern);
        let refused = || UsageError(format!("{pattern:?} is no pattern of -, X and O"));
        told.push(counted.ok_or_else(refused)?);
    }
    Ok(told)
}
