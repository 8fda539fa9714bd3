//! What is known about an empty point, packed into one word so that it stays in a register.

use crate::combo::{Combo, Threat};
use crate::line::Pattern;

/// What four patterns come to: a combination in the low twelve bits and its threat class above them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict(u16);

const COMBO_BITS: u32 = 12;

impl Verdict {
    pub(crate) const fn new(combo: Combo, threat: Threat) -> Self {
        Self(combo | (threat as u16) << COMBO_BITS)
    }

    #[inline]
    pub(crate) const fn combo(self) -> Combo {
        self.0 & ((1 << COMBO_BITS) - 1)
    }

    /// The number of the threat class.
    #[inline]
    pub(crate) const fn class(self) -> usize {
        (self.0 >> COMBO_BITS) as usize
    }

    #[inline]
    pub(crate) const fn threat(self) -> Threat {
        Threat::ALL[self.class()]
    }
}

/// Four nibbles of Black's patterns, four of White's. The verdicts on them are looked up when they
/// are asked for: most points change again before that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge(u32);

/// Takes the patterns of both colors apart: Black's nibble stays, White's goes sixteen bits up.
const fn spread(both: u8) -> u32 {
    (both as u32 | (both as u32) << 12) & NIBBLES
}

const NIBBLES: u32 = 0x000f_000f;

/// The bit of each nibble that all patterns from a three upwards have and the others have not.
const THREES: u32 = 0x8888_8888;
const _: () = assert!(Pattern::BlockedThree as u8 == 7 && Pattern::ThreeOneWay as u8 == 8);

impl Knowledge {
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The same with other patterns in a direction, Black's in the low nibble.
    #[inline]
    pub(crate) const fn with_patterns(self, direction: usize, both: u8) -> Self {
        Self(self.0 & !(NIBBLES << (4 * direction)) | spread(both) << (4 * direction))
    }

    /// The pattern of a side in a direction.
    #[inline]
    pub(crate) const fn pattern(self, side: usize, direction: usize) -> u8 {
        (self.0 >> (16 * side + 4 * direction) & 15) as u8
    }

    /// The patterns of a side, a nibble for each direction.
    #[inline]
    pub(crate) const fn packed(self, side: usize) -> u16 {
        (self.0 >> (16 * side)) as u16
    }

    /// Whether some color has a three or more in some direction: without one, no class of
    /// [`Threat::is_indexed`] comes about.
    #[inline]
    pub(crate) const fn has_three(self) -> bool {
        self.0 & THREES != 0
    }

    /// What either of two states knows of; only good for [`Self::has_three`].
    #[inline]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_read_back() {
        let known = Knowledge::default()
            .with_patterns(0, 0xab)
            .with_patterns(3, 0xcd)
            .with_patterns(0, 0x52);
        assert_eq!([known.pattern(0, 0), known.pattern(1, 0)], [2, 5]);
        assert_eq!([known.pattern(0, 3), known.pattern(1, 3)], [13, 12]);
        assert_eq!([known.packed(0), known.packed(1)], [0xd002, 0xc005]);
        let verdict = Verdict::new(3059, Threat::Five);
        assert_eq!((verdict.combo(), verdict.threat()), (3059, Threat::Five));
    }

    #[test]
    fn a_three_is_seen_in_any_nibble() {
        assert!(!Knowledge(0x7777_7777).has_three());
        assert!((0..8).all(|nibble| Knowledge(8 << (4 * nibble)).has_three()));
    }
}
