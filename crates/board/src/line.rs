//! What a stone in the middle of an 11-cell line makes along that line.
//!
//! The classes are defined by play, not by shapes: a four is what makes five next, an open four is
//! one that no single reply stops, a three is what makes an open four next, and so on downwards.

use tengen_rules::LineSpec;

use crate::half::{Half, REACH, Seen};

/// The length of the line read around a point.
const LINE: usize = 2 * REACH + 1;

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
enum Side {
    Empty,
    Own,
    Enemy,
    Wall,
}

/// A line around a stone of ours in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line([Side; LINE]);

const MIDDLE: usize = REACH;

impl Line {
    /// The line with an own stone between two half-lines, both nearest cell first.
    pub(crate) fn around(left: &Half, right: &Half, own: Seen) -> Self {
        let side = |cell: Seen| match cell {
            Seen::Empty => Side::Empty,
            Seen::Wall => Side::Wall,
            stone if stone == own => Side::Own,
            _ => Side::Enemy,
        };
        let mut cells = [Side::Own; LINE];
        for i in 0..REACH {
            cells[MIDDLE - 1 - i] = side(left[i]);
            cells[MIDDLE + 1 + i] = side(right[i]);
        }
        Self(cells)
    }

    /// The two halves with the own color written back, for looking the line up again.
    pub(crate) fn halves(&self, own: Seen, enemy: Seen) -> (Half, Half) {
        let seen = |side: Side| match side {
            Side::Empty => Seen::Empty,
            Side::Own => own,
            Side::Enemy => enemy,
            Side::Wall => Seen::Wall,
        };
        (
            core::array::from_fn(|i| seen(self.0[MIDDLE - 1 - i])),
            core::array::from_fn(|i| seen(self.0[MIDDLE + 1 + i])),
        )
    }

    fn empties(self) -> impl Iterator<Item = usize> {
        (0..LINE).filter(move |&i| self.0[i] == Side::Empty)
    }

    /// The lines after each reply of the enemy, with the cell he took.
    pub(crate) fn enemy_replies(self) -> impl Iterator<Item = (usize, Self)> {
        self.empties().map(move |i| (i, self.with(i, Side::Enemy)))
    }

    fn with(self, i: usize, side: Side) -> Self {
        let mut cells = self.0;
        cells[i] = side;
        Self(cells)
    }

    /// The run of the middle stone: its first cell and the cell behind its last.
    fn run(self) -> (usize, usize) {
        let mut first = MIDDLE;
        while first > 0 && self.0[first - 1] == Side::Own {
            first -= 1;
        }
        let mut end = MIDDLE + 1;
        while end < LINE && self.0[end] == Side::Own {
            end += 1;
        }
        (first, end)
    }

    /// Whether the run of the middle stone wins. Five stones through the middle end at most five
    /// cells away, so both ends are in sight.
    fn wins(self, line: LineSpec) -> bool {
        let (first, end) = self.run();
        let is_enemy = |i: Option<usize>| {
            i.and_then(|i| self.0.get(i)).is_some_and(|&side| side == Side::Enemy)
        };
        match end - first {
            5 => {
                let enclosed = is_enemy(first.checked_sub(1)) && is_enemy(Some(end));
                !(line.five_needs_open_end && enclosed)
            }
            len => len > 5 && line.overline_wins,
        }
    }

    /// The cells that complete a winning line through the middle.
    fn completions(self, line: LineSpec) -> impl Iterator<Item = usize> {
        self.empties().filter(move |&i| self.with(i, Side::Own).wins(line))
    }

    fn is_five_unstoppable(self, line: LineSpec) -> bool {
        self.empties().all(|reply| self.with(reply, Side::Enemy).completions(line).next().is_some())
    }

    /// Whether one more stone makes a run of exactly four through the middle with both ends empty.
    pub(crate) fn is_free_three(self) -> bool {
        self.empties().any(|extension| {
            let (first, end) = self.with(extension, Side::Own).run();
            let is_part = (first..end).contains(&extension);
            let is_empty = |i: usize| self.0.get(i) == Some(&Side::Empty);
            is_part && end - first == 4 && first > 0 && is_empty(first - 1) && is_empty(end)
        })
    }

    /// Whether the run of the middle stone has a length that can be taken, with an enemy stone at one
    /// end and nothing at the other.
    pub(crate) fn is_exposed(self, lengths: &[i8]) -> bool {
        let (first, end) = self.run();
        let ends = [first.checked_sub(1), Some(end)].map(|i| i.and_then(|i| self.0.get(i)));
        lengths.iter().any(|&len| len as usize == end - first)
            && matches!(
                ends,
                [Some(Side::Enemy), Some(Side::Empty)] | [Some(Side::Empty), Some(Side::Enemy)]
            )
    }

    /// How many different sets of four stones the completions complete.
    fn count_fours(self, line: LineSpec) -> usize {
        let mut sets: Vec<Vec<usize>> = self
            .completions(line)
            .map(|completion| {
                let (first, end) = self.with(completion, Side::Own).run();
                (first..end).filter(|&i| i != completion).collect()
            })
            .collect();
        sets.sort();
        sets.dedup();
        sets.len()
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
            return if spec.is_restricted && self.count_fours(spec.line) > 1 {
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
