//! Lines as one color sees them.
//!
//! To a color, a half-line ends at the first enemy stone, and it is all the same which color that
//! is. That leaves 63 half-lines of the 120 codes, or 94 of the 172. So what is to be known about
//! lines is found once for each pair of these, and from there spread over the codes.

use tengen_rules::Color;

use crate::defense::defense;
use crate::half::{HalfSpec, Seen, pack};
use crate::line::{ColorSpec, LINE, Line, Pattern};
use crate::tables::Codes;

/// Own stones stand as black ones in the half-lines and lines here.
const OWN: Seen = Seen::Black;

/// All half-lines that a color can see.
pub(crate) struct Views {
    codes: Codes,
    /// The view of each code of the rule, for Black and for White.
    of_code: [Vec<u8>; 2],
}

impl Views {
    pub(crate) fn new(spec: HalfSpec, codes: &Codes) -> Self {
        let views = Codes::new(|half| spec.view(half, OWN));
        let of_code = Color::ALL.map(|color| {
            let seen_by = |seen: Seen| if color == Color::Black { seen } else { seen.swapped() };
            codes.halves.iter().map(|half| views.ahead[pack(&half.map(seen_by))]).collect()
        });
        Self { codes: views, of_code }
    }

    /// A value for each line.
    fn values<T: Clone>(&self, value: T) -> Vec<T> {
        vec![value; self.codes.halves.len() << 8]
    }

    /// Every line, or its mirror image, with the indices of both. A line comes after all that it can
    /// become by a stone of either color: a stone is more than an empty cell in a raw half-line, and
    /// so is the edge that a blocker may be reduced to, so that the number rises.
    fn lines(&self) -> impl Iterator<Item = (usize, usize, Line)> {
        let halves = &self.codes.halves;
        (0..halves.len()).rev().flat_map(move |l| {
            (0..=l)
                .rev()
                .map(move |r| (l << 8 | r, r << 8 | l, Line::around(&halves[l], &halves[r], OWN)))
        })
    }

    /// Whether something is true of each line.
    pub(crate) fn facts(&self, is_true: impl Fn(Line) -> bool) -> Vec<bool> {
        let mut facts = self.values(false);
        for (index, mirrored, line) in self.lines() {
            let fact = is_true(line);
            facts[index] = fact;
            facts[mirrored] = fact;
        }
        facts
    }

    /// What a stone in the middle of each line makes, and where a reply stops it, see [`defense`].
    pub(crate) fn judge(&self, spec: ColorSpec) -> (Vec<Pattern>, Vec<u16>) {
        let mut patterns = self.values(Pattern::Dead);
        let mut defenses = self.values(0);
        for (index, mirrored, line) in self.lines() {
            let class_of = |line: Line| patterns[self.codes.index(line)];
            let pattern = line.classify(spec, class_of);
            let mask = defense(line, pattern, class_of);
            patterns[index] = pattern;
            patterns[mirrored] = pattern;
            defenses[index] = mask;
            defenses[mirrored] = mask.reverse_bits() >> (u16::BITS as usize - LINE);
        }
        (patterns, defenses)
    }

    /// Hands the values of all lines over to a table by codes, as a color sees them.
    pub(crate) fn spread<T: Copy, U>(
        &self,
        color: Color,
        values: &[T],
        table: &mut [U],
        put: impl Fn(&mut U, T),
    ) {
        let of_code = &self.of_code[color as usize];
        for (&left, row) in of_code.iter().zip(table.chunks_exact_mut(1 << 8)) {
            let values = &values[usize::from(left) << 8..][..1 << 8];
            for (&right, entry) in of_code.iter().zip(row) {
                put(entry, values[usize::from(right)]);
            }
        }
    }
}
