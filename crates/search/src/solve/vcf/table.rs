//! What the search for fours remembers of a position: a winning first move, or up to which penalty
//! there is none.

use tengen_board::Cell;

use crate::memory::affordable;

/// The budget of a search that left nothing out.
pub(crate) const EXHAUSTIVE: u16 = u16::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The first move of a win.
    pub(crate) best: Option<Cell>,
    /// Without one: no win costs this much or less.
    pub(crate) budget: u16,
}

/// A table of fixed size where the new replaces the old; a smaller one where memory is short. A slot is the key and, packed, one more
/// than the cell and the budget; plain zeros come from the system without being written.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<[u64; 2]>,
}

impl Table {
    pub(crate) fn new(mib: usize) -> Self {
        let n_slots = (mib.max(1) << 20) / size_of::<[u64; 2]>();
        Self { slots: vec![[0; 2]; affordable::<[u64; 2]>(1 << n_slots.ilog2())] }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [found, packed] = self.slots[self.index(key)];
        (found == key && packed != 0).then(|| Entry {
            best: (packed as u16).checked_sub(1).map(Cell::new),
            budget: (packed >> 16) as u16,
        })
    }

    pub(crate) fn put(&mut self, key: u64, best: Option<Cell>, budget: u16) {
        let index = self.index(key);
        let cell = best.map_or(0, |cell| u64::from(cell.number()) + 1);
        self.slots[index] = [key, cell | u64::from(budget) << 16];
    }
}
