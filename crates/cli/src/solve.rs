//! `Gomoku solve`.

mod file;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_engine::solver::{Answer, Certificate, Kind, check};
use tengen_engine::{Position, SolveRequest, Solved, solve_position, solves};
use tengen_rules::{Notation, Point, Size};

use crate::input::{PositionArgs, UsageError, affordable_tables};

/// What `solve` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Look for a win by fours only.
    #[arg(long, conflicts_with = "vct")]
    vcf: bool,
    /// Look for a win by threats [default: by fours first, then by threats].
    #[arg(long)]
    vct: bool,
    /// How many positions may be made.
    #[arg(long)]
    nodes: Option<u64>,
    /// How long it may take.
    #[arg(long, value_name = "T")]
    time_ms: Option<u64>,
    /// The size of the tables.
    #[arg(long, value_name = "M", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash_mib: u32,
    /// Write the whole winning tree to this file, after checking it.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check a certificate instead of solving.
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Solves a position or checks a certificate.
pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.check {
        Some(path) => run_check(path),
        None => run_solve(args),
    }
}

/// The answer as JSON.
#[derive(Serialize)]
struct Report {
    result: &'static str,
    kind: &'static str,
    /// The moves against the longest defense, attacker first.
    line: Vec<String>,
    plies: Option<u32>,
    nodes: u64,
    /// What writing the tree down cost on top.
    proof_nodes: u64,
    time_ms: f64,
    /// Whether the slow judge has checked the win.
    checked: bool,
}

fn run_solve(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    if !game.status().is_ongoing() {
        bail!("the game is over: {}", game.status().name());
    }
    solves(game.rule(), game.size()).map_err(|error| UsageError(error.to_string()))?;
    let request = SolveRequest {
        kind: match (args.vcf, args.vct) {
            (true, _) => Some(Kind::Vcf),
            (false, true) => Some(Kind::Vct),
            (false, false) => None,
        },
        nodes: args.nodes,
        time: args.time_ms.map(Duration::from_millis),
        hash_mib: affordable_tables(args.hash_mib as usize),
    };
    let solved = solve_position(&Position::of(&game), &request, &AtomicBool::new(false))?;
    let certificate = match &solved.answer {
        Answer::Win(certificate) => Some(&**certificate),
        Answer::None | Answer::Unknown => None,
    };
    let mut is_checked = false;
    if let Some(certificate) = certificate
        && (args.certificate.is_some() || cfg!(debug_assertions))
    {
        check(certificate).context("the solver claimed a win that does not hold; please report")?;
        is_checked = true;
    }
    if let (Some(path), Some(certificate)) = (&args.certificate, certificate) {
        let text = file::to_text(certificate)?;
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let report = report(&solved, certificate, game.size(), is_checked);
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        print(&mut out, &report)?;
    }
    Ok(())
}

fn report(solved: &Solved, certificate: Option<&Certificate>, size: Size, checked: bool) -> Report {
    Report {
        result: match &solved.answer {
            Answer::Win(_) => "win",
            Answer::None => "none",
            Answer::Unknown => "unknown",
        },
        kind: solved.kind.name(),
        line: certificate.map_or_else(Vec::new, |certificate| names(size, &certificate.line())),
        plies: certificate.map(Certificate::plies),
        nodes: solved.nodes,
        proof_nodes: solved.extraction_nodes,
        time_ms: solved.time.as_secs_f64() * 1000.0,
        checked,
    }
}

fn names(size: Size, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| Notation::Renju.format(size, point).to_ascii_lowercase()).collect()
}

fn print(out: &mut impl Write, report: &Report) -> io::Result<()> {
    match report.plies {
        Some(plies) => writeln!(out, "win by {} in {plies} plies", report.kind)?,
        None => writeln!(out, "{} ({})", report.result, report.kind)?,
    }
    if !report.line.is_empty() {
        writeln!(out, "line {}", report.line.join(" "))?;
    }
    writeln!(out, "{} nodes, {:.1} ms", report.nodes, report.time_ms)
}

fn run_check(path: &Path) -> Result<()> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let certificate =
        file::from_text(&text).with_context(|| format!("{} is no certificate", path.display()))?;
    let checked =
        check(&certificate).with_context(|| format!("{} does not prove a win", path.display()))?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} wins in {} plies at most: {} nodes, {} positions checked",
        checked.winner,
        checked.plies,
        certificate.nodes.len(),
        checked.positions
    )?;
    Ok(())
}
