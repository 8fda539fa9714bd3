//! Four patterns together: what a move is worth as a threat.

use std::sync::LazyLock;

use tengen_rules::Color;

use crate::knowledge::Verdict;
use crate::line::Pattern;
use crate::tables::zeros;

/// The number of a set of four patterns, in any order of directions. That makes everything looked
/// up by it invariant under rotation and reflection.
pub type Combo = u16;

const N_PATTERNS: usize = Pattern::ALL.len();

/// How many combinations there are: four of fifteen, with repetition.
pub const N_COMBOS: usize =
    N_PATTERNS * (N_PATTERNS + 1) * (N_PATTERNS + 2) * (N_PATTERNS + 3) / 24;

/// What a move threatens, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// There is a stone, or nothing can come of a move here.
    None = 0,
    /// Forbidden, or under suspicion of being a double-three; only in renju, only for Black.
    Forbidden,
    /// Something might come of it.
    Quiet,
    /// One open two.
    Two,
    /// A blocked three.
    BlockedThree,
    /// Two twos or blocked threes.
    DoubleTwo,
    /// An open three.
    Three,
    /// An open three and something smaller.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four and something smaller than an open three.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// A four that cannot be stopped: an open four, or two fours at once.
    OpenFour,
    /// A winning line.
    Five,
}

impl Threat {
    /// How many classes there are.
    pub const COUNT: usize = 14;

    /// All classes, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::None,
        Self::Forbidden,
        Self::Quiet,
        Self::Two,
        Self::BlockedThree,
        Self::DoubleTwo,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// Whether a board keeps a list of the empty points of this class, see
    /// [`Board::of_threat`](crate::Board::of_threat).
    #[inline]
    pub const fn is_indexed(self) -> bool {
        matches!(self, Self::Forbidden) || self as u8 >= Self::Three as u8
    }

    /// The class of four patterns for one color.
    pub(crate) fn of(patterns: [Pattern; 4], is_restricted: bool) -> Self {
        let count =
            |is_wanted: fn(Pattern) -> bool| patterns.iter().filter(|&&p| is_wanted(p)).count();
        let open_fours = count(|p| p == Pattern::OpenFour);
        let fours = count(|p| p == Pattern::Four);
        let threes = count(Pattern::is_three);
        let smaller = count(|p| p.is_two() || p == Pattern::BlockedThree);
        let is_forbidden =
            patterns.iter().any(|p| matches!(p, Pattern::Overline | Pattern::DoubleFour))
                || open_fours + fours > 1
                || threes > 1;
        if count(|p| p == Pattern::Five) > 0 {
            Self::Five
        } else if is_restricted && is_forbidden {
            Self::Forbidden
        } else if open_fours > 0 || fours > 1 {
            Self::OpenFour
        } else if fours == 1 {
            match (threes, smaller) {
                (1.., _) => Self::FourThree,
                (0, 1..) => Self::FourPlus,
                (0, 0) => Self::Four,
            }
        } else if threes > 1 {
            Self::DoubleThree
        } else if threes == 1 {
            if smaller > 0 { Self::ThreePlus } else { Self::Three }
        } else if smaller > 1 {
            Self::DoubleTwo
        } else if count(|p| p == Pattern::BlockedThree) > 0 {
            Self::BlockedThree
        } else if smaller == 1 {
            Self::Two
        } else if patterns.iter().all(|&p| p == Pattern::Dead) {
            Self::None
        } else {
            Self::Quiet
        }
    }
}

/// The number of a set of patterns; the order does not matter.
pub fn combo_of(mut patterns: [Pattern; 4]) -> Combo {
    patterns.sort_unstable();
    // The combinatorial number system over p0 < p1 + 1 < p2 + 2 < p3 + 3.
    let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let rank = patterns.iter().enumerate().fold(0, |rank, (i, &pattern)| {
        let n = pattern as usize + i;
        rank + if n > i { choose(n, i + 1) } else { 0 }
    });
    rank as Combo
}

/// The patterns of a combination, weakest first: the inverse of [`combo_of`].
pub fn patterns_of(combo: Combo) -> [Pattern; 4] {
    let all = &*ALL_COMBOS;
    all[usize::from(combo)]
}

/// In the order of their numbers, which is that of the strongest pattern, then of the next.
static ALL_COMBOS: LazyLock<Vec<[Pattern; 4]>> = LazyLock::new(|| {
    let up_to = |pattern: Pattern| Pattern::ALL.into_iter().take(pattern as usize + 1);
    let mut combos = Vec::with_capacity(N_COMBOS);
    for d in Pattern::ALL {
        for c in up_to(d) {
            for b in up_to(c) {
                combos.extend(up_to(b).map(|a| [a, b, c, d]));
            }
        }
    }
    combos
});

