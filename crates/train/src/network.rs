//! Training of the network: gradient descent in floating point, by hand because almost all of the
//! work is adding rows of a table, which no framework does well.

mod float;
mod model;

use std::collections::BTreeMap;

use tengen_board::{Board, Variant, for_rule, line_patterns};
use tengen_nnue::Rows;
use tengen_rules::{Rule, SplitMix64};
use tengen_search::{Network, Score, Weights, mask_of};

pub use self::float::FloatNetwork;
pub use self::model::Checkpoint;
use self::model::Model;
use crate::fit::{FitProgress, held_out_or_not};
use crate::games::GameData;
use crate::loss::{UNITS, cross_entropy, sigmoid, target};
use crate::sample::each_choice;

/// A position as the network sees it.
#[derive(Debug)]
struct Sample {
    /// Where its points begin in the list of all, and how many there are.
    first: usize,
    n_points: usize,
    mask: u16,
    /// What captures are worth by the tables; the network learns the rest.
    of_captures: f32,
    result: Option<f32>,
    score: Score,
}

/// A kind of empty point and how often it occurs in a position.
#[derive(Clone, Copy, Debug)]
struct PointKind {
    /// The rows of its lines, ours and theirs.
    rows: [[u16; 4]; 2],
    times: u16,
}

/// Positions to train on.
#[derive(Debug)]
pub struct NetworkFit<'t> {
    rows: &'static Rows,
    tables: &'t Weights,
    points: Vec<PointKind>,
    fitted: Vec<Sample>,
    held_out: Vec<Sample>,
    /// The pair of patterns of each row; rows of one pair share what they learn at first.
    classes: Vec<usize>,
    n_classes: usize,
}

/// How a training is done.
#[derive(Clone, Debug)]
pub struct NetworkSettings {
    /// How often all positions are gone through.
    pub epochs: usize,
    /// How much the result of the game counts against the score of the search, from 0 to 1.
    pub result_share: f32,
    /// The first step size.
    pub rate: f32,
    /// Positions for one step.
    pub batch: usize,
    /// Threads that share the work.
    pub threads: usize,
    /// The order of positions and the first numbers.
    pub seed: u64,
}

impl Default for NetworkSettings {
    fn default() -> Self {
        Self { epochs: 6, result_share: 0.6, rate: 0.002, batch: 512, threads: 1, seed: 1 }
    }
}

impl<'t> NetworkFit<'t> {
    /// Collects the positions of the games of one rule. The tables say what captures are worth.
    pub fn new(rule: Rule, tables: &'t Weights, games: &[GameData]) -> Self {
        for_rule!(rule, V => Self::of::<V>(tables, games))
    }

    fn of<V: Variant>(tables: &'t Weights, games: &[GameData]) -> Self {
        let rows = Rows::of(V::RULE);
        let mut classes = Vec::new();
        let mut numbers = BTreeMap::new();
        for &code in rows.codes() {
            let pair = line_patterns::<V>(code);
            let n_before = numbers.len();
            classes.push(*numbers.entry(pair).or_insert(n_before));
        }
        let mut fit = Self {
            rows,
            tables,
            points: Vec::new(),
            fitted: Vec::new(),
            held_out: Vec::new(),
            classes,
            n_classes: numbers.len(),
        };
        for (is_held_out, game) in held_out_or_not(V::RULE, games) {
            let samples = fit.samples_of::<V>(game);
            let set = if is_held_out { &mut fit.held_out } else { &mut fit.fitted };
            set.extend(samples);
        }
        fit
    }

    fn samples_of<V: Variant>(&mut self, game: &GameData) -> Vec<Sample> {
        let mut samples = Vec::new();
        each_choice::<V>(game, |board, _, _, score| samples.push(self.sample(board, score, game)));
        samples
    }

    fn sample<V: Variant>(&mut self, board: &Board<V>, score: Score, game: &GameData) -> Sample {
        let us = board.to_move();
        let mut kinds = BTreeMap::new();
        for cell in board.empties() {
            let rows = [us, !us].map(|color| {
                core::array::from_fn(|d| self.rows.row(color, board.line_code(cell, d)))
            });
            *kinds.entry(rows).or_insert(0) += 1;
        }
        let first = self.points.len();
        self.points.extend(kinds.into_iter().map(|(rows, times)| PointKind { rows, times }));
        Sample {
            first,
            n_points: self.points.len() - first,
            mask: mask_of(board) as u16,
            of_captures: self.tables.value_of_captures(board) as f32 / UNITS,
            result: game.result_of(us),
            score,
        }
    }

    /// How many positions are trained on and held out.
    pub fn n_positions(&self) -> (usize, usize) {
        (self.fitted.len(), self.held_out.len())
    }

