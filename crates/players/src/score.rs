//! How good something is in a player's own units.

use core::fmt;
use core::ops::{Add, AddAssign, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A number in the units of the player that gave it; larger is better for the side it is about.
///
/// Numbers of different players cannot be compared. Only the two ends mean the same everywhere:
/// [`Score::WIN`] and its negation, and what lies within [`Score::HORIZON`] of them, is a result
/// the player has proved to itself.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Score(pub i64);

impl Score {
    /// A win, the plus infinity of the textbooks.
    pub const WIN: Self = Self(1_000_000_000_000);
    /// A loss.
    pub const LOSS: Self = Self(-Self::WIN.0);
    /// How far from the ends a score still means a proven result.
    pub const HORIZON: i64 = 1000;

    /// A win that is complete after this many further plies: sooner is better.
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i64)
    }

    /// Whether it is a proven win or loss.
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::WIN.0 - Self::HORIZON
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// `15124`, `win`, `loss`, `win in 3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.is_decided() {
            let word = if self.0 > 0 { "win" } else { "loss" };
            match Self::WIN.0 - self.0.abs() {
                0 => word.to_owned(),
                plies => format!("{word} in {plies}"),
            }
        } else {
            self.0.to_string()
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn results_are_words_and_the_rest_are_numbers() {
        assert_eq!(Score(15124).to_string(), "15124");
        assert_eq!(Score::WIN.to_string(), "win");
        assert_eq!((-Score::win_in(3)).to_string(), "loss in 3");
        assert_eq!(format!("{:>6}", Score(-12)), "   -12");
    }

    #[test]
    fn a_sooner_win_is_better_and_a_later_loss_too() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(-Score::win_in(3) > -Score::win_in(1));
        assert!(Score::win_in(500).is_decided() && !Score(10_000_000).is_decided());
    }
}
