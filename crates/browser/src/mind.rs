//! A worker that thinks: one job after the other, each to its end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::to_value;
use tengen_api::{WorkSays, WorkTask, read_position};
use tengen_app::settings_of;
use tengen_app::work::{MOST_ENDED, Word, position_of, run, walk_proof};
use tengen_engine::solver::Certificate;
use tengen_game::ActionError;
use tengen_players::pool::{
    Allowance, Engines, Job, LadderThinker, MakeThinker, Thinker, think_safely,
};
use tengen_players::{ClockLeft, SearchHandle, SuggestionRequest, Task};
use tengen_rules::Game;
use tengen_store::read_game;

use crate::World;
use crate::job::{JobMessage, ResultMessage, ThinkerWord, progress_text, read_habits};

/// How often a running thought is shown.
const SHOW_EVERY: Duration = Duration::from_millis(50);

/// What a worker that thinks has: engines, and the proofs that its jobs have found.
pub struct Mind {
    world: Arc<dyn World>,
    engines: Engines,
    make: MakeThinker,
    thinker: Option<Box<dyn Thinker>>,
    proofs: VecDeque<(u64, Arc<Certificate>)>,
}

impl std::fmt::Debug for Mind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mind").field("engines", &self.engines).finish_non_exhaustive()
    }
}

impl Mind {
    /// One with the usual opponents.
    pub fn new(world: Arc<dyn World>) -> Self {
        let engines = Engines::new(Allowance { hash_mib: 16, threads: 1 });
        let (shared, chance) = (engines.clone(), Arc::clone(&world));
        let make: MakeThinker =
            Arc::new(move || Box::new(LadderThinker::sharing(shared.clone(), seed(&*chance))));
        Self { engines, ..Self::with_thinkers(world, make) }
    }

    /// One whose opponents think otherwise: for tests.
    pub fn with_thinkers(world: Arc<dyn World>, make: MakeThinker) -> Self {
        let engines = Engines::new(Allowance { hash_mib: 16, threads: 1 });
        Self { world, engines, make, thinker: None, proofs: VecDeque::new() }
    }

    /// Thinks about a job and says what comes of it; the last word is that it is done.
    pub fn think(&mut self, text: &str) {
        let done = serde_json::from_str(text)
            .map_err(|error| ActionError::Request(error.to_string()))
            .and_then(|job| self.do_job(job));
        let done = done.unwrap_or_else(|error| {
            self.say(&ThinkerWord::Says {
                says: Box::new(WorkSays::Failed { error: (&error).into() }),
            });
            ThinkerWord::Thought { result: None, shortage: None }
        });
        self.say(&done);
    }

    fn say(&self, word: &ThinkerWord) {
        say(&*self.world, word);
    }

