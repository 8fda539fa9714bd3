//! The table itself: what is agreed, what was done, whose turn it is.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_api::{
    GameEvent, GameEventKind, NewGame, Notice, OpeningAction, Reason, SeatName, SeatSpec, Worth,
};
use tengen_players::LADDER;
use tengen_rules::{Game, Move, OpeningState, Rule, Size};

use crate::catalogue::{default_game, default_opponent, opponent_plays};
use crate::clock::Clock;
use crate::doc::{Act, Ending, Step, TableDoc};
use crate::standing::{Standing, Terms, index_of};
use crate::texts::rule_title;
use crate::words::{rule_of, size_of};
use crate::{Refusal, input_of, name_of, read_position};

/// A moment as the caller counts it: milliseconds since 1970, never running backwards.
pub type Moment = u64;

/// How many events are remembered for pages that come back.
const REMEMBERED: usize = 200;

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) doc: TableDoc,
    pub(crate) terms: Terms,
    pub(crate) standing: Standing,
    /// The last events, oldest first; after a restart there are none.
    events: VecDeque<GameEvent>,
    /// Grows whenever a thought that was begun before has become useless.
    epoch: u64,
    /// When the present turn began to count, unless it is paused.
    since: Option<Moment>,
    /// What the present turn took before the last pause.
    banked_ms: u64,
}

/// Something the AI must decide.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Comes back with the answer; an answer to an older question is dropped.
    pub epoch: u64,
    /// Who decides.
    pub seat: SeatName,
    /// The opponent of the ladder.
    pub opponent: String,
    /// The position.
    pub game: Game,
    /// The number the next stone gets.
    pub ply: u32,
    /// What is to be decided.
    pub task: Task,
    /// How long it may take, if the seat or the game limits it.
    pub limit: Option<Duration>,
    /// What is left on the clock, if there is one, and what a move adds.
    pub clock: Option<(Duration, Duration)>,
    /// What this seat has thought so far.
    pub spent: Spent,
}

/// How long somebody has thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// About how many moves.
    pub n_moves: u32,
    /// All of them together.
    pub time: Duration,
}

/// What is to be decided.
#[derive(Clone, Debug)]
pub enum Task {
    /// A move.
    Move,
    /// A step of the opening.
    Opening(Box<OpeningState>),
}

/// What an AI decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it does.
    pub act: Act,
    /// What it thinks of it.
    pub score: Option<Worth>,
    /// Why.
    pub reason: Option<Reason>,
    /// Whether the reasoning is recorded.
    pub has_reasoning: bool,
    /// How long it thought, by its own clock; the table's own count if missing.
    pub time_ms: Option<u64>,
}

impl Table {
    /// A new game. `coin` decides who sits where if a toss is wanted.
    pub fn new(wish: &NewGame, coin: bool, now: Moment) -> Result<Self, Refusal> {
        let usual = default_game();
        let start = wish.start.as_ref().map(read_position).transpose()?;
        let rule = match (&start, &wish.rule) {
            (Some(game), _) => game.rule(),
            (None, Some(name)) => rule_of(name)?,
            (None, None) => rule_of(usual.rule.as_deref().unwrap_or_default())?,
        };
        let size = match (&start, wish.size) {
            (Some(game), _) => game.size(),
            (None, Some(side)) => size_of(side)?,
            (None, None) => rule.spec().default_size,
        };
        let first = wish.first.clone().unwrap_or(SeatSpec::Human { name: None });
        let second = wish.second.clone().unwrap_or_else(|| SeatSpec::Ai {
            opponent: default_opponent(rule, size).to_owned(),
            time_ms: None,
        });
        let mut seats = [first, second];
        if wish.toss.unwrap_or(false) && coin {
            seats.swap(0, 1);
        }
        let doc = TableDoc {
            version: 1,
            title: wish.title.clone().unwrap_or_else(|| default_title(rule, &seats)),
            rule: rule.name().to_owned(),
            size: size.get(),
            opening: wish.opening.clone().unwrap_or_else(|| "free".to_owned()),
            seats,
            clock: wish.clock,
            start: start.as_ref().map(input_of),
            steps: Vec::new(),
            undone: Vec::new(),
            ending: None,
            draw_offer: None,
            seq: 0,
            created_at: now,
            updated_at: now,
            notices: Vec::new(),
        };
        check_seats(&doc, rule, size)?;
        if doc.clock.is_some_and(|clock| clock.main_ms == 0 && clock.byoyomi_ms == 0) {
            return Err(Refusal::Unsupported("the clock has no time on it".to_owned()));
        }
        let mut table = Self::from_doc(doc, now)?;
        table.note(GameEventKind::Begun, now);
        Ok(table)
    }

