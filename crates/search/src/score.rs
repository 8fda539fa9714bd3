//! What a position is worth to the side to move.

/// A value of the search. Decided games are worth more than any evaluation, sooner ones more than
/// later ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A win on the spot.
const MATE: i32 = 30_000;
/// Beyond this a score is a counted win or loss. No line is longer than the largest board.
const DECIDED: i32 = MATE - 1_000;

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(MATE + 1);

    /// A value of the evaluation, kept below every counted win.
    pub fn of_eval(value: i32) -> Self {
        Self(value.clamp(1 - DECIDED, DECIDED - 1))
    }

    /// The side to move wins with its last stone after this many plies.
    pub const fn win_in(plies: i32) -> Self {
        Self(MATE - plies)
    }

    /// The side to move loses after this many plies.
    pub const fn loss_in(plies: i32) -> Self {
        Self(plies - MATE)
    }

    /// The bare number.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// From a bare number, as the table keeps it.
    #[inline]
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// How many plies to the end, positive for a win, if the score is a counted one.
    pub fn mate(self) -> Option<i32> {
        if self.0 >= DECIDED {
            Some(MATE - self.0)
        } else if self.0 <= -DECIDED {
            Some(-(MATE + self.0))
        } else {
            None
        }
    }

    /// The share of points to expect from it, 0 to 1. For people only: nothing is decided by it.
    pub fn win_rate(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.0) / 200.0).exp())
    }

    /// Whether it is a counted win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= DECIDED
    }

    /// Whether it is a counted loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECIDED
    }

    /// Counted from the root becomes counted from a node `ply` plies below, for the table.
    #[inline]
    pub(crate) const fn seen_from(self, ply: i32) -> Self {
        if self.is_win() {
            Self(self.0 + ply)
        } else if self.is_loss() {
            Self(self.0 - ply)
        } else {
            self
        }
    }

    /// The inverse of [`Score::seen_from`].
    #[inline]
    pub(crate) const fn seen_from_root(self, ply: i32) -> Self {
        if self.is_win() {
            Self(self.0 - ply)
        } else if self.is_loss() {
            Self(self.0 + ply)
        } else {
            self
        }
    }

    /// The score shifted by an amount, kept between the infinities.
    #[inline]
    pub(crate) fn plus(self, amount: i32) -> Self {
        Self((self.0 + amount).clamp(-MATE - 1, MATE + 1))
    }
}

impl core::ops::Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(400) > Score::of_eval(i32::MAX));
        assert_eq!(Score::win_in(5).mate(), Some(5));
        assert_eq!(Score::loss_in(4).mate(), Some(-4));
        assert_eq!(Score::of_eval(i32::MIN).mate(), None);
    }

    #[test]
    fn the_table_counts_from_the_node() {
        for score in [Score::win_in(9), Score::loss_in(9), Score::of_eval(77)] {
            assert_eq!(score.seen_from(4).seen_from_root(4), score);
        }
        assert_eq!(Score::win_in(9).seen_from(4), Score::win_in(5));
    }
}
