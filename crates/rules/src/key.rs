//! A stable name for a position, to be stored in books and data sets.

use crate::random::mix;
use crate::{Color, Point, Setup, Size, Symmetry};

/// A 64-bit key of a position: rule, board size, stones, captured stones and side to move.
///
/// **Promise:** the value for a position never changes. It is the exclusive or of
/// `mix(tag << 32 | value)` over the parts of the position, where `mix` is the finalizer of
/// `SplitMix64` and the parts are
///
/// | tag | value |
/// |---|---|
/// | 1 | a black stone: `y * 26 + x` (one part per stone) |
/// | 2 | a white stone: `y * 26 + x` |
/// | 3 | stones taken by Black (also when zero) |
/// | 4 | stones taken by White |
/// | 5 | side to move: 0 Black, 1 White |
/// | 6 | board size |
/// | 7 | rule: its place in [`Rule::ALL`](crate::Rule::ALL), from 0 |
///
/// Recorded keys are checked by a test. A change would be a breaking one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(pub u64);

impl PositionKey {
    /// The key of a position as it stands.
    pub fn of(setup: &Setup) -> Self {
        Self::of_transformed(setup, Symmetry::IDENTITY)
    }

    /// The smallest key among the eight symmetric images, equal for all of them.
    pub fn canonical(setup: &Setup) -> Self {
        Symmetry::all()
            .map(|symmetry| Self::of_transformed(setup, symmetry))
            .min()
            .unwrap_or_else(|| Self::of(setup))
    }

    fn of_transformed(setup: &Setup, symmetry: Symmetry) -> Self {
        let size = setup.stones.size();
        let stones = setup.stones.iter().map(|(point, color)| {
            let point = symmetry.apply(size, point);
            part(if color == Color::Black { 1 } else { 2 }, stone_value(point))
        });
        let rest = [
            part(3, u64::from(setup.captures.black)),
            part(4, u64::from(setup.captures.white)),
            part(5, u64::from(setup.to_move == Color::White)),
            part(6, u64::from(size.get())),
            part(7, setup.rule as u64),
        ];
        Self(stones.chain(rest).fold(0, |key, part| key ^ part))
    }
}

fn part(tag: u64, value: u64) -> u64 {
    mix(tag << 32 | value)
}

fn stone_value(point: Point) -> u64 {
    u64::from(point.y()) * u64::from(Size::MAX) + u64::from(point.x())
}

impl core::fmt::Debug for PositionKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{self}")
    }
}

impl core::fmt::Display for PositionKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
