//! Where a stone takes something or sets a capture up, read off one line at a time.

use super::Note;
use crate::board::Board;
use crate::cell::Cell;
use crate::variant::Variant;

/// What a stone on an empty cell would do to the opponent's stones next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Fact {
    /// It takes them: they are flanked from the other side already.
    Takes = 0,
    /// It flanks them with an empty cell at the other end, where the next stone takes them.
    Flanks = 1,
}

pub(crate) const N_FACTS: usize = 2;

/// The lower bit of every cell of a line key.
const CELLS: u64 = 0x5555_5555_5555_5555;

/// The cells of a line, a bit each: empty ones, Black's and White's.
#[derive(Clone, Copy)]
struct Planes {
    empty: u64,
    stones: [u64; 2],
}

impl Planes {
    #[inline]
    const fn of(line: u64) -> Self {
        let (low, high) = (line & CELLS, line >> 1 & CELLS);
        Self { empty: CELLS & !(low | high), stones: [low & !high, high & !low] }
    }

    /// The cells from which a group of `LEN` stones of the other side begins at the next cell, and
    /// that end it on the far side as the fact wants: ahead and behind.
    #[inline]
    fn ends<const LEN: u32>(&self, side: usize, fact: Fact) -> [u64; 2] {
        let other = self.stones[1 - side];
        let mut group = other & other >> 2;
        if LEN == 3 {
            group &= other >> 4;
        }
        let far = match fact {
            Fact::Takes => self.stones[side],
            Fact::Flanks => self.empty,
        };
        [
            self.empty & group >> 2 & far >> (2 * (LEN + 1)),
            self.empty & group << (2 * LEN) & far << (2 * (LEN + 1)),
        ]
    }

    /// Whether two stones of one color stand next to each other.
    #[inline]
    const fn has_pairs(&self) -> bool {
        let [black, white] = self.stones;
        (black & black >> 2) | (white & white >> 2) != 0
    }
}

impl<V: Variant> Board<V> {
    /// The four lines through a cell.
    #[inline]
    pub(super) fn lines_through(&self, cell: Cell) -> [u64; 4] {
        let place = &self.geometry().places[cell.index()];
        core::array::from_fn(|direction| self.keys().line(place, direction))
    }

    /// Notes what changed in the lines through a cell since they were `before`.
    #[inline]
    pub(super) fn note_facts(&mut self, cell: Cell, before: &[u64; 4]) {
        let now = self.lines_through(cell);
        for direction in 0..4 {
            let (old, new) = (Planes::of(before[direction]), Planes::of(now[direction]));
            if !old.has_pairs() && !new.has_pairs() {
                continue;
            }
            for side in 0..2 {
                for fact in [Fact::Takes, Fact::Flanks] {
                    self.note_difference::<2>(cell, direction, (side, fact), &old, &new);
                    if V::TAKES_THREES {
                        self.note_difference::<3>(cell, direction, (side, fact), &old, &new);
                    }
                }
            }
        }
    }

    #[inline]
    fn note_difference<const LEN: u32>(
        &mut self,
        cell: Cell,
        direction: usize,
        (side, fact): (usize, Fact),
        old: &Planes,
        new: &Planes,
    ) {
        let (before, now) = (old.ends::<LEN>(side, fact), new.ends::<LEN>(side, fact));
        for (before, now) in before.into_iter().zip(now) {
            let mut changed = before ^ now;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let change = if now >> bit & 1 != 0 { LEN as i8 } else { -(LEN as i8) };
                let cell = self.cell_on_line(cell, direction, bit / 2);
                self.captures_mut().note(Note { cell, side: side as u8, fact: fact as u8, change });
            }
        }
    }

    /// The cell with a number in a line through `cell`.
    #[inline]
    fn cell_on_line(&self, cell: Cell, direction: usize, number: u32) -> Cell {
        let position = self.geometry().places[cell.index()].position[direction];
        let offset = number as i16 - i16::from(position);
        cell.shifted(offset * self.geometry().steps[direction])
    }
}
