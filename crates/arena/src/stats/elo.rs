//! Elo difference with error bars, and the likelihood of superiority.

use serde::Serialize;

use super::Pentanomial;
use super::normal::{Z95, cumulative};

/// The score expected at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that predicts a score; infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero turns the minus zero of an even score into a plain one.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// What a number of pairs says about the Elo difference. Values can be infinite, after a clean
/// sweep for example; JSON then says `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The difference that predicts the score.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub lower: f64,
    /// The upper end of the 95 % interval.
    pub upper: f64,
    /// The likelihood of superiority, 0 to 1.
    pub los: f64,
    /// The score per game.
    pub score: f64,
    /// The lower end of the 95 % interval of the score.
    pub score_lower: f64,
    /// The upper end of the 95 % interval of the score.
    pub score_upper: f64,
}

impl EloEstimate {
    /// The estimate of some pairs, or `None` without any.
    ///
    /// When all pairs ended alike their spread says nothing, so the interval is then the one of
    /// the "rule of three": a share `q` of other results would have stayed unseen with 2.5 %.
    pub fn of_pairs(pairs: Pentanomial) -> Option<Self> {
        let (score, variance) = pairs.moments()?;
        let n = pairs.pairs() as f64;
        let error = (variance / n).sqrt();
        let all_alike = pairs.0.contains(&pairs.pairs());
        let (score_lower, score_upper) = if all_alike {
            let unseen = 1.0 - 0.025_f64.powf(1.0 / n);
            (score * (1.0 - unseen), score * (1.0 - unseen) + unseen)
        } else {
            ((score - Z95 * error).max(0.0), (score + Z95 * error).min(1.0))
        };
        let los = if all_alike {
            let spread = (score_upper - score_lower) / (2.0 * Z95);
            cumulative((score - 0.5) / spread)
        } else {
            cumulative((score - 0.5) / error)
        };
        Some(Self {
            elo: elo_of_score(score),
            lower: elo_of_score(score_lower),
            upper: elo_of_score(score_upper),
            los,
            score,
            score_lower,
            score_upper,
        })
    }

    /// Half the width of the interval: the number after `+-`.
    pub fn error(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }
}

impl std::fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.error().is_finite() {
            return write!(f, "{:+.1} +- {:.1}", self.elo, self.error());
        }
        // After a clean sweep, or nearly one, only one side is bounded.
        if self.elo.is_finite() {
            write!(f, "{:+.1}, ", self.elo)?;
        }
        if self.lower.is_finite() {
            write!(f, "over {:+.1}", self.lower)
        } else if self.upper.is_finite() {
            write!(f, "under {:+.1}", self.upper)
        } else {
            f.write_str("anything is possible")
        }
    }
}

impl Pentanomial {
    /// The Elo estimate of these pairs, or `None` without any.
    pub fn elo(self) -> Option<EloEstimate> {
        EloEstimate::of_pairs(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: [u64; 5], elo: f64, error: f64, los: Option<f64>) {
        let estimate = Pentanomial(pairs).elo().unwrap();
        assert!((estimate.elo - elo).abs() < 0.006, "{estimate:?}");
        assert!((estimate.error() - error).abs() < 0.01 * error, "{estimate:?}");
        if let Some(los) = los {
            assert!((estimate.los - los).abs() < 0.00006, "{estimate:?}");
        }
    }

    /// The values of fastchess, `app/tests/elo_test.cpp` (its draw pairs and win-loss pairs are
    /// one class here, as both give one point).
    #[test]
    fn elo_is_the_published_one() {
        check([34, 54, 31 + 32, 64, 75], 55.58, 27.65, Some(0.99997));
        check([332, 433, 457 + 41, 333, 334], -8.64, 10.33, Some(0.0505));
        check([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, None);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -35.0, 0.0, 1.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn no_pairs_give_no_estimate() {
        assert_eq!(Pentanomial::default().elo(), None);
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound_that_grows() {
        let few = Pentanomial([0, 0, 0, 0, 5]).elo().unwrap();
        let many = Pentanomial([0, 0, 0, 0, 50]).elo().unwrap();
        assert!(few.elo.is_infinite() && few.lower.is_finite());
        assert!(many.lower > few.lower + 300.0);
        // With n pairs and nothing else seen the score is at least 0.025^(1/n).
        assert!((few.score_lower - 0.025_f64.powf(0.2)).abs() < 1e-12);
        assert!(many.los > 0.999);
        assert_eq!(few.to_string(), format!("over {:+.1}", few.lower));
        let nearly = Pentanomial([0, 0, 1, 0, 2]).elo().unwrap();
        assert_eq!(nearly.to_string(), "+279.6, over +46.6");
        assert_eq!(
            Pentanomial([1, 0, 0, 0, 1]).elo().unwrap().to_string(),
            "+0.0, anything is possible"
        );
        assert_eq!(Pentanomial([2, 9, 20, 9, 2]).elo().unwrap().to_string(), "+0.0 +- 47.6");
    }

    #[test]
    fn equal_pairs_are_not_certainty() {
        let estimate = Pentanomial([0, 0, 4, 0, 0]).elo().unwrap();
        assert!(estimate.elo.abs() < 1e-9 && estimate.error() > 50.0, "{estimate:?}");
        assert!((estimate.los - 0.5).abs() < 1e-12);
    }
}
