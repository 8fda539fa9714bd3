//! `Gomoku perft`.

use std::io::{self, Write};

use anyhow::Result;
use tengen_rules::Notation;
use tengen_rules::perft::{Counts, divide, perft};

use crate::input::PositionArgs;

/// What `perft` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How many plies to look ahead.
    #[arg(long)]
    depth: u32,
    /// Print the counts below each first point too.
    #[arg(long)]
    divide: bool,
}

/// Prints one row per depth, or one per point with `--divide`.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    let mut out = io::stdout().lock();
    if args.divide {
        write_row(&mut out, "point", names())?;
        for (point, counts) in divide(&game, args.depth) {
            write_row(&mut out, &Notation::Renju.format(game.size(), point), figures(&counts))?;
        }
        write_row(&mut out, "total", figures(&perft(&game, args.depth)))?;
    } else {
        write_row(&mut out, "depth", names())?;
        for depth in 1..=args.depth {
            write_row(&mut out, &depth.to_string(), figures(&perft(&game, depth)))?;
            out.flush()?;
        }
    }
    Ok(())
}

fn names() -> impl Iterator<Item = String> {
    Counts::default().named().into_iter().map(|(name, _)| name.to_owned())
}

fn figures(counts: &Counts) -> impl Iterator<Item = String> {
    counts.named().into_iter().map(|(_, count)| count.to_string())
}

fn write_row(
    out: &mut impl Write,
    head: &str,
    cells: impl Iterator<Item = String>,
) -> io::Result<()> {
    write!(out, "{head:>5}")?;
    for cell in cells {
        write!(out, " {cell:>12}")?;
    }
    writeln!(out)
}
