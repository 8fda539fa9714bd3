//! What the engine knows about a player, as the page shows it.

use tengen_api::{
    AdaptingView, ComparedView, HabitReach, HabitTally, ReachHabit, SeatName, SeatSpec,
    ThreatHabit, ThreatKind,
};
use tengen_players::adapt::{Adapted, Habits, Reach, Tally, Zone};
use tengen_players::figures::Kind;
use tengen_rules::{Axis, Size};

use crate::table::Table;
use crate::thought::engine_worth;
use crate::words::{direction_of, spot_of};

/// What is known about the person at a table who plays against an AI, from this game alone, and the
/// name they sit under. Nothing if there are two people or none.
pub fn habits_of_table(table: &Table) -> Option<(Option<String>, Habits)> {
    let (seat, name) = lone_person(table)?;
    let mut habits = Habits::default();
    habits.watch(table.game(), table.standing.color_of(seat));
    Some((name.map(str::to_owned), habits))
}

impl Table {
    /// The name under which somebody plays against an AI, if they have one; nothing if there are
    /// two people or none.
    pub fn person(&self) -> Option<Option<&str>> {
        lone_person(self).map(|(_, name)| name)
    }
}

fn lone_person(table: &Table) -> Option<(SeatName, Option<&str>)> {
    match &table.doc().seats {
        [SeatSpec::Human { name }, SeatSpec::Ai { .. }] => Some((SeatName::First, name.as_deref())),
        [SeatSpec::Ai { .. }, SeatSpec::Human { name }] => {
            Some((SeatName::Second, name.as_deref()))
        }
        _ => None,
    }
}

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
                    score: engine_worth(one.score),
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
