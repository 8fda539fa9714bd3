//! The work connection: analysis, solving, reviews and explanations, each job on a thread of its
//! own. Closing the connection stops them all. A thread counts until it has really ended, so neither
//! using a number again nor connecting anew makes more of them than there may be.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tengen_api::{WorkMessage, WorkRequest, WorkSays, WorkTask, thinking_view};
use tengen_app::work::{
    MOST_ENDED, MOST_JOBS, Word, check, position_of, run, too_many_jobs, walk_proof,
};
use tengen_engine::solver::Certificate;
use tengen_game::ActionError;
use tengen_players::SearchHandle;
use tengen_rules::{Game, Size};
use tengen_store::Settings;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::game::to_text;
use crate::live::{heartbeat, send_in_time};
use crate::serve::Visit;
use crate::state::{AppState, MOST_BYTES, new_seed};

const SHOW_EVERY: Duration = Duration::from_millis(50);
/// A running job is shown this often even if nothing changes: its clock goes on.
const TICK: Duration = Duration::from_millis(500);
/// How many all pages together may have.
pub(crate) const MOST_JOBS_TOGETHER: usize = 8;
/// A job waits this long for others that have been told to stop.
const PATIENCE: Duration = Duration::from_secs(3);

/// `GET /work`.
pub(crate) async fn connect(
    State(state): State<AppState>,
    visit: Option<Extension<Visit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.max_message_size(MOST_BYTES).on_upgrade(move |socket| async move {
        let mut registry = JobRegistry::new(state);
        registry.talk(socket).await;
        registry.close();
        drop(visit);
    })
}

/// What a job's thread sends back; nothing when it is done.
type Heard = Option<Word>;

/// A job, or what is left of it.
struct JobEntry {
    /// Tells this job from an earlier one with the same number.
    serial: u64,
    handle: SearchHandle,
    /// The board it thinks about, and the number that the next move would get.
    size: Size,
    ply: u32,
    is_running: bool,
    shown: u64,
    shown_at: Instant,
    since: Instant,
    proof: Option<Arc<Certificate>>,
    /// The task that waits for a place and then starts the thread.
    waiting: AbortHandle,
}

impl JobEntry {
    fn stop(&self) {
        self.handle.stop();
    }
}

/// The right to a thread, given back when it ends.
#[derive(Debug)]
pub(crate) struct Place {
    _own: OwnedSemaphorePermit,
    _together: OwnedSemaphorePermit,
}

struct JobRegistry {
    state: AppState,
    /// Places for threads: a number that is used again does not make one free.
    places: Arc<Semaphore>,
    jobs: BTreeMap<u32, JobEntry>,
    n_begun: u64,
    words: mpsc::UnboundedSender<(u32, u64, Heard)>,
    inbox: mpsc::UnboundedReceiver<(u32, u64, Heard)>,
}

impl JobRegistry {
    fn new(state: AppState) -> Self {
        let (words, inbox) = mpsc::unbounded_channel();
        let places = Arc::new(Semaphore::new(MOST_JOBS));
        Self { state, places, jobs: BTreeMap::new(), n_begun: 0, words, inbox }
    }

    fn close(&self) {
        for job in self.jobs.values() {
            job.stop();
            job.waiting.abort();
        }
    }

