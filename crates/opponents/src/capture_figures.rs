//! What the record says about captures: made, threatened, and the fives that hang on them.

use tengen_player::{Figure, PointName, Reasoning};
use tengen_rules::{Color, Game, Point, captured_by};

/// Writes the figures of a capture game; line games have none.
pub(crate) fn fill(reasoning: &mut Reasoning, game: &Game) {
    let Some(spec) = game.rule().spec().capture else { return };
    let size = game.size();
    let names = |points: &[Point]| -> Vec<PointName> {
        points.iter().map(|&point| PointName::new(size, point)).collect()
    };
    let mut add = |name: String, figure: Figure| {
        reasoning.figures.insert(name, figure);
    };
    for color in Color::ALL {
        let taken = i64::from(game.captures()[color]);
        add(format!("stones taken by {color}"), Figure::Number(taken));
        let groups: Vec<Vec<PointName>> = game
            .stones()
            .empties()
            .map(|point| (point, captured_by(game.stones(), spec, point, color)))
            .filter(|(_, captured)| !captured.is_empty())
            .map(|(point, captured)| names(&[&[point][..], &captured].concat()))
            .collect();
        // Each group begins with the point that takes the rest.
        add(format!("captures threatened by {color}"), Figure::Groups(groups));
        let runs = game.winning_runs(color);
        if !runs.is_empty() {
            add(format!("fives of {color}"), Figure::Number(runs.len() as i64));
        }
    }
    if let Some(owner) = game.pending() {
        add("five on trial".to_owned(), Figure::Text(owner.to_string()));
        add("answers to the five".to_owned(), Figure::Points(names(&game.answers())));
    }
    let forbidden: Vec<Point> = game.forbidden_points().into_iter().map(|(p, _)| p).collect();
    if !forbidden.is_empty() {
        add("forbidden points".to_owned(), Figure::Points(names(&forbidden)));
    }
}
