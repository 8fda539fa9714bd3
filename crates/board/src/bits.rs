//! A set of points of one board.

use crate::cell::Cell;

/// The number of words: enough for the 484 points of the largest board.
const WORDS: usize = 8;

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits(pub(crate) [u64; WORDS]);

/// The word of a cell; masked, so that it needs no check.
#[inline]
const fn word_of(cell: Cell) -> usize {
    cell.index() >> 6 & (WORDS - 1)
}

/// The place of a cell in its word.
#[inline]
const fn bit_of(cell: Cell) -> u16 {
    cell.number() & 63
}

impl Bits {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[word_of(cell)] >> bit_of(cell) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[word_of(cell)] |= 1 << bit_of(cell);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[word_of(cell)] &= !(1 << bit_of(cell));
    }

    /// Adds the cell if it is not in the set and removes it if it is.
    #[inline]
    pub(crate) fn toggle(&mut self, cell: Cell) {
        self.0[word_of(cell)] ^= 1 << bit_of(cell);
    }

    /// The cells in either set.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    /// The cells in both sets.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    /// The cells not in the other set.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    /// The cells in one of the sets but not in both.
    #[inline]
    #[must_use]
    pub fn xor(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word ^= other;
        }
        self
    }

    /// Whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first cell, in row-major order.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells in row-major order.
    #[inline]
    pub fn iter(&self) -> BitIter {
        BitIter { words: self.0, word: 0 }
    }
}

impl FromIterator<Cell> for Bits {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut bits = Self::EMPTY;
        for cell in cells {
            bits.insert(cell);
        }
        bits
    }
}

impl IntoIterator for &Bits {
    type Item = Cell;
    type IntoIter = BitIter;

    fn into_iter(self) -> BitIter {
        self.iter()
    }
}

/// Walks the cells of a set.
#[derive(Clone, Debug)]
pub struct BitIter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for BitIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Cell::new((self.word * 64) as u16 + bits.trailing_zeros() as u16));
            }
            self.word += 1;
        }
        None
    }
}
