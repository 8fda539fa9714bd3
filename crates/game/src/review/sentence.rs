//! Moments of a review in English.

use tengen_players::{Fact, Reason, plies};
use tengen_rules::{Game, Notation, Point};

use super::{KeyMoment, MomentKind};
use crate::words::color_title;

/// The moment as an English sentence or two: what it was, what it left, and what was better for it.
pub(super) fn sentence(game: &Game, moment: &KeyMoment) -> String {
    let size = game.size();
    let name = |point: Option<Point>, other: &str| {
        point.map_or_else(|| other.to_owned(), |point| Notation::Renju.format(size, point))
    };
    let listed = |reason: &Reason| {
        let words: Vec<String> =
            reason.facts.iter().map(|fact: &Fact| fact.words_on(size)).collect();
        words.join(" and ")
    };
    let (played, better) = (name(moment.played, "the pass"), name(moment.better, "another move"));
    let (who, other) = (color_title(moment.color), color_title(!moment.color));
    let n_plies = moment.proven_plies.unwrap_or(0);
    let (ply, plies) = (moment.ply, plies(n_plies));
    let percent = (moment.loss * 100.0).round();
    let (left, why) = (listed(&moment.left), listed(&moment.why));
    let left = if left.is_empty() { String::new() } else { format!(" {played} {left}.") };
    let of_better = if why.is_empty() { String::new() } else { format!(": it {why}") };
    match moment.kind {
        MomentKind::MissedWin => format!(
            "Move {ply}: {who} had a forced win in at most {plies} with {better}{of_better}. {who} \
             played {played} instead.{left}"
        ),
        MomentKind::AvoidableLoss => format!(
            "Move {ply}: after {played} {other} has a forced win in at most {plies}.{left} \
             {better} would have avoided it{of_better}."
        ),
        MomentKind::TurningPoint => format!(
            "Move {ply}: with {played} the game turned against {who}, who gave away {percent} %.{left} \
             {better} was better{of_better}."
        ),
        MomentKind::Mistake => format!(
            "Move {ply}: {played} cost {who} {percent} %.{left} {better} was better{of_better}."
        ),
        MomentKind::DecisiveWin => {
            // The stone that ends the game begins nothing.
            if n_plies == 1 {
                let why = if why.is_empty() { "wins" } else { &why };
                return format!("Move {ply}: {played} {why}.");
            }
            let why = if why.is_empty() { String::new() } else { format!(" {played} {why}.") };
            format!(
                "Move {ply}: from here on {who} had a forced win, at first in at most {plies}.{why}"
            )
        }
    }
}
