//! The lookup tables of a rule, built once at first use in a few milliseconds.

use std::sync::Arc;

use tengen_rules::{Ban, Color, Rule};

use crate::books::Entry;
use crate::combo::{Combo, verdict_table};
use crate::defense::defense_tables;
use crate::half::{Half, HalfSpec, N_RAW, REACH, Seen, pack, unpack};
use crate::knowledge::{Knowledge, Verdict};
use crate::line::{ColorSpec, Line, Pattern};
use crate::variant::{Variant, color_spec, half_spec, reach};

/// Everything the hot path looks up.
pub struct Tables {
    /// The code of a raw half-line whose nearest cell is in the lowest bits. It stands here and not
    /// in a box, so that the hot path needs no pointer for it.
    pub(crate) ahead: [u8; N_RAW],
    /// The same where the nearest cell is in the highest bits.
    pub(crate) behind: [u8; N_RAW],
    /// Black's pattern in the low nibble and White's in the high one, by `behind << 8 | ahead`.
    pub(crate) patterns: Box<[u8; 1 << 16]>,
    /// What four packed patterns mean for Black and for White: one table for both, which halves
    /// what the caches hold, unless the rule treats them differently.
    pub(crate) verdicts: [Arc<[Verdict; 1 << 16]>; 2],
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
        let codes = Codes::new(half_spec(rule));
        let classes = Color::ALL.map(|color| {
            let own = seen(color);
            Classes::new(&codes, color_spec(rule, color), own).all()
        });
        let mut patterns = zeros();
        for (entry, (&black, &white)) in patterns.iter_mut().zip(classes[0].iter().zip(&classes[1]))
        {
            *entry = black as u8 | (white as u8) << 4;
        }
        let restricted = Color::ALL.map(|color| color_spec(rule, color).is_restricted);
        let black = verdict_table(restricted[0]);
        let is_same = restricted[0] == restricted[1];
        let white = if is_same { Arc::clone(&black) } else { verdict_table(restricted[1]) };
        let verdicts = [black, white];
        let defenses = Color::ALL.map(|color| defense_tables(&codes, rule, color));
        let spec = rule.spec();
        let free_threes = if spec.ban == Ban::DoubleFreeThree {
            table_by_color(&codes, Line::is_free_three)
        } else {
            Box::default()
        };
        let exposed = spec.capture.map_or_else(Box::default, |capture| {
            table_by_color(&codes, |line| line.is_exposed(capture.group_lengths))
        });
        let (ahead, behind) = (*codes.ahead, *codes.behind);
        Self { ahead, behind, patterns, verdicts, defenses, free_threes, exposed }
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

    /// The books in which an empty point belongs.
    #[inline]
    pub(crate) fn entry(&self, known: Knowledge) -> Entry {
        Entry::of([self.verdict(0, known), self.verdict(1, known)])
    }
}

/// For every line, of which colors something is true with a stone in its middle.
fn table_by_color(codes: &Codes, is_true: impl Fn(Line) -> bool) -> Box<[u8]> {
    let mut table = vec![0; 1 << 16];
    for (index, left, right) in codes.pairs() {
        for color in Color::ALL {
            let bit = u8::from(is_true(Line::around(left, right, seen(color))));
            table[index] |= bit << (color as u8);
        }
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

/// The numbering of reduced half-lines.
pub(crate) struct Codes {
    pub(crate) halves: Vec<Half>,
    pub(crate) ahead: Box<[u8; N_RAW]>,
    pub(crate) behind: Box<[u8; N_RAW]>,
}

impl Codes {
    pub(crate) fn new(spec: HalfSpec) -> Self {
        let halves = spec.all_reduced();
        let mut code_of_reduced = [0; N_RAW];
        for (code, half) in halves.iter().enumerate() {
            code_of_reduced[pack(half)] = code as u8;
        }
        let mut ahead = Box::new([0; N_RAW]);
        let mut behind = Box::new([0; N_RAW]);
        for raw in 0..N_RAW {
            let half = unpack(raw);
            ahead[raw] = code_of_reduced[pack(&spec.reduce(&half))];
            let mut reversed = half;
            reversed.reverse();
            behind[pack(&reversed)] = ahead[raw];
        }
        Self { halves, ahead, behind }
    }

    /// The index of a line in the tables.
    pub(crate) fn index(&self, left: &Half, right: &Half) -> usize {
        usize::from(self.ahead[pack(left)]) << 8 | usize::from(self.ahead[pack(right)])
    }

    /// Every pair of half-lines with its index.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, &Half, &Half)> {
        self.halves.iter().enumerate().flat_map(move |(l, left)| {
            self.halves.iter().enumerate().map(move |(r, right)| (l << 8 | r, left, right))
        })
    }
}

/// A line around an empty point, as it matters under a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineShape {
    /// The code [`crate::Board::line_code`] gives it.
    pub code: u16,
    /// What is seen to one side, nearest first, as far as a stone is felt.
    pub left: Vec<Seen>,
    /// The same to the other side.
    pub right: Vec<Seen>,
}

