//! What is learned, step by step.

use tengen_nnue::{CHANNELS, Network, scale};
use tengen_rules::SplitMix64;

use super::{FloatNetwork, NetworkFit};

/// A training between two epochs.
#[derive(Debug)]
pub struct Checkpoint {
    /// Epochs done.
    pub epoch: usize,
    pub(super) model: Model,
}

impl Checkpoint {
    /// The file form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.epoch as u64).to_le_bytes().to_vec();
        for number in self.model.numbers() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// The numbers that are learned, with Adam's memory. A row of the table is the sum of what its pair
/// of patterns is worth and of its own part, so rare lines are judged by their like.
#[derive(Debug)]
pub(super) struct Model {
    own: FloatNetwork,
    shared: Vec<[f32; CHANNELS]>,
    moments: FloatNetwork,
    squares: FloatNetwork,
    shared_moments: Vec<[f32; CHANNELS]>,
    shared_squares: Vec<[f32; CHANNELS]>,
}

impl Model {
    pub(super) fn zeros(fit: &NetworkFit<'_>) -> Self {
        let zeros = FloatNetwork::zeros(fit.rows.n_rows());
        let shared = vec![[0.0; CHANNELS]; fit.n_classes];
        Self {
            own: zeros.clone(),
            shared: shared.clone(),
            moments: zeros.clone(),
            squares: zeros,
            shared_moments: shared.clone(),
            shared_squares: shared,
        }
    }

    pub(super) fn new(fit: &NetworkFit<'_>, random: &mut SplitMix64) -> Self {
        let mut draw = |width: f32| {
            let unit = (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
            (2.0 * unit - 1.0) * width
        };
        let mut model = Self::zeros(fit);
        for number in model.shared.as_flattened_mut() {
            *number = draw(0.15) + 0.02;
        }
        for number in model.own.head.first.as_flattened_mut() {
            *number = draw(0.2);
        }
        for number in model.own.head.second.as_flattened_mut() {
            *number = draw(0.3);
        }
        for number in &mut model.own.head.last {
            *number = draw(0.3);
        }
        model
    }

    /// What a network knows, with nothing told apart yet as shared by like lines.
    pub(super) fn of_network(fit: &NetworkFit<'_>, network: &Network) -> Self {
        let mut model = Self::zeros(fit);
        let unit = f32::from(scale::ROW);
        for (row, numbers) in model.own.rows.iter_mut().zip(&network.rows) {
            *row = numbers.map(|number| f32::from(number) / unit);
        }
        model.own.head = network.head.clone();
        model
    }

    fn numbers(&self) -> impl Iterator<Item = &f32> {
        let shared = [&self.shared, &self.shared_moments, &self.shared_squares];
        let networks = [&self.own, &self.moments, &self.squares];
        let shared = shared.into_iter().flat_map(|rows| rows.as_flattened());
        networks.into_iter().flat_map(FloatNetwork::numbers).chain(shared)
    }

    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let shared = [&mut self.shared, &mut self.shared_moments, &mut self.shared_squares];
        let networks = [&mut self.own, &mut self.moments, &mut self.squares];
        let shared = shared.into_iter().flat_map(|rows| rows.as_flattened_mut());
        networks.into_iter().flat_map(FloatNetwork::numbers_mut).chain(shared)
    }

    pub(super) fn network(&self, fit: &NetworkFit<'_>) -> FloatNetwork {
        let mut network = self.own.clone();
        for (row, &class) in network.rows.iter_mut().zip(&fit.classes) {
            for (number, more) in row.iter_mut().zip(&self.shared[class]) {
                *number += more;
            }
        }
        network
    }

    pub(super) fn step(
        &mut self,
        fit: &NetworkFit<'_>,
        gradients: &FloatNetwork,
        scale: f32,
        rate: f32,
        step: usize,
    ) {
        let mut for_shared = vec![[0.0; CHANNELS]; fit.n_classes];
        for (row, &class) in gradients.rows.iter().zip(&fit.classes) {
            for (sum, number) in for_shared[class].iter_mut().zip(row) {
                *sum += number;
            }
        }
        let adam = Adam::new(rate, scale, step);
        let memory = self.moments.numbers_mut().zip(self.squares.numbers_mut());
        let numbers = self.own.numbers_mut().zip(gradients.numbers());
        for ((number, gradient), (moment, square)) in numbers.zip(memory) {
            adam.step(number, *gradient, moment, square);
        }
        let memory = self.shared_moments.iter_mut().flatten();
        let memory = memory.zip(self.shared_squares.iter_mut().flatten());
        let numbers = self.shared.iter_mut().flatten().zip(for_shared.iter().flatten());
        for ((number, gradient), (moment, square)) in numbers.zip(memory) {
            adam.step(number, *gradient, moment, square);
        }
        // A head of moderate weights generalizes better from so few games.
        for number in self.own.head.first.iter_mut().chain(&mut self.own.head.second).flatten() {
            *number = number.clamp(-scale::LIMIT, scale::LIMIT);
        }
    }
}

/// Adam's rule for one step.
struct Adam {
    rate: f32,
    scale: f32,
    moment_correction: f32,
    square_correction: f32,
}

impl Adam {
    const MOMENT: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn new(rate: f32, scale: f32, step: usize) -> Self {
        let power = step as i32;
        Self {
            rate,
            scale,
            moment_correction: 1.0 / (1.0 - Self::MOMENT.powi(power)),
            square_correction: 1.0 / (1.0 - Self::SQUARE.powi(power)),
        }
    }

    #[inline]
    fn step(&self, number: &mut f32, gradient: f32, moment: &mut f32, square: &mut f32) {
        let gradient = gradient * self.scale;
        *moment += (1.0 - Self::MOMENT) * (gradient - *moment);
        *square += (1.0 - Self::SQUARE) * (gradient * gradient - *square);
        let size = (*square * self.square_correction).sqrt() + 1e-8;
        *number -= self.rate * *moment * self.moment_correction / size;
    }
}