    /// A stored game taken up again. Every step is checked by the rules.
    pub fn from_doc(doc: TableDoc, now: Moment) -> Result<Self, Refusal> {
        let (rule, size) = (rule_of(&doc.rule)?, size_of(doc.size)?);
        let opening = doc.opening.parse().map_err(|error: tengen_rules::UnsupportedOpening| {
            Refusal::Unsupported(error.to_string())
        })?;
        let start = match &doc.start {
            Some(_) if opening != tengen_rules::Opening::Free => {
                return Err(Refusal::Unsupported(
                    "an opening procedure begins on the empty board".to_owned(),
                ));
            }
            Some(input) => read_position(input)?,
            None => Game::new(rule, size),
        };
        let terms = Terms { size, opening, start };
        let standing = Standing::after(&terms, &doc.steps, doc.ending)?;
        let since = Some(now);
        Ok(Self { doc, terms, standing, events: VecDeque::new(), epoch: 0, since, banked_ms: 0 })
    }

    /// The game as it is stored.
    pub fn doc(&self) -> &TableDoc {
        &self.doc
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.standing.game
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.doc.seq
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.standing.is_over()
    }

    /// Who has to do something.
    pub fn turn(&self) -> Option<SeatName> {
        self.standing.turn()
    }

    /// The opening, if it is still going on.
    pub fn opening_in_progress(&self) -> Option<&OpeningState> {
        Some(&self.standing.opening).filter(|opening| !opening.is_done())
    }

    /// The events after this one, or nothing if some of them are forgotten.
    pub fn events_after(&self, seq: u64) -> Option<Vec<GameEvent>> {
        let first = self.events.front().map_or(self.doc.seq + 1, |event| event.seq);
        (seq + 1 >= first && seq <= self.doc.seq)
            .then(|| self.events.iter().filter(|event| event.seq > seq).cloned().collect())
    }

    /// Tells the user something, in the game's own list.
    pub fn add_notice(&mut self, notice: Notice, now: Moment) {
        self.doc.notices.push(notice);
        self.note(GameEventKind::Trouble, now);
    }

    pub(crate) fn is_ai(&self, seat: SeatName) -> bool {
        matches!(self.doc.seats[index_of(seat)], SeatSpec::Ai { .. })
    }

    pub(crate) fn has_people(&self) -> bool {
        self.doc.seats.iter().any(|seat| matches!(seat, SeatSpec::Human { .. }))
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.since.is_none()
    }

    /// How long the present turn has taken.
    pub(crate) fn turn_ms(&self, now: Moment) -> u64 {
        self.banked_ms + self.since.map_or(0, |since| now.saturating_sub(since))
    }

    pub(crate) fn set_paused(&mut self, is_paused: bool, now: Moment) {
        if is_paused {
            self.banked_ms = self.turn_ms(now);
            self.since = None;
        } else {
            self.since = Some(now);
        }
        self.epoch += 1;
    }

    fn begin_turn(&mut self, now: Moment) {
        self.since = Some(now);
        self.banked_ms = 0;
        self.epoch += 1;
    }

    fn spent_by(&self, seat: SeatName) -> Spent {
        let times = self.times_of(seat);
        Spent { n_moves: times.len() as u32, time: Duration::from_millis(times.into_iter().sum()) }
    }

    pub(crate) fn times_of(&self, seat: SeatName) -> Vec<u64> {
        self.doc.steps.iter().filter(|step| step.seat == seat).map(|step| step.time_ms).collect()
    }

    /// A seat's clock at this moment.
    pub(crate) fn clock_of(&self, seat: SeatName, now: Moment) -> Option<Clock> {
        let mut clock = Clock::after(self.doc.clock?, self.times_of(seat));
        if self.turn() == Some(seat) {
            clock.run(self.turn_ms(now));
        }
        Some(clock)
    }

    /// How long until somebody's clock runs out, if one is running.
    pub fn until_timeout(&self, now: Moment) -> Option<Duration> {
        let clock = self.clock_of(self.turn()?, now)?;
        (!self.is_paused()).then(|| Duration::from_millis(clock.left_ms()))
    }

    /// Ends the game if a clock has run out; says whether it did.
    pub fn tick(&mut self, now: Moment) -> bool {
        let Some(seat) = self.turn().filter(|_| !self.is_paused()) else { return false };
        if !self.clock_of(seat, now).is_some_and(|clock| clock.has_run_out()) {
            return false;
        }
        self.end(Ending::TimedOut { seat }, now).is_ok()
    }

