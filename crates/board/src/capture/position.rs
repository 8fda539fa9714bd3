//! Captures in the making and unmaking of moves, and what can be asked about them.

use tengen_rules::Color;

use super::{CapturePly, Fact, FiveState, Note, Removed, Taken, taken_key};
use crate::bits::Bits;
use crate::board::Board;
use crate::cell::Cell;
use crate::combo::{Threat, side};
use crate::half::Seen;
use crate::observer::Observer;
use crate::tables::seen;
use crate::variant::Variant;

impl<V: Variant> Board<V> {
    /// How many stones a color has taken.
    #[inline]
    pub fn taken(&self, color: Color) -> u8 {
        self.captures().taken[side(color)]
    }

    /// Says how many stones a color has taken, for positions that did not arise by play.
    pub fn set_taken(&mut self, color: Color, n_taken: u8) {
        let change = taken_key(side(color), self.taken(color)) ^ taken_key(side(color), n_taken);
        self.captures_mut().taken[side(color)] = n_taken;
        self.toggle_hash(change);
    }

    /// How it stands with a five where fives can be broken.
    #[inline]
    pub fn five_state(&self) -> FiveState {
        self.captures().five
    }

    /// The cells where a color takes something.
    #[inline]
    pub fn takes(&self, color: Color) -> &Bits {
        &self.captures().cells[side(color)][Fact::Takes as usize]
    }

    /// How many stones a color takes on an empty cell.
    #[inline]
    pub fn n_takes(&self, color: Color, cell: Cell) -> u8 {
        self.captures().count(side(color), Fact::Takes, cell)
    }

    /// The cells where a stone of a color flanks a group that the next stone could take.
    #[inline]
    pub fn flanks(&self, color: Color) -> &Bits {
        &self.captures().cells[side(color)][Fact::Flanks as usize]
    }

    /// How many stones a color would so threaten from an empty cell.
    #[inline]
    pub fn n_flanks(&self, color: Color, cell: Cell) -> u8 {
        self.captures().count(side(color), Fact::Flanks, cell)
    }

    /// The stones that a color takes on an empty cell.
    pub fn taken_by(&self, color: Color, cell: Cell) -> Taken {
        if self.n_takes(color, cell) == 0 { Taken::NONE } else { self.flanked_by(color, cell) }
    }

    /// The stones that a stone of a color on a cell flanks, whether it stands there yet or not.
    fn flanked_by(&self, color: Color, cell: Cell) -> Taken {
        let mut taken = Taken::NONE;
        let place = &self.geometry().places[cell.index()];
        for direction in 0..4 {
            let line = self.keys().line(place, direction);
            let bit = 2 * u32::from(place.position[direction]);
            let step = self.geometry().steps[direction];
            for sign in [1, -1] {
                for offset in 1..=group_length::<V>(line, bit, sign, color) {
                    taken.push(cell.shifted(sign * offset * step));
                }
            }
        }
        taken
    }

    /// Whether a color has five or more in a row anywhere.
    pub fn has_line(&self, color: Color) -> bool {
        self.keys().any_line(|line| {
            let low = 0x5555_5555_5555_5555;
            let own = match color {
                Color::Black => line & !(line >> 1) & low,
                Color::White => line >> 1 & !line & low,
            };
            let two = own & own >> 2;
            two & two >> 4 & own >> 8 != 0
        })
    }

    /// Remembers the state before a move.
    #[inline]
    pub(crate) fn begin_capture_ply(&mut self) {
        let captures = self.captures_mut();
        let ply = CapturePly {
            taken: captures.taken,
            five: captures.five,
            n_removed: captures.removed.len() as u32,
            n_notes: captures.notes.len() as u32,
        };
        captures.plies.push(ply);
    }

    /// A pass leaves no five on trial.
    pub(crate) fn forget_five(&mut self) {
        self.captures_mut().five = FiveState::None;
    }

    /// The lines through a cell before its stone changes, where captures are kept.
    #[inline]
    pub(crate) fn lines_before(&self, cell: Cell) -> [u64; 4] {
        if V::CAPTURES { self.lines_through(cell) } else { [0; 4] }
    }

