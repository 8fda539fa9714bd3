//! A position as a person types it: nothing about it is checked until it becomes a game.

use core::fmt;

use crate::line::{FIVE, longest_run_at, winning_runs, wins_at};
use crate::{Ban, ByColor, Color, Rule, Size, Stones};

/// Anything that can be written down as a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The rule set it is meant for.
    pub rule: Rule,
    /// The stones on the board.
    pub stones: Stones,
    /// Who is said to move next.
    pub to_move: Color,
    /// The stones taken *by* each player.
    pub captures: ByColor<u32>,
}

impl Setup {
    /// An empty board with Black to move.
    pub fn empty(rule: Rule, size: Size) -> Self {
        Self::from_stones(rule, Stones::empty(size))
    }

    /// Stones without captures; the side to move is the one whose turn the counts make it, and
    /// Black where they make no sense.
    pub fn from_stones(rule: Rule, stones: Stones) -> Self {
        let is_white_to_move = stones.count(Color::Black) > stones.count(Color::White);
        let to_move = if is_white_to_move { Color::White } else { Color::Black };
        Self { rule, stones, to_move, captures: ByColor::default() }
    }

    /// Everything about the position that no game under its rule could lead to.
    pub fn faults(&self) -> SetupFaults {
        let checks = [
            (SetupFault::StoneCount, self.has_impossible_counts()),
            (SetupFault::Captures, self.has_impossible_captures()),
            (SetupFault::LineOfMover, self.mover_has_a_line()),
            (SetupFault::ForbiddenStones, self.has_standing_overline()),
        ];
        checks
            .into_iter()
            .filter(|&(_, is_present)| is_present)
            .fold(SetupFaults::NONE, |faults, (fault, _)| faults.with(fault))
    }

    /// Passes are not part of a setup, so a renju position with a pass in its past has this fault
    /// and has to be forgiven.
    fn has_impossible_counts(&self) -> bool {
        let placed = |color| self.stones.count(color) as u64 + u64::from(self.captures[!color]);
        let lead = u64::from(self.to_move == Color::White);
        placed(Color::Black) != placed(Color::White) + lead
    }

    fn has_impossible_captures(&self) -> bool {
        let Some(spec) = self.rule.spec().capture else {
            return self.captures != ByColor::default();
        };
        let longest = spec.group_lengths.iter().copied().max().unwrap_or(0) as u32;
        let cannot_be_made_of_groups =
            |taken: u32| if spec.group_lengths == [2] { taken % 2 == 1 } else { taken == 1 };
        // One move takes at most eight groups, and the game ends as soon as there are enough.
        let is_beyond_the_end = |taken: u32| taken >= spec.stones_to_win + 8 * longest;
        Color::ALL.into_iter().any(|color| {
            let taken = self.captures[color];
            cannot_be_made_of_groups(taken) || is_beyond_the_end(taken)
        }) || self.captures[self.to_move] >= spec.stones_to_win
    }

    /// Where a five waits for an answer, it still stands if the answer was to win by captures.
    fn mover_has_a_line(&self) -> bool {
        let spec = self.rule.spec();
        let is_answered = spec.five_can_be_broken
            && spec.capture.is_some_and(|it| self.captures[!self.to_move] >= it.stones_to_win);
        !is_answered && winning_runs(&self.stones, self.rule, self.to_move).next().is_some()
    }

    /// Exactly five beats everything, so a stone that made five and six at once may stand: it was
    /// the last one, and it won.
    fn has_standing_overline(&self) -> bool {
        let is_last_stone = |point| {
            let mut before = self.stones.clone();
            before.set(point, None);
            wins_at(&self.stones, self.rule, point) && !has_black_overline(&before)
        };
        self.rule.spec().ban == Ban::RenjuForBlack
            && has_black_overline(&self.stones)
            && !(self.to_move == Color::White && self.stones.iter().any(|(p, _)| is_last_stone(p)))
    }
}

fn has_black_overline(stones: &Stones) -> bool {
    stones
        .iter()
        .any(|(point, color)| color == Color::Black && longest_run_at(stones, point) > FIVE)
}

/// A reason why a setup is no position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// The numbers of stones do not fit alternate play with this side to move.
    StoneCount,
    /// The numbers of captured stones cannot arise under this rule.
    Captures,
    /// The side to move has a winning line already: the game ended earlier.
    LineOfMover,
    /// Black has a row of six or more in renju, and not by the stone that made five and won.
    ForbiddenStones,
}

impl SetupFault {
    const ALL: [Self; 4] =
        [Self::StoneCount, Self::Captures, Self::LineOfMover, Self::ForbiddenStones];

    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// What is wrong, as half a sentence.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::StoneCount => "the numbers of stones do not fit the side to move",
            Self::Captures => "the numbers of captured stones are impossible",
            Self::LineOfMover => "the side to move has a winning line already",
            Self::ForbiddenStones => "Black has a row of six or more, which renju forbids",
        }
    }
}

/// A set of faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupFaults(u8);

impl SetupFaults {
    /// No fault.
    pub const NONE: Self = Self(0);
    /// Every fault there is, for those who forgive anything.
    pub const ALL: Self = Self(
        SetupFault::StoneCount.bit()
            | SetupFault::Captures.bit()
            | SetupFault::LineOfMover.bit()
            | SetupFault::ForbiddenStones.bit(),
    );

    /// The set with one more fault.
    #[must_use]
    pub const fn with(self, fault: SetupFault) -> Self {
        Self(self.0 | fault.bit())
    }

    /// The set without those in `forgiven`.
    #[must_use]
    pub const fn without(self, forgiven: Self) -> Self {
        Self(self.0 & !forgiven.0)
    }

    /// Whether the set holds this fault.
    pub const fn contains(self, fault: SetupFault) -> bool {
        self.0 & fault.bit() != 0
    }

    /// Whether there is no fault.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faults in the set.
    pub fn iter(self) -> impl Iterator<Item = SetupFault> {
        SetupFault::ALL.into_iter().filter(move |&fault| self.contains(fault))
    }
}

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "; " }, fault.describe())?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupFaults {}
