//! What was known of the points before they changed.

use crate::cell::Cell;
use crate::knowledge::Knowledge;

/// The most points that one stone can change, rounded up to a power of two: so many have a bit in a
/// word, and a masked index needs no check.
pub(crate) const PAGE: usize = 64;
const _: () = assert!(4 * 2 * crate::half::REACH <= PAGE, "a stone changes one page");

/// A cell and what was known of it, in one word so that it is written at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Saved(u64);

impl Saved {
    #[inline]
    pub(crate) const fn new(cell: Cell, known: Knowledge) -> Self {
        Self((cell.number() as u64) << 32 | known.bits() as u64)
    }

    #[inline]
    pub(crate) const fn cell(self) -> Cell {
        Cell::new((self.0 >> 32) as u16)
    }

    #[inline]
    pub(crate) const fn known(self) -> Knowledge {
        Knowledge::from_bits(self.0 as u32)
    }
}

/// A stack with room for a whole page at its end, so that writing needs no check.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    saved: Vec<Saved>,
    len: usize,
}

impl Journal {
    pub(crate) fn new() -> Self {
        Self { saved: vec![Saved::default(); 128 * PAGE], len: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.len as u32
    }

    /// The room behind what was written.
    #[inline]
    pub(crate) fn page(&mut self) -> &mut [Saved; PAGE] {
        if self.saved.len() < self.len + PAGE {
            self.saved.resize(2 * self.saved.len(), Saved::default());
        }
        self.saved[self.len..].first_chunk_mut().expect("a page was made room for")
    }

    /// Keeps the first points that were written to the page.
    #[inline]
    pub(crate) fn keep(&mut self, n_points: usize) {
        debug_assert!(n_points <= PAGE);
        self.len += n_points;
    }

    /// What was written since the journal was so long, which is forgotten by this.
    #[inline]
    pub(crate) fn cut(&mut self, len: u32) -> &[Saved] {
        let cut = &self.saved[len as usize..self.len];
        self.len = len as usize;
        cut
    }
}
