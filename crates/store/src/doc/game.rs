//! A game: what was agreed and what was done.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_game::{
    ActionError, ClockSpec, Ending, History, Notice, Occupant, Step, game_from_setup, place_all,
    play_all, start_of,
};
use tengen_players::{Act, MoveLimits};
use tengen_rules::{Action, ByColor, Color, Game, Move, Opening, Point, Rule, Setup, Size};

use super::parts::{
    FactDoc, SeatDoc, ValueDoc, facts_of, move_name, point_name, point_names, read_color,
    read_facts, read_move, read_point, read_points, read_size, unreadable,
};
use super::v1::GameV1;
use super::{VERSION, read};
use crate::StoreError;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameDoc {
    pub(super) version: u32,
    pub(super) title: String,
    pub(super) rule: String,
    pub(super) size: u8,
    pub(super) opening: String,
    pub(super) seats: [OccupantDoc; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<ClockDoc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<StartDoc>,
    pub(super) steps: Vec<StepDoc>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) undone: Vec<StepDoc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ending: Option<EndingDoc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) draw_offer: Option<SeatDoc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) paused_ms: Option<u64>,
    pub(super) seq: u64,
    pub(super) created_at: u64,
    pub(super) updated_at: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notices: Vec<NoticeDoc>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum OccupantDoc {
    Person {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Opponent {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockDoc {
    pub(super) main_ms: u64,
    pub(super) increment_ms: u64,
    pub(super) byoyomi_ms: u64,
    pub(super) byoyomi_periods: u32,
}

/// A position to begin from: stones that were set up, and what was played on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartDoc {
    pub(super) black: Vec<String>,
    pub(super) white: Vec<String>,
    pub(super) to_move: String,
    /// The stones captured by Black and by White.
    pub(super) captured: [u32; 2],
    pub(super) moves: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepDoc {
    pub(super) seat: SeatDoc,
    pub(super) act: ActDoc,
    pub(super) time_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<ValueDoc>,
    /// The facts of the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Vec<FactDoc>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_thought: bool,
}

/// A move (`play`, `pass`) or a step of the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ActDoc {
    Play(String),
    Pass,
    Place(String),
    Swap,
    Stay,
    TakeBlack,
    TakeWhite,
    PutTwo,
    Declare(u32),
    OfferTen,
    Offer(Vec<String>),
    Pick(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EndingDoc {
    Resigned(SeatDoc),
    TimedOut(SeatDoc),
    Agreed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum NoticeDoc {
    OpponentFailed { times: u32 },
    OpponentPlayedIllegally,
    MemoryShort { wanted_mib: usize, got_mib: usize },
}

impl GameDoc {
    /// Reads a document of any version that is known.
    pub(crate) fn read(text: &str) -> Result<History, StoreError> {
        read::<Self, GameV1>(text, GameV1::upgrade)?.to_history()
    }

    pub(crate) fn of(history: &History) -> Self {
        let size = history.size;
        let steps = |steps: &[Step]| steps.iter().map(|step| step_doc(size, step)).collect();
        Self {
            version: VERSION,
            title: history.title.clone(),
            rule: history.rule.name().to_owned(),
            size: size.get(),
            opening: history.opening.name().to_owned(),
            seats: [occupant_doc(&history.seats[0]), occupant_doc(&history.seats[1])],
            clock: history.clock.map(clock_doc),
            start: history.start.as_ref().map(start_doc),
            steps: steps(&history.steps),
            undone: steps(&history.undone),
            ending: history.ending.map(|ending| match ending {
                Ending::Resigned { seat } => EndingDoc::Resigned(seat.into()),
                Ending::TimedOut { seat } => EndingDoc::TimedOut(seat.into()),
                Ending::Agreed => EndingDoc::Agreed,
            }),
            draw_offer: history.draw_offer.map(Into::into),
            paused_ms: history.paused_ms,
            seq: history.seq,
            created_at: history.created_at,
            updated_at: history.updated_at,
            notices: history.notices.iter().filter_map(notice_doc).collect(),
        }
    }

    fn to_history(&self) -> Result<History, StoreError> {
        let size = read_size(self.size)?;
        let rule: Rule = self.rule.parse().map_err(|_| unreadable("no rule", &self.rule))?;
        let opening: Opening =
            self.opening.parse().map_err(|_| unreadable("no opening", &self.opening))?;
        let steps = |steps: &[StepDoc]| -> Result<Vec<Step>, StoreError> {
            steps.iter().map(|step| read_step(size, step)).collect()
        };
        Ok(History {
            title: self.title.clone(),
            rule,
            size,
            opening,
            seats: [read_occupant(&self.seats[0]), read_occupant(&self.seats[1])],
            clock: self.clock.map(read_clock),
            start: self.start.as_ref().map(|start| read_start(rule, size, start)).transpose()?,
            steps: steps(&self.steps)?,
            undone: steps(&self.undone)?,
            ending: self.ending.map(|ending| match ending {
                EndingDoc::Resigned(seat) => Ending::Resigned { seat: seat.into() },
                EndingDoc::TimedOut(seat) => Ending::TimedOut { seat: seat.into() },
                EndingDoc::Agreed => Ending::Agreed,
            }),
            draw_offer: self.draw_offer.map(Into::into),
            paused_ms: self.paused_ms,
            seq: self.seq,
            created_at: self.created_at,
            updated_at: self.updated_at,
            notices: self.notices.iter().map(read_notice).collect(),
        })
    }
}

fn occupant_doc(occupant: &Occupant) -> OccupantDoc {
    match occupant {
        Occupant::Person { name } => OccupantDoc::Person { name: name.clone() },
        Occupant::Opponent { name, limits } => OccupantDoc::Opponent {
            name: name.clone(),
            time_ms: limits.time.map(|time| time.as_millis() as u64),
            depth: limits.depth,
            nodes: limits.nodes,
            width: limits.width,
        },
    }
}

fn read_occupant(doc: &OccupantDoc) -> Occupant {
    match doc {
        OccupantDoc::Person { name } => Occupant::Person { name: name.clone() },
        OccupantDoc::Opponent { name, time_ms, depth, nodes, width } => {
            let time = time_ms.map(Duration::from_millis);
            let limits = MoveLimits { time, depth: *depth, nodes: *nodes, width: *width };
            Occupant::Opponent { name: name.clone(), limits }
        }
    }
}

fn clock_doc(clock: ClockSpec) -> ClockDoc {
    let ClockSpec { main_ms, increment_ms, byoyomi_ms, byoyomi_periods } = clock;
    ClockDoc { main_ms, increment_ms, byoyomi_ms, byoyomi_periods }
}

fn read_clock(doc: ClockDoc) -> ClockSpec {
    let ClockDoc { main_ms, increment_ms, byoyomi_ms, byoyomi_periods } = doc;
    ClockSpec { main_ms, increment_ms, byoyomi_ms, byoyomi_periods }
}

pub(super) fn start_doc(game: &Game) -> StartDoc {
    let size = game.size();
    let start = start_of(game);
    let stones = |color: Color| -> Vec<String> {
        start.stones().of(color).map(|point| point_name(size, point)).collect()
    };
    StartDoc {
        black: stones(Color::Black),
        white: stones(Color::White),
        to_move: start.to_move().name().to_owned(),
        captured: [start.captures().black, start.captures().white],
        moves: game.turns().iter().map(|turn| move_name(size, turn.mv)).collect(),
    }
}

pub(super) fn read_start(rule: Rule, size: Size, doc: &StartDoc) -> Result<Game, StoreError> {
    let unreadable = |error: ActionError| StoreError::Unreadable(error.to_string());
    let mut setup = Setup::empty(rule, size);
    for (names, color) in [(&doc.black, Color::Black), (&doc.white, Color::White)] {
        place_all(&mut setup, &read_points(size, names)?, color).map_err(unreadable)?;
    }
    setup.to_move = read_color(&doc.to_move)?;
    setup.captures = ByColor::new(doc.captured[0], doc.captured[1]);
    let moves: Vec<Move> =
        doc.moves.iter().map(|name| read_move(size, name)).collect::<Result<_, _>>()?;
    game_from_setup(setup).and_then(|game| play_all(game, &moves)).map_err(unreadable)
}

fn step_doc(size: Size, step: &Step) -> StepDoc {
    StepDoc {
        seat: step.seat.into(),
        act: act_doc(size, &step.act),
        time_ms: step.time_ms,
        value: step.value.map(Into::into),
        reason: step.reason.as_ref().map(|reason| facts_of(size, reason)),
        has_thought: step.has_thought,
    }
}

fn read_step(size: Size, doc: &StepDoc) -> Result<Step, StoreError> {
    Ok(Step {
        seat: doc.seat.into(),
        act: read_act(size, &doc.act)?,
        time_ms: doc.time_ms,
        value: doc.value.map(Into::into),
        reason: doc.reason.as_ref().map(|facts| read_facts(size, facts)).transpose()?,
        has_thought: doc.has_thought,
    })
}

fn act_doc(size: Size, act: &Act) -> ActDoc {
    let name = |&point: &Point| point_name(size, point);
    match act {
        Act::Move(Move::Place(point)) => ActDoc::Play(name(point)),
        Act::Move(Move::Pass) => ActDoc::Pass,
        Act::Opening(action) => match action {
            Action::Place(point) => ActDoc::Place(name(point)),
            Action::Swap => ActDoc::Swap,
            Action::Stay => ActDoc::Stay,
            Action::Take(Color::Black) => ActDoc::TakeBlack,
            Action::Take(Color::White) => ActDoc::TakeWhite,
            Action::PutTwo => ActDoc::PutTwo,
            Action::Declare(count) => ActDoc::Declare(*count),
            Action::OfferTen => ActDoc::OfferTen,
            Action::Offer(points) => ActDoc::Offer(point_names(size, points)),
            Action::Pick(point) => ActDoc::Pick(name(point)),
        },
    }
}

fn read_act(size: Size, doc: &ActDoc) -> Result<Act, StoreError> {
    Ok(match doc {
        ActDoc::Play(name) => Act::Move(Move::Place(read_point(size, name)?)),
        ActDoc::Pass => Act::Move(Move::Pass),
        ActDoc::Place(name) => Act::Opening(Action::Place(read_point(size, name)?)),
        ActDoc::Swap => Act::Opening(Action::Swap),
        ActDoc::Stay => Act::Opening(Action::Stay),
        ActDoc::TakeBlack => Act::Opening(Action::Take(Color::Black)),
        ActDoc::TakeWhite => Act::Opening(Action::Take(Color::White)),
        ActDoc::PutTwo => Act::Opening(Action::PutTwo),
        ActDoc::Declare(count) => Act::Opening(Action::Declare(*count)),
        ActDoc::OfferTen => Act::Opening(Action::OfferTen),
        ActDoc::Offer(names) => Act::Opening(Action::Offer(read_points(size, names)?)),
        ActDoc::Pick(name) => Act::Opening(Action::Pick(read_point(size, name)?)),
    })
}

/// Notices about the file itself, and about who is gone, are of the moment and not kept in it.
fn notice_doc(notice: &Notice) -> Option<NoticeDoc> {
    match *notice {
        Notice::OpponentFailed { times } => Some(NoticeDoc::OpponentFailed { times }),
        Notice::OpponentPlayedIllegally => Some(NoticeDoc::OpponentPlayedIllegally),
        Notice::MemoryShort { wanted_mib, got_mib } => {
            Some(NoticeDoc::MemoryShort { wanted_mib, got_mib })
        }
        Notice::OpponentLost
        | Notice::NotSaved { .. }
        | Notice::SavedAgain
        | Notice::LibrarySetAside { .. }
        | Notice::EntriesDamaged { .. }
        | Notice::LibraryUnusable { .. }
        | Notice::LibraryIsUnknown { .. }
        | Notice::LibraryIsNewer { .. } => None,
    }
}

fn read_notice(doc: &NoticeDoc) -> Notice {
    match *doc {
        NoticeDoc::OpponentFailed { times } => Notice::OpponentFailed { times },
        NoticeDoc::OpponentPlayedIllegally => Notice::OpponentPlayedIllegally,
        NoticeDoc::MemoryShort { wanted_mib, got_mib } => {
            Notice::MemoryShort { wanted_mib, got_mib }
        }
    }
}
