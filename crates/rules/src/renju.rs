//! Renju's forbidden points (RULES.md 1.3), by the definition and without shortcuts.

use alloc::vec::Vec;

use crate::line::{FIVE, runs_at};
use crate::{Axis, Cell, Color, Point, Stones, run_through};

/// Why a point is forbidden to Black, in the order the reasons are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Forbidden {
    /// The stone would make six or more in a row.
    Overline,
    /// The stone would make two fours.
    DoubleFour,
    /// The stone would make two real threes.
    DoubleThree,
}

impl Forbidden {
    /// All reasons, in the order they are tried.
    pub const ALL: [Self; 3] = [Self::Overline, Self::DoubleFour, Self::DoubleThree];

    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double-four",
            Self::DoubleThree => "double-three",
        }
    }

    /// The short form of diagrams and test data: 6, 4 or 3.
    pub const fn digit(self) -> char {
        match self {
            Self::Overline => '6',
            Self::DoubleFour => '4',
            Self::DoubleThree => '3',
        }
    }
}

impl core::fmt::Display for Forbidden {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

const BLACK: Color = Color::Black;

/// Why the empty `point` is forbidden to Black, or `None` if it is allowed.
///
/// # Panics
/// If the point is taken.
pub fn forbidden_at(stones: &mut Stones, point: Point) -> Option<Forbidden> {
    stones.with_stone(point, BLACK, |stones| forbidden_with_stone(stones, point))
}

/// Every forbidden point with its reason, row by row.
pub fn forbidden_points(stones: &mut Stones) -> Vec<(Point, Forbidden)> {
    let empties: Vec<Point> = stones.empties().collect();
    empties
        .into_iter()
        .filter_map(|point| forbidden_at(stones, point).map(|kind| (point, kind)))
        .collect()
}

/// The procedure of RULES.md 1.3 with the stone already on `point`.
fn forbidden_with_stone(stones: &mut Stones, point: Point) -> Option<Forbidden> {
    // Exactly five beats everything, so it is asked first; other axes cannot spoil it.
    if makes_exact_five(stones, point) {
        return None;
    }
    if runs_at(stones, point).any(|run| run.len > FIVE) {
        return Some(Forbidden::Overline);
    }
    if Axis::ALL.into_iter().map(|axis| count_fours(stones, point, axis)).sum::<usize>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let threes = Axis::ALL.into_iter().filter(|&axis| has_real_three(stones, point, axis)).count();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

fn makes_exact_five(stones: &Stones, point: Point) -> bool {
    runs_at(stones, point).any(|run| run.len == FIVE)
}

/// The number of fours along `axis` that contain the black stone on `point`. A four is a *set of
/// stones*: `.XXXX.` can be completed twice and is one four, `X.XXX.X` is two.
fn count_fours(stones: &mut Stones, point: Point, axis: Axis) -> usize {
    let mut completions: Vec<Point> = Vec::new();
    let mut sets: Vec<[Point; 4]> = Vec::new();
    completions.extend(stones.empties_near(point, axis, 4));
    for completion in completions {
        let five = stones.with_stone(completion, BLACK, |stones| {
            run_through(stones, completion, axis)
                .filter(|run| run.len == FIVE)
                .map(|run| run.points(stones).collect::<Vec<_>>())
        });
        let Some(five) = five.filter(|five| five.contains(&point)) else { continue };
        let mut set = [point; 4];
        for (slot, stone) in set.iter_mut().zip(five.into_iter().filter(|&p| p != completion)) {
            *slot = stone;
        }
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets.len()
}

/// Whether the black stone on `point` is part of a real three along `axis`: some empty point makes
/// it a straight four, does not make five by the way, and is not itself forbidden.
fn has_real_three(stones: &mut Stones, point: Point, axis: Axis) -> bool {
    let extensions: Vec<Point> = stones.empties_near(point, axis, 3).collect();
    extensions.into_iter().any(|extension| {
        // No depth limit: every level adds a stone, so the recursion ends.
        stones.with_stone(extension, BLACK, |stones| {
            makes_straight_four(stones, point, extension, axis)
                && !makes_exact_five(stones, extension)
                && forbidden_with_stone(stones, extension).is_none()
        })
    })
}

/// Whether the run through `extension` is a four with `point` in it that both ends complete to an
/// exact five.
fn makes_straight_four(stones: &Stones, point: Point, extension: Point, axis: Axis) -> bool {
    let Some(run) = run_through(stones, extension, axis) else { return false };
    let black = Cell::Stone(BLACK);
    run.len == 4
        && run.ends == [Cell::Empty; 2]
        && run_through(stones, point, axis) == Some(run)
        && stones.look(run.first, axis.backward(), 2) != black
        && stones.look(run.first, axis.forward(), 5) != black
}
