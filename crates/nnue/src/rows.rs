//! The numbering of lines: which row of the table a line around a point is.
//!
//! Rules without captures read lines alike, four cells to each side, so a network trained under one
//! of them has something to say about the others. The capture rules tell a stone that blocks a line
//! from the edge and have a numbering of their own.

use std::sync::OnceLock;

use tengen_board::{Family, Seen, Variant, for_rule, half_lines, line_code};
use tengen_rules::{Color, Rule};

/// How far lines are read to each side.
const REACH: usize = 4;

/// A half-line as one color sees it.
type View = [u8; REACH];

/// The rows of all lines of a rule.
#[derive(Debug)]
pub struct Rows {
    /// What rows there are.
    numbering: &'static Numbering,
    /// The pair of rows by the board's line code.
    pair_of_code: Box<[u16]>,
}

/// The rows that rules of one kind share.
#[derive(Debug)]
struct Numbering {
    n_rows: usize,
    /// The rows of a line as Black and as White see it.
    pairs: Vec<[u16; 2]>,
    /// All half-lines that a color can see, in order.
    views: Vec<View>,
    /// The row of a line by the places of its half-lines among the views, the lower first: mirror
    /// images are one.
    row_of_views: Vec<u16>,
    /// The place among the pairs by the row that Black sees, which says what White sees.
    pair_of_row: Vec<u16>,
    /// For each row, a line of the first rule of the kind that Black sees as it.
    codes: Vec<u16>,
}

/// What has no number yet.
const NONE: u16 = u16::MAX;

impl Numbering {
    /// The numbering for rules like this one.
    fn of(rule: Rule) -> &'static Self {
        static OF_LINES: OnceLock<Numbering> = OnceLock::new();
        static OF_CAPTURES: OnceLock<Numbering> = OnceLock::new();
        match for_rule!(rule, V => V::FAMILY) {
            Family::Lines => OF_LINES.get_or_init(|| Self::new(Rule::Freestyle)),
            Family::Captures => OF_CAPTURES.get_or_init(|| Self::new(Rule::Ninuki42)),
        }
    }

    fn new(rule: Rule) -> Self {
        let seen = Color::ALL.map(|color| views(rule, color));
        let mut views = seen.concat();
        views.sort_unstable();
        views.dedup();
        let n_rows_at_most = views.len() * views.len();
        let mut numbering = Self {
            n_rows: 0,
            pairs: Vec::new(),
            row_of_views: vec![NONE; n_rows_at_most],
            views,
            pair_of_row: Vec::new(),
            codes: Vec::new(),
        };
        let places = seen.map(|views| numbering.places(&views));
        for left in 0..places[0].len() {
            for right in 0..places[0].len() {
                let pair = Color::ALL.map(|color| {
                    let places = &places[color as usize];
                    numbering.number(numbering.index(places[left], places[right]))
                });
                let black = usize::from(pair[0]);
                numbering.codes[black] = line_code(left, right);
                if numbering.pair_of_row[black] == NONE {
                    numbering.pair_of_row[black] = numbering.pairs.len() as u16;
                    numbering.pairs.push(pair);
                }
            }
        }
        numbering
    }

    /// Where half-lines stand among the views.
    fn places(&self, views: &[View]) -> Vec<usize> {
        let place = |view| self.views.binary_search(view).expect("rules of one kind see alike");
        views.iter().map(place).collect()
    }

    /// The index of the line of two half-lines.
    fn index(&self, left: usize, right: usize) -> usize {
        left.min(right) * self.views.len() + left.max(right)
    }

    /// The row of the line with this index, a new one if there is none.
    fn number(&mut self, index: usize) -> u16 {
        if self.row_of_views[index] == NONE {
            self.row_of_views[index] = self.n_rows as u16;
            self.n_rows += 1;
            self.codes.push(0);
            self.pair_of_row.push(NONE);
        }
        self.row_of_views[index]
    }
}

