//! The lookup tables of a rule, built once at first use in about a millisecond.

use tengen_rules::{Ban, Color, Rule};

use crate::combo::{Combo, side, verdicts};
use crate::half::{Half, N_RAW, REACH, Seen, pack, unpack};
use crate::knowledge::{Knowledge, Verdict};
use crate::line::{Line, Pattern};
use crate::threat_index::Listing;
use crate::variant::{Variant, color_spec, half_spec, reach};
use crate::views::Views;

/// Everything the hot path looks up.
pub struct Tables {
    /// The code of a raw half-line whose nearest cell is in the lowest bits. It stands here and not
    /// in a box, so that the hot path needs no pointer for it.
    pub(crate) ahead: [u8; N_RAW],
    /// The same where the nearest cell is in the highest bits.
    pub(crate) behind: [u8; N_RAW],
    /// Black's pattern in the low nibble and White's in the high one, by `behind << 8 | ahead`.
    pub(crate) patterns: Box<[u8; 1 << 16]>,
    /// What four packed patterns mean for Black and for White.
    pub(crate) verdicts: [&'static [Verdict; 1 << 16]; 2],
    /// Where a reply stops what a stone in the middle made, for Black and for White as attackers:
    /// a bit for each cell of the line, by `behind << 8 | ahead`.
    pub(crate) defenses: [Box<[u16; 1 << 16]>; 2],
    /// Whether a stone in the middle makes a free three of the 42 game, a bit for Black and one for
    /// White, by `behind << 8 | ahead`; empty for rules that do not ask.
    pub(crate) free_threes: Box<[u8]>,
    /// Whether a stone in the middle becomes part of a group that can be taken next, likewise; empty
    /// for rules without captures.
    pub(crate) exposed: Box<[u8]>,
}

impl core::fmt::Debug for Tables {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Builds the tables of a rule.
    pub(crate) fn new(rule: Rule) -> Self {
        let codes = Codes::of(rule);
        let views = Views::new(half_spec(rule), &codes);
        let specs = Color::ALL.map(|color| color_spec(rule, color));
        let black = views.judge(specs[0]);
        let white = if specs[0] == specs[1] { &black } else { &views.judge(specs[1]) };
        let mut patterns: Box<[u8; 1 << 16]> = zeros();
        let mut defenses: [Box<[u16; 1 << 16]>; 2] = [zeros(), zeros()];
        for (color, judged) in Color::ALL.into_iter().zip([&black, white]) {
            let shift = 4 * color as u8;
            views.spread(color, &judged.0, &mut *patterns, |it, class| {
                *it |= (class as u8) << shift;
            });
            views.spread(color, &judged.1, &mut *defenses[side(color)], |it, mask| *it = mask);
        }
        let spec = rule.spec();
        let free_threes = if spec.ban == Ban::DoubleFreeThree {
            table_by_color(&views, Line::is_free_three)
        } else {
            Box::default()
        };
        let exposed = spec.capture.map_or_else(Box::default, |capture| {
            table_by_color(&views, |line| line.is_exposed(capture.group_lengths))
        });
        Self {
            ahead: codes.ahead,
            behind: codes.behind,
            patterns,
            verdicts: specs.map(|spec| verdicts(spec.is_restricted)),
            defenses,
            free_threes,
            exposed,
        }
    }

    /// What the patterns of a side come to.
    #[inline]
    pub(crate) fn verdict(&self, side: usize, known: Knowledge) -> Verdict {
        self.verdicts[side][usize::from(known.packed(side))]
    }

    /// The combinations of Black and of White.
    #[inline]
    pub(crate) fn combos(&self, known: Knowledge) -> [Combo; 2] {
        [self.verdict(0, known).combo(), self.verdict(1, known).combo()]
    }

