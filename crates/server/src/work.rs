//! The work connection: analysis, solving, reviews and explanations, each job on a thread of its
//! own. Closing the connection stops them all.

mod jobs;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tengen_api::{WorkMessage, WorkRequest, WorkSays, WorkTask};
use tengen_engine::solver::Certificate;
use tengen_game::{Refusal, walk};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::game::to_text;
use crate::live::heartbeat;
use crate::state::AppState;
use tengen_minds::Live;

const SHOW_EVERY: Duration = Duration::from_millis(50);
/// How many jobs one page may have at once.
const MOST_JOBS: usize = 4;

/// `GET /work`.
pub(crate) async fn connect(State(state): State<AppState>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let mut desk = Desk::new(state);
        desk.talk(socket).await;
        desk.close();
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
struct Desked {
    /// Tells this job from an earlier one with the same number.
    serial: u64,
    live: Live,
    is_running: bool,
    shown: u64,
    since: Instant,
    proof: Option<Arc<Certificate>>,
}

struct Desk {
    state: AppState,
    jobs: BTreeMap<u32, Desked>,
    n_begun: u64,
    words: mpsc::UnboundedSender<(u32, u64, Word)>,
    inbox: mpsc::UnboundedReceiver<(u32, u64, Word)>,
}

impl Desk {
    fn new(state: AppState) -> Self {
        let (words, inbox) = mpsc::unbounded_channel();
        Self { state, jobs: BTreeMap::new(), n_begun: 0, words, inbox }
    }

    fn close(&self) {
        self.jobs.values().for_each(|job| job.live.stop());
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
        self.jobs.iter_mut().filter_map(|(&job, desked)| shown(job, desked)).collect()
    }

    fn pass_on(&mut self, job: u32, serial: u64, word: Word) -> Vec<WorkMessage> {
        let Some(desked) = self.jobs.get_mut(&job).filter(|desked| desked.serial == serial) else {
            return Vec::new();
        };
        match word {
            Word::Says(says) => {
                let mut messages: Vec<WorkMessage> = shown(job, desked).into_iter().collect();
                messages.push(WorkMessage { job, says });
                messages
            }
            Word::Proof(proof) => {
                desked.proof = Some(proof);
                Vec::new()
            }
            Word::End => {
                desked.is_running = false;
                let mut messages: Vec<WorkMessage> = shown(job, desked).into_iter().collect();
                messages.push(WorkMessage { job, says: WorkSays::Ended });
                messages
            }
        }
    }

    async fn take(&mut self, text: &str) -> Vec<WorkMessage> {
        let request: WorkRequest = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                let refusal = Refusal::Request(format!("the message cannot be read: {error}"));
                return vec![failed(0, &refusal)];
            }
        };
        let job = request.job;
        match request.task {
            WorkTask::Stop => {
                if let Some(desked) = self.jobs.get(&job) {
                    desked.live.stop();
                }
                Vec::new()
            }
            WorkTask::Walk { replies } => {
                let proof = self.jobs.get(&job).and_then(|desked| desked.proof.as_ref());
                let missing = || Refusal::Missing("this job has found no win to walk".to_owned());
                match proof.ok_or_else(missing).and_then(|proof| walk(proof, &replies)) {
                    Ok(step) => {
                        vec![WorkMessage { job, says: WorkSays::Step { step: Box::new(step) } }]
                    }
                    Err(refusal) => vec![failed(job, &refusal)],
                }
            }
            task => match self.begin(job, task).await {
                Ok(()) => Vec::new(),
                Err(refusal) => vec![failed(job, &refusal)],
            },
        }
    }

    async fn begin(&mut self, job: u32, task: WorkTask) -> Result<(), Refusal> {
        if let Some(before) = self.jobs.remove(&job) {
            before.live.stop();
        }
        if self.jobs.values().filter(|desked| desked.is_running).count() >= MOST_JOBS {
            return Err(Refusal::Action("too many jobs at once; stop one first".to_owned()));
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
        let (serial, live) = (self.n_begun, Live::default());
        let report = {
            let words = self.words.clone();
            // The page may be gone; then nobody listens.
            move |word| drop(words.send((job, serial, word)))
        };
        jobs::check(&task, &game)?;
        let settings = self.state.store().settings().await;
        jobs::spawn(task, game, settings, live.clone(), report);
        let desked =
            Desked { serial, live, is_running: true, shown: 0, since: Instant::now(), proof: None };
        self.jobs.insert(job, desked);
        Ok(())
    }
}

fn shown(job: u32, desked: &mut Desked) -> Option<WorkMessage> {
    let (number, mut view) = desked.live.look();
    if number == desked.shown {
        return None;
    }
    desked.shown = number;
    view.elapsed_ms = desked.since.elapsed().as_millis() as u64;
    Some(WorkMessage { job, says: WorkSays::Thinking { thinking: Box::new(view) } })
}

fn failed(job: u32, refusal: &Refusal) -> WorkMessage {
    WorkMessage { job, says: WorkSays::Failed { error: refusal.to_api() } }
}