    /// Repairs the facts after a change of the stone on a cell.
    #[inline]
    pub(crate) fn repair_facts(&mut self, cell: Cell, before: &[u64; 4]) {
        if V::CAPTURES {
            self.note_facts(cell, before);
        }
    }

    /// Takes what the stone of `color` just put on `cell` flanks, and judges fives. Whether the
    /// stone made one was known before it was put.
    #[inline]
    pub(crate) fn settle_captures<O: Observer>(
        &mut self,
        cell: Cell,
        color: Color,
        (n_takes, made): (u8, Threat),
        observer: &mut O,
    ) {
        if n_takes > 0 {
            self.remove_flanked(cell, color, observer);
        }
        if V::FIVE_CAN_BE_BROKEN {
            let was_on_trial = self.five_state() == FiveState::OnTrial;
            self.captures_mut().five = if was_on_trial && self.has_line(!color) {
                FiveState::Stood
            } else if made == Threat::Five {
                FiveState::OnTrial
            } else {
                FiveState::None
            };
        }
    }

    fn remove_flanked<O: Observer>(&mut self, cell: Cell, color: Color, observer: &mut O) {
        let flanked = self.flanked_by(color, cell);
        let n_before = self.taken(color);
        for &stone in flanked.cells() {
            let known = *self.known(stone);
            let mark = self.mark();
            self.captures_mut().removed.push(Removed { cell: stone, mark, known });
            self.change(stone, !color, false, observer);
        }
        self.set_taken(color, n_before + flanked.cells().len() as u8);
    }

    /// Puts the stones back that the last move took, and forgets what it changed. The stones are of
    /// the color that did not make the move.
    #[inline]
    pub(crate) fn restore_captures(&mut self, mover: Color) {
        let Some(ply) = self.captures_mut().plies.pop() else { return };
        while self.captures().removed.len() > ply.n_removed as usize {
            let Some(removed) = self.captures_mut().removed.pop() else { break };
            self.put_back(removed.cell, !mover, removed.mark, removed.known);
        }
        let n_taken = ply.taken[side(mover)];
        if n_taken != self.taken(mover) {
            self.set_taken(mover, n_taken);
        }
        let captures = self.captures_mut();
        captures.five = ply.five;
        while captures.notes.len() > ply.n_notes as usize {
            let Some(note) = captures.notes.pop() else { break };
            captures.apply(Note { change: -note.change, ..note });
        }
    }

    /// Reads a five of the player who is not to move as just made.
    pub(crate) fn judge_found_fives(&mut self) {
        if V::FIVE_CAN_BE_BROKEN && self.has_line(!self.to_move()) {
            self.captures_mut().five = FiveState::OnTrial;
        }
    }

    /// Recomputes the capture facts and compares.
    pub(crate) fn assert_captures_consistent(&self) {
        for color in Color::ALL {
            for cell in self.empties() {
                let n_stones = self.flanked_by(color, cell).cells().len();
                assert_eq!(usize::from(self.n_takes(color, cell)), n_stones, "taken on {cell:?}");
                assert_eq!(self.takes(color).contains(cell), n_stones > 0);
                assert_eq!(self.flanks(color).contains(cell), self.n_flanks(color, cell) > 0);
            }
            for cell in self.stones(color) {
                assert_eq!((self.n_takes(color, cell), self.n_takes(!color, cell)), (0, 0));
                assert_eq!((self.n_flanks(color, cell), self.n_flanks(!color, cell)), (0, 0));
            }
        }
    }
}

/// How many stones of the other color a stone of `color` at a bit of a line flanks on one side.
#[inline]
fn group_length<V: Variant>(line: u64, bit: u32, sign: i16, color: Color) -> i16 {
    let at = |offset: u32| -> u64 {
        let shift = if sign > 0 { bit + 2 * offset } else { bit - 2 * offset };
        line >> shift & 3
    };
    let (own, other) = (seen(color) as u64, seen(!color) as u64);
    if at(1) != other || at(2) != other {
        return 0;
    }
    let third = at(3);
    if third == own {
        2
    } else if V::TAKES_THREES && third == other && at(4) == own {
        3
    } else {
        0
    }
}

const _: () = assert!(Seen::Wall as u8 == 3, "a wall flanks nothing");
