//! One game being played: what happens goes in, what has to be done about it comes out.
//!
//! The driver has no I/O, no thread and no clock. Whoever owns it (the server's task of a game, the
//! terminal, a test) tells it what people do, what thinkers answer and what time it is, and carries
//! out the [`Effect`]s **in their order**, one after the other: a change is saved before it is told.
//! What comes of an effect goes back in as an [`Input`] before the next effect is carried out.

use tengen_players::pool::{Finished, Job, JobResult, Shortage, last_resort, may_adapt};
use tengen_players::{Decision, Suggestion, Thought};

use crate::error::ActionError;
use crate::event::{GameEvent, PlayerAction};
use crate::notice::Notice;
use crate::table::{Moment, PendingDecision, Table};

/// The number of something that somebody thinks about.
pub type JobId = u64;
/// The number by which whoever asked recognises the answer.
pub type RequestId = u64;

/// Something that happens to a game.
#[derive(Debug)]
pub enum Input {
    /// A person does something.
    Act {
        /// Comes back with the reply.
        request: RequestId,
        /// What.
        action: PlayerAction,
        /// If given, the action is refused unless this is the number of the last event.
        expected_seq: Option<u64>,
    },
    /// A thinker has finished.
    JobDone {
        /// Which job.
        job: JobId,
        /// What came of it.
        finished: Finished,
        /// Whether it had less memory than it was allowed.
        shortage: Option<Shortage>,
    },
    /// A thinker is gone without an answer.
    JobLost {
        /// Which job.
        job: JobId,
    },
    /// What came of the last save.
    Saved(Result<(), String>),
    /// The thought behind a move could not be recorded.
    RecordFailed {
        /// The number of the move.
        ply: u32,
    },
    /// Another program has gone further with this game.
    Overtaken(Box<Table>),
    /// Time has passed.
    Tick,
}

/// Something that has to be done.
#[derive(Debug)]
pub enum Effect {
    /// Have this thought about; answered with [`Input::JobDone`] or [`Input::JobLost`].
    Think {
        /// Its number.
        job: JobId,
        /// What.
        work: Job,
        /// The person that the opponent may adapt to, by name. Whoever carries this out adds what
        /// is known about them, if that is allowed.
        adapts_to: Option<Option<String>>,
    },
    /// Ask a thinker to come to an end; it still answers.
    Stop {
        /// Which job.
        job: JobId,
    },
    /// Keep the thought behind a move; [`Input::RecordFailed`] if that fails.
    Record(Box<Thought>),
    /// Keep the game as it stands; answered with [`Input::Saved`].
    Save,
    /// Tell everybody who watches.
    Tell(News),
    /// Answer whoever asked.
    Reply {
        /// The number of the request.
        request: RequestId,
        /// What came of it.
        result: Result<Done, ActionError>,
    },
}

/// What everybody who watches is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something happened; the game stands as the table says.
    Changed {
        /// What happened, oldest first.
        events: Vec<GameEvent>,
    },
    /// Something else that the user should know.
    Notice(Notice),
}

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was done; the game stands as the table says.
    Changed,
    /// The suggestion that was asked for.
    Suggested(Box<Suggestion>),
}

/// After so many losses in a row a thinker is not asked again until somebody wants it.
const MOST_LOST: u32 = 3;

/// A suggestion that is being looked for, and who waits for it.
#[derive(Debug)]
struct Search {
    job: JobId,
    /// The table's epoch when it was begun: another one means another position.
    epoch: u64,
    waiting: Vec<RequestId>,
    is_stopped: bool,
}

/// One game being played.
#[derive(Debug)]
pub struct Driver {
    table: Table,
    /// The decision that an opponent thinks about.
    deciding: Option<(JobId, PendingDecision)>,
    suggesting: Vec<Search>,
    n_jobs: JobId,
    /// How many thinkers were lost since the last one that answered.
    n_lost: u32,
    /// What everybody was told when the last save failed.
    unsaved: Option<Notice>,
    /// Whether the game was given to be kept at least once.
    is_kept: bool,
    is_short_of_memory: bool,
}

impl Driver {
    /// A driver for a game. `is_kept` says whether the game is in the library already; one that is
    /// not comes there with the first thing that is done in it.
    pub fn new(table: Table, is_kept: bool) -> Self {
        Self {
            table,
            deciding: None,
            suggesting: Vec::new(),
            n_jobs: 0,
            n_lost: 0,
            unsaved: None,
            is_kept,
            is_short_of_memory: false,
        }
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The decision that an opponent thinks about, with the number of the job.
    pub fn deciding(&self) -> Option<(JobId, &PendingDecision)> {
        self.deciding.as_ref().map(|(job, pending)| (*job, pending))
    }

    /// Whether anybody thinks for this game.
    pub fn is_busy(&self) -> bool {
        self.deciding.is_some() || !self.suggesting.is_empty()
    }

    /// What everybody was told when the last save failed, if it did.
    pub fn unsaved(&self) -> Option<&Notice> {
        self.unsaved.as_ref()
    }

    /// Has the opponent think if it is its turn: to be called once, when the game is taken up.
    pub fn start(&mut self, now: Moment) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.think_if_wanted(now, &mut effects);
        effects
    }

