//! How a move reports what it changed, for an evaluation that is kept up to date.

use crate::combo::Combo;

/// Told about each change of what the empty points promise. A point that receives a stone leaves
/// the empty points, one that is cleared enters them.
///
/// Undoing is not reported: an observer keeps what it needs to go back.
pub trait Observer {
    /// The combination of an empty point changed for one color (0 Black, 1 White).
    fn changed(&mut self, side: usize, old: Combo, new: Combo);
    /// An empty point with these combinations is no longer empty.
    fn left(&mut self, combos: [Combo; 2]);
    /// A point with these combinations became empty.
    fn entered(&mut self, combos: [Combo; 2]);
}

/// Ignores every change, and compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline]
    fn changed(&mut self, _side: usize, _old: Combo, _new: Combo) {}
    #[inline]
    fn left(&mut self, _combos: [Combo; 2]) {}
    #[inline]
    fn entered(&mut self, _combos: [Combo; 2]) {}
}