    /// What an AI has to decide now.
    pub fn wanted(&self, now: Moment) -> Option<Wanted> {
        let seat = self.turn().filter(|_| !self.is_paused())?;
        let SeatSpec::Ai { opponent, .. } = &self.doc.seats[index_of(seat)] else { return None };
        let clock = self.clock_of(seat, now).zip(self.doc.clock).map(|(clock, spec)| {
            (Duration::from_millis(clock.left_ms()), Duration::from_millis(spec.increment_ms))
        });
        Some(Wanted {
            epoch: self.epoch,
            seat,
            opponent: opponent.clone(),
            game: self.standing.game.clone(),
            ply: self.next_ply(),
            task: self
                .opening_in_progress()
                .map_or(Task::Move, |opening| Task::Opening(Box::new(opening.clone()))),
            limit: self.limit_of(seat),
            clock,
            spent: self.spent_by(seat),
        })
    }

    /// How long a seat may think about a move.
    pub(crate) fn limit_of(&self, seat: SeatName) -> Option<Duration> {
        let SeatSpec::Ai { opponent, time_ms } = &self.doc.seats[index_of(seat)] else {
            return None;
        };
        let longest = LADDER.iter().find(|rung| rung.name == *opponent)?.longest_time();
        time_ms.map(Duration::from_millis).or(longest)
    }

    pub(crate) fn next_ply(&self) -> u32 {
        self.standing.game.turns().len() as u32 + 1
    }

    /// Takes the AI's answer. An answer to an older question is dropped without a word.
    pub fn answer(&mut self, epoch: u64, answer: Answer, now: Moment) -> Result<bool, Refusal> {
        let Some(seat) = self.turn().filter(|_| epoch == self.epoch) else { return Ok(false) };
        let Answer { act, score, reason, has_reasoning, time_ms } = answer;
        let time_ms = time_ms.unwrap_or_else(|| self.turn_ms(now));
        self.do_step(Step { seat, act, time_ms, score, reason, has_reasoning }, now)?;
        self.doc.undone.clear();
        Ok(true)
    }

    /// Does a step and tells about it.
    pub(crate) fn do_step(&mut self, step: Step, now: Moment) -> Result<(), Refusal> {
        let n_before = self.standing.game.turns().len();
        self.standing.apply(step.seat, &step.act)?;
        let what = self.event_of(&step, n_before);
        self.doc.steps.push(step);
        self.doc.draw_offer = None;
        self.begin_turn(now);
        self.note(what, now);
        if self.is_over() {
            self.note(GameEventKind::Ended, now);
        }
        Ok(())
    }

    fn event_of(&self, step: &Step, n_before: usize) -> GameEventKind {
        let game = &self.standing.game;
        let size = game.size();
        let seat = step.seat;
        let Some([.., turn]) = game.turns().get(n_before..) else {
            let text = match &step.act {
                Act::Opening { action } => self.choice_text(seat, action),
                Act::Play { .. } | Act::Pass => String::new(),
            };
            return GameEventKind::Chosen { seat, text };
        };
        match turn.mv {
            Move::Place(point) => GameEventKind::Played {
                seat,
                point: tengen_api::Spot(name_of(size, point)),
                captured: crate::spots_of(size, turn.captured.iter().copied()),
            },
            Move::Pass => GameEventKind::Passed { seat },
        }
    }

    /// Takes the last steps back: up to the last one of a person, or one where nobody plays.
    pub(crate) fn undo(&mut self, now: Moment) -> Result<(), Refusal> {
        if !self.can_undo() {
            return Err(Refusal::Action("there is nothing to take back".to_owned()));
        }
        let mut count = 0;
        self.doc.ending = None;
        while let Some(step) = self.doc.steps.pop() {
            let is_persons = !self.is_ai(step.seat) || !self.has_people();
            self.doc.undone.push(step);
            count += 1;
            if is_persons {
                break;
            }
        }
        self.settle(GameEventKind::Undone { count }, now)
    }

    /// Plays again what was taken back, until a person is to decide.
    pub(crate) fn redo(&mut self, now: Moment) -> Result<(), Refusal> {
        let mut count = 0;
        while let Some(step) = self.doc.undone.pop() {
            self.standing.apply(step.seat, &step.act)?;
            self.doc.steps.push(step);
            count += 1;
            let is_ais_turn = self.turn().is_some_and(|seat| self.is_ai(seat));
            if !is_ais_turn || !self.has_people() {
                break;
            }
        }
        if count == 0 {
            return Err(Refusal::Action("there is nothing to play again".to_owned()));
        }
        self.settle(GameEventKind::Redone { count }, now)
    }

