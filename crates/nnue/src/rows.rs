//! The numbering of lines: which row of the table a line around a point is.
//!
//! Rules without captures read lines alike, four cells to each side, so a network trained under one
//! of them has something to say about the others. The capture rules tell a stone that blocks a line
//! from the edge and have a numbering of their own.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use tengen_board::{LineShape, Seen, line_shapes};
use tengen_rules::{Color, Rule};

/// How far lines are read to each side.
const REACH: usize = 4;

/// A line as one color sees it: both sides, the smaller first, so that mirror images are one.
type View = ([u8; REACH], [u8; REACH]);

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
    by_views: BTreeMap<[View; 2], u16>,
    /// For each row, a line of the first rule of the kind that Black sees as it.
    codes: Vec<u16>,
}

impl Numbering {
    /// The numbering for rules like this one.
    fn of(rule: Rule) -> &'static Self {
        static OF_LINES: OnceLock<Numbering> = OnceLock::new();
        static OF_CAPTURES: OnceLock<Numbering> = OnceLock::new();
        if rule.spec().capture.is_some() {
            OF_CAPTURES.get_or_init(|| Self::new(Rule::Ninuki42))
        } else {
            OF_LINES.get_or_init(|| Self::new(Rule::Freestyle))
        }
    }

    fn new(rule: Rule) -> Self {
        let mut rows = BTreeMap::new();
        let mut pairs = Vec::new();
        let mut by_views = BTreeMap::new();
        let mut codes = Vec::new();
        for shape in line_shapes(rule) {
            let views = views(&shape, rule);
            let pair = views.map(|view| {
                let n_before = rows.len();
                *rows.entry(view).or_insert(n_before as u16)
            });
            codes.resize(rows.len(), 0);
            codes[usize::from(pair[0])] = shape.code;
            let n_before = by_views.len();
            by_views.entry(views).or_insert(n_before as u16);
            if by_views.len() > pairs.len() {
                pairs.push(pair);
            }
        }
        Self { n_rows: rows.len(), pairs, by_views, codes }
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
        for shape in line_shapes(rule) {
            pair_of_code[usize::from(shape.code)] = numbering.by_views[&views(&shape, rule)];
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

/// What Black and White see.
fn views(shape: &LineShape, rule: Rule) -> [View; 2] {
    let keeps_blocker = rule.spec().capture.is_some();
    Color::ALL.map(|color| {
        let [left, right] =
            [&shape.left, &shape.right].map(|half| seen(half, color, keeps_blocker));
        if left <= right { (left, right) } else { (right, left) }
    })
}

fn seen(half: &[Seen], color: Color, keeps_blocker: bool) -> [u8; REACH] {
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
