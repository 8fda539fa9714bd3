//! What an opponent knows about the person it plays against, for the page.

use tengen_players::Valuation;
use tengen_players::adapt::{Adapted, Habits, Reach, Tally, Zone};
use tengen_players::figures::Kind;
use tengen_rules::{Axis, Size};

use super::names::{direction_of, spot_of};
use crate::{
    AdaptingView, ComparedView, HabitReach, HabitTally, ReachHabit, ThreatHabit, ThreatKind,
};

/// What is known about the player, and what was made of it.
pub fn adapting_view(size: Size, habits: &Habits, adapted: Option<&Adapted>) -> AdaptingView {
    let kinds = Kind::ALL.into_iter().flat_map(|kind| Axis::ALL.map(|axis| (kind, axis)));
    AdaptingView {
        n_games: habits.n_games(),
        n_threats: habits.n_threats(),
        threats: kinds
            .filter(|&(kind, axis)| habits.threats(kind, axis).seen > 0)
            .map(|(kind, axis)| ThreatHabit {
                kind: kind_of(kind),
                direction: direction_of(axis),
                tally: tally_of(habits.threats(kind, axis)),
            })
            .collect(),
        reaches: Reach::ALL
            .into_iter()
            .map(|reach| ReachHabit {
                reach: reach_of(reach),
                tally: tally_of(habits.reach(reach)),
                replies: habits.replies(reach),
            })
            .collect(),
        zones: Zone::all().map(|zone| tally_of(habits.zone(zone))).collect(),
        compared: adapted.map_or_else(Vec::new, |adapted| {
            let moves = adapted.compared.iter().enumerate();
            moves
                .map(|(i, one)| ComparedView {
                    point: spot_of(size, one.point),
                    score: Valuation::from(one.score).into(),
                    promise: one.promise,
                    is_chosen: i == adapted.chosen,
                })
                .collect()
        }),
        is_changed: adapted.is_some_and(Adapted::is_changed),
    }
}

const fn tally_of(tally: Tally) -> HabitTally {
    HabitTally { seen: tally.seen, missed: tally.missed }
}

const fn kind_of(kind: Kind) -> ThreatKind {
    match kind {
        Kind::Three => ThreatKind::Three,
        Kind::Four => ThreatKind::Four,
        Kind::Capture => ThreatKind::Capture,
    }
}

const fn reach_of(reach: Reach) -> HabitReach {
    match reach {
        Reach::Near => HabitReach::Near,
        Reach::Middle => HabitReach::Middle,
        Reach::Far => HabitReach::Far,
    }
}