/// What four packed patterns mean for one color, for every value they can take: one table for all
/// rules, which also halves what the caches hold where both colors use it.
pub(crate) fn verdicts(is_restricted: bool) -> &'static [Verdict; 1 << 16] {
    static FREE: LazyLock<Box<[Verdict; 1 << 16]>> = LazyLock::new(|| verdict_table(false));
    static RESTRICTED: LazyLock<Box<[Verdict; 1 << 16]>> = LazyLock::new(|| verdict_table(true));
    if is_restricted { &RESTRICTED } else { &FREE }
}

fn verdict_table(is_restricted: bool) -> Box<[Verdict; 1 << 16]> {
    let mut table: Box<[Verdict; 1 << 16]> = zeros();
    for (combo, &patterns) in ALL_COMBOS.iter().enumerate() {
        let packed = patterns.into_iter().fold(0, |packed, it| packed << 4 | it as usize);
        table[packed] = Verdict::new(combo as Combo, Threat::of(patterns, is_restricted));
    }
    // Now the entries with ascending nibbles are there. Any other has a nibble above a smaller one,
    // and the entry with these two exchanged comes before it.
    for packed in 0..table.len() {
        let descent = [0, 4, 8].into_iter().find_map(|shift| {
            let (low, high) = (packed >> shift & 15, packed >> (shift + 4) & 15);
            (low < high).then_some(((low ^ high) * 0x11) << shift)
        });
        if let Some(exchange) = descent {
            table[packed] = table[packed ^ exchange];
        }
    }
    table
}

/// The index of a color in arrays of the hot path.
pub(crate) const fn side(color: Color) -> usize {
    color as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_numbered_without_gaps_and_read_back() {
        let mut seen = vec![false; N_COMBOS];
        for packed in 0..N_PATTERNS.pow(4) {
            let digit = |i: u32| Pattern::ALL[packed / N_PATTERNS.pow(i) % N_PATTERNS];
            let mut patterns = [digit(0), digit(1), digit(2), digit(3)];
            let combo = combo_of(patterns);
            seen[usize::from(combo)] = true;
            patterns.sort_unstable();
            assert_eq!(patterns_of(combo), patterns);
        }
        assert!(seen.into_iter().all(|was_seen| was_seen));
        const { assert!(N_COMBOS <= 4096) };
    }

    #[test]
    fn verdicts_are_those_of_the_patterns_in_any_order() {
        for is_restricted in [false, true] {
            for (packed, &verdict) in verdicts(is_restricted).iter().enumerate() {
                let nibbles = [packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12];
                let expected = if nibbles.iter().all(|&nibble| nibble < N_PATTERNS) {
                    let patterns = nibbles.map(|nibble| Pattern::ALL[nibble]);
                    Verdict::new(combo_of(patterns), Threat::of(patterns, is_restricted))
                } else {
                    Verdict::default()
                };
                assert_eq!(verdict, expected, "{packed:04x}");
            }
        }
    }

    #[test]
    fn fours_and_threes_combine_as_players_count_them() {
        use Pattern::{BlockedThree, Dead, Five, Four, OpenFour, Overline, Three, Two};
        let class = |patterns| (Threat::of(patterns, false), Threat::of(patterns, true));
        let same = |threat| (threat, threat);
        assert_eq!(class([Five, Overline, Four, Four]), same(Threat::Five));
        assert_eq!(class([OpenFour, Dead, Dead, Dead]), same(Threat::OpenFour));
        assert_eq!(class([Four, Four, Dead, Dead]), (Threat::OpenFour, Threat::Forbidden));
        assert_eq!(class([Four, Three, Dead, Dead]), same(Threat::FourThree));
        assert_eq!(class([Four, Three, Three, Dead]), (Threat::FourThree, Threat::Forbidden));
        assert_eq!(class([Four, Two, Dead, Dead]), same(Threat::FourPlus));
        assert_eq!(class([Three, Three, Dead, Dead]), (Threat::DoubleThree, Threat::Forbidden));
        assert_eq!(class([Three, BlockedThree, Dead, Dead]), same(Threat::ThreePlus));
        assert_eq!(class([Two, BlockedThree, Dead, Dead]), same(Threat::DoubleTwo));
        assert_eq!(class([Dead; 4]), same(Threat::None));
    }
}