/// All lines around an empty point that a rule tells apart.
pub fn line_shapes(rule: Rule) -> Vec<LineShape> {
    let codes = Codes::new(half_spec(rule));
    let reach = reach(rule);
    let shape = |(index, left, right): (usize, &Half, &Half)| LineShape {
        code: index as u16,
        left: left[..reach].to_vec(),
        right: right[..reach].to_vec(),
    };
    codes.pairs().map(shape).collect()
}

/// What a stone of Black and one of White would make in the middle of a line.
pub fn line_patterns<V: Variant>(code: u16) -> [Pattern; 2] {
    let both = V::tables().patterns[usize::from(code)];
    [Pattern::ALL[usize::from(both & 15)], Pattern::ALL[usize::from(both >> 4)]]
}

/// The patterns of one color, found by recursion on the number of stones.
pub(crate) struct Classes<'c> {
    codes: &'c Codes,
    spec: ColorSpec,
    own: Seen,
    memo: Vec<Option<Pattern>>,
}

impl<'c> Classes<'c> {
    pub(crate) fn new(codes: &'c Codes, spec: ColorSpec, own: Seen) -> Self {
        Self { codes, spec, own, memo: vec![None; 1 << 16] }
    }

    /// The pattern of every line, `Dead` where there is none.
    pub(crate) fn all(mut self) -> Vec<Pattern> {
        for (_, left, right) in self.codes.pairs() {
            self.class(Line::around(left, right, self.own));
        }
        self.memo.into_iter().map(|class| class.unwrap_or(Pattern::Dead)).collect()
    }

    pub(crate) fn class(&mut self, line: Line) -> Pattern {
        let enemy = if self.own == Seen::Black { Seen::White } else { Seen::Black };
        let (left, right) = line.halves(self.own, enemy);
        let index = self.codes.index(&left, &right);
        if let Some(class) = self.memo[index] {
            return class;
        }
        let class = line.classify(self.spec, |next| self.class(next));
        self.memo[index] = Some(class);
        class
    }
}

const _: () = assert!(REACH == 5, "the raw half-lines are ten bits wide");

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns found without any reduction: the memo is indexed by the ten raw cells.
    struct RawClasses {
        spec: ColorSpec,
        own: Seen,
        memo: Vec<Option<Pattern>>,
    }

    impl RawClasses {
        fn class(&mut self, line: Line) -> Pattern {
            let enemy = if self.own == Seen::Black { Seen::White } else { Seen::Black };
            let (left, right) = line.halves(self.own, enemy);
            let index = pack(&left) << (2 * REACH) | pack(&right);
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

    fn assert_lossless(rule: Rule, color: Color) {
        let tables = Tables::new(rule);
        let spec = color_spec(rule, color);
        let mut raw = RawClasses { spec, own: seen(color), memo: vec![None; 1 << (4 * REACH)] };
        let halves = real_halves();
        assert_eq!(halves.len(), 364);
        for left in &halves {
            for right in &halves {
                let by_definition = raw.class(Line::around(left, right, seen(color)));
                let index = usize::from(tables.ahead[pack(left)]) << 8
                    | usize::from(tables.ahead[pack(right)]);
                let nibble = tables.patterns[index] >> (4 * (color as u8)) & 15;
                assert_eq!(
                    nibble, by_definition as u8,
                    "{rule} {color}: {left:?} | {right:?} is {by_definition:?}"
                );
            }
        }
    }

    #[test]
    fn reduction_loses_nothing_in_freestyle() {
        assert_lossless(Rule::Freestyle, Color::Black);
        assert_lossless(Rule::Freestyle, Color::White);
    }

    #[test]
    fn reduction_loses_nothing_in_standard() {
        assert_lossless(Rule::Standard, Color::Black);
    }

    #[test]
    fn reduction_loses_nothing_in_caro() {
        assert_lossless(Rule::Caro, Color::Black);
        assert_lossless(Rule::Caro6, Color::White);
    }

    #[test]
    fn reduction_loses_nothing_in_renju() {
        assert_lossless(Rule::Renju, Color::Black);
        assert_lossless(Rule::Renju, Color::White);
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
