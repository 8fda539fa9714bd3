//! A network in floating point: its value, and which way each number should go.

use tengen_nnue::{CHANNELS, HIDDEN, Head, INPUTS, Network, scale};
use tengen_rules::Rule;

use super::{PointKind, Sample};
use crate::loss::sigmoid;

const LIMIT: f32 = scale::LIMIT;

/// A network in floating point, or its gradients.
#[derive(Clone, Debug)]
pub struct FloatNetwork {
    /// The table of lines.
    pub rows: Vec<[f32; CHANNELS]>,
    /// What turns the sums into a score.
    pub head: Head,
}

impl FloatNetwork {
    pub(super) fn zeros(n_rows: usize) -> Self {
        Self { rows: vec![[0.0; CHANNELS]; n_rows], head: Head::zeros() }
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.rows.as_flattened().iter().chain(self.head.numbers())
    }

    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.as_flattened_mut().iter_mut().chain(self.head.numbers_mut())
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (own, more) in self.numbers_mut().zip(other.numbers()) {
            *own += more;
        }
    }

    /// The logit of a position.
    pub(super) fn logit(&self, points: &[PointKind], sample: &Sample) -> f32 {
        self.forward(points, sample).out
    }

    /// The logit of a position; what its target says is added to the gradients.
    pub(super) fn learn(
        &self,
        points: &[PointKind],
        sample: &Sample,
        target: f32,
        gradients: &mut Self,
    ) -> f32 {
        let layers = self.forward(points, sample);
        self.backward(points, sample, &layers, sigmoid(layers.out) - target, gradients);
        layers.out
    }

    /// From the points to the logit.
    fn forward(&self, points: &[PointKind], sample: &Sample) -> Layers {
        let mask = sample.mask;
        let mut input = [0.0; INPUTS];
        for point in points {
            let times = f32::from(point.times) / scale::POOL;
            for side in 0..2 {
                let sum = self.cell_sum(point.rows[side]);
                for c in 0..CHANNELS {
                    input[side * CHANNELS + c] += times * sum[c].clamp(0.0, LIMIT);
                }
            }
        }
        for (i, fact) in input[2 * CHANNELS..].iter_mut().enumerate() {
            *fact = f32::from(mask >> i & 1);
        }
        let mut first = self.head.first_bias;
        for (x, weights) in input.iter().zip(&self.head.first) {
            for h in 0..HIDDEN {
                first[h] += x * weights[h];
            }
        }
        let mut second = self.head.second_bias;
        for (x, weights) in active(first).iter().zip(&self.head.second) {
            for h in 0..HIDDEN {
                second[h] += x * weights[h];
            }
        }
        let last = active(second);
        let products = last.iter().zip(&self.head.last).map(|(x, weight)| x * weight);
        let by_itself = sample.of_captures + self.head.by_facts[usize::from(mask)];
        let out = by_itself + products.sum::<f32>();
        Layers { input, first, second, out }
    }

    /// From the error of the logit back to every number that had a part in it.
    fn backward(
        &self,
        points: &[PointKind],
        sample: &Sample,
        layers: &Layers,
        error: f32,
        gradients: &mut Self,
    ) {
        let (first, second) = (active(layers.first), active(layers.second));
        gradients.head.by_facts[usize::from(sample.mask)] += error;
        let mut to_second = [0.0; HIDDEN];
        for h in 0..HIDDEN {
            gradients.head.last[h] += error * second[h];
            if is_alive(layers.second[h]) {
                to_second[h] = error * self.head.last[h];
            }
        }
        let mut to_first = [0.0; HIDDEN];
        add(&mut gradients.head.second_bias, &to_second);
        for (i, weights) in self.head.second.iter().enumerate() {
            let mut sum = 0.0;
            for h in 0..HIDDEN {
                gradients.head.second[i][h] += to_second[h] * first[i];
                sum += to_second[h] * weights[h];
            }
            if is_alive(layers.first[i]) {
                to_first[i] = sum;
            }
        }
        let mut to_input = [0.0; INPUTS];
        add(&mut gradients.head.first_bias, &to_first);
        for (i, weights) in self.head.first.iter().enumerate() {
            for h in 0..HIDDEN {
                gradients.head.first[i][h] += to_first[h] * layers.input[i];
                to_input[i] += to_first[h] * weights[h];
            }
        }
        for point in points {
            let times = f32::from(point.times) / scale::POOL;
            for side in 0..2 {
                let sum = self.cell_sum(point.rows[side]);
                let mut back = [0.0; CHANNELS];
                for c in 0..CHANNELS {
                    let gradient = times * to_input[side * CHANNELS + c];
                    back[c] = if is_alive(sum[c]) { gradient } else { 0.0 };
                }
                for row in point.rows[side] {
                    add(&mut gradients.rows[usize::from(row)], &back);
                }
            }
        }
    }

    /// The network as it is played with.
    pub fn rounded(&self, rule: Rule) -> Network {
        let round = |number: f32| (number * f32::from(scale::ROW)).round().clamp(-8e3, 8e3) as i16;
        Network::new(rule, self.rows.iter().map(|row| row.map(round)).collect(), self.head.clone())
    }

    #[inline]
    fn cell_sum(&self, rows: [u16; 4]) -> [f32; CHANNELS] {
        let [a, b, c, d] = rows.map(|row| &self.rows[usize::from(row)]);
        core::array::from_fn(|i| a[i] + b[i] + c[i] + d[i])
    }
}

/// What a position gives in each layer, before it is cut off.
struct Layers {
    input: [f32; INPUTS],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    out: f32,
}

/// A layer cut off at both ends.
#[inline]
fn active(sums: [f32; HIDDEN]) -> [f32; HIDDEN] {
    sums.map(|sum| sum.clamp(0.0, LIMIT))
}

/// Whether a sum is between the ends, so that a change of it is felt behind it.
#[inline]
fn is_alive(sum: f32) -> bool {
    sum > 0.0 && sum < LIMIT
}

#[inline]
fn add<const N: usize>(sums: &mut [f32; N], more: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(more) {
        *sum += number;
    }
}
