//! Where a reply stops what a stone would make along a line.

use crate::line::{Line, Pattern};

/// A bit for each of the eleven cells of a line where an enemy stone makes the middle stone's
/// pattern a weaker kind: a five no five, an open four a four at most, a four no four, a three no
/// three. Smaller patterns need no answer and have no bits. `class_of` gives the pattern after the
/// reply.
pub(crate) fn defense(
    line: Line,
    pattern: Pattern,
    mut class_of: impl FnMut(Line) -> Pattern,
) -> u16 {
    let rank_before = rank(pattern);
    if rank_before == 0 {
        return 0;
    }
    line.enemy_replies()
        .filter(|&(_, after)| rank(class_of(after)) < rank_before)
        .fold(0, |mask, (cell, _)| mask | 1 << cell)
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
