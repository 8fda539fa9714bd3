//! Looking at a finished game again: what it was worth move by move, and what mattered.

use tengen_players::{Score, Units, Valuation};
use tengen_rules::{Color, Game, Move, Notation, Point};

use crate::words::{color_title, outcome_text};

/// What there is to say about a game that was played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// What the positions are worth, as far as they were looked at.
    pub graph: Vec<GraphPoint>,
    /// What mattered, in the order of the game; empty until the review is complete.
    pub moments: Vec<KeyMoment>,
    /// The game in a few sentences.
    pub summary: Vec<String>,
    /// Whether everything was looked at.
    pub is_complete: bool,
}

/// A position of the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphPoint {
    /// After so many moves.
    pub ply: u32,
    /// What it is worth to the side to move.
    pub value: Valuation,
    /// The share of points that Black can expect, 0 to 1.
    pub black_win_rate: f64,
    /// The best move.
    pub best: Option<Point>,
}

/// A moment that mattered.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMoment {
    /// The number of the move.
    pub ply: u32,
    /// Who made it.
    pub color: Color,
    /// What it was.
    pub kind: MomentKind,
    /// What was played.
    pub played: Option<Point>,
    /// What would have been better.
    pub better: Option<Point>,
    /// The line that shows it.
    pub line: Vec<Point>,
    /// How much it cost, as a share of the points.
    pub loss: f64,
    /// The length of the proven win, if one is behind it.
    pub proven_plies: Option<u32>,
    /// The whole, as a sentence.
    pub text: String,
}

/// What a moment was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// A proven win was not taken.
    MissedWin,
    /// After it the opponent has a proven win that another move would have avoided.
    AvoidableLoss,
    /// The other side became the better one.
    TurningPoint,
    /// It cost much.
    Mistake,
    /// From here on the winner always had a proven win.
    DecisiveWin,
}

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
    pub value: Valuation,
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
                let (value, best) = match finding {
                    Some(finding) => (finding.value, finding.best),
                    None => (final_value(game)?, None),
                };
                Some(GraphPoint {
                    ply,
                    black_win_rate: black_rate(game.to_move(), value),
                    value,
                    best,
                })
            })
            .collect()
    }

    /// What the mover could expect before and after his move.
    fn rates(&self, ply: usize) -> Option<(f64, f64)> {
        let before = self.findings.get(ply - 1)?.as_ref()?.value.win_rate()?;
        let after = match self.findings.get(ply)?.as_ref() {
            Some(finding) => finding.value.win_rate()?,
            None => final_value(&self.positions[ply])?.win_rate()?,
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
            self.finding(ply)
                .and_then(|finding| finding.value.plies_to_end())
                .is_some_and(|mate| mate < 0)
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
            point.map_or_else(
                || "another move".to_owned(),
                |point| Notation::Renju.format(size, point),
            )
        };
        let text = sentence(kind, game.to_move(), ply, &name(played), &name(better), proven, loss);
        KeyMoment {
            ply: ply as u32,
            color: game.to_move(),
            kind,
            played,
            better,
            line,
            loss,
            proven_plies: proven,
            text,
        }
    }

    fn summary(&self, moments: &[KeyMoment]) -> Vec<String> {
        let mut sentences = Vec::new();
        let last = self.positions.last().map(Game::status);
        if let Some(outcome) = last.and_then(outcome_text) {
            sentences.push(format!("{outcome} It took {} moves.", self.moves.len()));
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
            sentences.push(format!("The move that cost most: {}", moment.text));
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
fn final_value(game: &Game) -> Option<Valuation> {
    if game.status().is_ongoing() {
        return None;
    }
    let score = match game.status().winner() {
        Some(winner) if winner == game.to_move() => Score::WIN,
        Some(_) => Score::LOSS,
        None => Score(0),
    };
    Some(Valuation { score, units: Units::Engine })
}

/// The share of points that Black can expect, from a value to `to_move`.
fn black_rate(to_move: Color, value: Valuation) -> f64 {
    let rate = value.win_rate().unwrap_or(0.5);
    if to_move == Color::Black { rate } else { 1.0 - rate }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tengen_engine::solver::Answer;
    use tengen_engine::{Position, SolveRequest, solve_position};

    use super::*;
    use crate::code::read_code;

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
            let score = if win.is_some() { Score::WIN } else { Score(0) };
            let value = Valuation { score, units: Units::Engine };
            let best = win.as_ref().and_then(|win| win.line.first().copied());
            Some(Finding { value, best, line: Vec::new(), win })
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
        let game = read_code("freestyle-15-h8a1i8a3j8a5o15g8o13k8").unwrap();
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
