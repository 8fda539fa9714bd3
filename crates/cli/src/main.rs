//! The executable `Gomoku`: it reads the command line and wires the parts; it decides nothing.
//!
//! Exit codes: 0 done, 1 the work failed, 2 the command line makes no sense.
#![expect(clippy::print_stderr, reason = "the command line is where errors are printed")]

mod analyze;
mod app;
mod bench;
mod botzone;
mod brain;
mod browser;
mod convert;
mod draw;
mod explain;
mod input;
mod judge;
mod match_cmd;
mod openings;
mod perft;
mod proof;
mod selfplay;
mod share;
mod solve;
mod source;
mod spsa;
mod tui;
mod tune;
#[cfg(unix)]
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Gomoku in all its rules. Without a command it opens the board, in the terminal if there is no
/// display.
#[derive(Debug, Parser)]
#[command(name = "Gomoku", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    app: app::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the terminal.
    Tui(tui::Args),
    /// Play as the engine of a Gomocup or Yixin manager.
    Brain(brain::Args),
    /// Play as a Botzone bot.
    Botzone(botzone::Args),
    /// Show how a player thinks about a position, number by number.
    Explain(explain::Args),
    /// Answer questions about the rules: JSON lines in, JSON lines out.
    Rules(judge::Args),
    /// Count what can happen in a number of plies, by kind.
    Perft(perft::Args),
    /// Look for a forced win, or check the proof of one.
    Solve(solve::Args),
    /// Grow, check and follow proofs that Black wins.
    Proof(proof::Args),
    /// Think about a position and show the best lines.
    Analyze(analyze::Args),
    /// Run a fixed amount of search and print its fingerprint.
    Bench(bench::Args),
    /// Let players play a match and measure who is stronger.
    Match(match_cmd::Args),
    /// Let the engine play against itself and keep the games to learn from.
    Selfplay(selfplay::Args),
    /// Fit the weights of the evaluation on self-play games.
    Tune(tune::Args),
    /// Make a set of balanced openings.
    Openings(openings::Args),
    /// Tune the constants of the search by playing.
    Spsa(spsa::Args),
    /// Draw a position as an SVG picture.
    Draw(draw::Args),
    /// Make a link that holds a whole game and opens in the page.
    Share(share::Args),
    /// Convert a game record from one format to another.
    Convert(convert::Args),
    /// Stand between a match and one of its programs; the match starts this itself.
    #[command(name = match_cmd::GUARD, hide = true)]
    Guard(match_cmd::GuardArgs),
}

fn main() -> ExitCode {
    // Managers start an engine by its name and read whatever it prints as its answer.
    if std::env::args_os().next().is_some_and(|name| brain::is_brain_name(&name)) {
        let ended = brain::run(&brain::Args::default());
        return if ended.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let Cli { app, command } = Cli::parse();
    #[cfg(unix)]
    if matches!(command, None | Some(Command::Tui(_))) {
        watch::share_one_heap_if_limited();
    }
    let outcome = match command {
        None if app.is_for_terminal() => tui::run(&tui::Args::default()),
        None => app::run(app),
        Some(Command::Tui(args)) => tui::run(&args),
        Some(Command::Brain(args)) => brain::run(&args),
        Some(Command::Botzone(args)) => botzone::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Rules(args)) => judge::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Proof(args)) => proof::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => match_cmd::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Spsa(args)) => spsa::run(&args),
        Some(Command::Draw(args)) => draw::run(&args),
        Some(Command::Share(args)) => share::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Guard(args)) => return match_cmd::guard(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if input::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Gomoku: {error:#}");
            if error.is::<input::UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
