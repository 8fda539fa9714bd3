//! Looking at a finished game again: what it was worth move by move, and what mattered.

use tengen_api::{
    Fact, FactKind, GraphPoint, Moment as KeyMoment, MomentKind, Reason, Review, Worth,
};
use tengen_rules::{Color, Game, Move, Point};

use crate::thought::black_rate;
use crate::words::{color_title, name_of, spot_of, spots_of, stone_of};

/// Somebody who judges positions and proves wins.
pub trait Analyst {
    /// What a position is worth to the side to move. Nothing if it cannot be told.
    fn examine(&mut self, game: &Game) -> Option<Finding>;
    /// Whether the side to move has a forced win: proven, excluded, or not known.
    fn has_win(&mut self, game: &Game) -> Option<bool>;
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is worth to the side to move.
    pub worth: Worth,
    /// The best move.
    pub best: Option<Point>,
    /// How it may go on.
    pub line: Vec<Point>,
    /// A proven win of the side to move.
    pub win: Option<Proven>,
}

/// A win that the solver has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// How many plies it takes at most.
    pub plies: u32,
    /// The line against the longest defense.
    pub line: Vec<Point>,
}

/// A move that costs this much changes who is better off.
const TURN: f64 = 0.15;
/// A move that costs this much is a mistake.
const MISTAKE: f64 = 0.25;

/// Goes through a game, a position at a time.
#[derive(Clone, Debug)]
pub struct Reviewer {
    /// The positions after 0, 1, 2, … moves.
    positions: Vec<Game>,
    moves: Vec<Move>,
    findings: Vec<Option<Finding>>,
}

impl Reviewer {
    /// A review of this game.
    pub fn new(game: &Game) -> Self {
        let moves: Vec<Move> = game.turns().iter().map(|turn| turn.mv).collect();
        let mut positions = vec![game.clone()];
        let mut earlier = game.clone();
        while earlier.undo().is_some() {
            positions.push(earlier.clone());
        }
        positions.reverse();
        Self { positions, moves, findings: Vec::new() }
    }

    /// How many positions there are.
    pub fn total(&self) -> usize {
        self.positions.len()
    }

    /// How many are done.
    pub fn done(&self) -> usize {
        self.findings.len()
    }

    /// Looks at the next position; says whether there are more.
    pub fn step(&mut self, analyst: &mut dyn Analyst) -> bool {
        if let Some(game) = self.positions.get(self.findings.len()) {
            let is_ongoing = game.status().is_ongoing();
            self.findings.push(if is_ongoing { analyst.examine(game) } else { None });
        }
        self.findings.len() < self.positions.len()
    }

    /// The graph as far as it is known.
    pub fn so_far(&self) -> Review {
        Review { graph: self.graph(), ..Review::default() }
    }

    /// The whole review.
    pub fn finish(&self, analyst: &mut dyn Analyst) -> Review {
        let mut moments: Vec<KeyMoment> =
            (1..=self.moves.len()).filter_map(|ply| self.moment(ply, analyst)).collect();
        moments.extend(self.decisive());
        moments.sort_by_key(|moment| moment.ply);
        let summary = self.summary(&moments);
        Review { graph: self.graph(), moments, summary, is_complete: true }
    }

    fn graph(&self) -> Vec<GraphPoint> {
        let known = self.positions.iter().zip(&self.findings).zip(0..);
        known
            .filter_map(|((game, finding), ply)| {
                let (score, best) = match finding {
                    Some(finding) => (finding.worth.clone(), finding.best),
                    None => (final_worth(game)?, None),
                };
                Some(GraphPoint {
                    ply,
                    black_win_rate: black_rate(stone_of(game.to_move()), &score),
                    score,
                    best: best.map(|point| spot_of(game.size(), point)),
                })
            })
            .collect()
    }

    /// What the mover could expect before and after his move.
    fn rates(&self, ply: usize) -> Option<(f64, f64)> {
        let before = self.findings.get(ply - 1)?.as_ref()?.worth.win_rate?;
        let after = match self.findings.get(ply)?.as_ref() {
            Some(finding) => finding.worth.win_rate?,
            None => final_worth(&self.positions[ply])?.win_rate?,
        };
        Some((before, 1.0 - after))
    }

    fn moment(&self, ply: usize, analyst: &mut dyn Analyst) -> Option<KeyMoment> {
        let (before, after) = self.rates(ply)?;
        let loss = (before - after).max(0.0);
        let kind = if self.missed_win(ply) {
            MomentKind::MissedWin
        } else if self.avoidable_loss(ply, analyst) {
            MomentKind::AvoidableLoss
        } else if loss >= TURN && before >= 0.5 && after < 0.5 {
            MomentKind::TurningPoint
        } else if loss >= MISTAKE {
            MomentKind::Mistake
        } else {
            return None;
        };
        Some(self.describe(ply, kind, loss))
    }

