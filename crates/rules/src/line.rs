//! Runs of stones and which of them win.

use crate::{Axis, Cell, Color, LineSpec, Point, Rule, Stones};

/// The number of stones in a line that everything is about.
pub(crate) const FIVE: u8 = 5;

/// An unbroken sequence of stones of one color along one axis, as long as it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The axis it lies on.
    pub axis: Axis,
    /// Its first stone, walking forward along the axis.
    pub first: Point,
    /// Its number of stones.
    pub len: u8,
    /// What lies before the first and behind the last stone.
    pub ends: [Cell; 2],
}

impl Run {
    /// Whether the run wins for `color` under these line rules.
    pub fn wins(&self, line: LineSpec, color: Color) -> bool {
        let enclosed = self.ends == [Cell::Stone(!color); 2];
        match self.len {
            FIVE => !(line.five_needs_open_end && enclosed),
            len => len > FIVE && line.overline_wins,
        }
    }

    /// The stones of the run, in order.
    pub fn points(self, stones: &Stones) -> impl Iterator<Item = Point> {
        (0..self.len as i8).filter_map(move |i| stones.step(self.first, self.axis.forward(), i))
    }
}

/// The run of the stone at `point` along `axis`, or nothing if there is no stone.
pub fn run_through(stones: &Stones, point: Point, axis: Axis) -> Option<Run> {
    let color = stones.get(point)?;
    let reach = |ray| {
        (1..i8::MAX)
            .take_while(|&steps| stones.look(point, ray, steps) == Cell::Stone(color))
            .count() as i8
    };
    let (forward, backward) = (axis.forward(), axis.backward());
    let (ahead, behind) = (reach(forward), reach(backward));
    let first = stones.step(point, backward, behind)?;
    Some(Run {
        axis,
        first,
        len: (ahead + behind + 1) as u8,
        ends: [stones.look(point, backward, behind + 1), stones.look(point, forward, ahead + 1)],
    })
}

/// The length of the longest run through the stone at `point`, zero without a stone.
pub fn longest_run_at(stones: &Stones, point: Point) -> u8 {
    runs_at(stones, point).map(|run| run.len).max().unwrap_or(0)
}

/// The runs of the stone at `point`, one per axis.
pub(crate) fn runs_at(stones: &Stones, point: Point) -> impl Iterator<Item = Run> {
    Axis::ALL.into_iter().filter_map(move |axis| run_through(stones, point, axis))
}

/// Whether the stone at `point` is part of a winning line. Axes are judged one by one: another
/// axis can neither help nor spoil.
pub fn wins_at(stones: &Stones, rule: Rule, point: Point) -> bool {
    stones.get(point).is_some_and(|color| {
        let line = rule.spec().line[color];
        runs_at(stones, point).any(|run| run.wins(line, color))
    })
}

/// The winning lines of a color anywhere on the board, each once.
pub(crate) fn winning_runs(
    stones: &Stones,
    rule: Rule,
    color: Color,
) -> impl Iterator<Item = Run> + '_ {
    let line = rule.spec().line[color];
    stones
        .iter()
        .filter(move |&(_, stone)| stone == color)
        .flat_map(move |(point, _)| runs_at(stones, point).filter(move |run| run.first == point))
        .filter(move |run| run.wins(line, color))
}
