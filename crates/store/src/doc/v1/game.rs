//! A game of the first version.

use serde::Deserialize;
use tengen_game::read_code;
use tengen_players::Rung;
use tengen_rules::{Color, Size};

use super::{PerColorV1, ReasonV1, WorthV1};
use crate::StoreError;
use crate::doc::VERSION;
use crate::doc::game::{
    ActDoc, ClockDoc, EndingDoc, GameDoc, NoticeDoc, OccupantDoc, StartDoc, StepDoc, start_doc,
};
use crate::doc::parts::{SeatDoc, ValueDoc, facts_of, read_size};

#[derive(Debug, Deserialize)]
pub(in crate::doc) struct GameV1 {
    title: String,
    rule: String,
    size: u8,
    opening: String,
    seats: [SeatV1; 2],
    clock: Option<ClockV1>,
    start: Option<StartV1>,
    steps: Vec<StepV1>,
    undone: Vec<StepV1>,
    ending: Option<EndingV1>,
    draw_offer: Option<SeatDoc>,
    seq: u64,
    created_at: u64,
    updated_at: u64,
    #[serde(default)]
    notices: Vec<NoticeV1>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum SeatV1 {
    Human {
        #[serde(default)]
        name: Option<String>,
    },
    Ai {
        opponent: String,
        #[serde(default)]
        time_ms: Option<u64>,
    },
}

#[derive(Debug, Deserialize)]
struct ClockV1 {
    main_ms: u64,
    #[serde(default)]
    increment_ms: u64,
    #[serde(default)]
    byoyomi_ms: u64,
    #[serde(default)]
    byoyomi_periods: u32,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum StartV1 {
    Moves {
        moves: Vec<String>,
    },
    Setup {
        stones: PerColorV1<Vec<String>>,
        to_move: String,
        #[serde(default)]
        captured: PerColorV1<u32>,
        #[serde(default)]
        moves: Vec<String>,
    },
    Code {
        code: String,
    },
}

#[derive(Debug, Deserialize)]
struct StepV1 {
    seat: SeatDoc,
    act: ActV1,
    time_ms: u64,
    #[serde(default)]
    score: Option<WorthV1>,
    #[serde(default)]
    reason: Option<ReasonV1>,
    #[serde(default)]
    has_reasoning: bool,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ActV1 {
    Opening { action: ActionV1 },
    Play { point: String },
    Pass,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ActionV1 {
    Place { point: String },
    Swap,
    Stay,
    TakeBlack,
    TakeWhite,
    PutTwo,
    Declare { count: u32 },
    OfferTen,
    Offer { points: Vec<String> },
    Pick { point: String },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum EndingV1 {
    Resigned { seat: SeatDoc },
    TimedOut { seat: SeatDoc },
    Agreed,
}

#[derive(Debug, Deserialize)]
struct NoticeV1 {
    code: String,
    text: String,
}

impl GameV1 {
    pub(in crate::doc) fn upgrade(self) -> Result<GameDoc, StoreError> {
        let size = read_size(self.size)?;
        let is_engine = |seat: SeatDoc| {
            let seat = &self.seats[usize::from(seat == SeatDoc::Second)];
            matches!(seat, SeatV1::Ai { opponent, .. }
                if Rung::named(opponent).is_none_or(Rung::is_engine))
        };
        let steps = |steps: &[StepV1]| -> Result<Vec<StepDoc>, StoreError> {
            steps.iter().map(|step| step.upgrade(size, is_engine(step.seat))).collect()
        };
        let (played, undone) = (steps(&self.steps)?, steps(&self.undone)?);
        Ok(GameDoc {
            version: VERSION,
            title: self.title,
            rule: self.rule,
            size: self.size,
            opening: self.opening,
            seats: self.seats.map(SeatV1::upgrade),
            clock: self.clock.map(|clock| ClockDoc {
                main_ms: clock.main_ms,
                increment_ms: clock.increment_ms,
                byoyomi_ms: clock.byoyomi_ms,
                byoyomi_periods: clock.byoyomi_periods,
            }),
            start: self.start.map(StartV1::upgrade).transpose()?,
            steps: played,
            undone,
            ending: self.ending.map(|ending| match ending {
                EndingV1::Resigned { seat } => EndingDoc::Resigned(seat),
                EndingV1::TimedOut { seat } => EndingDoc::TimedOut(seat),
                EndingV1::Agreed => EndingDoc::Agreed,
            }),
            draw_offer: self.draw_offer,
            paused_ms: None,
            seq: self.seq,
            created_at: self.created_at,
            updated_at: self.updated_at,
            notices: self.notices.iter().filter_map(NoticeV1::upgrade).collect(),
        })
    }
}

impl SeatV1 {
    fn upgrade(self) -> OccupantDoc {
        match self {
            Self::Human { name } => OccupantDoc::Person { name },
            Self::Ai { opponent, time_ms } => OccupantDoc::Opponent {
                name: opponent,
                time_ms,
                depth: None,
                nodes: None,
                width: None,
            },
        }
    }
}

impl StartV1 {
    pub(super) fn upgrade(self) -> Result<StartDoc, StoreError> {
        match self {
            Self::Moves { moves } => Ok(StartDoc {
                black: Vec::new(),
                white: Vec::new(),
                to_move: Color::Black.name().to_owned(),
                captured: [0, 0],
                moves,
            }),
            Self::Setup { stones, to_move, captured, moves } => Ok(StartDoc {
                black: stones.black,
                white: stones.white,
                to_move,
                captured: [captured.black, captured.white],
                moves,
            }),
            Self::Code { code } => {
                let game =
                    read_code(&code).map_err(|error| StoreError::Unreadable(error.to_string()))?;
                Ok(start_doc(&game))
            }
        }
    }
}

impl StepV1 {
    fn upgrade(&self, size: Size, is_engine: bool) -> Result<StepDoc, StoreError> {
        let reason = self.reason.as_ref().map(|reason| reason.upgrade(size)).transpose()?;
        let value = self.score.as_ref().map(|worth| {
            let score = worth.score().0;
            if is_engine { ValueDoc::Engine(score) } else { ValueDoc::Own(score) }
        });
        Ok(StepDoc {
            seat: self.seat,
            act: self.act.upgrade(),
            time_ms: self.time_ms,
            value,
            reason: reason.as_ref().map(|reason| facts_of(size, reason)),
            has_thought: self.has_reasoning,
        })
    }
}

impl ActV1 {
    fn upgrade(&self) -> ActDoc {
        match self {
            Self::Play { point } => ActDoc::Play(point.clone()),
            Self::Pass => ActDoc::Pass,
            Self::Opening { action } => match action {
                ActionV1::Place { point } => ActDoc::Place(point.clone()),
                ActionV1::Swap => ActDoc::Swap,
                ActionV1::Stay => ActDoc::Stay,
                ActionV1::TakeBlack => ActDoc::TakeBlack,
                ActionV1::TakeWhite => ActDoc::TakeWhite,
                ActionV1::PutTwo => ActDoc::PutTwo,
                ActionV1::Declare { count } => ActDoc::Declare(*count),
                ActionV1::OfferTen => ActDoc::OfferTen,
                ActionV1::Offer { points } => ActDoc::Offer(points.clone()),
                ActionV1::Pick { point } => ActDoc::Pick(point.clone()),
            },
        }
    }
}

impl NoticeV1 {
    /// The first version kept sentences; their numbers are the facts.
    fn upgrade(&self) -> Option<NoticeDoc> {
        let mut numbers = self
            .text
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|digits| digits.parse::<usize>().ok());
        match self.code.as_str() {
            "opponent_failed" => {
                let times = if self.text.contains("twice") { 2 } else { 1 };
                Some(NoticeDoc::OpponentFailed { times })
            }
            "memory_short" => {
                let (got_mib, wanted_mib) = (numbers.next()?, numbers.next()?);
                Some(NoticeDoc::MemoryShort { wanted_mib, got_mib })
            }
            _ => None,
        }
    }
}
