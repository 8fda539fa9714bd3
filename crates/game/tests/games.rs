//! The games that the tests play, and their words for points and actions.

use std::collections::BTreeMap;

use tengen_game::{ClockSpec, Moment, NewGameSpec, Occupant, PlayerAction, Table};
use tengen_players::{Act, Decision, Reason, Thinking, Thought, Units};
use tengen_rules::{Move, Notation, Opening, Point, Rule, Seat, Size};

/// When every game begins.
pub(crate) const BEGINNING: Moment = 1_000;

/// A point by its name. Names count from the bottom, so the board matters.
pub(crate) fn point_on(size: u8, name: &str) -> Point {
    Notation::Renju.parse(Size::literal(size), name).unwrap()
}

/// A point of the board of fifteen, on which most games are played.
pub(crate) fn point(name: &str) -> Point {
    point_on(15, name)
}

pub(crate) fn play(name: &str) -> PlayerAction {
    PlayerAction::Play(point(name))
}

/// A decision to place a stone, and nothing else about it.
pub(crate) fn bare(name: &str) -> Decision {
    Decision::bare(Act::Move(Move::Place(point(name))))
}

fn table_of(spec: NewGameSpec) -> Table {
    let spec = NewGameSpec { size: Some(Size::literal(15)), ..spec };
    Table::new(spec, false, BEGINNING).unwrap()
}

/// Two people.
pub(crate) fn hotseat(rule: Rule, opening: Opening) -> Table {
    table_of(NewGameSpec {
        rule: Some(rule),
        opening: Some(opening),
        first: Some(Occupant::person()),
        second: Some(Occupant::person()),
        ..NewGameSpec::default()
    })
}

/// Two people with a clock.
pub(crate) fn with_clock(clock: ClockSpec) -> Table {
    table_of(NewGameSpec {
        rule: Some(Rule::Freestyle),
        first: Some(Occupant::person()),
        second: Some(Occupant::person()),
        clock: Some(clock),
        ..NewGameSpec::default()
    })
}

/// A person, and an opponent on this seat.
pub(crate) fn against(opponent: &str, seat: Seat, opening: Opening) -> Table {
    let mut seats = [Occupant::person(), Occupant::opponent(opponent)];
    if seat == Seat::First {
        seats.swap(0, 1);
    }
    let [first, second] = seats;
    table_of(NewGameSpec {
        rule: Some(Rule::Freestyle),
        opening: Some(opening),
        first: Some(first),
        second: Some(second),
        ..NewGameSpec::default()
    })
}

/// A person who begins against a seed player.
pub(crate) fn against_scorer() -> Table {
    against("scorer", Seat::Second, Opening::Free)
}

/// The stones in order.
pub(crate) fn moves(table: &Table) -> Vec<Move> {
    table.game().turns().iter().map(|turn| turn.mv).collect()
}

/// Stones by name.
pub(crate) fn stones(names: &str) -> Vec<Move> {
    names.split_whitespace().map(|name| Move::Place(point(name))).collect()
}

/// A decision for a move with a thought that can be recorded.
pub(crate) fn thought_through(table: &Table, name: &str) -> Decision {
    let decision = bare(name);
    let thought = Thought {
        ply: table.game().turns().len() as u32 + 1,
        player: "scorer".to_owned(),
        color: table.game().to_move(),
        choice: Some(Move::Place(point(name))),
        why: Reason::default(),
        thinking: Thinking::default(),
        cutoffs: BTreeMap::new(),
        figures: BTreeMap::new(),
        notes: Vec::new(),
        evaluation: None,
        adapting: None,
        tree: Vec::new(),
        units: Units::Own,
    };
    Decision { thought: Some(Box::new(thought)), ..decision }
}
