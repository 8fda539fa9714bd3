//! A set of points of one board.

/// The number of words: enough for the 484 points of the largest board.
const WORDS: usize = 8;

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits(pub(crate) [u64; WORDS]);

impl Bits {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6) & (WORDS - 1)] >> (cell & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6) & (WORDS - 1)] |= 1 << (cell & 63);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6) & (WORDS - 1)] &= !(1 << (cell & 63));
    }

    /// Adds the cell if it is not in the set and removes it if it is.
    #[inline]
    pub(crate) fn toggle(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6) & (WORDS - 1)] ^= 1 << (cell & 63);
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
    pub fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    /// The cells in row-major order.
    #[inline]
    pub fn iter(&self) -> BitIter {
        BitIter { words: self.0, word: 0 }
    }
}

impl FromIterator<u16> for Bits {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> Self {
        let mut bits = Self::EMPTY;
        for cell in cells {
            bits.insert(cell);
        }
        bits
    }
}

impl IntoIterator for &Bits {
    type Item = u16;
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
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word < WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some((self.word * 64) as u16 + bits.trailing_zeros() as u16);
            }
            self.word += 1;
        }
        None
    }
}
