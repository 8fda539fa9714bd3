//! The games that the tests play, begun and played as a page does it.

use tengen_api::{GameAction, GameSnapshot, NewGame, SeatSpec, Spot, new_game_spec, snapshot};
use tengen_game::{ActionError, Moment, Table};

/// When every game begins.
pub(crate) const BEGINNING: Moment = 1_000;

pub(crate) fn spot(name: &str) -> Spot {
    Spot(name.to_owned())
}

/// Points by name.
pub(crate) fn spots(names: &str) -> Vec<Spot> {
    names.split_whitespace().map(spot).collect()
}

pub(crate) fn play(name: &str) -> GameAction {
    GameAction::Play { point: spot(name) }
}

fn human() -> SeatSpec {
    SeatSpec::Human { name: None }
}

pub(crate) fn begin(wish: &NewGame) -> Table {
    Table::new(new_game_spec(wish).unwrap(), false, BEGINNING).unwrap()
}

/// Two people on a board of fifteen.
pub(crate) fn hotseat(rule: &str, opening: &str) -> Table {
    begin(&NewGame {
        rule: Some(rule.to_owned()),
        size: Some(15),
        opening: Some(opening.to_owned()),
        first: Some(human()),
        second: Some(human()),
        ..NewGame::default()
    })
}

/// A person who begins against a seed player.
pub(crate) fn against_scorer() -> Table {
    begin(&NewGame {
        rule: Some("freestyle".to_owned()),
        second: Some(SeatSpec::Ai {
            opponent: "scorer".to_owned(),
            time_ms: None,
            depth: None,
            nodes: None,
            width: None,
        }),
        ..NewGame::default()
    })
}

/// Does what the page asks for.
pub(crate) fn act(table: &mut Table, action: &GameAction, now: Moment) -> Result<(), ActionError> {
    let size = table.game().size();
    table.act(&action.to_domain(size)?, now)
}

/// Plays stones in turn.
pub(crate) fn play_all(table: &mut Table, names: &str, now: Moment) {
    for name in names.split_whitespace() {
        act(table, &play(name), now).unwrap();
    }
}

/// What the page sees, after a journey over the wire.
pub(crate) fn look(table: &Table, now: Moment) -> GameSnapshot {
    let seen = snapshot(table, "x", None, now);
    let text = serde_json::to_string(&seen).unwrap();
    assert_eq!(serde_json::from_str::<GameSnapshot>(&text).unwrap(), seen);
    seen
}
