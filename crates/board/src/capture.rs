//! What captures add to a position: stones that leave the board, counts, fives that stand on trial.
//!
//! Where each side can take something is kept line by line: a stone changes four lines, and the
//! difference between what a line offered before and after is a handful of bits. Those differences
//! are journalled, so taking a move back costs next to nothing.

mod facts;
mod flank;
mod position;

use crate::bits::Bits;
use crate::board::Mark;
use crate::cell::{Cell, MAX_CELLS};
use crate::knowledge::Knowledge;

pub(crate) use facts::{Fact, N_FACTS};

/// The most stones one move can take: three on each of eight rays.
const MOST_TAKEN: usize = 24;

/// The stones a move takes.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    cells: [Cell; MOST_TAKEN],
    len: usize,
}

impl Taken {
    pub(crate) const NONE: Self = Self { cells: [Cell::new(0); MOST_TAKEN], len: 0 };

    pub(crate) fn push(&mut self, cell: Cell) {
        if let Some(slot) = self.cells.get_mut(self.len) {
            *slot = cell;
            self.len += 1;
        }
    }

    /// The cells of the stones.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }
}

/// How it stands with a five where fives can be broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FiveState {
    /// There is none.
    #[default]
    None,
    /// The player who just moved has one; it wins unless the reply breaks it or reaches ten.
    OnTrial,
    /// The reply did neither: the player to move has won already.
    Stood,
}

/// What is needed to take the captures of a move back.
#[derive(Clone, Copy, Debug)]
struct CapturePly {
    taken: [u8; 2],
    five: FiveState,
    n_removed: u32,
    n_notes: u32,
}

/// A stone that was taken off, with what its cell remembered.
#[derive(Clone, Copy, Debug)]
struct Removed {
    cell: Cell,
    mark: Mark,
    known: Knowledge,
}

/// A change of one fact about one cell.
#[derive(Clone, Copy, Debug)]
struct Note {
    cell: Cell,
    side: u8,
    fact: u8,
    change: i8,
}

/// The capture part of a position. Line games carry it unused.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    /// Stones taken by Black and by White.
    taken: [u8; 2],
    five: FiveState,
    /// How many stones each fact is about, by side, fact and cell.
    counts: [[[u8; MAX_CELLS]; N_FACTS]; 2],
    /// The cells where that is not zero.
    cells: [[Bits; N_FACTS]; 2],
    notes: Vec<Note>,
    removed: Vec<Removed>,
    plies: Vec<CapturePly>,
}

impl Captures {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self {
            taken: [0; 2],
            five: FiveState::None,
            counts: [[[0; MAX_CELLS]; N_FACTS]; 2],
            cells: [[Bits::EMPTY; N_FACTS]; 2],
            notes: Vec::new(),
            removed: Vec::new(),
            plies: Vec::new(),
        })
    }

    #[inline]
    fn count(&self, side: usize, fact: Fact, cell: Cell) -> u8 {
        self.counts[side][fact as usize][cell.masked()]
    }

    /// Changes a count and the set of cells that goes with it.
    #[inline]
    fn apply(&mut self, note: Note) {
        let (side, fact) = (usize::from(note.side), usize::from(note.fact));
        let count = &mut self.counts[side][fact][note.cell.masked()];
        let before = *count;
        *count = before.wrapping_add_signed(note.change);
        if (before == 0) != (*count == 0) {
            self.cells[side][fact].toggle(note.cell);
        }
    }

    #[inline]
    fn note(&mut self, note: Note) {
        self.apply(note);
        self.notes.push(note);
    }
}

/// The part of the hash for stones taken by a side.
#[inline]
pub(crate) const fn taken_key(side: usize, n_taken: u8) -> u64 {
    if n_taken == 0 {
        return 0;
    }
    let mut key =
        (n_taken as u64 | (side as u64 + 1) << 8).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x6361_7074;
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key ^ key >> 27
}
