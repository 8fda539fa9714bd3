//! Logistic regression of the weights on games.
//!
//! A weight is the sum of what its four patterns are worth and a correction of its own that is
//! pulled toward zero, so combinations that are hardly ever seen still get sensible numbers.

use tengen_board::{Combo, N_COMBOS, Pattern, for_rule, patterns_of};
use tengen_rules::{Color, Rule, SplitMix64};
use tengen_search::{N_MASKS, Weights, by_combo};

use crate::capture_fit::CaptureModel;
use crate::games::GameData;
use crate::loss::{UNITS, cross_entropy, sigmoid, target};
use crate::sample::{Sample, samples_of};

/// How a fit is done.
#[derive(Clone, Debug)]
pub struct FitSettings {
    /// How often all positions are gone through.
    pub epochs: usize,
    /// How much the result of the game counts against the score of the search, from 0 to 1.
    pub result_share: f32,
    /// The step size.
    pub rate: f32,
    /// How hard the corrections are pulled toward zero.
    pub decay: f32,
    /// The order of positions.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self { epochs: 12, result_share: 0.6, rate: 0.005, decay: 1e-4, seed: 1 }
    }
}

/// How the fit goes.
#[derive(Clone, Copy, Debug)]
pub struct FitProgress {
    /// Epochs done.
    pub epoch: usize,
    /// Cross entropy of the value on positions that are fitted.
    pub loss: f64,
    /// The same on positions that are held out.
    pub held_out: f64,
    /// Cross entropy of the policy on positions that are held out.
    pub policy_held_out: f64,
}

/// The same for the policy.
const POLICY_UNITS: f32 = 256.0;
/// How fast corrections are learned compared with patterns.
const CORRECTION_RATE: f32 = 0.25;
/// How much faster the policy is learned than the value, whose gradients are counted many times.
const POLICY_RATE: f32 = 16.0;
/// One game in this many is held out.
const HOLD_OUT: usize = 20;

/// The games of a rule, each with whether it is held out: a whole game together with the positions of
/// its search trees, which stand behind it. They are too much alike to be learned from and tested on.
pub(crate) fn held_out_or_not(
    rule: Rule,
    games: &[GameData],
) -> impl Iterator<Item = (bool, &GameData)> {
    let mut n_games = 0;
    games.iter().filter(move |game| game.rule == rule).map(move |game| {
        n_games += usize::from(game.black_points.is_some());
        (n_games % HOLD_OUT == 1, game)
    })
}

/// Games turned into positions, ready to be fitted.
#[derive(Debug)]
pub struct Fit {
    rule: Rule,
    fitted: Vec<Sample>,
    held_out: Vec<Sample>,
}

impl Fit {
    /// Collects the positions of the games of one rule.
    pub fn new(rule: Rule, games: &[GameData]) -> Self {
        let mut fit = Self { rule, fitted: Vec::new(), held_out: Vec::new() };
        for (is_held_out, game) in held_out_or_not(rule, games) {
            let samples = for_rule!(rule, V => samples_of::<V>(game));
            let set = if is_held_out { &mut fit.held_out } else { &mut fit.fitted };
            set.extend(samples);
        }
        fit
    }

    /// How many positions are fitted and held out.
    pub fn n_positions(&self) -> (usize, usize) {
        (self.fitted.len(), self.held_out.len())
    }

    /// Fits the weights, telling `progress` after each epoch. Combinations begin with what `start`
    /// says about them, so that those hardly ever seen keep it.
    pub fn run(
        &self,
        settings: &FitSettings,
        start: Option<&Weights>,
        mut progress: impl FnMut(FitProgress),
    ) -> Weights {
        let mut model = Model::new(self.rule);
        if let Some(start) = start {
            model.begin_with(start);
        }
        let mut order: Vec<usize> = (0..self.fitted.len()).collect();
        let mut random = SplitMix64::new(settings.seed);
        for epoch in 1..=settings.epochs {
            random.shuffle(&mut order);
            let rate = settings.rate / (1.0 + 2.0 * (epoch - 1) as f32 / settings.epochs as f32);
            let mut loss = 0.0;
            for &i in &order {
                loss += model.learn(&self.fitted[i], settings, rate);
            }
            let n_held_out = self.held_out.len().max(1) as f64;
            let held: f64 = self.held_out.iter().map(|s| model.loss(s, settings)).sum();
            let policy: f64 = self.held_out.iter().map(|s| model.policy_loss(s)).sum();
            progress(FitProgress {
                epoch,
                loss: loss / self.fitted.len().max(1) as f64,
                held_out: held / n_held_out,
                policy_held_out: policy / n_held_out,
            });
        }
        model.weights()
    }
}

