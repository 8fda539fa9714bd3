//! The capture game at the terminal: played with keys, it is the same game with the same sentences.

use std::mem;
use std::sync::Arc;

use ratatui::crossterm::event::KeyCode;
use tengen_game::{Input, JobId, PlayerAction, RequestId};
use tengen_players::pool::{Job, JobResult, MakeThinker, Thinker, think_safely};
use tengen_players::{SearchHandle, Suggestion};
use tengen_rules::{Action, Notation};
use tengen_scripts::{Answer, Answers, Checker, Expectation, Line, Script, Seen, Step};
use tengen_tui::{App, Effect, Event, GameNumber};

use crate::desk::Desk;

/// The game that the app was begun with.
const GAME: GameNumber = 0;
/// A number that the app gives to none of its own requests.
const REQUEST: RequestId = RequestId::MAX;

/// What the script does and no key does, in its order: the driver is told of it without one.
fn without_key() -> Vec<PlayerAction> {
    vec![
        // Only the answers that the opening asks for have a number.
        PlayerAction::Opening(Action::Swap),
        // The terminal has nothing to write a name with.
        PlayerAction::Rename("A game of captures".to_owned()),
        // In a game that is paused the same key goes on.
        PlayerAction::Pause,
    ]
}

/// The keys that do this now, if any do; the end of a line is Enter.
fn keys_for(app: &App, action: &PlayerAction) -> Option<String> {
    let table = app.table();
    let keys = match action {
        PlayerAction::Play(point) => {
            return Some(Notation::Renju.format(table.game().size(), *point) + "\n");
        }
        PlayerAction::Opening(action) => {
            let asked = table.opening_in_progress()?.next().actions;
            let at = asked.iter().position(|&kind| kind == action.kind())?;
            return Some((at + 1).to_string());
        }
        PlayerAction::Pass => "p",
        PlayerAction::Undo => "u",
        PlayerAction::Redo => "r",
        PlayerAction::Resign => "gy",
        PlayerAction::OfferDraw => "=y",
        PlayerAction::AcceptDraw => "y",
        PlayerAction::DeclineDraw => "k",
        PlayerAction::Hint => "h",
        PlayerAction::MoveNow => "m",
        PlayerAction::Pause if !table.is_paused() => "z",
        PlayerAction::Resume if table.is_paused() => "z",
        PlayerAction::Pause | PlayerAction::Resume | PlayerAction::Rename(_) => return None,
    };
    Some(keys.to_owned())
}

/// The desk where the script is played.
struct Replay {
    desk: Desk,
    answers: Answers,
    make: MakeThinker,
    thinker: Option<Box<dyn Thinker>>,
    /// What is being thought about, oldest first.
    jobs: Vec<(JobId, Job)>,
    n_jobs: usize,
    /// The last suggestion that was found.
    hint: Option<Suggestion>,
    /// What was done without a key.
    without_key: Vec<PlayerAction>,
}

impl Replay {
    fn begin(script: &Script) -> Self {
        let answers = Answers::default();
        let make = answers.thinkers();
        let mut replay = Self {
            desk: Desk::with_thinker(Some(script.spec.clone()), Arc::clone(&make)),
            answers,
            make,
            thinker: None,
            jobs: Vec::new(),
            n_jobs: 0,
            hint: None,
            without_key: Vec::new(),
        };
        replay.carry_out();
        replay
    }

    fn step(&mut self, step: &Step, checker: &mut Checker) -> Result<(), String> {
        match step {
            Step::Person { action, refused } => self.act(action, refused.as_deref()),
            Step::Thinker(answer) => self.answer(*answer),
            Step::Expect(expected) => {
                checker.check(expected, &self.look())?;
                self.read(expected)
            }
        }
    }

