//! `Gomoku tune`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_rules::Rule;
use tengen_train::{Fit, FitSettings, read_games};

use crate::input::UsageError;
use crate::selfplay::{progress_bar, read_weights, say};

/// What `tune` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The rule whose weights are fitted.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Files of self-play games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// How often all positions are gone through.
    #[arg(long, default_value_t = FitSettings::default().epochs)]
    epochs: usize,
    /// How much the result counts against the search's score, from 0 to 1.
    #[arg(long, default_value_t = FitSettings::default().result_share)]
    result_share: f32,
    /// The step size.
    #[arg(long, default_value_t = FitSettings::default().rate)]
    rate: f32,
    /// Weights to begin with; combinations that are hardly ever seen keep them.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Fits and writes the weights.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut games = Vec::new();
    for path in &args.games {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (read, _) =
            read_games(&bytes).with_context(|| format!("cannot use {}", path.display()))?;
        games.extend(read);
    }
    let fit = Fit::new(args.rule, &games);
    let (n_fitted, n_held_out) = fit.n_positions();
    if n_fitted == 0 {
        let why = format!("there is no position of a {} game to learn from", args.rule);
        return Err(UsageError(why).into());
    }
    let settings = FitSettings {
        epochs: args.epochs,
        result_share: args.result_share,
        rate: args.rate,
        ..FitSettings::default()
    };
    let bar = progress_bar(args.epochs as u64, "epochs");
    say(&bar, &format!("{n_fitted} positions to fit, {n_held_out} held out"));
    let start = args.start.as_ref().map(|path| read_weights(path)).transpose()?;
    let weights = fit.run(&settings, start.as_ref(), |progress| {
        bar.set_position(progress.epoch as u64);
        let line = format!(
            "epoch {:>3}: loss {:.5}, held out {:.5}, policy {:.4}",
            progress.epoch, progress.loss, progress.held_out, progress.policy_held_out
        );
        say(&bar, &line);
    });
    bar.finish();
    std::fs::write(&args.out, weights.to_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))
}
