//! A game as an actor: one task owns its driver, everybody else sends it messages.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_api::{
    GameMessage, GameRequest, GameSnapshot, Hint, ThinkingView, events_view, hint_view, snapshot,
    thinking_view,
};
use tengen_game::{
    ActionError, Done as DriverDone, Driver, Effect, GameEvent, Input, JobId, News, RequestId,
    Table,
};
use tengen_players::SearchHandle;
use tengen_players::pool::{Finished, Job};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep_until};

use crate::past::{Coming, collect};
use crate::state::Shared;
use crate::workers::Outbox;

/// How often a running thought is shown.
const SHOW_EVERY: Duration = Duration::from_millis(50);
/// A game that nobody watches is put away after this long.
const IDLE: Duration = Duration::from_secs(300);
/// How many messages a slow page may be behind before it gets a snapshot instead.
const BACKLOG: usize = 256;

/// What is asked of a game.
#[derive(Debug)]
pub(crate) enum Command {
    /// Do something.
    Act(Box<GameRequest>, oneshot::Sender<Result<Done, ActionError>>),
    /// How does it stand?
    Look(oneshot::Sender<Box<GameSnapshot>>),
    /// The table itself, for exports.
    Copy(oneshot::Sender<Box<Table>>),
    /// Hear everything from now on; the first message brings a page up to date.
    Watch(Option<u64>, oneshot::Sender<Watch>),
    /// Forget it.
    Close,
}

/// What came of an action.
#[derive(Debug)]
pub(crate) enum Done {
    /// It was done; this is how the game stands.
    Changed(Box<GameSnapshot>),
    /// A suggestion was asked for.
    Suggested(Box<Hint>),
}

/// A page's view of a game.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) first: Utf8Bytes,
    pub(crate) rest: broadcast::Receiver<Utf8Bytes>,
}

/// Something that a worker thinks about.
struct RunningJob {
    handle: SearchHandle,
    since: Instant,
    /// The number of what was shown last.
    shown: u64,
}

/// The task of one game.
pub(crate) struct Actor {
    id: String,
    driver: Driver,
    shared: Arc<Shared>,
    inbox: mpsc::Receiver<Command>,
    pages: broadcast::Sender<Utf8Bytes>,
    jobs: HashMap<JobId, RunningJob>,
    /// Where workers send what they found; nothing if one was lost.
    results: mpsc::UnboundedReceiver<(JobId, Option<Finished>)>,
    outbox: mpsc::UnboundedSender<(JobId, Option<Finished>)>,
    waiting: HashMap<RequestId, oneshot::Sender<Result<Done, ActionError>>>,
    n_requests: RequestId,
    /// What other games say about the person at this table, once an opponent has asked for it.
    past: Option<Coming>,
}

impl Actor {
    pub(crate) fn new(
        id: String,
        table: Table,
        shared: Arc<Shared>,
        inbox: mpsc::Receiver<Command>,
    ) -> Self {
        let (pages, _) = broadcast::channel(BACKLOG);
        let (outbox, results) = mpsc::unbounded_channel();
        Self {
            id,
            // Its page has an address as soon as it is begun, so it is in the library already.
            driver: Driver::new(table, true),
            shared,
            inbox,
            pages,
            jobs: HashMap::new(),
            results,
            outbox,
            waiting: HashMap::new(),
            n_requests: 0,
            past: None,
        }
    }

