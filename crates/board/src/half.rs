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
        let mut reduced = [Seen::Wall; REACH];
        let mut owner = None;
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

    /// The reduced half-lines in the order of their codes.
    pub(crate) fn all_reduced(self) -> Vec<Half> {
        let mut seen = Vec::new();
        for raw in 0..N_RAW {
            let half = unpack(raw);
            if self.reduce(&half) == half {
                seen.push(half);
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_codes_as_counted_by_hand() {
        // Six without a stone (five lengths to the edge and the open one), and for each owner the
        // sequences of 1 to 5 cells with at least one stone: 1 + 3 + 7 + 15 + 31 = 57.
        assert_eq!(HalfSpec { keeps_blocker: false }.all_reduced().len(), 6 + 2 * 57);
        // A blocking stone instead of the edge behind each of the 1 + 3 + 7 + 15 shorter ones.
        assert_eq!(HalfSpec { keeps_blocker: true }.all_reduced().len(), 6 + 2 * 57 + 2 * 26);
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