    async fn talk(&mut self, mut socket: WebSocket) {
        let mut beats = heartbeat();
        let mut ticks = interval(SHOW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            let outgoing = tokio::select! {
                Some((job, serial, word)) = self.inbox.recv() => self.pass_on(job, serial, word),
                _ = ticks.tick() => self.show(),
                _ = beats.tick() => vec![WorkMessage { job: 0, says: WorkSays::StillHere }],
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.take(&text).await,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => Vec::new(),
                },
            };
            for message in outgoing {
                if !send_in_time(&mut socket, to_text(&message)).await {
                    return;
                }
            }
        }
    }

    /// What has changed in the running thoughts.
    fn show(&mut self) -> Vec<WorkMessage> {
        self.jobs.iter_mut().filter_map(|(&job, entry)| shown(job, entry)).collect()
    }

    fn pass_on(&mut self, job: u32, serial: u64, word: Heard) -> Vec<WorkMessage> {
        let Some(entry) = self.jobs.get_mut(&job).filter(|entry| entry.serial == serial) else {
            return Vec::new();
        };
        match word {
            Some(Word::Says(says)) => {
                let mut messages: Vec<WorkMessage> = shown(job, entry).into_iter().collect();
                messages.push(WorkMessage { job, says });
                messages
            }
            Some(Word::Proof(proof)) => {
                entry.proof = Some(proof);
                Vec::new()
            }
            None => {
                entry.is_running = false;
                let mut messages: Vec<WorkMessage> = shown(job, entry).into_iter().collect();
                messages.push(WorkMessage { job, says: WorkSays::Ended });
                messages
            }
        }
    }

    async fn take(&mut self, text: &str) -> Vec<WorkMessage> {
        let request: WorkRequest = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                let error = ActionError::Request(format!("the message cannot be read: {error}"));
                return vec![failed(0, &error)];
            }
        };
        let job = request.job;
        match request.task {
            WorkTask::Stop => {
                if let Some(entry) = self.jobs.get(&job) {
                    entry.stop();
                }
                Vec::new()
            }
            WorkTask::Walk { replies } => match walk_proof(self.proof_of(job), &replies) {
                Ok(says) => vec![WorkMessage { job, says }],
                Err(error) => vec![failed(job, &error)],
            },
            task => match self.begin(job, task).await {
                Ok(()) => Vec::new(),
                Err(error) => vec![failed(job, &error)],
            },
        }
    }

    fn proof_of(&self, job: u32) -> Option<&Certificate> {
        self.jobs.get(&job)?.proof.as_deref()
    }

    async fn begin(&mut self, job: u32, task: WorkTask) -> Result<(), ActionError> {
        if let Some(before) = self.jobs.remove(&job) {
            before.stop();
            before.waiting.abort();
        }
        let is_wanted = |entry: &&JobEntry| entry.is_running && !entry.handle.is_stopped();
        if self.jobs.values().filter(is_wanted).count() >= MOST_JOBS {
            return Err(too_many_jobs());
        }
        let Some(position) = position_of(&task) else { return Ok(()) };
        let game = self.state.games().position(self.state.shared(), position).await?;
        self.n_begun += 1;
        let (serial, handle) = (self.n_begun, SearchHandle::default());
        let report = {
            let words = self.words.clone();
            // An error means that the page is gone.
            move |word| drop(words.send((job, serial, word)))
        };
        check(&task, &game)?;
        let (size, ply) = (game.size(), game.next_ply());
        let settings = self.state.store().settings().await;
        let places = (Arc::clone(&self.places), Arc::clone(self.state.job_places()));
        let begun = handle.clone();
        let waiting = tokio::spawn(async move {
            match timeout(PATIENCE, place_in(places)).await {
                Ok(Some(place)) if !begun.is_stopped() => {
                    spawn(task, game, settings, begun, place, report);
                }
                Ok(_) => report(None),
                Err(_) => {
                    let error = (&too_many_jobs()).into();
                    report(Some(Word::Says(WorkSays::Failed { error })));
                    report(None);
                }
            }
        });
        let entry = JobEntry {
            serial,
            handle,
            size,
            ply,
            is_running: true,
            shown: 0,
            shown_at: Instant::now(),
            since: Instant::now(),
            proof: None,
            waiting: waiting.abort_handle(),
        };
        self.jobs.insert(job, entry);
        self.forget_old();
        Ok(())
    }

    /// Of the jobs that have ended only the last are remembered.
    fn forget_old(&mut self) {
        let ended = self.jobs.iter().filter(|(_, entry)| !entry.is_running);
        let mut ended: Vec<(u64, u32)> = ended.map(|(&job, entry)| (entry.serial, job)).collect();
        ended.sort_unstable();
        for &(_, job) in ended.iter().rev().skip(MOST_ENDED) {
            self.jobs.remove(&job);
        }
    }
}

/// Starts a job on a thread of its own. A panic ends the job and is told, nothing else.
fn spawn(
    task: WorkTask,
    game: Game,
    settings: Settings,
    handle: SearchHandle,
    place: Place,
    report: impl Fn(Heard) + Clone + Send + 'static,
) {
    let report_failure = report.clone();
    let work = move || {
        let say = |word| report(Some(word));
        let run = || run(&task, &game, &settings, new_seed(), &handle, &say);
        let error = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error),
            Err(_) => Some(ActionError::Internal("the engine failed on this position".to_owned())),
        };
        if let Some(error) = error {
            report(Some(Word::Says(WorkSays::Failed { error: (&error).into() })));
        }
        drop(place);
        report(None);
    };
    if std::thread::Builder::new().name("job".to_owned()).spawn(work).is_err() {
        let error = ActionError::Internal("there is no memory for another thread".to_owned());
        report_failure(Some(Word::Says(WorkSays::Failed { error: (&error).into() })));
        report_failure(None);
    }
}

/// One's own place first: whoever has none to wait with does not hold up others.
async fn place_in((own, together): (Arc<Semaphore>, Arc<Semaphore>)) -> Option<Place> {
    // They are never closed.
    let own = own.acquire_owned().await.ok()?;
    let together = together.acquire_owned().await.ok()?;
    Some(Place { _own: own, _together: together })
}

fn shown(job: u32, entry: &mut JobEntry) -> Option<WorkMessage> {
    let number = entry.handle.n_changes();
    let is_due = entry.is_running && number > 0 && entry.shown_at.elapsed() >= TICK;
    if number == entry.shown && !is_due {
        return None;
    }
    entry.shown = number;
    entry.shown_at = Instant::now();
    let (_, mut thinking) = entry.handle.look();
    thinking.elapsed = entry.since.elapsed();
    let thinking = Box::new(thinking_view(entry.size, &thinking, None, entry.ply));
    Some(WorkMessage { job, says: WorkSays::Thinking { thinking } })
}

fn failed(job: u32, error: &ActionError) -> WorkMessage {
    WorkMessage { job, says: WorkSays::Failed { error: error.into() } }
}