    pub(crate) fn can_undo(&self) -> bool {
        let is_persons = |step: &Step| !self.is_ai(step.seat) || !self.has_people();
        self.doc.steps.iter().any(is_persons)
    }

    /// Works everything out anew after steps were taken away or put back.
    fn settle(&mut self, what: GameEventKind, now: Moment) -> Result<(), Refusal> {
        self.standing = Standing::after(&self.terms, &self.doc.steps, self.doc.ending)?;
        self.doc.draw_offer = None;
        self.begin_turn(now);
        self.note(what, now);
        Ok(())
    }

    /// Ends the game by word.
    pub(crate) fn end(&mut self, ending: Ending, now: Moment) -> Result<(), Refusal> {
        self.standing.end(ending)?;
        self.doc.ending = Some(ending);
        self.doc.draw_offer = None;
        self.begin_turn(now);
        self.note(GameEventKind::Ended, now);
        Ok(())
    }

    pub(crate) fn note(&mut self, what: GameEventKind, now: Moment) {
        self.doc.seq += 1;
        self.doc.updated_at = now;
        self.events.push_back(GameEvent { seq: self.doc.seq, at: now, what });
        if self.events.len() > REMEMBERED {
            self.events.pop_front();
        }
    }

    /// An opening step in words.
    pub(crate) fn choice_text(&self, seat: SeatName, action: &OpeningAction) -> String {
        let name = self.seat_name(seat);
        match action {
            OpeningAction::Place { point } => format!("{name} places a stone on {}.", point.0),
            OpeningAction::Swap => format!("{name} swaps the colors."),
            OpeningAction::Stay => format!("{name} leaves the colors as they are."),
            OpeningAction::TakeBlack => format!("{name} takes Black."),
            OpeningAction::TakeWhite => format!("{name} takes White."),
            OpeningAction::PutTwo => format!("{name} places two more stones."),
            OpeningAction::Declare { count: 1 } => format!("{name} asks for one fifth move."),
            OpeningAction::Declare { count } => format!("{name} asks for {count} fifth moves."),
            OpeningAction::OfferTen => format!("{name} will offer ten fifth moves."),
            OpeningAction::Offer { points } => {
                let names: Vec<&str> = points.iter().map(|spot| spot.0.as_str()).collect();
                format!("{name} offers {}.", names.join(", "))
            }
            OpeningAction::Pick { point } => format!("{name} picks {}.", point.0),
        }
    }

    pub(crate) fn seat_name(&self, seat: SeatName) -> String {
        let is_hotseat = self.doc.seats.iter().all(|seat| matches!(seat, SeatSpec::Human { .. }));
        match &self.doc.seats[index_of(seat)] {
            SeatSpec::Human { name: Some(name) } => name.clone(),
            SeatSpec::Human { name: None } if !is_hotseat => "You".to_owned(),
            SeatSpec::Human { name: None } => match seat {
                SeatName::First => "First player".to_owned(),
                SeatName::Second => "Second player".to_owned(),
            },
            SeatSpec::Ai { opponent, .. } => title_of(opponent),
        }
    }
}

fn title_of(opponent: &str) -> String {
    let rung = LADDER.iter().find(|rung| rung.name == opponent);
    rung.map_or_else(|| opponent.to_owned(), |rung| rung.title.to_owned())
}

fn default_title(rule: Rule, seats: &[SeatSpec; 2]) -> String {
    let name = |seat: &SeatSpec| match seat {
        SeatSpec::Human { name } => name.clone().unwrap_or_else(|| "You".to_owned()),
        SeatSpec::Ai { opponent, .. } => title_of(opponent),
    };
    match seats {
        [SeatSpec::Human { name: None }, SeatSpec::Human { name: None }] => {
            format!("{} for two", rule_title(rule))
        }
        [first, second] => format!("{} – {}, {}", name(first), name(second), rule_title(rule)),
    }
}

fn check_seats(doc: &TableDoc, rule: Rule, size: Size) -> Result<(), Refusal> {
    for seat in &doc.seats {
        let SeatSpec::Ai { opponent, time_ms } = seat else { continue };
        if !LADDER.iter().any(|rung| rung.name == *opponent) {
            return Err(Refusal::Unsupported(format!("there is no opponent named {opponent:?}")));
        }
        if !opponent_plays(opponent, rule, size) {
            let title = title_of(opponent);
            return Err(Refusal::Unsupported(format!("{title} does not play {rule} on {size}")));
        }
        if *time_ms == Some(0) {
            return Err(Refusal::Unsupported("an opponent needs some time to think".to_owned()));
        }
    }
    Ok(())
}