    /// The person does something, and reads this refusal or none.
    fn act(&mut self, action: &PlayerAction, refused: Option<&str>) -> Result<(), String> {
        // What was told before is put away, so that what is read next is about this.
        self.desk.key(KeyCode::Esc);
        let before = self.progress();
        if let Some(keys) = keys_for(&self.desk.app, action) {
            for key in keys.chars() {
                self.desk.key(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
            }
        } else {
            self.without_key.push(action.clone());
            let action = action.clone();
            self.tell(Input::Act { request: REQUEST, action, expected_seq: None });
        }
        self.carry_out();
        match (refused, self.progress() == before) {
            (Some(sentence), true) => self.is_told(sentence),
            (None, false) => Ok(()),
            (Some(sentence), false) => Err(format!("done, but expected to hear {sentence:?}")),
            (None, true) => Err(format!("not done: {:?}", self.desk.app.message())),
        }
    }

    /// What grows with everything that is done: a change of the game, or a thought begun.
    fn progress(&self) -> (u64, usize) {
        (self.desk.app.table().seq(), self.n_jobs)
    }

    /// Has the oldest job thought about.
    fn answer(&mut self, answer: Answer) -> Result<(), String> {
        if self.jobs.is_empty() {
            return Err("nobody is asked".to_owned());
        }
        self.answers.give(answer);
        let (job, work) = self.jobs.remove(0);
        self.think(job, &work, &SearchHandle::default());
        self.carry_out();
        Ok(())
    }

    fn think(&mut self, job: JobId, work: &Job, handle: &SearchHandle) {
        let finished = think_safely(&mut self.thinker, &self.make, work, handle);
        if let JobResult::Suggested(hint) = &finished.result {
            self.hint = Some(hint.as_ref().clone());
        }
        self.tell(Input::JobDone { job, finished, shortage: handle.shortage() });
    }

    fn tell(&mut self, input: Input) {
        self.desk.send(Event::Game(GAME, input));
    }

    /// Does what the app asks for, until it asks for nothing more.
    fn carry_out(&mut self) {
        while !self.desk.waiting.is_empty() {
            for effect in mem::take(&mut self.desk.waiting) {
                match effect {
                    Effect::Think { job, work, .. } => {
                        self.n_jobs += 1;
                        self.jobs.push((job, work));
                    }
                    Effect::Stop { job, .. } => self.stop(job),
                    Effect::Save { .. } => self.tell(Input::Saved(Ok(()))),
                    // No thought is kept, and nothing is known about the person.
                    Effect::Record { .. } | Effect::Recall { .. } => {}
                    other => panic!("no key of the game asks for {other:?}"),
                }
            }
        }
    }

    /// A job that is stopped is answered all the same.
    fn stop(&mut self, job: JobId) {
        if let Some(at) = self.jobs.iter().position(|&(other, _)| other == job) {
            let (_, work) = self.jobs.remove(at);
            let handle = SearchHandle::default();
            handle.stop();
            self.think(job, &work, &handle);
        }
    }

    fn look(&self) -> Seen {
        Seen::of(self.desk.app.table(), self.hint.as_ref())
    }

    /// Reads on the screen what stands there in the words of the script.
    fn read(&self, expected: &Expectation) -> Result<(), String> {
        match expected {
            Expectation::Title(text) | Expectation::Prompt(text) | Expectation::Outcome(text) => {
                self.is_shown(text)
            }
            Expectation::Notice(text) => self.is_told(text),
            Expectation::Hint(name, why) => self.is_told(&format!("Hint: {name}. {why}")),
            // These are drawn as stones, lists and numbers, or not at all.
            Expectation::Phase(_)
            | Expectation::Moves(_)
            | Expectation::Undone(_)
            | Expectation::Captured(_)
            | Expectation::Log(_)
            | Expectation::Events(_) => Ok(()),
        }
    }

    /// Whether this is the app's last message, and can be read.
    fn is_told(&self, sentence: &str) -> Result<(), String> {
        let message = self.desk.app.message();
        if message.is_some_and(|message| message.contains(sentence)) {
            self.is_shown(sentence)
        } else {
            Err(format!("expected to be told {sentence:?}, but the message is {message:?}"))
        }
    }

    fn is_shown(&self, text: &str) -> Result<(), String> {
        if self.desk.shows(text) {
            Ok(())
        } else {
            Err(format!("{text:?} is not on the screen:\n{}", self.desk.screen()))
        }
    }
}

#[test]
fn the_terminal_plays_the_capture_game_word_by_word() {
    let script = Script::capture_game();
    let mut replay = Replay::begin(&script);
    let mut checker = Checker::default();
    for Line { number, step } in &script.lines {
        if let Err(error) = replay.step(step, &mut checker) {
            panic!("line {number}: {error}");
        }
    }
    checker.finish(&replay.look()).unwrap();
    assert_eq!(replay.without_key, without_key());
}
