//! From compositions to a score (seed 000, 2.3.3 and 2.3.4).

use core::fmt;

use crate::Part;
use tengen_rules::Axis;

use super::composition::{Composition, Line};

/// Scores of compositions below five, by kind: 4 stones with 2 and 1 empty sides, then 3, 2, 1.
const OWN: [i64; 8] = [10000, 3000, 1700, 50, 70, 20, 5, 2];
const OTHER: [i64; 8] = [4000, 1800, 1000, 40, 60, 10, 3, 1];

const OWN_FIVE: i64 = 1000000;
const OTHER_FIVE: i64 = 30000;
/// On top of the five, if the point has stones on both sides.
const OWN_FIVE_IN_THE_MIDDLE: i64 = 3000000;
const OTHER_FIVE_IN_THE_MIDDLE: i64 = 50000;

/// The parameters under the letters of 3.1.2: own and opponent's in turn, from five stones down.
pub const PARAMETERS: [(char, i64); 18] = [
    ('a', OWN_FIVE),
    ('b', OTHER_FIVE),
    ('c', OWN[0]),
    ('d', OTHER[0]),
    ('e', OWN[1]),
    ('f', OTHER[1]),
    ('g', OWN[2]),
    ('h', OTHER[2]),
    ('i', OWN[3]),
    ('j', OTHER[3]),
    ('k', OWN[4]),
    ('l', OTHER[4]),
    ('m', OWN[5]),
    ('n', OTHER[5]),
    ('o', OWN[6]),
    ('p', OTHER[6]),
    ('q', OWN[7]),
    ('r', OTHER[7]),
];

/// 2.3.4, 3: on top of an open four or three, if the point has stones on both sides.
const OWN_MIDDLE: [i64; 2] = [5000, 700];
const OTHER_MIDDLE: [i64; 2] = [2000, 400];

/// 2.3.4, 2: more than two of a kind count as two.
const MOST_OF_A_KIND: u8 = 2;

/// Whose composition a part of the score is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Own,
    Other,
}

/// A part of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePart {
    side: Side,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Five(Axis),
    FiveInTheMiddle(Axis),
    Kind { kind: usize, found: u8 },
    Middle { stones: u8, axis: Axis },
}

/// The compositions of four directions, counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    own: [Composition; 4],
    other: [Composition; 4],
}

impl Tally {
    pub(super) fn of(lines: &[Line; 4]) -> Self {
        Self { own: lines.map(|line| line.own), other: lines.map(|line| line.other) }
    }
}

/// Every part of the score; their sum is the score.
pub(super) fn parts(tally: &Tally) -> impl Iterator<Item = (ScorePart, i64)> + use<> {
    let own = side_parts(tally.own, Side::Own);
    own.chain(side_parts(tally.other, Side::Other))
}

fn side_parts(
    compositions: [Composition; 4],
    side: Side,
) -> impl Iterator<Item = (ScorePart, i64)> {
    let (kinds, five, five_in_the_middle, middle) = match side {
        Side::Own => (OWN, OWN_FIVE, OWN_FIVE_IN_THE_MIDDLE, OWN_MIDDLE),
        Side::Other => (OTHER, OTHER_FIVE, OTHER_FIVE_IN_THE_MIDDLE, OTHER_MIDDLE),
    };
    let mut found = [0; 8];
    for composition in compositions {
        if let Some(kind) = kind_of(composition) {
            found[kind] += 1;
        }
    }
    let by_axis = Axis::ALL.into_iter().zip(compositions).flat_map(move |(axis, composition)| {
        let Composition { stones, empty_sides, .. } = composition;
        let is_middle = composition.is_in_the_middle();
        // Quirk: the jump is counted among the stones, so `XXX.X` with the point in it is "five".
        let is_five = stones >= 5;
        let is_open = !is_five && empty_sides == 2;
        [
            is_five.then_some((What::Five(axis), five)),
            (is_five && is_middle).then_some((What::FiveInTheMiddle(axis), five_in_the_middle)),
            (is_open && is_middle && stones == 4)
                .then_some((What::Middle { stones, axis }, middle[0])),
            (is_open && is_middle && stones == 3)
                .then_some((What::Middle { stones, axis }, middle[1])),
        ]
    });
    let by_kind = found.into_iter().enumerate().map(move |(kind, found)| {
        let value = kinds[kind] * i64::from(found.min(MOST_OF_A_KIND));
        (found > 0).then_some((What::Kind { kind, found }, value))
    });
    by_axis.chain(by_kind).flatten().map(move |(what, value)| (ScorePart { side, what }, value))
}

/// The index `(4 - hang_c) * 2 + 2 - hang_empty_c` of the listing; nothing for a five and for
/// what has no empty side.
fn kind_of(composition: Composition) -> Option<usize> {
    let Composition { stones, empty_sides, .. } = composition;
    (stones < 5 && empty_sides > 0)
        .then(|| (4 - usize::from(stones)) * 2 + 2 - usize::from(empty_sides))
}

impl ScorePart {
    pub(super) fn named(self, value: i64) -> Part {
        Part::new(self.to_string(), value)
    }
}

impl fmt::Display for ScorePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::Own => "own",
            Side::Other => "opponent's",
        };
        match self.what {
            What::Five(axis) => write!(f, "{side} five, {}", axis.name()),
            What::FiveInTheMiddle(axis) => {
                write!(f, "{side} five with stones on both sides, {}", axis.name())
            }
            What::Kind { kind, found } => {
                let (stones, sides) = (4 - kind / 2, 2 - kind % 2);
                let plural = if sides == 1 { "" } else { "s" };
                write!(f, "{side} {stones} with {sides} empty side{plural}")?;
                match found {
                    1 => Ok(()),
                    2 => f.write_str(", twice"),
                    _ => write!(f, ", found {found} times and counted twice"),
                }
            }
            What::Middle { stones, axis } => {
                write!(f, "{side} open {stones} with stones on both sides, {}", axis.name())
            }
        }
    }
}
