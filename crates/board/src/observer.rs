//! Those who want to know what a move changed, such as an evaluation.

use crate::combo::Combo;

/// Told about each change of a point's combinations. A point that receives a stone leaves the set
/// of empty points (`new` is `None`), one that is cleared enters it (`old` is `None`).
///
/// Undoing is not reported: an observer keeps what it needs to go back.
pub trait Observer {
    /// The combinations of a point changed, Black's first.
    fn changed(&mut self, old: Option<[Combo; 2]>, new: Option<[Combo; 2]>);
}

/// Nobody watches; costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline]
    fn changed(&mut self, _old: Option<[Combo; 2]>, _new: Option<[Combo; 2]>) {}
}
