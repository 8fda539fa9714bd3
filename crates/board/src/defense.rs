//! Where a reply stops what a stone would make along a line.

use tengen_rules::{Color, Rule};

use crate::line::{Line, Pattern};
use crate::tables::{Classes, Codes, seen, zeros};
use crate::variant::color_spec;

/// For every line, a bit for each of its eleven cells where an enemy stone makes the middle stone's
/// pattern a weaker kind: a five no five, an open four a four at most, a four no four, a three no
/// three. Smaller patterns need no answer and have no bits.
pub(crate) fn defense_tables(codes: &Codes, rule: Rule, color: Color) -> Box<[u16; 1 << 16]> {
    let own = seen(color);
    let mut classes = Classes::new(codes, color_spec(rule, color), own);
    let mut table: Box<[u16; 1 << 16]> = zeros();
    for (index, left, right) in codes.pairs() {
        let line = Line::around(left, right, own);
        let rank_before = rank(classes.class(line));
        if rank_before > 0 {
            table[index] = line
                .enemy_replies()
                .filter(|&(_, after)| rank(classes.class(after)) < rank_before)
                .fold(0, |mask, (cell, _)| mask | 1 << cell);
        }
    }
    table
}

/// How urgent an answer is. Forbidden patterns are no threats.
fn rank(pattern: Pattern) -> u8 {
    match pattern {
        Pattern::Five => 4,
        Pattern::OpenFour => 3,
        Pattern::Four => 2,
        Pattern::Three | Pattern::ThreeOneWay => 1,
        _ => 0,
    }
}