/// A number that is learned, with the size of its gradients so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Learned {
    pub(crate) value: f32,
    squares: f32,
}

impl Learned {
    /// Adagrad: steps shrink as a number has been moved before.
    pub(crate) fn step(&mut self, gradient: f32, rate: f32) {
        self.squares += gradient * gradient;
        self.value -= rate * gradient / (self.squares.sqrt() + 1e-3);
    }
}

/// Numbers by combination: the patterns' and the corrections.
#[derive(Clone, Debug)]
struct ByCombo {
    patterns: [Learned; Pattern::ALL.len()],
    corrections: Vec<Learned>,
}

impl ByCombo {
    fn new() -> Self {
        Self {
            patterns: [Learned::default(); Pattern::ALL.len()],
            corrections: vec![Learned::default(); N_COMBOS],
        }
    }

    fn get(&self, combo: Combo) -> f32 {
        let patterns = patterns_of(combo);
        let sum: f32 = patterns.into_iter().map(|p| self.patterns[p as usize].value).sum();
        sum + self.corrections[usize::from(combo)].value
    }

    fn step(&mut self, combo: Combo, gradient: f32, rate: f32, decay: f32) {
        for pattern in patterns_of(combo) {
            self.patterns[pattern as usize].step(gradient, rate);
        }
        // Slower than the patterns, so that what is common to many combinations is learned as such
        // and combinations that were never seen are judged by their parts.
        let correction = &mut self.corrections[usize::from(combo)];
        correction.step(gradient + decay * correction.value, rate * CORRECTION_RATE);
    }

    fn begin_with(&mut self, start: &[[i16; 2]; 4096], role: usize, units: f32) {
        for (correction, numbers) in self.corrections.iter_mut().zip(start) {
            correction.value = f32::from(numbers[role]) / units;
        }
    }

    fn numbers(&self, units: f32) -> Vec<f32> {
        (0..N_COMBOS).map(|combo| self.get(combo as Combo) * units).collect()
    }
}

/// Everything that is learned. Rules that treat the colors alike use one set for both.
#[derive(Debug)]
struct Model {
    is_shared: bool,
    /// Per color, for being to move and for waiting.
    value: [[ByCombo; 2]; 2],
    mask: [Vec<Learned>; 2],
    /// Per color to move, for what a move makes and what it takes.
    policy: [[ByCombo; 2]; 2],
    capture: Option<CaptureModel>,
}

impl Model {
    fn new(rule: Rule) -> Self {
        let pair = || [ByCombo::new(), ByCombo::new()];
        Self {
            is_shared: rule.treats_colors_alike(),
            value: [pair(), pair()],
            mask: [vec![Learned::default(); N_MASKS], vec![Learned::default(); N_MASKS]],
            policy: [pair(), pair()],
            capture: rule.spec().capture.map(|_| CaptureModel::new()),
        }
    }

    fn begin_with(&mut self, start: &Weights) {
        for side in 0..2 {
            for role in 0..2 {
                self.value[side][role].begin_with(&start.value[side], role, UNITS);
                self.policy[side][role].begin_with(&start.policy[side], role, POLICY_UNITS);
            }
            for (learned, &number) in self.mask[side].iter_mut().zip(&start.mask[side]) {
                learned.value = f32::from(number) / UNITS;
            }
        }
    }

    fn slot(&self, color: Color) -> usize {
        if self.is_shared { 0 } else { color as usize }
    }

