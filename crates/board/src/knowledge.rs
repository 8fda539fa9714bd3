//! What is known about an empty point, packed into one word so that it stays in a register.

use crate::combo::Combo;

/// A combination in the low twelve bits and its threat class above them.
pub(crate) type Verdict = u16;

const COMBO_BITS: u32 = 12;

/// The combination and the threat class as one number.
pub(crate) const fn verdict(combo: Combo, threat: u8) -> Verdict {
    combo | (threat as Verdict) << COMBO_BITS
}

/// Four nibbles of Black's patterns, four of White's, then the verdict on Black and on White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge(u64);

/// Takes the patterns of both colors apart: Black's nibble stays, White's goes sixteen bits up.
const fn spread(both: u8) -> u64 {
    (both as u64 | (both as u64) << 12) & NIBBLES
}

const NIBBLES: u64 = 0x000f_000f;

impl Knowledge {
    /// Whether these are the patterns in a direction already, Black's in the low nibble.
    #[inline]
    pub(crate) const fn has_patterns(self, direction: usize, both: u8) -> bool {
        self.0 >> (4 * direction) & NIBBLES == spread(both)
    }

    /// The same with other patterns in a direction; the verdicts are stale then.
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

    /// The same with these verdicts on Black and on White.
    #[inline]
    pub(crate) const fn with_verdicts(self, black: Verdict, white: Verdict) -> Self {
        Self(self.0 & 0xffff_ffff | (black as u64) << 32 | (white as u64) << 48)
    }

    #[inline]
    const fn verdict(self, side: usize) -> Verdict {
        (self.0 >> (32 + 16 * side)) as Verdict
    }

    /// The combination of a side.
    #[inline]
    pub(crate) const fn combo(self, side: usize) -> Combo {
        self.verdict(side) & ((1 << COMBO_BITS) - 1)
    }

    /// The combinations of Black and of White.
    #[inline]
    pub(crate) const fn combos(self) -> [Combo; 2] {
        [self.combo(0), self.combo(1)]
    }

    /// The threat class of a side.
    #[inline]
    pub(crate) const fn threat(self, side: usize) -> usize {
        (self.verdict(side) >> COMBO_BITS) as usize & 15
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
            .with_patterns(0, 0x52)
            .with_verdicts(verdict(3059, 13), verdict(17, 2));
        assert_eq!([known.pattern(0, 0), known.pattern(1, 0)], [2, 5]);
        assert_eq!([known.pattern(0, 3), known.pattern(1, 3)], [13, 12]);
        assert_eq!([known.packed(0), known.packed(1)], [0xd002, 0xc005]);
        assert!(known.has_patterns(3, 0xcd) && !known.has_patterns(3, 0xce));
        assert_eq!(known.combos(), [3059, 17]);
        assert_eq!([known.threat(0), known.threat(1)], [13, 2]);
    }
}
