//! Counts of results, by game and by pair.

use serde::{Deserialize, Serialize};

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The points per game, or `None` before the first one.
    pub fn rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Counts a game by half points: 0 lost, 1 drawn, 2 won.
    pub fn add_half_points(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same games from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Both counts together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// How many pairs ended with 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// How many pairs were counted.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by the half points of both games, 0 to 4.
    ///
    /// # Panics
    /// If two games would have given more than two points.
    pub fn add_half_points(&mut self, half_points: u8) {
        self.0[usize::from(half_points)] += 1;
    }

    /// The same pairs from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// Both counts together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// The mean points per game and the variance of the mean of a pair, or `None` without pairs.
    pub(super) fn moments(&self) -> Option<(f64, f64)> {
        let n = self.pairs();
        if n == 0 {
            return None;
        }
        let average = |of: &dyn Fn(f64) -> f64| {
            let weighted = self.0.iter().zip(0..).map(|(&k, i)| k as f64 * of(f64::from(i) / 4.0));
            weighted.sum::<f64>() / n as f64
        };
        let mean = average(&|x| x);
        Some((mean, average(&|x| (x - mean) * (x - mean))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_points() {
        let mut score = Score::default();
        assert_eq!(score.rate(), None);
        for half_points in [2, 2, 1, 0] {
            score.add_half_points(half_points);
        }
        assert_eq!(score, Score { wins: 2, draws: 1, losses: 1 });
        assert!((score.points() - 2.5).abs() < 1e-12);
        assert_eq!(score.rate(), Some(0.625));
        assert_eq!(score.plus(score.reversed()).rate(), Some(0.5));
    }

    #[test]
    fn a_pair_is_one_observation() {
        let mut pairs = Pentanomial::default();
        for half_points in [0, 4, 2, 2] {
            pairs.add_half_points(half_points);
        }
        assert_eq!(pairs.0, [1, 0, 2, 0, 1]);
        assert_eq!(pairs.moments(), Some((0.5, 0.125)));
        assert_eq!(pairs.reversed(), pairs);
    }
}
