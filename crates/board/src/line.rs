//! What a stone in the middle of an 11-cell line makes along that line.
//!
//! The classes are defined by play, not by shapes: a four is what makes five next, an open four is
//! one that no single reply stops, a three is what makes an open four next, and so on downwards.

use tengen_rules::LineSpec;

use crate::half::{Half, N_RAW, REACH, Seen};

/// The length of the line read around a point.
pub(crate) const LINE: usize = 2 * REACH + 1;

/// What a stone makes along one line, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pattern {
    /// Nothing can come of it any more.
    Dead = 0,
    /// One stone of a line that can be stopped from one side.
    BlockedOne,
    /// One stone that can become an open two.
    One,
    /// Next comes a blocked three at most.
    BlockedTwo,
    /// Next comes a three, in one way.
    TwoOneWay,
    /// Next comes a three, in two ways.
    TwoTwoWays,
    /// Next comes a three, in three ways or more.
    Two,
    /// Next comes a four that can be stopped.
    BlockedThree,
    /// Next comes an open four, in one way.
    ThreeOneWay,
    /// Next comes an open four, in two ways or more.
    Three,
    /// Next comes five, and one reply stops it.
    Four,
    /// Next comes five, whatever the reply.
    OpenFour,
    /// A winning line.
    Five,
    /// Two fours in one line, where that is forbidden.
    DoubleFour,
    /// Six or more, where that is forbidden.
    Overline,
}

impl Pattern {
    /// All patterns, weakest first.
    pub const ALL: [Self; 15] = [
        Self::Dead,
        Self::BlockedOne,
        Self::One,
        Self::BlockedTwo,
        Self::TwoOneWay,
        Self::TwoTwoWays,
        Self::Two,
        Self::BlockedThree,
        Self::ThreeOneWay,
        Self::Three,
        Self::Four,
        Self::OpenFour,
        Self::Five,
        Self::DoubleFour,
        Self::Overline,
    ];

    /// Whether the next stone makes an open four.
    pub const fn is_three(self) -> bool {
        matches!(self, Self::ThreeOneWay | Self::Three)
    }

    /// Whether the next stone makes a three.
    pub const fn is_two(self) -> bool {
        matches!(self, Self::TwoOneWay | Self::TwoTwoWays | Self::Two)
    }
}

/// The line rules of one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColorSpec {
    pub(crate) line: LineSpec,
    /// Whether overlines and double fours are told apart because they are forbidden.
    pub(crate) is_restricted: bool,
}

/// A cell from the point of view of one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Side {
    Empty = 0,
    Own = 1,
    Enemy = 2,
    Wall = 3,
}

/// A line around a stone of ours in the middle: two bits for each cell, the leftmost lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line(u32);

const MIDDLE: usize = REACH;
/// The lower bit of each cell.
const LOWER_BITS: u32 = 0x0015_5555;

impl Line {
    /// The line with an own stone between two half-lines, both nearest cell first.
    pub(crate) fn around(left: &Half, right: &Half, own: Seen) -> Self {
        let side = |cell: Seen| match cell {
            Seen::Empty => Side::Empty,
            Seen::Wall => Side::Wall,
            stone if stone == own => Side::Own,
            _ => Side::Enemy,
        };
        let mut line = Self(0).with(MIDDLE, Side::Own);
        for i in 0..REACH {
            line = line.with(MIDDLE - 1 - i, side(left[i])).with(MIDDLE + 1 + i, side(right[i]));
        }
        line
    }

    /// The raw half-lines to the left, nearest cell in the highest bits, and to the right, nearest
    /// cell in the lowest, with own stones as black ones.
    pub(crate) const fn raw_halves(self) -> (usize, usize) {
        (self.0 as usize % N_RAW, self.0 as usize >> (2 * (MIDDLE + 1)))
    }

    const fn cell(self, i: usize) -> Side {
        match self.0 >> (2 * i) & 3 {
            0 => Side::Empty,
            1 => Side::Own,
            2 => Side::Enemy,
            _ => Side::Wall,
        }
    }

    const fn with(self, i: usize, side: Side) -> Self {
        Self(self.0 & !(3 << (2 * i)) | (side as u32) << (2 * i))
    }

    fn empties(self) -> impl Iterator<Item = usize> {
        let mut ahead = !(self.0 | self.0 >> 1) & LOWER_BITS;
        core::iter::from_fn(move || {
            let next = (ahead != 0).then_some(ahead.trailing_zeros() as usize / 2);
            ahead &= ahead.wrapping_sub(1);
            next
        })
    }

    /// The lines after each reply of the enemy, with the cell he took.
    pub(crate) fn enemy_replies(self) -> impl Iterator<Item = (usize, Self)> {
        self.empties().map(move |i| (i, self.with(i, Side::Enemy)))
    }

