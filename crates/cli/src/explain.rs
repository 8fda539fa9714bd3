//! `Gomoku explain`.

use std::io::{self, Write};

use anyhow::Result;
use serde_json::Value;
use tengen_players::{Detail, Limits, Reasoning};
use tengen_rules::Game;

use crate::input::{PositionArgs, UsageError};

/// What `explain` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Who is to explain: scorer, minimax, fivetuple, patterns, or the engine as apprentice, adept,
    /// expert or champion.
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
    let (document, text) =
        match tengen_players::bots::explain(&args.bot, &game, &limits, Detail::default()) {
            Ok(explanation) => (explanation.to_json(), explanation.to_text(&game)),
            Err(_) => ask_the_ladder(&args.bot, &game, &limits)?,
        };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{document}")?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(())
}

/// The engine's rungs have no numbers of their own beside the record.
fn ask_the_ladder(name: &str, game: &Game, limits: &Limits<'_>) -> Result<(Value, String)> {
    let mut player =
        tengen_players::by_name(name).map_err(|error| UsageError(error.to_string()))?;
    let supported = player.supports(game.rule(), game.size());
    supported.map_err(|error| UsageError(error.to_string()))?;
    let mut reasoning = Reasoning::new(Detail::default());
    player.choose(game, limits, Some(&mut reasoning));
    Ok((serde_json::to_value(&reasoning)?, reasoning.to_text(game)))
}
