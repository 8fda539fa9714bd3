//! Looking at a finished game again: what it was worth move by move, and what mattered.

mod sentence;
#[cfg(test)]
mod tests;

use tengen_players::{FactKind, Reason, Score, Units, Valuation, left_by, reason_for};
use tengen_rules::{Color, Game, IllegalMove, Move, Notation, Point};

use self::sentence::sentence;
use crate::words::outcome_text;

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
    /// What would have been better; never the move itself.
    pub better: Option<Point>,
    /// The line that shows it.
    pub line: Vec<Point>,
    /// How much it cost, as a share of the points.
    pub loss: f64,
    /// The length of the proven win, if one is behind it.
    pub proven_plies: Option<u32>,
    /// What the move left to the opponent.
    pub left: Reason,
    /// What speaks for the better move; for a decisive one, for the move itself.
    pub why: Reason,
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

/// What is to be said about a move that somebody tries in place of the one that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The number of the move.
    pub ply: u32,
    /// The move.
    pub point: Point,
    /// What is wrong with it; nothing if it is good.
    pub fault: Option<KeyMoment>,
    /// What it is worth to whoever plays it.
    pub value: Valuation,
    /// How it may go on, the opponent's answer first.
    pub line: Vec<Point>,
    /// What speaks for it.
    pub why: Reason,
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

/// A win that is certain: the solver has proved it, or the search has counted it to the end.
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

/// A win of so many plies is at hand: whoever keeps only a much longer one has missed it.
const AT_HAND: u32 = 5;
/// By so many plies more a win is much longer.
const MUCH_LONGER: u32 = 4;

/// Goes through a game, a position at a time.
#[derive(Clone, Debug)]
pub struct Reviewer {
    /// The positions after 0, 1, 2, … moves.
    positions: Vec<Game>,
    moves: Vec<Move>,
    findings: Vec<Option<Finding>>,
    /// How many moves were made before the first position.
    earlier: u32,
}

