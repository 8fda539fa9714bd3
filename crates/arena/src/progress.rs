//! Progress for people: a bar with the time to go, and a line per finished game.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::nevermind::Nevermind;
use crate::observer::{Event, Observer};
use crate::result::GameRecord;
use crate::stats::{Sprt, SprtState};
use crate::tally::Tally;

/// Shows a match on the standard error stream. Without a terminal the bar is left out.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    sprt: Option<Sprt>,
    prints_games: bool,
}

impl Progress {
    /// A display; with the test, if the match has one, its state is shown beside the score.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self { bar: ProgressBar::no_length(), sprt, prints_games: true }
    }

    /// Leaves out the lines of the games.
    #[must_use]
    pub fn bar_only(mut self) -> Self {
        self.prints_games = false;
        self
    }

    fn print(&self, line: &str) {
        self.bar.suspend(|| {
            writeln!(io::stderr(), "{line}").nevermind("nobody is there to read it");
        });
    }

    fn show(&self, tally: &Tally) {
        self.bar.set_message(self.status(tally));
        self.bar.set_position(tally.n_games());
    }

    /// The score of the first player, in short.
    fn status(&self, tally: &Tally) -> String {
        let total = tally.total(0);
        let mut text = tally.names().first().cloned().unwrap_or_default();
        if let Some(rate) = total.score.rate() {
            write!(text, " {:.1} %", rate * 100.0).nevermind("a string takes everything");
        }
        if let Some(elo) = total.pairs.elo() {
            write!(text, ", Elo {elo}").nevermind("a string takes everything");
        }
        if let Some(sprt) = &self.sprt {
            let SprtState { llr, lower, upper, .. } = tally.sprt(sprt);
            write!(text, ", LLR {llr:.2} [{lower:.2}, {upper:.2}]")
                .nevermind("a string takes everything");
        }
        text
    }
}

/// One line about a finished game.
pub fn game_line(record: &GameRecord) -> String {
    let GameRecord { game, black_name, white_name, result, reason, plies, detail, .. } = record;
    let mut line = format!(
        "game {game}: {black_name} - {white_name} {} {reason}, {plies} plies",
        result.score()
    );
    if let Some(detail) = detail {
        write!(line, " ({detail})").nevermind("a string takes everything");
    }
    line
}

impl Observer for Progress {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { n_games, n_done, tally, .. } => {
                self.bar.set_length(*n_games as u64);
                let style = ProgressStyle::with_template(
                    "{bar:30} {pos}/{len} games, {elapsed} gone, {eta} to go | {msg}",
                );
                if let Ok(style) = style {
                    self.bar.set_style(style);
                }
                // What was played before says nothing about the speed now.
                self.bar.set_position(*n_done as u64);
                self.bar.reset_eta();
                self.bar.enable_steady_tick(Duration::from_secs(1));
                if *n_done > 0 {
                    self.print(&format!("continuing after {n_done} of {n_games} games"));
                }
                self.show(tally);
            }
            Event::GameStarted { .. } => {}
            Event::GameFinished { record, tally } => {
                if self.prints_games {
                    let line = format!("{} | {}", game_line(record), self.status(tally));
                    self.print(&line);
                }
                self.show(tally);
            }
            Event::Warning(text) => self.print(&format!("warning: {text}")),
            Event::Finished(_) => self.bar.finish_and_clear(),
        }
    }
}