    /// Runs until nobody needs the game any more.
    pub(crate) async fn run(mut self) {
        let mut ticks = interval(SHOW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut idle_since = Instant::now();
        let effects = self.driver.start(self.now());
        self.carry_out(effects).await;
        loop {
            let until_timeout = self.driver.table().until_timeout(self.now());
            let wake_at = Instant::now() + until_timeout.unwrap_or(IDLE).min(IDLE);
            let is_thinking = self.driver.deciding().is_some();
            tokio::select! {
                command = self.inbox.recv() => match command {
                    None | Some(Command::Close) => break,
                    Some(command) => {
                        idle_since = Instant::now();
                        self.obey(command).await;
                    }
                },
                // The actor holds a sender itself, so this never ends.
                Some((job, finished)) = self.results.recv() => self.take_result(job, finished).await,
                () = next_tick(&mut ticks, is_thinking) => self.show_thinking(),
                () = sleep_until(wake_at) => {
                    self.feed(Input::Tick).await;
                    let is_watched = self.pages.receiver_count() > 0;
                    let is_quiet = !self.driver.is_busy() && self.driver.unsaved().is_none();
                    if is_quiet && !is_watched && idle_since.elapsed() >= IDLE {
                        break;
                    }
                }
            }
        }
        let effects = self.driver.stop();
        self.carry_out(effects).await;
    }

    fn now(&self) -> u64 {
        self.shared.clock.now()
    }

    /// Tells the driver what happened and does what it asks for.
    async fn feed(&mut self, input: Input) {
        let effects = self.driver.update(input, self.now());
        self.carry_out(effects).await;
    }

    async fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut queue = VecDeque::from(effects);
        while let Some(effect) = queue.pop_front() {
            let Some(input) = self.carry_out_one(effect).await else { continue };
            // What comes of an effect goes in before the next one is carried out.
            for effect in self.driver.update(input, self.now()).into_iter().rev() {
                queue.push_front(effect);
            }
        }
    }