/// Judges one move as a review would.
pub fn judge_move(
    before: &Game,
    point: Point,
    analyst: &mut dyn Analyst,
) -> Result<Verdict, IllegalMove> {
    let mut after = before.clone();
    after.try_play(point)?;
    let mut reviewer = Reviewer {
        moves: vec![Move::Place(point)],
        earlier: before.next_ply() - 1,
        positions: vec![before.clone(), after],
        findings: Vec::new(),
    };
    while reviewer.step(analyst) {}
    let after = reviewer.finding(1);
    let value = after.map(|finding| finding.value).or_else(|| final_value(&reviewer.positions[1]));
    let value = value.unwrap_or(Valuation { score: Score(0), units: Units::Engine });
    let mate = value.plies_to_end().map(|plies| if plies < 0 { 1 - plies } else { -1 - plies });
    Ok(Verdict {
        ply: before.next_ply(),
        point,
        fault: reviewer.moment(1, analyst),
        value: Valuation { score: -value.score, ..value },
        line: after.map_or_else(Vec::new, |finding| finding.line.clone()),
        why: reason_for(before, Move::Place(point), mate),
    })
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
        Self { positions, moves, findings: Vec::new(), earlier: 0 }
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
        let decisive = self.decisive(&moments);
        moments.extend(decisive);
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
        // Who keeps a win makes no mistake, and where the engine itself knows nothing better, it was
        // wrong before, not the player.
        let finding = self.finding(ply - 1)?;
        let is_best = finding.best.map(Move::Place) == Some(self.moves[ply - 1]);
        let has_win = finding.win.is_some();
        let kind = if self.missed_win(ply, analyst) {
            MomentKind::MissedWin
        } else if self.avoidable_loss(ply, analyst) {
            MomentKind::AvoidableLoss
        } else if is_best || has_win {
            return None;
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

    fn played(&self, ply: usize) -> Option<Point> {
        match self.moves[ply - 1] {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// Whether a win was there and is not any more, or was at hand and is far away now. What the
    /// opponent made of it does not matter: he may have overlooked it as well.
    fn missed_win(&self, ply: usize, analyst: &mut dyn Analyst) -> bool {
        let Some(win) = self.finding(ply - 1).and_then(|finding| finding.win.as_ref()) else {
            return false;
        };
        let mover = self.positions[ply - 1].to_move();
        let has_won = self.positions[ply].status().winner() == Some(mover);
        let is_played = win.line.first().is_some_and(|&first| Some(first) == self.played(ply));
        if has_won || is_played {
            return false;
        }
        match self.plies_left(ply, analyst) {
            None => true,
            Some(left) => win.plies <= AT_HAND && left > win.plies + MUCH_LONGER,
        }
    }

    /// How long the win of whoever made this move still takes against the best reply that is known.
    fn plies_left(&self, ply: usize, analyst: &mut dyn Analyst) -> Option<u32> {
        let after = self.finding(ply)?;
        if let Some(mate) = after.value.plies_to_end() {
            return (mate < 0).then_some(mate.unsigned_abs());
        }
        let mut answered = self.positions[ply].clone();
        answered.try_play(after.best?).ok()?;
        if !answered.status().is_ongoing() {
            return None;
        }
        Some(analyst.examine(&answered)?.win?.plies + 1)
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

    /// The move after which the winner always had a proven win and never let it go.
    fn decisive(&self, moments: &[KeyMoment]) -> Option<KeyMoment> {
        let winner = self.positions.last()?.status().winner()?;
        let is_winners = |ply: &usize| self.positions[*ply].to_move() == winner;
        let is_missed = |ply: usize| {
            let at = self.earlier + ply as u32 + 1;
            moments.iter().any(|one| one.ply == at && one.kind == MomentKind::MissedWin)
        };
        let has_win = |ply: usize| self.finding(ply).is_some_and(|finding| finding.win.is_some());
        let first = (0..self.moves.len())
            .rev()
            .filter(is_winners)
            .take_while(|&ply| has_win(ply) && !is_missed(ply))
            .last()?;
        Some(self.describe(first + 1, MomentKind::DecisiveWin, 0.0))
    }

    fn describe(&self, ply: usize, kind: MomentKind, loss: f64) -> KeyMoment {
        let game = &self.positions[ply - 1];
        let before = self.finding(ply - 1);
        let own_win = before.and_then(|finding| finding.win.as_ref());
        let their_win = self.finding(ply).and_then(|finding| finding.win.as_ref());
        let played = self.played(ply);
        let line_of = |win: Option<&Proven>| win.map_or_else(Vec::new, |win| win.line.clone());
        let best = before.and_then(|finding| finding.best);
        let (better, line, proven) = match kind {
            MomentKind::MissedWin => {
                let line = line_of(own_win);
                (line.first().copied().or(best), line, own_win.map(|win| win.plies))
            }
            MomentKind::DecisiveWin => {
                let line = line_of(own_win);
                let is_played = line.first().copied() == played;
                (None, if is_played { line } else { self.continued(ply) }, own_win.map(|w| w.plies))
            }
            MomentKind::AvoidableLoss => (best, line_of(their_win), their_win.map(|win| win.plies)),
            MomentKind::TurningPoint | MomentKind::Mistake => {
                (best, before.map_or_else(Vec::new, |finding| finding.line.clone()), None)
            }
        };
        let better = better.filter(|&better| Some(better) != played);
        let mate = proven.filter(|_| kind != MomentKind::AvoidableLoss).map(|plies| plies as i32);
        let praised = if kind == MomentKind::DecisiveWin { played } else { better };
        let why = praised.map_or_else(Reason::default, |point| {
            let mut why = reason_for(game, Move::Place(point), mate);
            // How long the win takes is said anyway.
            why.facts.retain(|fact| fact.kind != FactKind::ForcedWin);
            why
        });
        let mut moment = KeyMoment {
            ply: self.earlier + ply as u32,
            color: game.to_move(),
            kind,
            played,
            better,
            line,
            loss,
            proven_plies: proven,
            left: match kind {
                MomentKind::DecisiveWin => Reason::default(),
                _ => left_by(game, self.moves[ply - 1]),
            },
            why,
            text: String::new(),
        };
        moment.text = sentence(game, &moment);
        moment
    }

    /// The move that was played, and how it might have gone on.
    fn continued(&self, ply: usize) -> Vec<Point> {
        let rest = self.finding(ply).map_or_else(Vec::new, |finding| finding.line.clone());
        self.played(ply).into_iter().chain(rest).collect()
    }

    fn summary(&self, moments: &[KeyMoment]) -> Vec<String> {
        let mut sentences = Vec::new();
        let last = self.positions.last();
        if let Some(outcome) = last.map(Game::status).and_then(outcome_text) {
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
        sentences.push(match (worst, last) {
            (Some(KeyMoment { ply, played: Some(point), .. }), Some(game)) => {
                let point = Notation::Renju.format(game.size(), *point);
                format!("The move that cost most: {ply}. {point}.")
            }
            (Some(KeyMoment { ply, .. }), _) => format!("The move that cost most: {ply}."),
            (None, _) => "No move lost much at once.".to_owned(),
        });
        sentences
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
