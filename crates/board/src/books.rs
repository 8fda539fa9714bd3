//! Which empty points are of which threat class, for the classes that are looked for.
//!
//! Most points are of a low class and change it all the time, and nobody asks for all points of a
//! low class in the hot path. So only the classes of [`Threat::is_booked`] have a book.

use tengen_rules::Color;

use crate::bits::Bits;
use crate::cell::Cell;
use crate::combo::{Threat, side};
use crate::knowledge::Verdict;

/// Room for every class that four bits can name, so that an index needs no check.
const CLASSES: usize = 16;
const _: () = assert!(Threat::COUNT <= CLASSES, "a class fits in four bits");

/// The book of all classes that have none. It is written to without a look and never read.
const WASTE: u8 = Threat::None as u8;

/// The book of every class.
const BOOK_OF: [u8; CLASSES] = {
    let mut books = [WASTE; CLASSES];
    let mut class = 0;
    while class < Threat::COUNT {
        if Threat::ALL[class].is_booked() {
            books[class] = class as u8;
        }
        class += 1;
    }
    books
};

/// The books in which a point stands, Black's and White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry([u8; 2]);

impl Entry {
    /// Of a point with a stone.
    pub(crate) const NOWHERE: Self = Self([WASTE; 2]);

    /// Of an empty point with these verdicts for Black and for White.
    #[inline]
    pub(crate) fn of(verdicts: [Verdict; 2]) -> Self {
        Self(verdicts.map(|verdict| BOOK_OF[verdict.class() & (CLASSES - 1)]))
    }
}

/// A point that went from some books to others.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    cell: Cell,
    from: Entry,
    to: Entry,
}

/// The books of both colors, and how they came to be as they are.
#[derive(Clone, Debug)]
pub(crate) struct Books {
    cells: Box<[[Bits; CLASSES]; 2]>,
    counts: [[u16; CLASSES]; 2],
    transfers: Vec<Transfer>,
}

impl Books {
    /// Books without a point.
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
        debug_assert!(threat.is_booked(), "there is no book of {threat:?}");
        self.counts[side(color)][threat as usize]
    }

    /// The points of a class.
    #[inline]
    pub(crate) fn cells(&self, color: Color, threat: Threat) -> &Bits {
        debug_assert!(threat.is_booked(), "there is no book of {threat:?}");
        &self.cells[side(color)][threat as usize]
    }

    /// How many transfers there were.
    #[inline]
    pub(crate) fn n_transfers(&self) -> u32 {
        self.transfers.len() as u32
    }

    /// Moves a point from some books to others, and remembers it.
    #[inline]
    pub(crate) fn transfer(&mut self, cell: Cell, from: Entry, to: Entry) {
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
    fn rewrite(&mut self, cell: Cell, from: Entry, to: Entry) {
        for color in 0..2 {
            let [from, to] = [from, to].map(|entry| usize::from(entry.0[color]) & (CLASSES - 1));
            let counts = &mut self.counts[color];
            counts[from] = counts[from].wrapping_sub(1);
            counts[to] = counts[to].wrapping_add(1);
            self.cells[color][from].toggle(cell);
            self.cells[color][to].toggle(cell);
        }
    }
}