    fn points_of(&self, sample: &Sample) -> &[PointKind] {
        &self.points[sample.first..sample.first + sample.n_points]
    }

    /// Trains a network, from the beginning or from where a training of the same positions was
    /// left, and shows each epoch with what is needed to go on from there.
    pub fn run(
        &self,
        settings: &NetworkSettings,
        from: Option<Checkpoint>,
        mut progress: impl FnMut(FitProgress, &Checkpoint),
    ) -> FloatNetwork {
        let mut at = from.unwrap_or_else(|| Checkpoint {
            epoch: 0,
            model: Model::new(self, &mut SplitMix64::new(settings.seed)),
        });
        let steps_per_epoch = self.fitted.len().div_ceil(settings.batch);
        let n_steps = settings.epochs * steps_per_epoch;
        for epoch in at.epoch + 1..=settings.epochs {
            let mut order: Vec<usize> = (0..self.fitted.len()).collect();
            SplitMix64::of_piece(settings.seed, epoch as u64).shuffle(&mut order);
            let mut loss = 0.0;
            for (i, batch) in order.chunks(settings.batch).enumerate() {
                let step = (epoch - 1) * steps_per_epoch + i + 1;
                let left = 1.0 - step as f32 / (n_steps + 1) as f32;
                let rate = settings.rate * (left + 0.01);
                loss += self.learn(&mut at.model, batch, settings, rate, step);
            }
            at.epoch = epoch;
            let told = FitProgress {
                epoch,
                loss: loss / self.fitted.len().max(1) as f64,
                held_out: self.held_out_loss(&at.model.network(self), settings),
                policy_held_out: 0.0,
            };
            progress(told, &at);
        }
        at.model.network(self)
    }

    fn held_out_loss(&self, network: &FloatNetwork, settings: &NetworkSettings) -> f64 {
        let loss = |sample: &Sample| {
            let out = network.logit(self.points_of(sample), sample);
            let target = target(sample.result, sample.score, settings.result_share);
            cross_entropy(sigmoid(out), target)
        };
        self.held_out.iter().map(loss).sum::<f64>() / self.held_out.len().max(1) as f64
    }

    /// A training that begins with what a network knows already; `None` if it is for a rule whose lines
    /// are others.
    pub fn beginning_with(&self, network: &Network) -> Option<Checkpoint> {
        self.rows
            .are_those_of(network.rule)
            .then(|| Checkpoint { epoch: 0, model: Model::of_network(self, network) })
    }

    /// Reads a checkpoint of a training of these positions; `None` if it is of another one.
    pub fn read_checkpoint(&self, bytes: &[u8]) -> Option<Checkpoint> {
        let (epoch, numbers) = bytes.split_first_chunk()?;
        let mut model = Model::zeros(self);
        if numbers.len() != 4 * model.numbers_mut().count() {
            return None;
        }
        for (number, b) in model.numbers_mut().zip(numbers.chunks_exact(4)) {
            *number = f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        }
        Some(Checkpoint { epoch: usize::try_from(u64::from_le_bytes(*epoch)).ok()?, model })
    }

    fn learn(
        &self,
        model: &mut Model,
        batch: &[usize],
        settings: &NetworkSettings,
        rate: f32,
        step: usize,
    ) -> f64 {
        let network = model.network(self);
        let share = batch.len().div_ceil(settings.threads.max(1));
        let (loss, gradients) = std::thread::scope(|scope| {
            let workers: Vec<_> = batch
                .chunks(share)
                .map(|part| scope.spawn(|| self.gradients(&network, part, settings)))
                .collect();
            let mut sum: Option<(f64, FloatNetwork)> = None;
            for worker in workers {
                let (loss, gradients) = worker.join().unwrap_or_else(|panic| {
                    std::panic::resume_unwind(panic);
                });
                sum = Some(match sum {
                    None => (loss, gradients),
                    Some((total, mut all)) => {
                        all.add(&gradients);
                        (total + loss, all)
                    }
                });
            }
            sum.unwrap_or_else(|| (0.0, FloatNetwork::zeros(self.rows.n_rows())))
        });
        model.step(self, &gradients, 1.0 / batch.len() as f32, rate, step);
        loss
    }

    fn gradients(
        &self,
        network: &FloatNetwork,
        part: &[usize],
        settings: &NetworkSettings,
    ) -> (f64, FloatNetwork) {
        let mut gradients = FloatNetwork::zeros(self.rows.n_rows());
        let mut loss = 0.0;
        for &i in part {
            let sample = &self.fitted[i];
            let target = target(sample.result, sample.score, settings.result_share);
            let out = network.learn(self.points_of(sample), sample, target, &mut gradients);
            loss += cross_entropy(sigmoid(out), target);
        }
        (loss, gradients)
    }
}
