//! Training repeats, goes on where it was left, and learns.
#![cfg(test)]

use tengen_engine::{Engine, Settings, Weights};
use tengen_rules::{Rule, Size};
use tengen_train::{Checkpoint, GameData, NetworkFit, NetworkSettings, SelfPlay, play_game};

fn games() -> Vec<GameData> {
    let settings = Settings { hash_mib: 1, ..Settings::default() };
    let how = SelfPlay {
        rule: Rule::Freestyle,
        size: Size::literal(15),
        nodes: 60,
        nodes_for_passed: 20,
        seed: 5,
        settings: settings.clone(),
    };
    let mut engine = Engine::new(settings);
    (0..40).flat_map(|number| play_game(&how, &mut engine, number)).collect()
}

#[test]
fn training_learns_repeats_and_goes_on_where_it_was_left() {
    let games = games();
    let tables = Weights::untrained();
    let fit = NetworkFit::new(Rule::Freestyle, &tables, &games);
    assert!(fit.n_positions().0 > 100, "{:?}", fit.n_positions());
    let settings =
        NetworkSettings { epochs: 4, batch: 32, rate: 0.01, ..NetworkSettings::default() };
    let mut losses = Vec::new();
    let mut left = None;
    let whole = fit.run(&settings, None, |progress, checkpoint: &Checkpoint| {
        losses.push(progress.loss);
        if progress.epoch == 2 {
            left = Some(checkpoint.to_bytes());
        }
    });
    assert!(losses[3] < losses[0] - 0.02, "{losses:?}");
    let bytes = left.expect("there were two epochs");
    assert!(fit.read_checkpoint(&bytes[..bytes.len() - 1]).is_none());
    let checkpoint = fit.read_checkpoint(&bytes).expect("it was written by the same training");
    let resumed = fit.run(&settings, Some(checkpoint), |_, _| {});
    assert_eq!(resumed.rounded(Rule::Freestyle), whole.rounded(Rule::Freestyle));
    // What a network knows is not learned again.
    let learned = whole.rounded(Rule::Freestyle);
    let again = fit.beginning_with(&learned).expect("it is for the same rule");
    let mut further = None;
    let one = NetworkSettings { epochs: 1, rate: 0.001, ..settings };
    fit.run(&one, Some(again), |progress, _| further = Some(progress.loss));
    assert!(further < Some(losses[2]), "{further:?} {losses:?}");
    let of = |rule| NetworkFit::new(rule, &tables, &[]);
    assert!(of(Rule::Renju).beginning_with(&learned).is_some());
    assert!(of(Rule::Pente).beginning_with(&learned).is_none());
}
