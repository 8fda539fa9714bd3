//! The sequential probability ratio test, in its generalized form for pairs.
//!
//! For each of the two hypotheses the most likely distribution of pair results with the
//! hypothetical mean is found (Van den Bergh, "A practical introduction to the GSPRT"); the log of
//! the ratio of the two likelihoods is compared with Wald's bounds.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Pentanomial, score_of_elo};

/// What is tested: is the first player better by `elo1` rather than only by `elo0`?
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The (logistic) Elo difference of the hypothesis to be thrown over.
    pub elo0: f64,
    /// The (logistic) Elo difference of the hypothesis to be shown.
    pub elo1: f64,
    /// The accepted chance to take `elo1` for true when `elo0` is.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The accepted chance to take `elo0` for true when `elo1` is.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// More games are needed.
    Continue,
    /// The lower hypothesis stands: not better.
    AcceptH0,
    /// The upper hypothesis stands: better.
    AcceptH1,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where the test ends for `elo0`.
    pub lower: f64,
    /// Where the test ends for `elo1`.
    pub upper: f64,
    /// What that means.
    pub verdict: SprtVerdict,
}

/// A test that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The hypotheses are in the wrong order or equal.
    #[error("elo0 must be below elo1")]
    Order,
    /// An error rate outside the open interval from 0 to 1/2.
    #[error("alpha and beta must lie between 0 and 0.5")]
    Rate,
}

impl Sprt {
    /// Checks the parameters.
    pub fn validate(&self) -> Result<(), SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            Err(SprtError::Order)
        } else if !(is_rate(self.alpha) && is_rate(self.beta)) {
            Err(SprtError::Rate)
        } else {
            Ok(())
        }
    }

    /// Where the log-likelihood ratio ends the test.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// How the test stands after these pairs.
    pub fn state(&self, pairs: Pentanomial) -> SprtState {
        let llr = log_likelihood_ratio(&pairs.0, self.elo0, self.elo1);
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            SprtVerdict::AcceptH1
        } else if llr <= lower {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        };
        SprtState { llr, lower, upper, verdict }
    }
}

/// A class that was never seen is given this much of an observation, or one-sided results would
/// have no likelihood under either hypothesis. The number is fishtest's.
const UNSEEN: f64 = 1e-3;

/// The log-likelihood ratio of results whose classes are worth equally spaced scores from 0 to 1:
/// three classes are single games, five are pairs.
fn log_likelihood_ratio(counts: &[u64], elo0: f64, elo1: f64) -> f64 {
    if counts.iter().all(|&k| k == 0) {
        return 0.0;
    }
    let counts: Vec<f64> = counts.iter().map(|&k| (k as f64).max(UNSEEN)).collect();
    let total: f64 = counts.iter().sum();
    let shares: Vec<f64> = counts.iter().map(|k| k / total).collect();
    let h0 = most_likely_with_mean(&shares, score_of_elo(elo0));
    let h1 = most_likely_with_mean(&shares, score_of_elo(elo1));
    counts.iter().zip(h0.iter().zip(&h1)).map(|(k, (p0, p1))| k * (p1 / p0).ln()).sum()
}

/// The distribution with the given mean under which the observed shares are most likely.
///
/// By Lagrange it is `share / (1 + t * (value - mean))` for the one `t` that makes the mean right;
/// the deviation falls monotonically between the poles, so halving finds it.
fn most_likely_with_mean(shares: &[f64], mean: f64) -> Vec<f64> {
    let last = (shares.len() - 1) as f64;
    let offsets: Vec<f64> = (0..shares.len()).map(|i| i as f64 / last - mean).collect();
    let deviation = |t: f64| -> f64 {
        shares.iter().zip(&offsets).map(|(p, offset)| p * offset / (1.0 + t * offset)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = low.midpoint(high);
        if deviation(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = low.midpoint(high);
    shares.iter().zip(&offsets).map(|(p, offset)| p / (1.0 + t * offset)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(counts: &[u64], elo0: f64, elo1: f64, expected: f64) {
        let llr = log_likelihood_ratio(counts, elo0, elo1);
        assert!((llr - expected).abs() < 0.0051, "{counts:?}: {llr} instead of {expected}");
    }

    /// The values of fastchess, `app/tests/sprt_test.cpp`, for logistic Elo.
    #[test]
    fn pairs_give_the_published_ratio() {
        check(&[223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07);
        check(&[871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98);
    }

    #[test]
    fn single_games_give_the_published_ratio() {
        check(&[21184, 40708, 21404], 0.5, 2.5, -1.57);
        check(&[57030, 106593, 57433], 0.0, 2.0, -2.59);
    }

    /// The usual short form, in which the variance of the sample stands for both hypotheses:
    /// close when the hypotheses are close to the result.
    #[test]
    fn the_normal_approximation_is_near() {
        let counts = [20, 130, 310, 150, 30];
        let (mean, variance) = Pentanomial(counts).moments().unwrap();
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
        let short = (s1 - s0) * (2.0 * mean - s0 - s1) * 640.0 / (2.0 * variance);
        assert!((log_likelihood_ratio(&counts, 0.0, 10.0) - short).abs() < 0.02);
    }

    #[test]
    fn the_fitted_distribution_has_the_mean_it_was_given() {
        let fitted = most_likely_with_mean(&[0.1, 0.2, 0.4, 0.2, 0.1], 0.6);
        let mean: f64 = fitted.iter().zip(0..).map(|(p, i)| p * f64::from(i) / 4.0).sum();
        assert!((mean - 0.6).abs() < 1e-12);
        assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn bounds_are_walds() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_438_979).abs() < 1e-8 && (upper - 2.944_438_979).abs() < 1e-8);
        let lopsided = Sprt { beta: 0.10, ..sprt };
        assert!((lopsided.bounds().0 + 2.251_291_799).abs() < 1e-8);
        assert!((lopsided.bounds().1 - 2.890_371_758).abs() < 1e-8);
    }

    #[test]
    fn a_clear_result_ends_the_test() {
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
        let verdict = |pairs| sprt.state(Pentanomial(pairs)).verdict;
        assert_eq!(verdict([0; 5]), SprtVerdict::Continue);
        assert_eq!(verdict([1, 5, 10, 6, 2]), SprtVerdict::Continue);
        assert_eq!(verdict([0, 0, 20, 40, 40]), SprtVerdict::AcceptH1);
        assert_eq!(verdict([40, 40, 20, 0, 0]), SprtVerdict::AcceptH0);
    }

    #[test]
    fn one_sided_results_have_a_ratio() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let state = sprt.state(Pentanomial([0, 0, 0, 0, 60]));
        assert!(state.llr.is_finite() && state.llr > 0.0);
    }

    #[test]
    fn senseless_tests_are_refused() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.validate(), Ok(()));
        assert_eq!(Sprt { elo1: 0.0, ..sprt }.validate(), Err(SprtError::Order));
        assert_eq!(Sprt { elo1: f64::NAN, ..sprt }.validate(), Err(SprtError::Order));
        assert_eq!(Sprt { alpha: 0.0, ..sprt }.validate(), Err(SprtError::Rate));
        assert_eq!(Sprt { beta: 0.6, ..sprt }.validate(), Err(SprtError::Rate));
    }
}
