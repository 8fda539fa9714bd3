//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// The half width of a 95 % interval in standard errors.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The chance that a standard normal variable is at most `z`.
pub(super) fn cumulative(z: f64) -> f64 {
    let tail = 0.5 * erfc(z.abs() / SQRT_2);
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// The complementary error function for `x >= 0`: the Taylor series near zero, where it converges
/// fast, and the continued fraction of the tail beyond. Good to 12 digits.
fn erfc(x: f64) -> f64 {
    if x < 2.0 {
        let (mut term, mut sum) = (x, x);
        for n in 1..60 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        1.0 - sum * 2.0 / PI.sqrt()
    } else {
        let fraction = (1..80).rev().fold(x, |below, n| x + f64::from(n) / 2.0 / below);
        (-x * x).exp() / (fraction * PI.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Abramowitz and Stegun, table 26.1.
    #[test]
    fn cumulative_is_the_tabulated_one() {
        for (z, p) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274),
            (1.0, 0.841_344_746_069),
            (2.0, 0.977_249_868_052),
            (3.0, 0.998_650_101_968),
            (4.0, 0.999_968_328_758),
        ] {
            assert!((cumulative(z) - p).abs() < 1e-11, "{z}: {}", cumulative(z));
            assert!((cumulative(-z) - (1.0 - p)).abs() < 1e-11, "-{z}");
        }
        assert!((cumulative(Z95) - 0.975).abs() < 1e-12);
    }

    #[test]
    fn both_branches_meet() {
        assert!((erfc(2.0 - 1e-12) - erfc(2.0)).abs() < 1e-11);
    }
}