    fn finding(&self, ply: usize) -> Option<&Finding> {
        self.findings.get(ply)?.as_ref()
    }

    fn missed_win(&self, ply: usize) -> bool {
        let Some(win) = self.finding(ply - 1).and_then(|finding| finding.win.as_ref()) else {
            return false;
        };
        let is_played =
            matches!(self.moves[ply - 1], Move::Place(p) if win.line.first() == Some(&p));
        let mover = self.positions[ply - 1].to_move();
        let has_won = self.positions[ply].status().winner() == Some(mover);
        let still_counted = |ply| {
            self.finding(ply).and_then(|finding| finding.worth.mate).is_some_and(|mate| mate < 0)
        };
        let wins_next = self.finding(ply + 1).is_some_and(|finding| finding.win.is_some());
        let won_soon =
            self.positions.get(ply + 2).is_some_and(|game| game.status().winner() == Some(mover));
        !(is_played || has_won || still_counted(ply) || wins_next || won_soon)
    }

    fn avoidable_loss(&self, ply: usize, analyst: &mut dyn Analyst) -> bool {
        let (Some(before), Some(after)) = (self.finding(ply - 1), self.finding(ply)) else {
            return false;
        };
        if after.win.is_none() || before.win.is_some() {
            return false;
        }
        let Some(best) = before.best.filter(|&best| self.moves[ply - 1] != Move::Place(best))
        else {
            return false;
        };
        let mut instead = self.positions[ply - 1].clone();
        let is_played = instead.try_play(best).is_ok();
        is_played && instead.status().is_ongoing() && analyst.has_win(&instead) == Some(false)
    }

    /// The move after which the winner always had a proven win.
    fn decisive(&self) -> Option<KeyMoment> {
        let winner = self.positions.last()?.status().winner()?;
        let is_winners = |ply: &usize| self.positions[*ply].to_move() == winner;
        let first = (0..self.moves.len())
            .rev()
            .filter(is_winners)
            .take_while(|&ply| self.finding(ply).is_some_and(|finding| finding.win.is_some()))
            .last()?;
        Some(self.describe(first + 1, MomentKind::DecisiveWin, 0.0))
    }

    fn describe(&self, ply: usize, kind: MomentKind, loss: f64) -> KeyMoment {
        let game = &self.positions[ply - 1];
        let size = game.size();
        let before = self.finding(ply - 1);
        let own_win = before.and_then(|finding| finding.win.as_ref());
        let their_win = self.finding(ply).and_then(|finding| finding.win.as_ref());
        let played = match self.moves[ply - 1] {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        };
        let (better, line, proven) = match kind {
            MomentKind::MissedWin | MomentKind::DecisiveWin => {
                let line = own_win.map_or_else(Vec::new, |win| win.line.clone());
                (line.first().copied(), line, own_win.map(|win| win.plies))
            }
            MomentKind::AvoidableLoss => {
                let best = before.and_then(|finding| finding.best);
                let line = their_win.map_or_else(Vec::new, |win| win.line.clone());
                (best, line, their_win.map(|win| win.plies))
            }
            MomentKind::TurningPoint | MomentKind::Mistake => {
                let line = before.map_or_else(Vec::new, |finding| finding.line.clone());
                (line.first().copied(), line, None)
            }
        };
        let name = |point: Option<Point>| {
            point.map_or_else(|| "another move".to_owned(), |point| name_of(size, point))
        };
        let text = sentence(kind, game.to_move(), ply, &name(played), &name(better), proven, loss);
        let facts = proven.map(|plies| Fact {
            kind: FactKind::ForcedWin,
            points: spots_of(size, line.iter().copied()),
            direction: None,
            count: Some(plies),
        });
        KeyMoment {
            ply: ply as u32,
            color: stone_of(game.to_move()),
            kind,
            played: played.map(|point| spot_of(size, point)),
            better: better.map(|point| spot_of(size, point)),
            line: spots_of(size, line),
            loss,
            proven_plies: proven,
            reason: Reason { text, facts: facts.into_iter().collect() },
        }
    }

