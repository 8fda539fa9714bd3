//! `Gomoku bench`.

use std::io::{self, Write};

use anyhow::Result;
use tengen_engine::{BENCH_HASH_MIB, Instructions};

use crate::input::affordable_tables;

/// What `bench` is asked; the work is always the same.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Use no instructions but those every processor has; the signature must not change.
    #[arg(long)]
    common_instructions: bool,
}

/// Prints a line for each position, the speed and the signature.
pub(crate) fn run(args: &Args) -> Result<()> {
    let instructions =
        if args.common_instructions { Instructions::Common } else { Instructions::Best };
    if affordable_tables(BENCH_HASH_MIB) < BENCH_HASH_MIB {
        eprintln!("Gomoku: with smaller tables the signature is another one");
    }
    let mut out = io::stdout().lock();
    let mut failure = None;
    let result = tengen_engine::bench(instructions, |line| {
        let written = writeln!(
            out,
            "{:<20} {:>8} nodes {:>6} {}",
            line.name,
            line.nodes,
            line.score.get(),
            line.best
        );
        failure = failure.take().or(written.err());
    });
    if let Some(error) = failure {
        return Err(error.into());
    }
    let per_second = result.nodes as f64 / result.time.as_secs_f64();
    writeln!(out, "{} nodes {per_second:.0} nps", result.nodes)?;
    writeln!(out, "sig {:08x}", result.signature)?;
    Ok(())
}
