//! `Gomoku explain`.

use std::io::{self, Write};

use anyhow::Result;
use tengen_bots::explain;
use tengen_player::{Detail, Limits};

use crate::input::{PositionArgs, UsageError};

/// What `explain` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Who is to explain: scorer, minimax, fivetuple or patterns.
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
}

/// Prints the reasoning of a player.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    let limits = Limits { seed: args.seed, ..Limits::default() };
    let explanation = explain(&args.bot, &game, &limits, Detail::default())
        .map_err(|error| UsageError(error.to_string()))?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", explanation.to_json())?;
    } else {
        write!(out, "{}", explanation.to_text(&game))?;
    }
    Ok(())
}
