//! Which empty points are of which threat class, for the classes that are looked for.
//!
//! Most points are of a low class and change it all the time, and the hot path never asks for all
//! points of a low class. So only the classes of [`Threat::is_indexed`] have a list.

use tengen_rules::Color;

use crate::bits::Bits;
use crate::cell::Cell;
use crate::combo::{Threat, side};
use crate::knowledge::Verdict;

/// Room for every class that four bits can name, so that an index needs no check.
const CLASSES: usize = 16;
const _: () = assert!(Threat::COUNT <= CLASSES, "a class fits in four bits");

/// The list of all classes that are not indexed. It is written to without a branch and never read.
const UNREAD: u8 = Threat::None as u8;

/// The list of every class.
const LIST_OF: [u8; CLASSES] = {
    let mut lists = [UNREAD; CLASSES];
    let mut class = 0;
    while class < Threat::COUNT {
        if Threat::ALL[class].is_indexed() {
            lists[class] = class as u8;
        }
        class += 1;
    }
    lists
};

/// The lists in which a point stands, Black's and White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listing([u8; 2]);

impl Listing {
    /// Of a point with a stone.
    pub(crate) const NOWHERE: Self = Self([UNREAD; 2]);

    /// Of an empty point with these verdicts for Black and for White.
    #[inline]
    pub(crate) fn of(verdicts: [Verdict; 2]) -> Self {
        Self(verdicts.map(|verdict| LIST_OF[verdict.class() & (CLASSES - 1)]))
    }
}

/// A point that went from some lists to others.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    cell: Cell,
    from: Listing,
    to: Listing,
}

/// The points of each class for both colors, with the changes that led here, to undo them.
#[derive(Clone, Debug)]
pub(crate) struct ThreatIndex {
    cells: Box<[[Bits; CLASSES]; 2]>,
    counts: [[u16; CLASSES]; 2],
    transfers: Vec<Transfer>,
}

impl ThreatIndex {
    /// An index without a point.
    pub(crate) fn new() -> Self {
        Self {
            cells: Box::new([[Bits::EMPTY; CLASSES]; 2]),
            counts: [[0; CLASSES]; 2],
            transfers: Vec::with_capacity(1024),
        }
    }

    /// How many points are of a class.
    #[inline]
    pub(crate) fn count(&self, color: Color, threat: Threat) -> u16 {
        debug_assert!(threat.is_indexed(), "{threat:?} is not indexed");
        self.counts[side(color)][threat as usize]
    }

    /// The points of a class.
    #[inline]
    pub(crate) fn cells(&self, color: Color, threat: Threat) -> &Bits {
        debug_assert!(threat.is_indexed(), "{threat:?} is not indexed");
        &self.cells[side(color)][threat as usize]
    }

    /// How many transfers there were.
    #[inline]
    pub(crate) fn n_transfers(&self) -> u32 {
        self.transfers.len() as u32
    }

    /// Moves a point from some lists to others, and remembers it.
    #[inline]
    pub(crate) fn transfer(&mut self, cell: Cell, from: Listing, to: Listing) {
        self.rewrite(cell, from, to);
        self.transfers.push(Transfer { cell, from, to });
    }

    /// Takes transfers back until there are only so many.
    #[inline]
    pub(crate) fn take_back_to(&mut self, n_transfers: u32) {
        while self.transfers.len() > n_transfers as usize {
            let Some(Transfer { cell, from, to }) = self.transfers.pop() else { break };
            self.rewrite(cell, to, from);
        }
    }

    /// What is the same before and after is written as well: that costs less than guessing wrong.
    #[inline]
    fn rewrite(&mut self, cell: Cell, from: Listing, to: Listing) {
        for color in 0..2 {
            let [from, to] =
                [from, to].map(|listing| usize::from(listing.0[color]) & (CLASSES - 1));
            let counts = &mut self.counts[color];
            counts[from] = counts[from].wrapping_sub(1);
            counts[to] = counts[to].wrapping_add(1);
            self.cells[color][from].toggle(cell);
            self.cells[color][to].toggle(cell);
        }
    }
}
