//! What can be seen of a game, and whether it is what the script says.

use std::fmt::Debug;

use tengen_game::{Happening, Phase, Table, move_name, outcome_text};
use tengen_players::{Act, Suggestion};
use tengen_rules::{Action, ByColor, Move, Size};

use crate::script::Expectation;

/// What can be seen of a game. Whoever replays a script fills it from what they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The name of the game.
    pub title: String,
    /// The part of the game.
    pub phase: Phase,
    /// All moves by name, `pass` for a pass.
    pub moves: Vec<String>,
    /// The moves that were taken back, the next to be played again first; `opening` for a step that
    /// places no stone.
    pub undone: Vec<String>,
    /// The stones that each color has captured.
    pub captured: ByColor<u32>,
    /// What the opening asks now.
    pub prompt: Option<String>,
    /// What was done in the opening, a sentence each.
    pub log: Vec<String>,
    /// The names of all events since the game began.
    pub events: Vec<String>,
    /// All notices of the game, a sentence each.
    pub notices: Vec<String>,
    /// The last suggestion: the name of the move, and why.
    pub hint: Option<(String, String)>,
    /// How the game ended.
    pub outcome: Option<String>,
}

impl Seen {
    /// What the table itself says. `hint` is the last suggestion.
    pub fn of(table: &Table, hint: Option<&Suggestion>) -> Self {
        let (game, history) = (table.game(), table.history());
        let size = game.size();
        let opening = table.opening_in_progress().filter(|_| !table.is_over());
        let log = history.steps.iter().filter_map(|step| match &step.act {
            Act::Opening(action) => Some(table.choice_text(step.seat, action)),
            Act::Move(_) => None,
        });
        let events = table.events_after(0).unwrap_or_default();
        Self {
            title: history.title.clone(),
            phase: table.phase(),
            moves: game.turns().iter().map(|turn| move_name(size, turn.mv)).collect(),
            undone: history.undone.iter().rev().map(|step| act_name(size, &step.act)).collect(),
            captured: game.captures(),
            prompt: opening.map(|opening| table.prompt(opening)),
            log: log.collect(),
            events: events.iter().map(|event| event_name(&event.what).to_owned()).collect(),
            notices: history.notices.iter().map(tengen_game::Notice::text).collect(),
            hint: hint.map(|hint| {
                let name = hint.act.as_ref().map(|act| act_name(size, act));
                (name.unwrap_or_default(), hint.reason.text())
            }),
            outcome: outcome_text(game.status()),
        }
    }
}

fn act_name(size: Size, act: &Act) -> String {
    match act {
        Act::Move(mv) => move_name(size, *mv),
        Act::Opening(Action::Place(point) | Action::Pick(point)) => {
            move_name(size, Move::Place(*point))
        }
        Act::Opening(_) => "opening".to_owned(),
    }
}

/// The name of what happened; the page's events have the same.
pub const fn event_name(what: &Happening) -> &'static str {
    match what {
        Happening::Begun => "begun",
        Happening::Played { .. } => "played",
        Happening::Passed { .. } => "passed",
        Happening::Chosen { .. } => "chosen",
        Happening::Undone { .. } => "undone",
        Happening::Redone { .. } => "redone",
        Happening::DrawOffered { .. } => "draw_offered",
        Happening::DrawDeclined { .. } => "draw_declined",
        Happening::Ended => "ended",
        Happening::Paused => "paused",
        Happening::Resumed => "resumed",
        Happening::Renamed => "renamed",
        Happening::Trouble => "trouble",
    }
}

/// Compares what is seen with what the script says, and remembers what was named already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checker {
    n_events: usize,
    n_notices: usize,
}

impl Checker {
    /// Whether this is seen; otherwise what is seen instead.
    pub fn check(&mut self, expected: &Expectation, seen: &Seen) -> Result<(), String> {
        match expected {
            Expectation::Title(title) => same(&seen.title, title),
            Expectation::Phase(phase) => same(&seen.phase, phase),
            Expectation::Moves(moves) => same(&seen.moves, moves),
            Expectation::Undone(moves) => same(&seen.undone, moves),
            Expectation::Captured(captured) => same(&seen.captured, captured),
            Expectation::Prompt(text) => same(&seen.prompt.as_ref(), &Some(text)),
            Expectation::Log(text) => same(&seen.log.last(), &Some(text)),
            Expectation::Events(names) => {
                let new = seen.events.get(self.n_events..).unwrap_or_default();
                self.n_events = seen.events.len();
                same(new, names)
            }
            Expectation::Notice(text) => {
                let new = seen.notices.get(self.n_notices);
                self.n_notices += 1;
                same(&new, &Some(text))
            }
            Expectation::Hint(name, why) => {
                let hint = seen.hint.as_ref().map(|(name, why)| (name, why));
                same(&hint, &Some((name, why)))
            }
            Expectation::Outcome(text) => same(&seen.outcome.as_ref(), &Some(text)),
        }
    }

    /// Whether everything that happened and was told has been named by the script.
    pub fn finish(&self, seen: &Seen) -> Result<(), String> {
        let nothing: &[String] = &[];
        same(seen.events.get(self.n_events..).unwrap_or_default(), nothing)?;
        same(seen.notices.get(self.n_notices..).unwrap_or_default(), nothing)
    }
}

fn same<T: Debug + PartialEq + ?Sized>(seen: &T, expected: &T) -> Result<(), String> {
    if seen == expected {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, but there is {seen:?}"))
    }
}
