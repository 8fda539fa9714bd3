//! `Gomoku tune`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_engine::{Network, Weights};
use tengen_rules::Rule;
use tengen_train::{Fit, FitSettings, GameData, NetworkFit, NetworkSettings, read_games};

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
    /// The step size of the tables.
    #[arg(long, default_value_t = FitSettings::default().rate)]
    rate: f32,
    /// How often all positions are gone through for the network; 0 for tables alone.
    #[arg(long, default_value_t = NetworkSettings::default().epochs)]
    network_epochs: usize,
    /// The step size of the network.
    #[arg(long, default_value_t = NetworkSettings::default().rate)]
    network_rate: f32,
    /// Threads that train the network.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Weights to begin with, the network too; what is hardly ever seen keeps them.
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
    let mut weights = fit.run(&settings, start.as_ref(), |progress| {
        bar.set_position(progress.epoch as u64);
        let line = format!(
            "epoch {:>3}: loss {:.5}, held out {:.5}, policy {:.4}",
            progress.epoch, progress.loss, progress.held_out, progress.policy_held_out
        );
        say(&bar, &line);
    });
    bar.finish();
    if args.network_epochs > 0 {
        drop(fit);
        let first = start.and_then(|start| start.network);
        weights.network = Some(train(args, &weights, first.as_ref(), &games)?);
    }
    std::fs::write(&args.out, weights.to_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))
}

/// Trains the network of a rule. Each epoch is kept beside the result, so a training that was
/// interrupted goes on from there.
fn train(
    args: &Args,
    tables: &Weights,
    first: Option<&Network>,
    games: &[GameData],
) -> Result<Network> {
    let bar = progress_bar(args.network_epochs as u64, "epochs of the network");
    let settings = NetworkSettings {
        epochs: args.network_epochs,
        result_share: args.result_share,
        rate: args.network_rate,
        threads: args.threads,
        ..NetworkSettings::default()
    };
    let fit = NetworkFit::new(args.rule, tables, games);
    let part = args.out.with_extension("part");
    let from = std::fs::read(&part).ok().and_then(|bytes| fit.read_checkpoint(&bytes));
    if let Some(checkpoint) = &from {
        say(&bar, &format!("going on after epoch {} ({})", checkpoint.epoch, part.display()));
    }
    let from = from.or_else(|| fit.beginning_with(first?));
    let mut failure = None;
    let network = fit.run(&settings, from, |progress, checkpoint| {
        bar.set_position(progress.epoch as u64);
        failure = failure.take().or(std::fs::write(&part, checkpoint.to_bytes()).err());
        let line = format!(
            "network, epoch {:>3}: loss {:.5}, held out {:.5}",
            progress.epoch, progress.loss, progress.held_out
        );
        say(&bar, &line);
    });
    bar.finish();
    if let Some(error) = failure {
        return Err(error).with_context(|| format!("cannot write {}", part.display()));
    }
    std::fs::remove_file(&part).ok();
    Ok(network.rounded(args.rule))
}
