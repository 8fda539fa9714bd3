//! The table itself: what is agreed, what was done, whose turn it is.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_players::{
    ClockLeft, Decision, DecisionRequest, LADDER, LimitKind, MoveLimits, Rung, Spent,
    SuggestionRequest, Task,
};
use tengen_rules::{
    Action, Color, Game, IllegalMove, Move, Notation, OpeningState, Point, Rule, Seat, Size,
};

use crate::actions::{LONGEST_TITLE, check_length, check_title};
use crate::clock::{Clock, ClockSpec};
use crate::defaults::{default_opponent, default_rule, opponent_plays};
use crate::error::ActionError;
use crate::event::{GameEvent, Happening};
use crate::history::{Ending, History, NewGameSpec, Occupant, Step, index_of};
use crate::notice::Notice;
use crate::rulebook::rule_title;
use crate::standing::{Standing, Terms};

/// A moment as the caller counts it: milliseconds since 1970, never running backwards.
pub type Moment = u64;

/// How many events are remembered for pages that come back.
const REMEMBERED: usize = 200;

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) history: History,
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

/// A decision that the game waits for.
#[derive(Clone, Debug)]
pub struct PendingDecision {
    /// Comes back with the decision; one that belongs to an older question is dropped.
    pub epoch: u64,
    /// Who decides.
    pub seat: Seat,
    /// What is to be decided.
    pub request: DecisionRequest,
}

impl Table {
    /// A new game. `coin` decides who sits where if a toss is wanted.
    pub fn new(spec: NewGameSpec, coin: bool, now: Moment) -> Result<Self, ActionError> {
        let start = spec.start;
        let start_rule = start.as_ref().map(Game::rule);
        let rule = start_rule.or(spec.rule).unwrap_or_else(default_rule);
        let start_size = start.as_ref().map(Game::size);
        let size = start_size.or(spec.size).unwrap_or(rule.spec().default_size);
        let first = spec.first.unwrap_or(Occupant::person());
        let second =
            spec.second.unwrap_or_else(|| Occupant::opponent(default_opponent(rule, size)));
        let mut seats = [first, second];
        if spec.toss && coin {
            seats.swap(0, 1);
        }
        check_seats(&seats, rule, size)?;
        let no_time = |clock: &ClockSpec| clock.main_ms == 0 && clock.byoyomi_ms == 0;
        if spec.clock.as_ref().is_some_and(no_time) {
            return Err(ActionError::Unsupported("the clock has no time on it".to_owned()));
        }
        let title = match spec.title.as_deref().map(str::trim).filter(|title| !title.is_empty()) {
            Some(title) => {
                check_title(title)?;
                title.to_owned()
            }
            None => default_title(rule, &seats),
        };
        let history = History {
            title,
            rule,
            size,
            opening: spec.opening.unwrap_or(tengen_rules::Opening::Free),
            seats,
            clock: spec.clock,
            start,
            steps: Vec::new(),
            undone: Vec::new(),
            ending: None,
            draw_offer: None,
            paused_ms: None,
            seq: 0,
            created_at: now,
            updated_at: now,
            notices: Vec::new(),
        };
        let mut table = Self::restore(history, now)?;
        table.note(Happening::Begun, now);
        Ok(table)
    }

    /// A game taken up again. Every step is checked by the rules.
    pub fn restore(history: History, now: Moment) -> Result<Self, ActionError> {
        let start = match &history.start {
            Some(_) if history.opening != tengen_rules::Opening::Free => {
                return Err(ActionError::Unsupported(
                    "an opening procedure begins on the empty board".to_owned(),
                ));
            }
            Some(game) => game.clone(),
            None => Game::new(history.rule, history.size),
        };
        let terms = Terms { size: history.size, opening: history.opening, start };
        let standing = Standing::after(&terms, &history.steps, history.ending)?;
        Ok(Self {
            terms,
            standing,
            events: VecDeque::new(),
            epoch: 0,
            since: history.paused_ms.is_none().then_some(now),
            banked_ms: history.paused_ms.unwrap_or(0),
            history,
        })
    }