    /// Stops everybody who thinks: to be called when the game is put away.
    pub fn stop(&mut self) -> Vec<Effect> {
        let deciding = self.deciding.take().map(|(job, _)| job);
        let suggesting = self.suggesting.drain(..).map(|search| search.job);
        deciding.into_iter().chain(suggesting).map(|job| Effect::Stop { job }).collect()
    }

    /// Takes in what happened.
    pub fn update(&mut self, input: Input, now: Moment) -> Vec<Effect> {
        let mut effects = Vec::new();
        // A clock that has run out ends the game before anything that comes too late.
        if matches!(input, Input::Act { .. } | Input::JobDone { .. } | Input::Tick) {
            self.tick(now, &mut effects);
        }
        match input {
            Input::Act { request, action, expected_seq } => {
                self.act(request, &action, expected_seq, now, &mut effects);
            }
            Input::JobDone { job, finished, shortage } => {
                self.job_done(job, finished, shortage, now, &mut effects);
            }
            Input::JobLost { job } => self.job_lost(job, now, &mut effects),
            Input::Saved(result) => effects.extend(self.saved(result).map(Effect::Tell)),
            Input::RecordFailed { ply } => self.table.forget_thought(ply),
            Input::Overtaken(table) => {
                let waiting: Vec<RequestId> =
                    self.suggesting.iter().flat_map(|search| search.waiting.clone()).collect();
                effects.extend(self.stop());
                let stale = |request| Effect::Reply { request, result: Err(ActionError::Stale) };
                effects.extend(waiting.into_iter().map(stale));
                self.table = *table;
                self.think_if_wanted(now, &mut effects);
                effects.push(Effect::Tell(News::Changed { events: Vec::new() }));
            }
            Input::Tick => {}
        }
        effects
    }

    fn tick(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let before = self.table.seq();
        if self.table.tick(now) {
            self.after_change(before, now, effects);
        }
    }

    fn act(
        &mut self,
        request: RequestId,
        action: &PlayerAction,
        expected_seq: Option<u64>,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) {
        let before = self.table.seq();
        let done = if expected_seq.is_some_and(|seq| seq != before) {
            Err(ActionError::Stale)
        } else {
            self.table.act(action, now)
        };
        if let Err(error) = done {
            return effects.push(Effect::Reply { request, result: Err(error) });
        }
        match action {
            PlayerAction::Hint => return self.begin_suggestion(request, effects),
            PlayerAction::MoveNow => {
                effects.extend(self.deciding.iter().map(|&(job, _)| Effect::Stop { job }));
            }
            _ => self.after_change(before, now, effects),
        }
        effects.push(Effect::Reply { request, result: Ok(Done::Changed) });
    }

    /// Keeps the change, has the opponent think if it is its turn, and tells everybody.
    fn after_change(&mut self, seq_before: u64, now: Moment, effects: &mut Vec<Effect>) {
        let history = self.table.history();
        // Where nothing was done yet there is nothing to go on with later.
        self.is_kept |=
            !history.steps.is_empty() || !history.undone.is_empty() || history.ending.is_some();
        if self.is_kept {
            effects.push(Effect::Save);
        }
        self.stop_outdated_suggestions(effects);
        self.think_if_wanted(now, effects);
        let events = self.table.events_after(seq_before).unwrap_or_default();
        effects.push(Effect::Tell(News::Changed { events }));
    }

    fn next_job(&mut self) -> JobId {
        self.n_jobs += 1;
        self.n_jobs
    }

    /// Starts, keeps or stops the opponent's thought, as the table wants it.
    fn think_if_wanted(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let pending = self.table.pending_decision(now);
        let running = self.deciding.as_ref().map(|(_, pending)| pending.epoch);
        if pending.as_ref().map(|pending| pending.epoch) == running {
            return;
        }
        effects.extend(self.deciding.take().map(|(job, _)| Effect::Stop { job }));
        let Some(pending) = pending else { return };
        let job = self.next_job();
        let request = &pending.request;
        let adapts = may_adapt(&request.opponent, &request.task);
        let person = self.table.person().filter(|_| adapts);
        effects.push(Effect::Think {
            job,
            work: Job::Decide(Box::new(request.clone())),
            adapts_to: person.map(|name| name.map(str::to_owned)),
        });
        self.deciding = Some((job, pending));
    }