    fn do_job(&mut self, job: JobMessage) -> Result<ThinkerWord, ActionError> {
        let nothing = ThinkerWord::Thought { result: None, shortage: None };
        let unreadable = |error: tengen_store::StoreError| ActionError::Internal(error.to_string());
        match job {
            JobMessage::Decide { game, now, clock_left_ms, habits, hash_mib } => {
                let table = read_game(&game, now).map_err(unreadable)?;
                let missing = || ActionError::Internal("there is nothing to decide".to_owned());
                let mut request = table.pending_decision(now).ok_or_else(missing)?.request;
                request.clock = request.clock.map(|clock| ClockLeft {
                    time: clock_left_ms.map_or(clock.time, Duration::from_millis),
                    ..clock
                });
                let size = request.game.size();
                request.habits = habits.and_then(|text| read_habits(&text, size)).map(Arc::new);
                self.allow(hash_mib);
                let game = request.game.clone();
                self.think_for(&game, &Job::Decide(Box::new(request)))
            }
            JobMessage::Suggest { game, now } => {
                let table = read_game(&game, now).map_err(unreadable)?;
                let opening = table.opening_in_progress().cloned();
                let task = opening.map_or(Task::Move, |opening| Task::Opening(Box::new(opening)));
                let game = table.game().clone();
                let request = SuggestionRequest { game: game.clone(), task };
                self.think_for(&game, &Job::Suggest(Box::new(request)))
            }
            JobMessage::Prepare { game, now, hash_mib } => {
                let table = read_game(&game, now).map_err(unreadable)?;
                self.allow(hash_mib);
                self.engines.prepare_here(table.game());
                Ok(nothing)
            }
            JobMessage::Work { serial, task, settings } => {
                let task: WorkTask = serde_json::from_value(task)
                    .map_err(|error| ActionError::Request(error.to_string()))?;
                let Some(position) = position_of(&task) else { return Ok(nothing) };
                let game = read_position(position)?;
                let handle = self.handle_for(&game);
                let found = Mutex::new(None);
                let report = |word| match word {
                    Word::Says(says) => {
                        say(&*self.world, &ThinkerWord::Says { says: Box::new(says) });
                    }
                    Word::Proof(proof) => {
                        *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(proof);
                    }
                };
                let seed = seed(&*self.world);
                run(&task, &game, &settings_of(settings), seed, &handle, &report)?;
                show(&*self.world, &game, &handle);
                let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
                self.proofs.extend(found.map(|proof| (serial, proof)));
                while self.proofs.len() > MOST_ENDED {
                    self.proofs.pop_front();
                }
                Ok(nothing)
            }
            JobMessage::Walk { serial, replies } => {
                let proof = self.proofs.iter().find(|(of, _)| *of == serial);
                let says = walk_proof(proof.map(|(_, proof)| &**proof), &replies)?;
                self.say(&ThinkerWord::Says { says: Box::new(says) });
                Ok(nothing)
            }
        }
    }

    /// Lets the strongest opponents have a table of this size.
    fn allow(&self, hash_mib: usize) {
        let allowance = Allowance { hash_mib, threads: 1 };
        if self.engines.allowance() != allowance {
            self.engines.allow(allowance);
        }
    }

    /// A handle that tells how the thought stands whenever the searcher looks whether to end.
    fn handle_for(&self, game: &Game) -> SearchHandle {
        let (world, game) = (Arc::clone(&self.world), game.clone());
        let shown = Mutex::new((world.monotonic(), 0, 0));
        let handle = SearchHandle::with_pulse(move |handle| {
            if world.is_stop_requested() {
                handle.stop();
            }
            let now = world.monotonic();
            let mut last = shown.lock().unwrap_or_else(PoisonError::into_inner);
            let numbers = (handle.n_changes(), handle.n_tree_changes());
            let is_due = now.saturating_sub(last.0) >= SHOW_EVERY && numbers != (last.1, last.2);
            if is_due {
                *last = (now, numbers.0, numbers.1);
            }
            drop(last);
            if is_due {
                show(&*world, &game, handle);
            }
        });
        handle.watch_tree();
        handle
    }

    fn think_for(&mut self, game: &Game, job: &Job) -> Result<ThinkerWord, ActionError> {
        let handle = self.handle_for(game);
        let finished = think_safely(&mut self.thinker, &self.make, job, &handle);
        let result = ResultMessage::of(game, &finished)
            .map_err(|error| ActionError::Internal(error.to_string()))?;
        let shortage = handle.shortage().map(|it| (it.wanted_mib, it.got_mib));
        Ok(ThinkerWord::Thought { result: Some(result), shortage })
    }
}

fn say(world: &dyn World, word: &ThinkerWord) {
    // Our messages are plain data with text keys, which always have a JSON form.
    world.emit(&to_value(word).unwrap_or_default());
}

/// Says how a thought stands.
fn show(world: &dyn World, game: &Game, handle: &SearchHandle) {
    let (_, thinking) = handle.look();
    if let Ok(thought) = progress_text(game, thinking, handle.tree().roots) {
        say(world, &ThinkerWord::Progress { thought });
    }
}

/// A seed for whatever is left to chance.
pub(crate) fn seed(world: &dyn World) -> u64 {
    let mut bytes = [0; 8];
    world.fill_random(&mut bytes);
    u64::from_le_bytes(bytes)
}