    /// What was agreed and done.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.standing.game
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.history.seq
    }

    /// Changes whenever a thought that was begun before has become useless.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.standing.is_over()
    }

    /// Who has to do something.
    pub fn turn(&self) -> Option<Seat> {
        self.standing.turn()
    }

    /// The opening, if it is still going on.
    pub fn opening_in_progress(&self) -> Option<&OpeningState> {
        Some(&self.standing.opening).filter(|opening| !opening.is_done())
    }

    /// The events after this one, or nothing if some of them are forgotten.
    pub fn events_after(&self, seq: u64) -> Option<Vec<GameEvent>> {
        let first = self.events.front().map_or(self.history.seq + 1, |event| event.seq);
        (seq + 1 >= first && seq <= self.history.seq)
            .then(|| self.events.iter().filter(|event| event.seq > seq).cloned().collect())
    }

    /// Tells the user something, in the game's own list.
    pub fn add_notice(&mut self, notice: Notice, now: Moment) {
        self.history.notices.push(notice);
        self.note(Happening::Trouble, now);
    }

    /// Who sits on a seat.
    pub fn occupant(&self, seat: Seat) -> &Occupant {
        &self.history.seats[index_of(seat)]
    }

    pub(crate) fn is_opponent(&self, seat: Seat) -> bool {
        self.occupant(seat).is_opponent()
    }

    pub(crate) fn has_people(&self) -> bool {
        self.history.seats.iter().any(|seat| !seat.is_opponent())
    }

    /// Whether the clock and the opponents stand still because somebody paused the game.
    pub fn is_paused(&self) -> bool {
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
            self.history.paused_ms = Some(self.banked_ms);
        } else {
            self.since = Some(now);
            self.history.paused_ms = None;
        }
        self.epoch += 1;
    }

    fn begin_turn(&mut self, now: Moment) {
        // Whoever goes on in a paused game ends the pause.
        if self.is_paused() {
            self.note(Happening::Resumed, now);
        }
        self.since = Some(now);
        self.banked_ms = 0;
        self.history.paused_ms = None;
        self.epoch += 1;
    }

    fn spent_by(&self, seat: Seat) -> Spent {
        let times = self.times_of(seat);
        Spent { n_moves: times.len() as u32, time: Duration::from_millis(times.into_iter().sum()) }
    }

    pub(crate) fn times_of(&self, seat: Seat) -> Vec<u64> {
        self.history
            .steps
            .iter()
            .filter(|step| step.seat == seat)
            .map(|step| step.time_ms)
            .collect()
    }

    /// A seat's clock at this moment.
    pub fn clock_of(&self, seat: Seat, now: Moment) -> Option<Clock> {
        let mut clock = Clock::after(self.history.clock?, self.times_of(seat));
        if self.turn() == Some(seat) {
            clock.run(self.turn_ms(now));
        }
        if self.history.ending == Some(Ending::TimedOut { seat }) {
            // Nothing is left on it, whatever the steps took.
            clock.run(u64::MAX);
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

    /// What an opponent has to decide now.
    pub fn pending_decision(&self, now: Moment) -> Option<PendingDecision> {
        let seat = self.turn().filter(|_| !self.is_paused())?;
        let Occupant::Opponent { name, limits } = self.occupant(seat) else { return None };
        let clock =
            self.clock_of(seat, now).zip(self.history.clock).map(|(clock, spec)| ClockLeft {
                time: Duration::from_millis(clock.left_ms()),
                increment: Duration::from_millis(spec.increment_ms),
            });
        let request = DecisionRequest {
            opponent: name.clone(),
            game: self.standing.game.clone(),
            task: self.task(),
            limit: self.limit_of(seat),
            limits: *limits,
            clock,
            spent: self.spent_by(seat),
            habits: None,
        };
        Some(PendingDecision { epoch: self.epoch, seat, request })
    }

    /// What somebody who suggests a move has to know.
    pub(crate) fn suggestion_request(&self) -> SuggestionRequest {
        SuggestionRequest { game: self.standing.game.clone(), task: self.task() }
    }

    fn task(&self) -> Task {
        self.opening_in_progress()
            .map_or(Task::Move, |opening| Task::Opening(Box::new(opening.clone())))
    }

    /// How long an opponent may think about a move.
    pub(crate) fn limit_of(&self, seat: Seat) -> Option<Duration> {
        let Occupant::Opponent { name, limits } = self.occupant(seat) else { return None };
        if limits.says_when_to_stop() {
            return limits.time;
        }
        Rung::named(name)?.longest_time()
    }

    /// How long an opponent thinks on average, where that is less than its limit.
    pub(crate) fn usual_time_of(&self, seat: Seat) -> Option<Duration> {
        let Occupant::Opponent { name, limits } = self.occupant(seat) else { return None };
        // A time that somebody has set for this game is its limit, and it is used.
        if limits.says_when_to_stop() {
            return None;
        }
        Rung::named(name)?.usual().time.filter(|&usual| Some(usual) < self.limit_of(seat))
    }

    /// Takes an opponent's decision; says whether it was. One that belongs to an older question is
    /// dropped without a word.
    pub fn decide(
        &mut self,
        epoch: u64,
        decision: &Decision,
        now: Moment,
    ) -> Result<bool, ActionError> {
        let Some(seat) = self.turn().filter(|_| epoch == self.epoch) else { return Ok(false) };
        let step = Step {
            seat,
            act: decision.act.clone(),
            time_ms: self.turn_ms(now),
            value: decision.value,
            reason: decision.reason.clone(),
            has_thought: decision.thought.is_some(),
        };
        self.do_step(step, now)?;
        self.history.undone.clear();
        Ok(true)
    }

    /// Remembers that the thought behind a move could not be recorded.
    pub(crate) fn forget_thought(&mut self, ply: u32) {
        let n_before = self.terms.start.turns().len();
        let mut turns = self.history.steps.iter_mut().filter(|step| step.places_a_turn());
        let wanted = (ply as usize).checked_sub(n_before + 1);
        if let Some(step) = wanted.and_then(|index| turns.nth(index)) {
            step.has_thought = false;
        }
    }

    /// Does a step and tells about it.
    pub(crate) fn do_step(&mut self, step: Step, now: Moment) -> Result<(), ActionError> {
        let n_before = self.standing.game.turns().len();
        self.standing.apply(step.seat, &step.act)?;
        let what = self.event_of(&step, n_before);
        self.history.steps.push(step);
        self.history.draw_offer = None;
        self.begin_turn(now);
        self.note(what, now);
        if self.is_over() {
            self.note(Happening::Ended, now);
        }
        Ok(())
    }

    fn event_of(&self, step: &Step, n_before: usize) -> Happening {
        let seat = step.seat;
        let Some([.., turn]) = self.standing.game.turns().get(n_before..) else {
            return Happening::Chosen { seat, act: step.act.clone() };
        };
        match turn.mv {
            Move::Place(point) => {
                Happening::Played { seat, point, captured: turn.captured.clone() }
            }
            Move::Pass => Happening::Passed { seat },
        }
    }

    /// Takes the last steps back: up to the last one of a person, or one where nobody plays.
    pub(crate) fn undo(&mut self, now: Moment) -> Result<(), ActionError> {
        if !self.can_undo() {
            return Err(ActionError::NotNow("there is nothing to take back".to_owned()));
        }
        let mut count = 0;
        self.history.ending = None;
        while let Some(step) = self.history.steps.pop() {
            let is_persons = !self.is_opponent(step.seat) || !self.has_people();
            self.history.undone.push(step);
            count += 1;
            if is_persons {
                break;
            }
        }
        self.settle(Happening::Undone { count }, now)
    }

    /// Plays again what was taken back, until a person is to decide.
    pub(crate) fn redo(&mut self, now: Moment) -> Result<(), ActionError> {
        if self.is_over() {
            return Err(ActionError::Move(IllegalMove::GameOver));
        }
        let mut count = 0;
        while let Some(step) = self.history.undone.pop() {
            self.standing.apply(step.seat, &step.act)?;
            self.history.steps.push(step);
            count += 1;
            let is_ais_turn = self.turn().is_some_and(|seat| self.is_opponent(seat));
            if !is_ais_turn || !self.has_people() {
                break;
            }
        }
        if count == 0 {
            return Err(ActionError::NotNow("there is nothing to play again".to_owned()));
        }
        self.settle(Happening::Redone { count }, now)
    }

    pub(crate) fn can_undo(&self) -> bool {
        let is_persons = |step: &Step| !self.is_opponent(step.seat) || !self.has_people();
        self.history.steps.iter().any(is_persons)
    }

    /// Works everything out anew after steps were taken away or put back.
    fn settle(&mut self, what: Happening, now: Moment) -> Result<(), ActionError> {
        self.standing = Standing::after(&self.terms, &self.history.steps, self.history.ending)?;
        self.history.draw_offer = None;
        self.begin_turn(now);
        self.note(what, now);
        Ok(())
    }

    /// Ends the game by word.
    pub(crate) fn end(&mut self, ending: Ending, now: Moment) -> Result<(), ActionError> {
        self.standing.end(ending)?;
        self.history.ending = Some(ending);
        self.history.draw_offer = None;
        self.begin_turn(now);
        self.note(Happening::Ended, now);
        Ok(())
    }

    pub(crate) fn note(&mut self, what: Happening, now: Moment) {
        self.history.seq += 1;
        self.history.updated_at = now;
        self.events.push_back(GameEvent { seq: self.history.seq, at: now, what });
        if self.events.len() > REMEMBERED {
            self.events.pop_front();
        }
    }

    /// An opening step in words.
    pub fn choice_text(&self, seat: Seat, action: &Action) -> String {
        let name = self.seat_name(seat);
        let point_name = |point: Point| Notation::Renju.format(self.terms.size, point);
        // "The Adept places", but "You place".
        let ending = if name == YOU { "" } else { "s" };
        match action {
            Action::Place(point) => {
                format!("{name} place{ending} a stone on {}.", point_name(*point))
            }
            Action::Swap => format!("{name} swap{ending} the colors."),
            Action::Stay => format!("{name} leave{ending} the colors as they are."),
            Action::Take(Color::Black) => format!("{name} take{ending} Black."),
            Action::Take(Color::White) => format!("{name} take{ending} White."),
            Action::PutTwo => format!("{name} place{ending} two more stones."),
            Action::Declare(1) => format!("{name} ask{ending} for one fifth move."),
            Action::Declare(count) => format!("{name} ask{ending} for {count} fifth moves."),
            Action::OfferTen => format!("{name} will offer ten fifth moves."),
            Action::Offer(points) => {
                let names: Vec<String> = points.iter().map(|&point| point_name(point)).collect();
                format!("{name} offer{ending} {}.", names.join(", "))
            }
            Action::Pick(point) => format!("{name} pick{ending} {}.", point_name(*point)),
        }
    }

    /// The name of whoever sits on a seat.
    pub fn seat_name(&self, seat: Seat) -> String {
        let is_hotseat = self.history.seats.iter().all(|occupant| !occupant.is_opponent());
        match self.occupant(seat) {
            Occupant::Person { name: Some(name) } => name.clone(),
            Occupant::Person { name: None } if !is_hotseat => YOU.to_owned(),
            Occupant::Person { name: None } => match seat {
                Seat::First => "First player".to_owned(),
                Seat::Second => "Second player".to_owned(),
            },
            Occupant::Opponent { name, .. } => title_of(name),
        }
    }
}

/// What a person without a name is called who plays against the program.
const YOU: &str = "You";

fn title_of(opponent: &str) -> String {
    Rung::named(opponent).map_or_else(|| opponent.to_owned(), |rung| rung.title.to_owned())
}

fn default_title(rule: Rule, seats: &[Occupant; 2]) -> String {
    let name = |seat: &Occupant| match seat {
        Occupant::Person { name } => name.clone().unwrap_or_else(|| YOU.to_owned()),
        Occupant::Opponent { name, .. } => title_of(name),
    };
    match seats {
        [Occupant::Person { name: None }, Occupant::Person { name: None }] => {
            format!("{} for two", rule_title(rule))
        }
        [first, second] => format!("{} – {}, {}", name(first), name(second), rule_title(rule)),
    }
}

fn check_seats(seats: &[Occupant; 2], rule: Rule, size: Size) -> Result<(), ActionError> {
    for occupant in seats {
        if let Occupant::Person { name: Some(name) } = occupant {
            check_length("a name", name, LONGEST_TITLE)?;
        }
        let Occupant::Opponent { name, limits } = occupant else { continue };
        let Some(rung) = LADDER.iter().find(|rung| rung.name == *name) else {
            return Err(ActionError::Unsupported(format!("there is no opponent named {name:?}")));
        };
        if !opponent_plays(name, rule, size) {
            let title = title_of(name);
            return Err(ActionError::Unsupported(format!(
                "{title} does not play {rule} on {size}"
            )));
        }
        check_limits(rung, *limits)?;
    }
    Ok(())
}

/// What is chosen for an opponent must be something that it goes by. A time never hurts: whoever
/// answers at once keeps any.
fn check_limits(rung: &Rung, limits: MoveLimits) -> Result<(), ActionError> {
    if limits.time.is_some_and(|time| time.is_zero()) {
        let text = "an opponent needs some time to think".to_owned();
        return Err(ActionError::Unsupported(text));
    }
    for (kind, amount) in limits.given() {
        let (title, name) = (rung.title, kind.name());
        if kind != LimitKind::Time && !rung.adjustable().contains(&kind) {
            let text = format!("{title} has no {name} that could be chosen");
            return Err(ActionError::Unsupported(text));
        }
        if amount == 0 {
            return Err(ActionError::Unsupported(format!("{title} needs a {name} of 1 or more")));
        }
    }
    Ok(())
}