    /// The lists in which an empty point belongs.
    #[inline]
    pub(crate) fn listing(&self, known: Knowledge) -> Listing {
        Listing::of([self.verdict(0, known), self.verdict(1, known)])
    }
}

/// For every line, of which colors something is true with a stone in its middle.
fn table_by_color(views: &Views, is_true: impl Fn(Line) -> bool) -> Box<[u8]> {
    let facts = views.facts(is_true);
    let mut table = vec![0; 1 << 16];
    for color in Color::ALL {
        views.spread(color, &facts, &mut table, |it, fact| *it |= u8::from(fact) << (color as u8));
    }
    table.into()
}

/// A table of zeros that never stands on the stack.
#[expect(clippy::unnecessary_box_returns, reason = "the tables are larger than stack frames")]
pub(crate) fn zeros<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    vec![T::default(); N].try_into().unwrap_or_else(|_| unreachable!("the length is right"))
}

pub(crate) const fn seen(color: Color) -> Seen {
    match color {
        Color::Black => Seen::Black,
        Color::White => Seen::White,
    }
}

/// A numbering of reduced half-lines.
pub(crate) struct Codes {
    pub(crate) halves: Vec<Half>,
    /// The code of every raw half-line, nearest cell in the lowest bits.
    pub(crate) ahead: [u8; N_RAW],
    /// The same where the nearest cell is in the highest bits.
    pub(crate) behind: [u8; N_RAW],
}

impl Codes {
    /// The codes under a rule.
    fn of(rule: Rule) -> Self {
        let spec = half_spec(rule);
        Self::new(|half| spec.reduce(half))
    }

    /// Numbers what is left of the half-lines, in the order in which it is packed.
    pub(crate) fn new(reduce: impl Fn(&Half) -> Half) -> Self {
        let mut codes = Self { halves: Vec::new(), ahead: [0; N_RAW], behind: [0; N_RAW] };
        let reduced: [Half; N_RAW] = core::array::from_fn(|raw| reduce(&unpack(raw)));
        for (raw, half) in reduced.iter().enumerate() {
            if pack(half) == raw {
                codes.ahead[raw] = codes.halves.len() as u8;
                codes.halves.push(*half);
            }
        }
        for (raw, half) in reduced.iter().enumerate() {
            codes.ahead[raw] = codes.ahead[pack(half)];
            let mut reversed = unpack(raw);
            reversed.reverse();
            codes.behind[pack(&reversed)] = codes.ahead[raw];
        }
        codes
    }

    /// The index of a line with own stones as black ones.
    pub(crate) fn index(&self, line: Line) -> usize {
        let (left, right) = line.raw_halves();
        usize::from(self.behind[left]) << 8 | usize::from(self.ahead[right])
    }
}

/// All half-lines beside an empty point that a rule tells apart: what is seen, nearest first, as far
/// as a stone is felt. Any two of them make a line; [`line_code`] gives its code.
pub fn half_lines(rule: Rule) -> Vec<Vec<Seen>> {
    let reach = reach(rule);
    Codes::of(rule).halves.iter().map(|half| half[..reach].to_vec()).collect()
}

/// The code that [`crate::Board::line_code`] gives to a line, by the places of its half-lines in
/// [`half_lines`].
pub const fn line_code(left: usize, right: usize) -> u16 {
    (left << 8 | right) as u16
}

/// What a stone of Black and one of White would make in the middle of a line.
pub fn line_patterns<V: Variant>(code: u16) -> [Pattern; 2] {
    let both = V::tables().patterns[usize::from(code)];
    [Pattern::ALL[usize::from(both & 15)], Pattern::ALL[usize::from(both >> 4)]]
}