impl Rows {
    /// The rows of a rule, worked out once.
    pub fn of(rule: Rule) -> &'static Self {
        static BY_RULE: [OnceLock<Rows>; Rule::ALL.len()] =
            [const { OnceLock::new() }; Rule::ALL.len()];
        BY_RULE[rule as usize].get_or_init(|| Self::new(rule))
    }

    fn new(rule: Rule) -> Self {
        let numbering = Numbering::of(rule);
        let mut pair_of_code = vec![0; 1 << 16].into_boxed_slice();
        let places = numbering.places(&views(rule, Color::Black));
        for (l, &left) in places.iter().enumerate() {
            for (r, &right) in places.iter().enumerate() {
                let row = numbering.row_of_views[numbering.index(left, right)];
                pair_of_code[usize::from(line_code(l, r))] =
                    numbering.pair_of_row[usize::from(row)];
            }
        }
        Self { numbering, pair_of_code }
    }

    /// How many there are.
    pub fn n_rows(&self) -> usize {
        self.numbering.n_rows
    }

    /// The row of a line as a color sees it.
    pub fn row(&self, color: Color, code: u16) -> u16 {
        self.numbering.pairs[usize::from(self.pair_of_code[usize::from(code)])][color as usize]
    }

    /// Whether the rows of another rule are the same.
    pub fn are_those_of(&self, rule: Rule) -> bool {
        core::ptr::eq(self.numbering, Numbering::of(rule))
    }

    /// A rule whose lines have these rows, and for each row the code of a line that Black sees as
    /// it under that rule.
    pub fn codes(&self) -> &[u16] {
        &self.numbering.codes
    }

    /// The rows of every line, as Black and as White see it.
    pub(crate) fn pairs(&self) -> &[[u16; 2]] {
        &self.numbering.pairs
    }

    /// The place of a line among the pairs.
    #[inline]
    pub(crate) fn pair_of(&self, code: u16) -> u16 {
        self.pair_of_code[usize::from(code)]
    }
}

/// What a color sees of the half-lines of a rule.
fn views(rule: Rule, color: Color) -> Vec<View> {
    let keeps_blocker = rule.spec().capture.is_some();
    half_lines(rule).iter().map(|half| seen(half, color, keeps_blocker)).collect()
}

fn seen(half: &[Seen], color: Color, keeps_blocker: bool) -> View {
    let owner = half.iter().find(|cell| matches!(cell, Seen::Black | Seen::White));
    core::array::from_fn(|i| {
        let cell = half[i];
        let is_blocker = matches!(cell, Seen::Black | Seen::White) && Some(&cell) != owner;
        let kept = if is_blocker && !keeps_blocker { Seen::Wall } else { cell };
        match (kept, color) {
            (Seen::Black, Color::White) => Seen::White as u8,
            (Seen::White, Color::White) => Seen::Black as u8,
            _ => kept as u8,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_rows_as_counted_by_hand() {
        // Five half-lines without a stone and 1 + 3 + 7 + 15 for each owner; a line and its mirror
        // image are one.
        let halves = 5 + 2 * 26;
        assert_eq!(Rows::of(Rule::Freestyle).n_rows(), halves * (halves + 1) / 2);
        // A blocking stone instead of the edge behind each of the shorter ones.
        let halves = halves + 2 * 11;
        assert_eq!(Rows::of(Rule::Ninuki42).n_rows(), halves * (halves + 1) / 2);
    }

    #[test]
    fn rules_of_one_kind_share_their_rows() {
        for rule in Rule::ALL {
            let captures = rule.spec().capture.is_some();
            assert_eq!(Rows::of(rule).are_those_of(Rule::Freestyle), !captures, "{rule}");
            assert_eq!(Rows::of(rule).are_those_of(Rule::Ninuki42), captures, "{rule}");
        }
    }

    #[test]
    fn exchanging_the_colors_exchanges_the_views() {
        let rows = Rows::of(Rule::Freestyle);
        for (row, &code) in rows.codes().iter().enumerate() {
            assert_eq!(usize::from(rows.row(Color::Black, code)), row);
        }
        for &[black, white] in rows.pairs() {
            assert!(rows.pairs().contains(&[white, black]), "{black} {white}");
        }
    }
}
