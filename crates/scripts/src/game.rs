//! A script replayed by a driver with nothing around it.

use tengen_game::{
    ActionError, Done, Driver, Effect, Input, JobId, Moment, PlayerAction, RequestId, Table,
};
use tengen_players::pool::{Job, MakeThinker, Thinker, think_safely};
use tengen_players::{SearchHandle, Suggestion};

use crate::answers::Answers;
use crate::script::{Answer, Line, Script, Step};
use crate::seen::{Checker, Seen};

/// How long everything takes.
const STEP_MS: u64 = 1_000;

/// A game that replays a script: everything is carried out at once, on one thread.
pub struct ScriptedGame {
    driver: Driver,
    now: Moment,
    n_requests: RequestId,
    /// What is being thought about, oldest first.
    jobs: Vec<(JobId, Job)>,
    answers: Answers,
    make: MakeThinker,
    thinker: Option<Box<dyn Thinker>>,
    /// The sentence of the last refusal, if the last action was refused.
    refused: Option<String>,
    hint: Option<Suggestion>,
}

impl std::fmt::Debug for ScriptedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScriptedGame").field("driver", &self.driver).finish_non_exhaustive()
    }
}

impl ScriptedGame {
    /// Begins the game of a script.
    fn begin(script: &Script) -> Result<Self, ActionError> {
        let table = Table::new(script.spec.clone(), false, 0)?;
        let answers = Answers::default();
        let mut game = Self {
            driver: Driver::new(table, false),
            now: 0,
            n_requests: 0,
            jobs: Vec::new(),
            make: answers.thinkers(),
            answers,
            thinker: None,
            refused: None,
            hint: None,
        };
        let effects = game.driver.start(game.now);
        game.carry_out(effects);
        Ok(game)
    }

    /// The game.
    pub fn table(&self) -> &Table {
        self.driver.table()
    }

    /// The last suggestion.
    pub fn hint(&self) -> Option<&Suggestion> {
        self.hint.as_ref()
    }

    /// What can be seen of the game.
    pub fn look(&self) -> Seen {
        Seen::of(self.table(), self.hint())
    }

    /// Replays a script to its end. `look` is what is shown to the checker: [`Self::look`], or what
    /// somebody else makes of the game. What is not as the script says comes back with its line.
    pub fn replay(script: &Script, look: impl Fn(&Self) -> Seen) -> Result<Self, String> {
        let mut game = Self::begin(script).map_err(|error| error.text())?;
        let mut checker = Checker::default();
        for Line { number, step } in &script.lines {
            let went = match step {
                Step::Person { action, refused } => game.act(action, refused.as_deref()),
                Step::Thinker(answer) => game.answer(*answer),
                Step::Expect(expected) => checker.check(expected, &look(&game)),
            };
            went.map_err(|error| format!("line {number}: {error}"))?;
        }
        checker.finish(&look(&game)).map_err(|error| format!("at the end: {error}"))?;
        Ok(game)
    }

    /// The person does something, and is refused with this sentence or not at all.
    fn act(&mut self, action: &PlayerAction, refused: Option<&str>) -> Result<(), String> {
        self.refused = None;
        self.n_requests += 1;
        self.tell(Input::Act {
            request: self.n_requests,
            action: action.clone(),
            expected_seq: Some(self.table().seq()),
        });
        if self.refused.as_deref() == refused {
            Ok(())
        } else {
            Err(format!("expected the refusal {refused:?}, but there is {:?}", self.refused))
        }
    }

    /// Has the oldest job thought about.
    fn answer(&mut self, answer: Answer) -> Result<(), String> {
        if self.jobs.is_empty() {
            return Err("nobody is asked".to_owned());
        }
        self.answers.give(answer);
        let (job, work) = self.jobs.remove(0);
        self.think(job, &work, &SearchHandle::default());
        Ok(())
    }

    fn think(&mut self, job: JobId, work: &Job, handle: &SearchHandle) {
        let finished = think_safely(&mut self.thinker, &self.make, work, handle);
        self.tell(Input::JobDone { job, finished, shortage: handle.shortage() });
    }

    fn tell(&mut self, input: Input) {
        self.now += STEP_MS;
        let effects = self.driver.update(input, self.now);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Think { job, work, .. } => self.jobs.push((job, work)),
                Effect::Stop { job } => {
                    // One that is stopped answers all the same.
                    if let Some(at) = self.jobs.iter().position(|&(other, _)| other == job) {
                        let (_, work) = self.jobs.remove(at);
                        let handle = SearchHandle::default();
                        handle.stop();
                        self.think(job, &work, &handle);
                    }
                }
                Effect::Save => self.tell(Input::Saved(Ok(()))),
                Effect::Reply { result, .. } => match result {
                    Ok(Done::Changed) => {}
                    Ok(Done::Suggested(hint)) => self.hint = Some(*hint),
                    Err(error) => self.refused = Some(error.text()),
                },
                // Nobody watches, and no thought is kept.
                Effect::Record(_) | Effect::Tell(_) => {}
            }
        }
    }
}
