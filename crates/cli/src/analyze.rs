//! `Gomoku analyze`.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};
use tengen_engine::{Budget, Engine, Event, Line, Position, Report, Settings, Think, supports};
use tengen_rules::{Notation, Point, Size};

use crate::input::{PositionArgs, UsageError, affordable_tables};

/// What `analyze` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How long to think, in milliseconds.
    #[arg(long)]
    time_ms: Option<u64>,
    /// How many nodes to visit at most.
    #[arg(long)]
    nodes: Option<u64>,
    /// How deep to search at most, in plies.
    #[arg(long)]
    depth: Option<i32>,
    /// How many threads search.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The size of the transposition table.
    #[arg(long, default_value_t = 64)]
    hash_mib: usize,
    /// How many best lines to show.
    #[arg(long, default_value_t = 1)]
    multipv: usize,
    /// Print one JSON object per line instead of text.
    #[arg(long)]
    json: bool,
}

/// Without any limit the analysis would never end, so it gets this.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// Prints what the engine finds, iteration by iteration.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    supports(game.rule(), game.size()).map_err(|error| UsageError(error.to_string()))?;
    let engine = Engine::new(Settings {
        hash_mib: affordable_tables(args.hash_mib),
        threads: args.threads,
        ..Settings::default()
    });
    let is_limited = args.nodes.is_some() || args.depth.is_some();
    let time = args.time_ms.map(Duration::from_millis).or((!is_limited).then_some(USUAL_TIME));
    let think = Think {
        budget: time.map_or(Budget::UNLIMITED, Budget::exactly),
        depth: args.depth,
        nodes: args.nodes,
        lines: args.multipv,
        stops_when_alone: false,
        ..Think::default()
    };
    let mut out = io::stdout().lock();
    let mut failure = None;
    let mut tell = |event: Event| {
        let written = match (&event, args.json) {
            (Event::Depth(report), false) => write_text(&mut out, report, game.size()),
            (Event::Depth(report), true) => {
                writeln!(out, "{}", report_json(report, game.size(), "depth"))
            }
            (Event::Trying { depth, point }, true) => {
                let at = Notation::Renju.format(game.size(), *point);
                writeln!(out, "{}", json!({ "event": "trying", "depth": depth, "point": at }))
            }
            (Event::Trying { .. }, false) => Ok(()),
        };
        failure = failure.take().or(written.err());
    };
    let report = engine.think(&Position::of(&game), &think, &AtomicBool::new(false), &mut tell)?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    if args.json {
        writeln!(out, "{}", report_json(&report, game.size(), "best"))?;
    } else {
        let best =
            report.best().map_or("none".to_owned(), |p| Notation::Renju.format(game.size(), p));
        writeln!(out, "best {best}")?;
    }
    Ok(())
}

fn write_text(out: &mut impl Write, report: &Report, size: Size) -> io::Result<()> {
    for (i, line) in report.lines.iter().enumerate() {
        writeln!(
            out,
            "{:>3}/{:<3} {:>2}. {:>7} {:>10} nodes {:>7} ms  {}",
            report.depth,
            report.selective_depth,
            i + 1,
            score_text(line),
            report.nodes,
            report.time.as_millis(),
            names(&line.points, size).join(" ")
        )?;
    }
    Ok(())
}

fn score_text(line: &Line) -> String {
    match line.score.mate() {
        Some(plies) if plies > 0 => format!("+M{plies}"),
        Some(plies) => format!("-M{}", -plies),
        None => line.score.get().to_string(),
    }
}

fn names(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|&point| Notation::Renju.format(size, point)).collect()
}

fn report_json(report: &Report, size: Size, event: &str) -> Value {
    let lines: Vec<Value> = report
        .lines
        .iter()
        .map(|line| {
            json!({
                "score": line.score.get(),
                "mate": line.score.mate(),
                "win_rate": line.score.win_rate(),
                "pv": names(&line.points, size),
            })
        })
        .collect();
    let best = report.best().map(|point| Notation::Renju.format(size, point));
    json!({
        "event": event,
        "best": best,
        "score": report.score().get(),
        "mate": report.score().mate(),
        "pv": report.lines.first().map(|line| names(&line.points, size)),
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "nodes": report.nodes,
        "nps": report.nodes_per_second(),
        "time_ms": report.time.as_millis() as u64,
        "table_permille": report.table_permille,
        "lines": lines,
    })
}