    /// Has a suggestion looked for; whoever asks meanwhile about the same position waits for it too.
    fn begin_suggestion(&mut self, request: RequestId, effects: &mut Vec<Effect>) {
        let epoch = self.table.epoch();
        if let Some(search) = self.suggesting.iter_mut().find(|search| search.epoch == epoch) {
            return search.waiting.push(request);
        }
        let job = self.next_job();
        let work = Job::Suggest(Box::new(self.table.suggestion_request()));
        effects.push(Effect::Think { job, work, adapts_to: None });
        self.suggesting.push(Search { job, epoch, waiting: vec![request], is_stopped: false });
    }

    /// Brings suggestions for an earlier position to their end: the processor is for the present
    /// one. Whoever waits for them gets them as far as they have come.
    fn stop_outdated_suggestions(&mut self, effects: &mut Vec<Effect>) {
        let epoch = self.table.epoch();
        for search in &mut self.suggesting {
            if search.epoch != epoch && !search.is_stopped {
                search.is_stopped = true;
                effects.push(Effect::Stop { job: search.job });
            }
        }
    }

    fn job_done(
        &mut self,
        job: JobId,
        Finished { result, n_panics }: Finished,
        shortage: Option<Shortage>,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) {
        match result {
            JobResult::Decided(decision) => {
                let is_awaited = self.deciding.as_ref().is_some_and(|&(awaited, _)| awaited == job);
                if let Some((_, pending)) = self.deciding.take_if(|_| is_awaited) {
                    self.n_lost = 0;
                    let before = self.table.seq();
                    self.note_trouble(n_panics, shortage, now);
                    self.take_decision(&pending, *decision, now, effects);
                    self.after_change(before, now, effects);
                }
            }
            JobResult::Suggested(suggestion) => {
                let done = Ok(Done::Suggested(suggestion));
                self.answer_suggestion(job, &done, effects);
            }
        }
    }

    fn note_trouble(&mut self, n_panics: u32, shortage: Option<Shortage>, now: Moment) {
        if n_panics > 0 {
            self.table.add_notice(Notice::OpponentFailed { times: n_panics }, now);
        }
        if let Some(shortage) = shortage.filter(|_| !self.is_short_of_memory) {
            self.is_short_of_memory = true;
            self.table.add_notice(shortage.into(), now);
        }
    }

    fn take_decision(
        &mut self,
        pending: &PendingDecision,
        decision: Decision,
        now: Moment,
        effects: &mut Vec<Effect>,
    ) {
        match self.table.decide(pending.epoch, &decision, now) {
            Ok(true) => effects.extend(decision.thought.map(Effect::Record)),
            Ok(false) => {}
            Err(_) => {
                // An opponent that breaks the rules is our fault: something legal is played.
                self.table.add_notice(Notice::OpponentPlayedIllegally, now);
                let job = Job::Decide(Box::new(pending.request.clone()));
                if let JobResult::Decided(legal) = last_resort(&job) {
                    // What the rules of thumb find is legal, or there is no move at all.
                    let _ = self.table.decide(pending.epoch, &legal, now);
                }
            }
        }
    }

    fn job_lost(&mut self, job: JobId, now: Moment, effects: &mut Vec<Effect>) {
        if self.deciding.take_if(|&mut (awaited, _)| awaited == job).is_some() {
            return self.decision_lost(now, effects);
        }
        let lost = ActionError::Internal("no suggestion could be found".to_owned());
        self.answer_suggestion(job, &Err(lost), effects);
    }

    /// Asks again. Who is lost time and again is not to be asked without end: the game is paused, and
    /// people decide what becomes of it.
    fn decision_lost(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        self.n_lost += 1;
        if self.n_lost < MOST_LOST {
            return self.think_if_wanted(now, effects);
        }
        self.n_lost = 0;
        let before = self.table.seq();
        self.table.add_notice(Notice::OpponentLost, now);
        // It is refused only where nobody is to think: when the game is over, or paused already.
        let _ = self.table.act(&PlayerAction::Pause, now);
        self.after_change(before, now, effects);
    }

    fn answer_suggestion(
        &mut self,
        job: JobId,
        result: &Result<Done, ActionError>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(at) = self.suggesting.iter().position(|search| search.job == job) else { return };
        let waiting = self.suggesting.swap_remove(at).waiting.into_iter();
        effects.extend(waiting.map(|request| Effect::Reply { request, result: result.clone() }));
    }

    fn saved(&mut self, result: Result<(), String>) -> Option<News> {
        match (result, &self.unsaved) {
            (Err(_), Some(_)) | (Ok(()), None) => None,
            (Err(error), None) => {
                Some(News::Notice(self.unsaved.insert(Notice::NotSaved { error }).clone()))
            }
            (Ok(()), Some(_)) => {
                self.unsaved = None;
                Some(News::Notice(Notice::SavedAgain))
            }
        }
    }
}
