//! What a fit tries to make small.

use tengen_search::Score;

/// A score of this many units is one unit of log odds.
pub(crate) const UNITS: f32 = 200.0;

/// A counted win is taken for this score: nothing but the count can be as sure.
const SURE: i32 = 1_200;

/// What a position is held to be worth: the game's result, where it was played to its end, and the
/// search's score, mixed. Nothing is mixed with a counted win.
pub(crate) fn target(result: Option<f32>, score: Score, result_share: f32) -> f32 {
    let by_score = sigmoid(score.get().clamp(-SURE, SURE) as f32 / UNITS);
    match result {
        Some(result) if score.mate().is_none() => {
            result_share * result + (1.0 - result_share) * by_score
        }
        _ => by_score,
    }
}

pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

pub(crate) fn cross_entropy(predicted: f32, target: f32) -> f64 {
    let (p, t) = (f64::from(predicted.clamp(1e-6, 1.0 - 1e-6)), f64::from(target));
    -(t * p.ln() + (1.0 - t) * (1.0 - p).ln())
}
