//! Counting what can happen, by kind.
//!
//! Plain node counts say almost nothing about this game: until the ninth ply they are a falling
//! factorial whatever the rules are. So every kind of event is counted, at the last ply only.

use alloc::vec::Vec;
use core::ops::AddAssign;

use crate::{Forbidden, Game, Move, Point, Status, WinReason, longest_run_at};

/// What the moves at the last ply were. Paths stop at the end of a game, and shorter ones are not
/// counted. Passing is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Stones placed at the last ply.
    pub nodes: u64,
    /// Those that won by a line, at once.
    pub fives: u64,
    /// Those that made a row of six or more, whether that is worth anything or not.
    pub overlines: u64,
    /// Points refused as double-threes.
    pub double_threes: u64,
    /// Points refused as double-fours.
    pub double_fours: u64,
    /// Points refused as overlines.
    pub forbidden_overlines: u64,
    /// Stones placed that took others.
    pub captures: u64,
    /// Those that won by the number of stones taken.
    pub capture_wins: u64,
    /// Those that left a five standing which can be answered.
    pub pending: u64,
    /// Those that filled the board without a winner.
    pub full: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.fives += other.fives;
        self.overlines += other.overlines;
        self.double_threes += other.double_threes;
        self.double_fours += other.double_fours;
        self.forbidden_overlines += other.forbidden_overlines;
        self.captures += other.captures;
        self.capture_wins += other.capture_wins;
        self.pending += other.pending;
        self.full += other.full;
    }
}

impl Counts {
    /// The counts with their names, in the order they are printed.
    pub fn named(&self) -> [(&'static str, u64); 10] {
        [
            ("nodes", self.nodes),
            ("fives", self.fives),
            ("overlines", self.overlines),
            ("forbidden33", self.double_threes),
            ("forbidden44", self.double_fours),
            ("forbidden6", self.forbidden_overlines),
            ("captures", self.captures),
            ("capture-wins", self.capture_wins),
            ("pending", self.pending),
            ("full", self.full),
        ]
    }
}

/// Counts the moves `depth` plies from here. At depth zero there is nothing to count.
pub fn perft(game: &Game, depth: u32) -> Counts {
    count(&mut game.clone(), depth)
}

/// The counts below each legal point, row by row; their sum is [`perft`] except for the refused
/// points of the first ply when `depth` is one.
pub fn divide(game: &Game, depth: u32) -> Vec<(Point, Counts)> {
    let mut game = game.clone();
    let points = game.legal_points();
    points
        .into_iter()
        .map(|point| {
            let below = if depth == 1 {
                count_last(&mut game, point)
            } else {
                below(&mut game, point, depth.saturating_sub(1))
            };
            (point, below)
        })
        .collect()
}

fn count(game: &mut Game, depth: u32) -> Counts {
    let mut total = Counts::default();
    if depth == 0 || !game.status().is_ongoing() {
        return total;
    }
    if depth == 1 {
        for (_, kind) in game.forbidden_points() {
            match kind {
                Forbidden::DoubleThree => total.double_threes += 1,
                Forbidden::DoubleFour => total.double_fours += 1,
                Forbidden::Overline => total.forbidden_overlines += 1,
            }
        }
    }
    for point in game.legal_points() {
        total += if depth == 1 { count_last(game, point) } else { below(game, point, depth - 1) };
    }
    total
}

fn below(game: &mut Game, point: Point, depth: u32) -> Counts {
    if game.try_play(point).is_err() {
        return Counts::default();
    }
    let counts = count(game, depth);
    game.undo();
    counts
}

fn count_last(game: &mut Game, point: Point) -> Counts {
    let mut counts = Counts { nodes: 1, ..Counts::default() };
    let Ok(played) = game.try_move(Move::Place(point)) else { return Counts::default() };
    counts.captures = u64::from(!played.captured.is_empty());
    match played.status {
        Status::Won { by: WinReason::Five, .. } => counts.fives = 1,
        Status::Won { by: WinReason::Capture, .. } => counts.capture_wins = 1,
        Status::Won { .. } | Status::Ongoing => {}
        Status::Drawn(_) => counts.full = 1,
    }
    counts.pending = u64::from(game.pending().is_some());
    counts.overlines = u64::from(longest_run_at(game.stones(), point) > 5);
    game.undo();
    counts
}
