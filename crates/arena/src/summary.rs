//! What a match has shown.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::stats::{Score, SprtState, SprtVerdict};
use crate::tally::{Duel, Standing, Tally};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// Every game was played.
    AllGames,
    /// The sequential test has an answer.
    Sprt,
    /// Somebody stopped it; it can be continued.
    Interrupted,
}

/// What a match has shown.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Why it ended.
    pub completion: Completion,
    /// How many games were played, and how many were planned.
    pub n_games: u64,
    /// How many games were planned.
    pub n_planned: u64,
    /// The players in the order of the configuration. With two players, the first line is the
    /// result of the match.
    pub standings: Vec<Standing>,
    /// Everybody against everybody: rows against columns.
    pub table: Vec<Vec<Duel>>,
    /// All games from Black's view.
    pub black: Score,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<String, u64>,
    /// The state of the sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// How long the games took by the clock on the wall, this time.
    pub seconds: f64,
}

impl Summary {
    pub(crate) fn new(
        tally: &Tally,
        completion: Completion,
        n_planned: usize,
        sprt: Option<SprtState>,
        seconds: f64,
    ) -> Self {
        let n = tally.names().len();
        Self {
            completion,
            n_games: tally.n_games(),
            n_planned: n_planned as u64,
            standings: (0..n).map(|player| tally.standing(player)).collect(),
            table: (0..n)
                .map(|row| (0..n).map(|column| tally.duel(row, column)).collect())
                .collect(),
            black: tally.black(),
            reasons: tally.reasons().iter().map(|(why, &n)| (why.name().to_owned(), n)).collect(),
            sprt,
            seconds,
        }
    }

    /// How many games were lost by a fault: illegal moves, time, crashes and the like.
    pub fn n_faults(&self) -> u64 {
        self.standings.iter().flat_map(|standing| standing.faults.values()).sum()
    }
}

/// The result in a few lines, in the form of the commit template.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.standings.iter().map(|standing| standing.name.chars().count()).max();
        let width = width.unwrap_or(0).max(6);
        // With two players the second line would say the same thing backwards.
        let shown = if self.standings.len() == 2 { 1 } else { self.standings.len() };
        for standing in &self.standings[..shown] {
            let Score { wins, draws, losses } = standing.score;
            let rate = standing.score.rate().unwrap_or(0.5) * 100.0;
            write!(f, "{:width$}  {rate:5.1} %  ", standing.name)?;
            match &standing.elo {
                Some(elo) => writeln!(f, "Elo {elo} (95 %)  LOS {:.1} %", elo.los * 100.0)?,
                None => writeln!(f, "no complete pair yet")?,
            }
            let total = standing.score.games();
            writeln!(f, "{:width$}  N: {total} W: {wins} L: {losses} D: {draws}", "")?;
            writeln!(f, "{:width$}  Penta {:?}", "", standing.pairs.0)?;
        }
        let black = self.black;
        let rate = black.rate().unwrap_or(0.5) * 100.0;
        writeln!(
            f,
            "{:width$}  {rate:5.1} %  +{} ={} -{}",
            "Black", black.wins, black.draws, black.losses
        )?;
        if let Some(sprt) = &self.sprt {
            let verdict = match sprt.verdict {
                SprtVerdict::Continue => "no answer yet",
                SprtVerdict::AcceptH0 => "H0 accepted",
                SprtVerdict::AcceptH1 => "H1 accepted",
            };
            let SprtState { llr, lower, upper, .. } = sprt;
            writeln!(f, "{:width$}  LLR {llr:.2} ({lower:.2}, {upper:.2}) {verdict}", "SPRT")?;
        }
        for standing in &self.standings {
            for (reason, n) in &standing.faults {
                writeln!(f, "{:width$}  lost {n} by {reason}", standing.name)?;
            }
        }
        Ok(())
    }
}
