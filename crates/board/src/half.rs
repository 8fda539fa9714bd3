//! Half-lines: what is seen from a point in one direction, reduced to what can matter.
//!
//! Read from the nearest cell outwards. Empty cells are kept; the first stone met fixes the owner;
//! further stones of the owner and empty cells are kept; the first stone of the other color, or the
//! edge, ends the reading. Cells behind that blocker cannot take part in any line through the
//! middle: not for the owner, who is blocked there, nor for the other color, who was cut off at the
//! owner's first stone.
//!
//! Whether the blocker is the edge or a stone matters only where a rule asks for it: in caro an
//! enemy stone closes a five and the edge does not. Those rules keep the kind of the blocker, which
//! makes 172 codes instead of 120.

/// How many cells are read in each direction.
pub(crate) const REACH: usize = 5;
/// The number of raw half-lines: two bits for each cell.
pub(crate) const N_RAW: usize = 1 << (2 * REACH);

/// A cell as it stands in a line key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Seen {
    /// No stone.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Beyond the edge.
    Wall = 3,
}

impl Seen {
    pub(crate) const fn from_bits(bits: u16) -> Self {
        match bits & 3 {
            0 => Self::Empty,
            1 => Self::Black,
            2 => Self::White,
            _ => Self::Wall,
        }
    }

    /// The same with the colors exchanged.
    pub(crate) const fn swapped(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
            other => other,
        }
    }
}

/// A half-line, nearest cell first.
pub(crate) type Half = [Seen; REACH];

/// The half-line in the low bits of `raw`, nearest cell lowest.
pub(crate) fn unpack(raw: usize) -> Half {
    core::array::from_fn(|i| Seen::from_bits((raw >> (2 * i)) as u16))
}

/// The inverse of [`unpack`].
pub(crate) fn pack(half: &Half) -> usize {
    half.iter().enumerate().fold(0, |raw, (i, &cell)| raw | (cell as usize) << (2 * i))
}

/// How half-lines are reduced under a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfSpec {
    /// Whether an enemy stone as the blocker is told from the edge.
    pub keeps_blocker: bool,
}

impl HalfSpec {
    /// The half-line without what cannot matter: the same for all half-lines of one code.
    pub(crate) fn reduce(self, half: &Half) -> Half {
        self.read(half, None)
    }

    /// The half-line without what cannot matter to one color, who sees nothing behind the
    /// first stone of the other.
    pub(crate) fn view(self, half: &Half, own: Seen) -> Half {
        self.read(half, Some(own))
    }

    fn read(self, half: &Half, mut owner: Option<Seen>) -> Half {
        let mut reduced = [Seen::Wall; REACH];
        for (slot, &cell) in reduced.iter_mut().zip(half) {
            match cell {
                Seen::Empty => *slot = Seen::Empty,
                Seen::Wall => break,
                stone if owner.is_none_or(|owner| owner == stone) => {
                    owner = Some(stone);
                    *slot = stone;
                }
                blocker => {
                    if self.keeps_blocker {
                        *slot = blocker;
                    }
                    break;
                }
            }
        }
        reduced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_distinct(reduce: impl Fn(&Half) -> Half) -> usize {
        (0..N_RAW).map(unpack).filter(|half| reduce(half) == *half).count()
    }

    #[test]
    fn there_are_as_many_codes_as_counted_by_hand() {
        let [plain, kept] = [false, true].map(|keeps_blocker| HalfSpec { keeps_blocker });
        // Six without a stone (five lengths to the edge and the open one), and for each owner the
        // sequences of 1 to 5 cells with at least one stone: 1 + 3 + 7 + 15 + 31 = 57.
        assert_eq!(count_distinct(|half| plain.reduce(half)), 6 + 2 * 57);
        // A blocking stone instead of the edge behind each of the 1 + 3 + 7 + 15 shorter ones.
        assert_eq!(count_distinct(|half| kept.reduce(half)), 6 + 2 * 57 + 2 * 26);
        // To one color, the other one has nothing but blockers: the sequences of 0 to 5 cells,
        // 1 + 2 + 4 + 8 + 16 + 32, and again a stone instead of the edge behind the shorter ones.
        assert_eq!(count_distinct(|half| plain.view(half, Seen::White)), 63);
        assert_eq!(count_distinct(|half| kept.view(half, Seen::White)), 63 + 31);
    }

    #[test]
    fn reducing_twice_is_reducing_once() {
        for keeps_blocker in [false, true] {
            let spec = HalfSpec { keeps_blocker };
            for raw in 0..N_RAW {
                let once = spec.reduce(&unpack(raw));
                assert_eq!(spec.reduce(&once), once);
                assert_eq!(unpack(pack(&once)), once);
            }
        }
    }
}