    async fn carry_out_one(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Think { job, mut work, adapts_to } => {
                if let Some(name) = adapts_to {
                    self.add_habits(&mut work, name).await;
                }
                self.think(job, work);
            }
            Effect::Stop { job } => {
                if let Some(running) = self.jobs.get(&job) {
                    running.handle.stop();
                }
            }
            Effect::Record(thought) => {
                let size = self.driver.table().game().size();
                let kept = self.shared.store.save_thought(&self.id, size, &thought).await;
                return kept.is_err().then_some(Input::RecordFailed { ply: thought.ply });
            }
            Effect::Save => {
                let saved = self.shared.store.save_game(&self.id, self.driver.table()).await;
                return Some(Input::Saved(saved.map_err(|error| error.to_string())));
            }
            Effect::Tell(News::Changed { events }) => {
                let message = self.update(&events);
                self.tell(message);
            }
            Effect::Tell(News::Notice(notice)) => {
                self.tell(to_text(&GameMessage::Notice { notice: (&notice).into() }));
            }
            Effect::Reply { request, result } => self.reply(request, result),
        }
        None
    }

    fn reply(&mut self, request: RequestId, result: Result<DriverDone, ActionError>) {
        let Some(reply) = self.waiting.remove(&request) else { return };
        let size = self.driver.table().game().size();
        let done = result.map(|done| match done {
            DriverDone::Changed => Done::Changed(Box::new(self.snapshot())),
            DriverDone::Suggested(it) => Done::Suggested(Box::new(hint_view(size, &it))),
        });
        // Whoever asked may be gone by now.
        let _ = reply.send(done);
    }

    /// Adds what is known about the person that the opponent may adapt to, if that is allowed.
    async fn add_habits(&mut self, work: &mut Job, name: Option<String>) {
        let Job::Decide(request) = work else { return };
        if self.shared.store.settings().await.adapt {
            let (shared, id) = (&self.shared, &self.id);
            let begin = || collect(Arc::clone(shared), name, id.clone());
            let past = self.past.get_or_insert_with(begin);
            // What is still being collected comes with a later move.
            request.habits = Some(past.get().cloned().unwrap_or_default());
        }
    }

    fn think(&mut self, job: JobId, work: Job) {
        let handle = SearchHandle::default();
        self.shared.workers.order(work, handle.clone(), Outbox::new(job, self.outbox.clone()));
        self.jobs.insert(job, RunningJob { handle, since: Instant::now(), shown: 0 });
    }

    async fn take_result(&mut self, job: JobId, finished: Option<Finished>) {
        let running = self.jobs.remove(&job);
        let shortage = running.and_then(|running| running.handle.shortage());
        let input = match finished {
            Some(finished) => Input::JobDone { job, finished, shortage },
            None => Input::JobLost { job },
        };
        self.feed(input).await;
    }

    /// The opponent's running thought and the number of its last change.
    fn thinking(&self) -> Option<(u64, ThinkingView)> {
        let (job, pending) = self.driver.deciding()?;
        let running = self.jobs.get(&job)?;
        let (number, mut thinking) = running.handle.look();
        thinking.elapsed = running.since.elapsed();
        let game = self.driver.table().game();
        let ply = game.turns().len() as u32 + 1;
        Some((number, thinking_view(game.size(), &thinking, Some(pending.seat), ply)))
    }

    fn snapshot(&self) -> GameSnapshot {
        let thinking = self.thinking().map(|(_, view)| view);
        snapshot(self.driver.table(), &self.id, thinking, self.now())
    }

    /// Takes over what another program, as the terminal, has made of the game meanwhile.
    async fn catch_up(&mut self) {
        let stored = self.shared.store.seq_of(&self.id).await.ok().flatten();
        if stored.is_none_or(|seq| seq <= self.driver.table().seq()) {
            return;
        }
        // What cannot be read is not further.
        if let Ok(Some(table)) = self.shared.store.load_game(&self.id, self.now()).await {
            self.feed(Input::Overtaken(Box::new(table))).await;
        }
    }

    async fn obey(&mut self, command: Command) {
        self.catch_up().await;
        match command {
            Command::Act(request, reply) => self.act(*request, reply).await,
            // Whoever asked may be gone by now.
            Command::Look(reply) => drop(reply.send(Box::new(self.snapshot()))),
            Command::Copy(reply) => drop(reply.send(Box::new(self.driver.table().clone()))),
            Command::Watch(after, reply) => {
                let events = after.and_then(|seq| self.driver.table().events_after(seq));
                let first = self.update(&events.unwrap_or_default());
                drop(reply.send(Watch { first, rest: self.pages.subscribe() }));
                // Whoever comes now has not heard it yet; for the others it is no news.
                if let Some(notice) = self.driver.unsaved() {
                    self.tell(to_text(&GameMessage::Notice { notice: notice.into() }));
                }
            }
            Command::Close => {}
        }
    }

    async fn act(
        &mut self,
        request: GameRequest,
        reply: oneshot::Sender<Result<Done, ActionError>>,
    ) {
        let action = match request.action.to_domain(self.driver.table().game().size()) {
            Ok(action) => action,
            Err(error) => return drop(reply.send(Err(error))),
        };
        self.n_requests += 1;
        self.waiting.insert(self.n_requests, reply);
        let expected_seq = request.seq;
        self.feed(Input::Act { request: self.n_requests, action, expected_seq }).await;
    }

    fn update(&self, events: &[GameEvent]) -> Utf8Bytes {
        let events = events_view(self.driver.table(), events);
        to_text(&GameMessage::Update { events, game: Box::new(self.snapshot()) })
    }

    fn tell(&self, message: Utf8Bytes) {
        // An error means that nobody watches.
        let _ = self.pages.send(message);
    }

    fn show_thinking(&mut self) {
        let Some((number, view)) = self.thinking() else { return };
        let Some((job, _)) = self.driver.deciding() else { return };
        let Some(running) = self.jobs.get_mut(&job) else { return };
        if number == running.shown || self.pages.receiver_count() == 0 {
            return;
        }
        running.shown = number;
        self.tell(to_text(&GameMessage::Thinking { thinking: Box::new(view) }));
    }
}

async fn next_tick(ticks: &mut Interval, is_thinking: bool) {
    if is_thinking {
        ticks.tick().await;
    } else {
        std::future::pending::<()>().await;
    }
}

pub(crate) fn to_text<T: serde::Serialize>(message: &T) -> Utf8Bytes {
    // Our messages are plain data with text keys, which always have a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}