const _: () = assert!(REACH == 5, "the raw half-lines are ten bits wide");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defense::defense;
    use crate::line::ColorSpec;

    /// Patterns found by recursion and without any reduction: the memo is indexed by the ten raw
    /// cells.
    struct RawClasses {
        spec: ColorSpec,
        memo: Vec<Option<Pattern>>,
    }

    impl RawClasses {
        fn class(&mut self, line: Line) -> Pattern {
            let (left, right) = line.raw_halves();
            let index = left << (2 * REACH) | right;
            if let Some(class) = self.memo[index] {
                return class;
            }
            let class = line.classify(self.spec, |next| self.class(next));
            self.memo[index] = Some(class);
            class
        }
    }

    /// The half-lines that exist: behind the edge there is nothing but edge.
    fn real_halves() -> Vec<Half> {
        (0..N_RAW)
            .map(unpack)
            .filter(|half| half.windows(2).all(|w| w[0] != Seen::Wall || w[1] == Seen::Wall))
            .collect()
    }

    /// Every line that can stand on a board is in the tables what it is by definition.
    fn assert_lossless(rule: Rule) {
        let tables = Tables::new(rule);
        let halves = real_halves();
        assert_eq!(halves.len(), 364);
        let spec = rule.spec();
        for color in Color::ALL {
            let memo = vec![None; 1 << (4 * REACH)];
            let mut raw = RawClasses { spec: color_spec(rule, color), memo };
            for (left, right) in
                halves.iter().flat_map(|left| halves.iter().map(move |it| (left, it)))
            {
                let line = Line::around(left, right, seen(color));
                let index = usize::from(tables.ahead[pack(left)]) << 8
                    | usize::from(tables.ahead[pack(right)]);
                let bit = |table: &[u8]| table[index] >> (color as u8) & 1 != 0;
                let pattern = raw.class(line);
                let name = || format!("{rule} {color}: {left:?} | {right:?} is {pattern:?}");
                let nibble = tables.patterns[index] >> (4 * (color as u8)) & 15;
                assert_eq!(nibble, pattern as u8, "{}", name());
                let mask = defense(line, pattern, |after| raw.class(after));
                assert_eq!(tables.defenses[side(color)][index], mask, "{}", name());
                if spec.ban == Ban::DoubleFreeThree {
                    assert_eq!(bit(&tables.free_threes), line.is_free_three(), "{}", name());
                }
                if let Some(capture) = spec.capture {
                    let is_exposed = line.is_exposed(capture.group_lengths);
                    assert_eq!(bit(&tables.exposed), is_exposed, "{}", name());
                }
            }
        }
    }

    #[test]
    fn reduction_loses_nothing_in_freestyle() {
        assert_lossless(Rule::Freestyle);
    }

    #[test]
    fn reduction_loses_nothing_in_standard() {
        assert_lossless(Rule::Standard);
    }

    #[test]
    fn reduction_loses_nothing_in_caro() {
        assert_lossless(Rule::Caro);
        assert_lossless(Rule::Caro6);
    }

    #[test]
    fn reduction_loses_nothing_in_renju() {
        assert_lossless(Rule::Renju);
    }

    #[test]
    fn reduction_loses_nothing_where_stones_are_captured() {
        assert_lossless(Rule::Ninuki42);
        assert_lossless(Rule::Pente);
        assert_lossless(Rule::Keryo);
    }

    /// In freestyle the fifth cell away is never looked at, so a stone need not be felt there.
    #[test]
    fn freestyle_does_not_see_the_fifth_cell() {
        let tables = Tables::new(Rule::Freestyle);
        for left in real_halves() {
            for right in real_halves() {
                let index = |left: &Half, right: &Half| {
                    usize::from(tables.ahead[pack(left)]) << 8
                        | usize::from(tables.ahead[pack(right)])
                };
                let seen = tables.patterns[index(&left, &right)];
                for other in [Seen::Empty, Seen::Black, Seen::White] {
                    let mut changed = right;
                    if changed[REACH - 1] == Seen::Wall {
                        break;
                    }
                    changed[REACH - 1] = other;
                    assert_eq!(seen, tables.patterns[index(&left, &changed)]);
                }
            }
        }
    }
}