    fn logit(&self, sample: &Sample) -> f32 {
        let sum = |table: &ByCombo, combos: &[(Combo, u16)]| -> f32 {
            combos.iter().map(|&(combo, n)| table.get(combo) * f32::from(n)).sum()
        };
        let (us, them) = (self.slot(sample.us), self.slot(!sample.us));
        sum(&self.value[us][0], &sample.ours) - sum(&self.value[them][1], &sample.theirs)
            + self.mask[us][usize::from(sample.mask)].value
            + self.capture.as_ref().map_or(0.0, |capture| capture.logit(sample))
    }

    fn loss(&self, sample: &Sample, settings: &FitSettings) -> f64 {
        cross_entropy(
            sigmoid(self.logit(sample)),
            target(sample.result, sample.score, settings.result_share),
        )
    }

    fn learn(&mut self, sample: &Sample, settings: &FitSettings, rate: f32) -> f64 {
        let predicted = sigmoid(self.logit(sample));
        let target = target(sample.result, sample.score, settings.result_share);
        let gradient = predicted - target;
        let (us, them) = (self.slot(sample.us), self.slot(!sample.us));
        for &(combo, n) in &sample.ours {
            let table = &mut self.value[us][0];
            table.step(combo, gradient * f32::from(n), rate, settings.decay);
        }
        for &(combo, n) in &sample.theirs {
            let table = &mut self.value[them][1];
            table.step(combo, -gradient * f32::from(n), rate, settings.decay);
        }
        self.mask[us][usize::from(sample.mask)].step(gradient, rate);
        if let Some(capture) = &mut self.capture {
            capture.step(sample, gradient, rate);
        }
        self.learn_policy(sample, settings, rate * POLICY_RATE);
        cross_entropy(predicted, target)
    }

    fn policy_probabilities(&self, sample: &Sample) -> Vec<f32> {
        let us = self.slot(sample.us);
        let [made, taken] = &self.policy[us];
        let logits: Vec<f32> = sample
            .candidates
            .iter()
            .enumerate()
            .map(|(i, &(ours, theirs))| {
                let captures = self.capture.as_ref().map_or(0.0, |c| c.policy(sample, i));
                made.get(ours) + taken.get(theirs) + captures
            })
            .collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }

    fn policy_loss(&self, sample: &Sample) -> f64 {
        let Some(chosen) = sample.chosen else { return 0.0 };
        -f64::from(self.policy_probabilities(sample)[chosen].max(1e-9)).ln()
    }

    fn learn_policy(&mut self, sample: &Sample, settings: &FitSettings, rate: f32) {
        let Some(chosen) = sample.chosen else { return };
        let probabilities = self.policy_probabilities(sample);
        let us = self.slot(sample.us);
        for (i, (&(ours, theirs), p)) in sample.candidates.iter().zip(probabilities).enumerate() {
            let gradient = p - f32::from(u8::from(i == chosen));
            if gradient.abs() > 1e-4 {
                let [made, taken] = &mut self.policy[us];
                made.step(ours, gradient, rate, settings.decay);
                taken.step(theirs, gradient, rate, settings.decay);
                if let Some(capture) = &mut self.capture {
                    capture.step_policy(sample, i, gradient, rate);
                }
            }
        }
    }

    /// The numbers in the units of the search.
    fn weights(&self) -> Weights {
        let round = |number: f32| number.round().clamp(-16_000.0, 16_000.0) as i16;
        let pairs = |tables: &[ByCombo; 2], units: f32| {
            let [first, second] = [tables[0].numbers(units), tables[1].numbers(units)];
            by_combo(first.into_iter().zip(second).map(|(a, b)| [round(a), round(b)]))
        };
        let slots = Color::ALL.map(|color| self.slot(color));
        Weights {
            value: slots.map(|slot| pairs(&self.value[slot], UNITS)),
            mask: slots.map(|slot| {
                self.mask[slot].iter().map(|learned| round(learned.value * UNITS)).collect()
            }),
            policy: slots.map(|slot| pairs(&self.policy[slot], POLICY_UNITS)),
            capture: self
                .capture
                .as_ref()
                .map(|capture| Box::new(capture.weights(UNITS, POLICY_UNITS))),
            network: None,
        }
    }
}