    fn summary(&self, moments: &[KeyMoment]) -> Vec<String> {
        let mut sentences = Vec::new();
        let last = self.positions.last().map(Game::status);
        if let Some(outcome) = last.and_then(crate::view::outcome_of) {
            sentences.push(format!("{} It took {} moves.", outcome.text, self.moves.len()));
        }
        let count = |kind| moments.iter().filter(|moment| moment.kind == kind).count();
        let (missed, avoidable) = (count(MomentKind::MissedWin), count(MomentKind::AvoidableLoss));
        if missed > 0 {
            sentences.push(format!("Forced wins that were missed: {missed}."));
        }
        if avoidable > 0 {
            sentences.push(format!("Losses that could have been avoided: {avoidable}."));
        }
        let worst = moments
            .iter()
            .filter(|moment| moment.kind != MomentKind::DecisiveWin)
            .max_by(|a, b| a.loss.total_cmp(&b.loss));
        if let Some(moment) = worst {
            sentences.push(format!("The move that cost most: {}", moment.reason.text));
        } else {
            sentences.push("No move lost much at once.".to_owned());
        }
        sentences
    }
}

fn sentence(
    kind: MomentKind,
    mover: Color,
    ply: usize,
    played: &str,
    better: &str,
    proven: Option<u32>,
    loss: f64,
) -> String {
    let (who, other) = (color_title(mover), color_title(!mover));
    let plies = proven.unwrap_or(0);
    let percent = (loss * 100.0).round();
    match kind {
        MomentKind::MissedWin => format!(
            "Move {ply}: {who} had a forced win with {better} in at most {plies} plies, but played \
             {played}."
        ),
        MomentKind::AvoidableLoss => format!(
            "Move {ply}: after {played} {other} has a forced win in at most {plies} plies; {better} \
             would have avoided it."
        ),
        MomentKind::TurningPoint => format!(
            "Move {ply}: with {played} the game turned against {who}, who gave away {percent} %; \
             {better} was better."
        ),
        MomentKind::Mistake => {
            format!("Move {ply}: {played} cost {who} {percent} %; {better} was better.")
        }
        MomentKind::DecisiveWin => format!(
            "Move {ply}: from here on {who} had a forced win, at first in at most {plies} plies."
        ),
    }
}

/// What a finished game is worth to whoever would move.
fn final_worth(game: &Game) -> Option<Worth> {
    let outcome = crate::view::outcome_of(game.status())?;
    let (rate, value) = match game.status().winner() {
        Some(winner) if winner == game.to_move() => (1.0, 1),
        Some(_) => (0.0, -1),
        None => (0.5, 0),
    };
    Some(Worth { text: outcome.reason, value, mate: None, win_rate: Some(rate) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tengen_api::PositionInput;
    use tengen_engine::solver::Answer;
    use tengen_engine::{Position, SolveRequest, solve_position};

    use super::*;
    use crate::read_position;

    /// Knows proven wins and nothing else.
    struct SolverOnly;

    impl SolverOnly {
        fn solve(game: &Game) -> Answer {
            let request =
                SolveRequest { nodes: Some(20_000), hash_mib: 1, ..SolveRequest::default() };
            let stop = AtomicBool::new(false);
            solve_position(&Position::of(game), &request, &stop).unwrap().answer
        }
    }

    impl Analyst for SolverOnly {
        fn examine(&mut self, game: &Game) -> Option<Finding> {
            let win = match Self::solve(game) {
                Answer::Win(win) => Some(Proven { plies: win.plies(), line: win.line() }),
                Answer::None | Answer::Unknown => None,
            };
            let rate = if win.is_some() { 1.0 } else { 0.5 };
            let worth = Worth { text: String::new(), value: 0, mate: None, win_rate: Some(rate) };
            let best = win.as_ref().and_then(|win| win.line.first().copied());
            Some(Finding { worth, best, line: Vec::new(), win })
        }

        fn has_win(&mut self, game: &Game) -> Option<bool> {
            match Self::solve(game) {
                Answer::Win(_) => Some(true),
                Answer::None => Some(false),
                Answer::Unknown => None,
            }
        }
    }

    #[test]
    fn a_missed_win_is_told_with_its_proof() {
        // Black has an open three at move 7 and looks away; White stops it.
        let code = "freestyle-15-h8a1i8a3j8a5o15g8o13k8".to_owned();
        let game = read_position(&PositionInput::Code { code }).unwrap();
        let mut reviewer = Reviewer::new(&game);
        while reviewer.step(&mut SolverOnly) {}
        let review = reviewer.finish(&mut SolverOnly);
        assert!(review.is_complete);
        assert_eq!(review.graph.len(), 11);
        let missed: Vec<&KeyMoment> =
            review.moments.iter().filter(|m| m.kind == MomentKind::MissedWin).collect();
        assert!(missed.iter().any(|moment| moment.proven_plies.is_some()), "{:?}", review.moments);
    }
}
