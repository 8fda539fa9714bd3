//! What is expected of an attack before it is tried, from the lines that it builds.
//!
//! The weights are the logarithms of odds, in hundredths, that an attack is the winning one among
//! all attacks of a position. They were fitted to the attacks in the proofs of some 400 renju
//! problems, and rounded.

use tengen_board::{Board, Cell, Pattern, Threat, Variant};
use tengen_rules::Color;

use super::numbers::two_to_the;

/// What a stone makes of each of the four lines through its cell.
pub(super) type Shape = [Pattern; 4];

/// Nothing on any line.
pub(super) const NO_SHAPE: Shape = [Pattern::Dead; 4];

/// What a stone of `color` would build on a cell.
pub(super) fn shape_at<V: Variant>(board: &Board<V>, color: Color, cell: Cell) -> Shape {
    core::array::from_fn(|direction| board.pattern(color, cell, direction))
}

/// A line that the last attack made better: most wins are chains where each attack builds on the
/// one before.
const BETTER_LINE: i32 = 130;

/// An attack of this weight is expected to be as easy to prove as any.
const CERTAIN: i32 = 850;
/// So much less weight doubles the work that is expected.
const DOUBLING: i32 = 90;
/// Expecting more than this would only keep an attack from ever being tried.
const MOST_PROOF: u32 = 300;

/// The proof number expected of an attack with this shape. `before` is the shape that it would have
/// had before the last attack, if there was one.
pub(super) fn expected_proof<V: Variant>(
    board: &Board<V>,
    us: Color,
    cell: Cell,
    shape: Shape,
    before: Option<Shape>,
) -> u32 {
    let mut weight = weight_of_class(board.threat(us, cell));
    for (direction, &line) in shape.iter().enumerate() {
        weight += weight_of_line(line) + weight_of_hindrance(board.pattern(!us, cell, direction));
        let is_better = before.is_some_and(|before| line > before[direction]);
        if is_better && line >= Pattern::TwoOneWay {
            weight += BETTER_LINE;
        }
    }
    two_to_the((CERTAIN - weight).max(0) * 100 / DOUBLING).min(MOST_PROOF)
}

fn weight_of_class(threat: Threat) -> i32 {
    match threat {
        Threat::Two => -270,
        Threat::BlockedThree => -160,
        Threat::DoubleTwo => -100,
        Threat::Three => 45,
        Threat::DoubleThree => 250,
        Threat::Four => 140,
        Threat::FourPlus => 165,
        Threat::FourThree => 220,
        // A three with something smaller, and suspects that turned out to be allowed.
        _ => 200,
    }
}

/// What a line of one's own is worth.
fn weight_of_line(pattern: Pattern) -> i32 {
    match pattern {
        Pattern::TwoOneWay => 40,
        Pattern::TwoTwoWays => 55,
        Pattern::Two => 80,
        Pattern::BlockedThree => 85,
        Pattern::ThreeOneWay => 270,
        Pattern::Three => 340,
        Pattern::Four | Pattern::OpenFour => 320,
        _ => 0,
    }
}

/// What it is worth to take from the defender what he could build there.
fn weight_of_hindrance(pattern: Pattern) -> i32 {
    match pattern {
        Pattern::BlockedTwo => -5,
        Pattern::Two => -20,
        Pattern::ThreeOneWay => 5,
        Pattern::Three => 40,
        Pattern::Four => 170,
        Pattern::OpenFour => 400,
        Pattern::DoubleFour | Pattern::Overline => 200,
        _ => 0,
    }
}
