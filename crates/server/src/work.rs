//! The work connection: analysis, solving, reviews and explanations, each job on a thread of its
//! own. Closing the connection stops them all.

mod jobs;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tengen_api::{
    Spot, WorkMessage, WorkRequest, WorkSays, WorkTask, point_of, proof_step, thinking_view,
};
use tengen_engine::solver::Certificate;
use tengen_game::{ActionError, walk};
use tengen_players::SearchHandle;
use tengen_rules::{Point, Size};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::game::to_text;
use crate::live::heartbeat;
use crate::state::AppState;

const SHOW_EVERY: Duration = Duration::from_millis(50);
/// How many jobs one page may have at once.
const MOST_JOBS: usize = 4;

/// `GET /work`.
pub(crate) async fn connect(State(state): State<AppState>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let mut registry = JobRegistry::new(state);
        registry.talk(socket).await;
        registry.close();
    })
}

/// What a job's thread sends back.
#[derive(Debug)]
pub(crate) enum Word {
    /// Something for the page.
    Says(WorkSays),
    /// A proof to be walked later.
    Proof(Arc<Certificate>),
    /// The thread is done.
    End,
}

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
    since: Instant,
    proof: Option<Arc<Certificate>>,
}

struct JobRegistry {
    state: AppState,
    jobs: BTreeMap<u32, JobEntry>,
    n_begun: u64,
    words: mpsc::UnboundedSender<(u32, u64, Word)>,
    inbox: mpsc::UnboundedReceiver<(u32, u64, Word)>,
}

impl JobRegistry {
    fn new(state: AppState) -> Self {
        let (words, inbox) = mpsc::unbounded_channel();
        Self { state, jobs: BTreeMap::new(), n_begun: 0, words, inbox }
    }

    fn close(&self) {
        self.jobs.values().for_each(|job| job.handle.stop());
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
                if socket.send(Message::Text(to_text(&message))).await.is_err() {
                    return;
                }
            }
        }
    }

    /// What has changed in the running thoughts.
    fn show(&mut self) -> Vec<WorkMessage> {
        self.jobs.iter_mut().filter_map(|(&job, entry)| shown(job, entry)).collect()
    }

    fn pass_on(&mut self, job: u32, serial: u64, word: Word) -> Vec<WorkMessage> {
        let Some(entry) = self.jobs.get_mut(&job).filter(|entry| entry.serial == serial) else {
            return Vec::new();
        };
        match word {
            Word::Says(says) => {
                let mut messages: Vec<WorkMessage> = shown(job, entry).into_iter().collect();
                messages.push(WorkMessage { job, says });
                messages
            }
            Word::Proof(proof) => {
                entry.proof = Some(proof);
                Vec::new()
            }
            Word::End => {
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
                    entry.handle.stop();
                }
                Vec::new()
            }
            WorkTask::Walk { replies } => match self.walk(job, &replies) {
                Ok(says) => vec![WorkMessage { job, says }],
                Err(error) => vec![failed(job, &error)],
            },
            task => match self.begin(job, task).await {
                Ok(()) => Vec::new(),
                Err(error) => vec![failed(job, &error)],
            },
        }
    }

    /// A step of a proof that a job has found.
    fn walk(&self, job: u32, replies: &[Spot]) -> Result<WorkSays, ActionError> {
        let entry = self.jobs.get(&job);
        let missing = || ActionError::Missing("this job has found no win to walk".to_owned());
        let proof = entry.and_then(|entry| entry.proof.as_ref()).ok_or_else(missing)?;
        let size = proof.game().ok_or_else(missing)?.size();
        let replies: Vec<Point> =
            replies.iter().map(|spot| point_of(size, spot)).collect::<Result<_, _>>()?;
        let step = Box::new(proof_step(&walk(proof, &replies)?));
        Ok(WorkSays::Step { step })
    }

    async fn begin(&mut self, job: u32, task: WorkTask) -> Result<(), ActionError> {
        if let Some(before) = self.jobs.remove(&job) {
            before.handle.stop();
        }
        if self.jobs.values().filter(|entry| entry.is_running).count() >= MOST_JOBS {
            return Err(ActionError::NotNow("too many jobs at once; stop one first".to_owned()));
        }
        let position = match &task {
            WorkTask::Analyze { position, .. }
            | WorkTask::Solve { position, .. }
            | WorkTask::Review { position, .. }
            | WorkTask::Explain { position, .. } => position.clone(),
            WorkTask::Walk { .. } | WorkTask::Stop => return Ok(()),
        };
        let game = self.state.games().position(self.state.shared(), &position).await?;
        self.n_begun += 1;
        let (serial, handle) = (self.n_begun, SearchHandle::default());
        let report = {
            let words = self.words.clone();
            // An error means that the page is gone.
            move |word| drop(words.send((job, serial, word)))
        };
        jobs::check(&task, &game)?;
        let (size, ply) = (game.size(), game.turns().len() as u32 + 1);
        let settings = self.state.store().settings().await;
        jobs::spawn(task, game, settings, handle.clone(), report);
        let entry = JobEntry {
            serial,
            handle,
            size,
            ply,
            is_running: true,
            shown: 0,
            since: Instant::now(),
            proof: None,
        };
        self.jobs.insert(job, entry);
        Ok(())
    }
}

fn shown(job: u32, entry: &mut JobEntry) -> Option<WorkMessage> {
    let (number, mut thinking) = entry.handle.look();
    if number == entry.shown {
        return None;
    }
    entry.shown = number;
    thinking.elapsed = entry.since.elapsed();
    let thinking = Box::new(thinking_view(entry.size, &thinking, None, entry.ply));
    Some(WorkMessage { job, says: WorkSays::Thinking { thinking } })
}

fn failed(job: u32, error: &ActionError) -> WorkMessage {
    WorkMessage { job, says: WorkSays::Failed { error: error.into() } }
}