    /// The run of the middle stone: its first cell and the cell behind its last.
    const fn run(self) -> (usize, usize) {
        let own = 3 * (self.0 & !(self.0 >> 1) & LOWER_BITS);
        let n_left = (own << (u32::BITS as usize - 2 * MIDDLE)).leading_ones() / 2;
        let n_from_middle = (own >> (2 * MIDDLE)).trailing_ones() / 2;
        (MIDDLE - n_left as usize, MIDDLE + n_from_middle as usize)
    }

    /// The cells before and behind the run of the middle stone, where the line reaches so far.
    fn ends(self) -> [Option<Side>; 2] {
        let (first, end) = self.run();
        [first.checked_sub(1), Some(end).filter(|&end| end < LINE)].map(|i| Some(self.cell(i?)))
    }

    /// Whether the run of the middle stone wins. Five stones through the middle end at most five
    /// cells away, so both ends are in sight.
    fn wins(self, line: LineSpec) -> bool {
        let (first, end) = self.run();
        match end - first {
            5 => !(line.five_needs_open_end && self.ends() == [Some(Side::Enemy); 2]),
            len => len > 5 && line.overline_wins,
        }
    }

    /// The cells that complete a winning line through the middle.
    fn completions(self, line: LineSpec) -> impl Iterator<Item = usize> {
        self.empties().filter(move |&i| self.with(i, Side::Own).wins(line))
    }

    fn is_five_unstoppable(self, line: LineSpec) -> bool {
        self.enemy_replies().all(|(_, after)| after.completions(line).next().is_some())
    }

    /// Whether one more stone makes a run of exactly four through the middle with both ends empty.
    pub(crate) fn is_free_three(self) -> bool {
        self.empties().any(|extension| {
            let extended = self.with(extension, Side::Own);
            let (first, end) = extended.run();
            let is_part = (first..end).contains(&extension);
            is_part && end - first == 4 && extended.ends() == [Some(Side::Empty); 2]
        })
    }

    /// Whether the run of the middle stone has a length that can be taken, with an enemy stone at one
    /// end and nothing at the other.
    pub(crate) fn is_exposed(self, lengths: &[i8]) -> bool {
        let (first, end) = self.run();
        lengths.iter().any(|&len| len as usize == end - first)
            && matches!(
                self.ends(),
                [Some(Side::Enemy), Some(Side::Empty)] | [Some(Side::Empty), Some(Side::Enemy)]
            )
    }

    /// Whether the completions complete different sets of four stones.
    fn has_two_fours(self, line: LineSpec) -> bool {
        let mut sets = self.completions(line).map(|completion| {
            let (first, end) = self.with(completion, Side::Own).run();
            ((1 << end) - (1 << first)) & !(1_u16 << completion)
        });
        let one = sets.next();
        sets.any(|other| Some(other) != one)
    }

    /// The class of the middle stone, where `class_of` gives the class after one more own stone.
    pub(crate) fn classify(
        self,
        spec: ColorSpec,
        mut class_of: impl FnMut(Self) -> Pattern,
    ) -> Pattern {
        if self.wins(spec.line) {
            return Pattern::Five;
        }
        let (first, end) = self.run();
        if end - first > 5 {
            return if spec.is_restricted { Pattern::Overline } else { Pattern::Dead };
        }
        if self.completions(spec.line).next().is_some() {
            return if spec.is_restricted && self.has_two_fours(spec.line) {
                Pattern::DoubleFour
            } else if self.is_five_unstoppable(spec.line) {
                Pattern::OpenFour
            } else {
                Pattern::Four
            };
        }
        let mut n_next = [0_usize; Pattern::ALL.len()];
        for i in self.empties() {
            n_next[class_of(self.with(i, Side::Own)) as usize] += 1;
        }
        let count = |is_wanted: fn(Pattern) -> bool| -> usize {
            Pattern::ALL.into_iter().filter(|&p| is_wanted(p)).map(|p| n_next[p as usize]).sum()
        };
        match (
            count(|p| p == Pattern::OpenFour),
            count(|p| p == Pattern::Four),
            count(Pattern::is_three),
            count(|p| p == Pattern::BlockedThree),
            count(Pattern::is_two),
            count(|p| p == Pattern::BlockedTwo),
        ) {
            (2.., ..) => Pattern::Three,
            (1, ..) => Pattern::ThreeOneWay,
            (0, 1.., ..) => Pattern::BlockedThree,
            (0, 0, 3.., ..) => Pattern::Two,
            (0, 0, 2, ..) => Pattern::TwoTwoWays,
            (0, 0, 1, ..) => Pattern::TwoOneWay,
            (0, 0, 0, 1.., ..) => Pattern::BlockedTwo,
            (0, 0, 0, 0, 1.., _) => Pattern::One,
            (0, 0, 0, 0, 0, 1..) => Pattern::BlockedOne,
            _ => Pattern::Dead,
        }
    }
}
