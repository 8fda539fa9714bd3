//! Tuning the constants of the search by simultaneous perturbation: all of them are moved a little
//! at once, up or down at random, the two set-ups play a pair, and the constants drift toward the
//! winner.

use tengen_rules::SplitMix64;
use tengen_search::Params;

/// How fast the steps shrink, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// How far a constant moves by one won pair at the end, as a share of its perturbation.
const RATE_AT_END: f64 = 0.05;

/// One constant that is being tuned.
#[derive(Clone, Debug)]
struct Tuned {
    name: &'static str,
    value: f64,
    least: f64,
    largest: f64,
    /// How far it is moved either way at the end of the tuning.
    step_at_end: f64,
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct Spsa {
    tuned: Vec<Tuned>,
    base: Params,
    n_pairs: u64,
    n_done: u64,
    random: SplitMix64,
}

/// Two set-ups to be played against each other, and how to learn from it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The constants of the first player.
    pub plus: Params,
    /// The constants of the second player.
    pub minus: Params,
    flips: Vec<f64>,
    steps: Vec<f64>,
    number: u64,
}

impl Spsa {
    /// Starts from the defaults; `names` are the constants to tune, all if it is empty.
    ///
    /// Returns `None` if a name is unknown.
    pub fn new(names: &[String], n_pairs: u64, seed: u64) -> Option<Self> {
        let row = |name: &str| Params::ROWS.iter().find(|row| row.0 == name);
        let rows: Vec<_> = if names.is_empty() {
            Params::ROWS.iter().collect()
        } else {
            names.iter().map(|name| row(name)).collect::<Option<_>>()?
        };
        let tuned = rows.into_iter().map(|&(name, default, least, largest)| Tuned {
            name,
            value: f64::from(default),
            least: f64::from(least),
            largest: f64::from(largest),
            step_at_end: (f64::from(default).abs() / 8.0).max(0.75),
        });
        let tuned = tuned.collect();
        let random = SplitMix64::new(seed);
        Some(Self { tuned, base: Params::default(), n_pairs, n_done: 0, random })
    }

    /// The next pair to play.
    pub fn next_trial(&mut self) -> Trial {
        self.n_done += 1;
        let number = self.n_done;
        let shrink = (self.n_pairs as f64 / number as f64).powf(GAMMA);
        let steps: Vec<f64> = self.tuned.iter().map(|tuned| tuned.step_at_end * shrink).collect();
        let flips: Vec<f64> = (0..self.tuned.len())
            .map(|_| if self.random.below(2) == 0 { -1.0 } else { 1.0 })
            .collect();
        let moved: Vec<f64> = flips.iter().zip(&steps).map(|(flip, step)| flip * step).collect();
        let plus = self.params_moved_by(&moved);
        let minus = self.params_moved_by(&moved.iter().map(|by| -by).collect::<Vec<_>>());
        Trial { plus, minus, flips, steps, number }
    }

    /// Learns from a pair; `half_points` are those of the plus side, 0 to 4.
    pub fn learn(&mut self, trial: &Trial, half_points: u8) {
        let result = f64::from(half_points) - 2.0;
        let offset = 0.1 * self.n_pairs as f64;
        let slow = ((offset + self.n_pairs as f64) / (offset + trial.number as f64)).powf(ALPHA);
        for ((tuned, flip), step) in self.tuned.iter_mut().zip(&trial.flips).zip(&trial.steps) {
            let moved = RATE_AT_END * slow * result * flip * step;
            tuned.value = (tuned.value + moved).clamp(tuned.least, tuned.largest);
        }
    }

    /// The constants as they stand, by name.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.tuned.iter().map(|tuned| (tuned.name, tuned.value))
    }

    /// The constants moved by these amounts, rounded up or down by chance so that a fraction
    /// counts.
    fn params_moved_by(&mut self, moved: &[f64]) -> Params {
        let mut params = self.base.clone();
        for (tuned, by) in self.tuned.iter().zip(moved) {
            let wanted = (tuned.value + by).clamp(tuned.least, tuned.largest);
            let chance = self.random.below(1 << 20) as f64 / f64::from(1 << 20);
            params.set(tuned.name, (wanted + chance).floor().min(tuned.largest) as i32);
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays by a hidden rule: the set-up nearer to the target wins.
    #[test]
    fn constants_drift_to_the_better_values() {
        let names = ["futility_per_ply".to_owned(), "razor_base".to_owned()];
        let mut spsa = Spsa::new(&names, 4000, 3).expect("both names exist");
        let distance = |params: &Params| {
            let futility = f64::from(params.futility_per_ply - 120) / 20.0;
            let razor = f64::from(params.razor_base - 60) / 40.0;
            futility * futility + razor * razor
        };
        for _ in 0..4000 {
            let trial = spsa.next_trial();
            let is_better = distance(&trial.plus) < distance(&trial.minus);
            spsa.learn(&trial, if is_better { 3 } else { 1 });
        }
        let values: Vec<f64> = spsa.values().map(|(_, value)| value).collect();
        assert!((values[0] - 120.0).abs() < 10.0, "{values:?}");
        assert!((values[1] - 60.0).abs() < 15.0, "{values:?}");
    }

    #[test]
    fn unknown_constants_are_refused() {
        assert!(Spsa::new(&["no such constant".to_owned()], 10, 1).is_none());
    }
}
