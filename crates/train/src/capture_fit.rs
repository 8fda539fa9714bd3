//! The part of the fit that is about captures.

use tengen_search::{CaptureWeights, Chances, N_CHANCES, N_EFFECTS, N_SIZES, N_TAKEN};

use crate::fit::Learned;
use crate::sample::Sample;

/// What is learned about captures, in the shape of [`CaptureWeights`].
#[derive(Clone, Debug)]
pub(crate) struct CaptureModel {
    takes: [[[Learned; N_CHANCES]; N_TAKEN]; 2],
    flanks: [[[Learned; N_CHANCES]; N_TAKEN]; 2],
    effects: [[[Learned; N_SIZES]; N_TAKEN]; N_EFFECTS],
}

impl CaptureModel {
    pub(crate) fn new() -> Self {
        Self {
            takes: [[[Learned::default(); N_CHANCES]; N_TAKEN]; 2],
            flanks: [[[Learned::default(); N_CHANCES]; N_TAKEN]; 2],
            effects: [[[Learned::default(); N_SIZES]; N_TAKEN]; N_EFFECTS],
        }
    }

    /// What captures add to the log odds of a position.
    pub(crate) fn logit(&self, sample: &Sample) -> f32 {
        let Some(chances) = &sample.chances else { return 0.0 };
        let worth = |role: usize| {
            let Chances { taken, takes, flanks } = chances[role];
            self.takes[role][taken][takes].value + self.flanks[role][taken][flanks].value
        };
        worth(0) - worth(1)
    }

    pub(crate) fn step(&mut self, sample: &Sample, gradient: f32, rate: f32) {
        let Some(chances) = &sample.chances else { return };
        for (role, sign) in [(0, 1.0), (1, -1.0)] {
            let Chances { taken, takes, flanks } = chances[role];
            self.takes[role][taken][takes].step(sign * gradient, rate);
            self.flanks[role][taken][flanks].step(sign * gradient, rate);
        }
    }

    /// What its captures add to the logit of a candidate.
    pub(crate) fn policy(&self, sample: &Sample, candidate: usize) -> f32 {
        sample.effects.get(candidate).map_or(0.0, |effects| {
            let worth = |(effect, &(taken, size)): (usize, &(usize, usize))| {
                self.effects[effect][taken][size].value
            };
            effects.iter().enumerate().map(worth).sum()
        })
    }

    pub(crate) fn step_policy(
        &mut self,
        sample: &Sample,
        candidate: usize,
        gradient: f32,
        rate: f32,
    ) {
        let Some(effects) = sample.effects.get(candidate) else { return };
        for (effect, &(taken, size)) in effects.iter().enumerate() {
            if size > 0 {
                self.effects[effect][taken][size].step(gradient, rate);
            }
        }
    }

    /// The numbers in the units of the search.
    pub(crate) fn weights(&self, units: f32, policy_units: f32) -> CaptureWeights {
        let round = |learned: &Learned, units: f32| {
            (learned.value * units).round().clamp(-16_000.0, 16_000.0) as i16
        };
        let chances = |tables: &[[[Learned; N_CHANCES]; N_TAKEN]; 2]| {
            tables.map(|table| table.map(|row| row.map(|learned| round(&learned, units))))
        };
        let effects = self
            .effects
            .map(|table| table.map(|row| row.map(|learned| round(&learned, policy_units))));
        CaptureWeights { takes: chances(&self.takes), flanks: chances(&self.flanks), effects }
    }
}
