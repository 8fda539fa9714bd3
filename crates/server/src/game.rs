//! A game as an actor: one task owns its driver, everybody else sends it messages.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_api::{
    GameMessage, GameRequest, GameSnapshot, Hint, Notice, ThinkingView, events_view, growing_view,
    hint_view, snapshot, thinking_view,
};
use tengen_game::{
    ActionError, Done as DriverDone, Driver, Effect, GameEvent, Input, JobId, News, RequestId,
    Table,
};
use tengen_players::pool::{Finished, Job};
use tengen_players::{SearchHandle, Thought, Units};
use tengen_store::{Expected, Saved, StoreError};
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
/// How many thoughts wait for a disk that cannot be written.
const MOST_THOUGHTS: usize = 16;

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
    /// It was done.
    Changed {
        /// How the game stands.
        game: Box<GameSnapshot>,
        /// Why it is not on the disk, if so.
        unsaved: Option<Notice>,
    },
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
    /// The number of the tree that was shown last.
    shown_tree: u64,
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
    /// What is in the library of it, as far as is known here.
    kept: Expected,
    /// Thoughts that go into the library with the next save.
    thoughts: VecDeque<Thought>,
    /// Whether it was deleted, here or by another program.
    is_gone: bool,
}

/// What came of an effect.
enum Outcome {
    Nothing,
    /// The driver waits for this.
    Input(Input),
    /// Another program has gone further: what was about to be told did not happen.
    Overtaken(Box<Table>),
    /// It was deleted: what was about to be told did not happen.
    Gone,
}

impl Actor {
    /// `saved` is what came of keeping the game as it is now.
    pub(crate) fn new(
        id: String,
        table: Table,
        saved: Result<(), String>,
        shared: Arc<Shared>,
        inbox: mpsc::Receiver<Command>,
    ) -> Self {
        let (pages, _) = broadcast::channel(BACKLOG);
        let (outbox, results) = mpsc::unbounded_channel();
        let kept = if saved.is_ok() { Expected::Seq(table.seq()) } else { Expected::Nothing };
        // Its page has an address as soon as it is begun, so it is in the library already.
        let mut driver = Driver::new(table, true);
        // Nobody watches yet; whoever comes is told.
        driver.update(Input::Saved(saved), shared.clock.now());
        Self {
            id,
            driver,
            shared,
            inbox,
            pages,
            jobs: HashMap::new(),
            results,
            outbox,
            waiting: HashMap::new(),
            n_requests: 0,
            past: None,
            kept,
            thoughts: VecDeque::new(),
            is_gone: false,
        }
    }

    /// Runs until nobody needs the game any more.
    pub(crate) async fn run(mut self) {
        let mut ticks = interval(SHOW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut idle_since = Instant::now();
        let effects = self.driver.start(self.now());
        self.carry_out(effects).await;
        while !self.is_gone {
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
            let input = match self.carry_out_one(effect).await {
                Outcome::Nothing => continue,
                Outcome::Input(input) => input,
                Outcome::Overtaken(table) => {
                    self.take_back(queue.drain(..), &ActionError::Stale);
                    Input::Overtaken(table)
                }
                Outcome::Gone => {
                    self.is_gone = true;
                    return self.take_back(queue.drain(..), &no_such_game());
                }
            };
            // What comes of an effect goes in before the next one is carried out.
            for effect in self.driver.update(input, self.now()).into_iter().rev() {
                queue.push_front(effect);
            }
        }
    }

    /// Something was not kept and so did not happen: nobody is told, and whoever did it is refused.
    fn take_back(&mut self, effects: impl Iterator<Item = Effect>, refused: &ActionError) {
        for effect in effects {
            match effect {
                Effect::Reply { request, result } => {
                    self.reply(request, result.and(Err(refused.clone())));
                }
                Effect::Stop { job } => self.stop(job),
                Effect::Think { .. } | Effect::Record(_) | Effect::Save | Effect::Tell(_) => {}
            }
        }
    }

    async fn carry_out_one(&mut self, effect: Effect) -> Outcome {
        match effect {
            Effect::Think { job, mut work, adapts_to } => {
                if let Some(name) = adapts_to {
                    self.add_habits(&mut work, name).await;
                }
                self.think(job, work);
            }
            Effect::Stop { job } => self.stop(job),
            Effect::Record(thought) => self.remember(*thought),
            Effect::Save => return self.save().await,
            Effect::Tell(News::Changed { events }) => {
                let message = self.update(&events);
                self.tell(message);
            }
            Effect::Tell(News::Notice(notice)) => {
                self.tell(to_text(&GameMessage::Notice { notice: (&notice).into() }));
            }
            Effect::Reply { request, result } => self.reply(request, result),
        }
        Outcome::Nothing
    }

    fn stop(&self, job: JobId) {
        if let Some(running) = self.jobs.get(&job) {
            running.handle.stop();
        }
    }

    /// Has a thought kept with the next save. If saving does not work for long, old ones are lost.
    fn remember(&mut self, thought: Thought) {
        self.thoughts.push_back(thought);
        if self.thoughts.len() > MOST_THOUGHTS
            && let Some(old) = self.thoughts.pop_front()
        {
            self.forget_thought(old.ply);
        }
    }

    fn forget_thought(&mut self, ply: u32) {
        // It changes nothing that anybody would have to be told.
        drop(self.driver.update(Input::RecordFailed { ply }, self.now()));
    }

    /// Keeps the game if it is in the library as it was left here.
    async fn save(&mut self) -> Outcome {
        let table = self.driver.table();
        let (seq, store) = (table.seq(), &self.shared.store);
        let thoughts = self.thoughts.make_contiguous();
        match store.save_game(&self.id, table, self.kept, thoughts).await {
            Ok(Saved { lost_thoughts }) => {
                self.kept = Expected::Seq(seq);
                self.thoughts.clear();
                for ply in lost_thoughts {
                    self.forget_thought(ply);
                }
                Outcome::Input(Input::Saved(Ok(())))
            }
            Err(StoreError::Gone) => Outcome::Gone,
            Err(error @ StoreError::Overtaken { .. }) => {
                self.look_again().await.unwrap_or(Outcome::Input(not_saved(&error)))
            }
            Err(error) => Outcome::Input(not_saved(&error)),
        }
    }

    /// What another program has made of the game; nothing if it cannot be read.
    async fn look_again(&mut self) -> Option<Outcome> {
        match self.shared.store.load_game(&self.id, self.now()).await {
            Ok(Some(table)) => {
                self.kept = Expected::Seq(table.seq());
                self.thoughts.clear();
                Some(Outcome::Overtaken(Box::new(table)))
            }
            Ok(None) => Some(Outcome::Gone),
            Err(_) => None,
        }
    }

    fn reply(&mut self, request: RequestId, result: Result<DriverDone, ActionError>) {
        let Some(reply) = self.waiting.remove(&request) else { return };
        let size = self.driver.table().game().size();
        let done = result.map(|done| match done {
            DriverDone::Changed => {
                Done::Changed { game: Box::new(self.snapshot()), unsaved: self.unsaved() }
            }
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
        self.jobs
            .insert(job, RunningJob { handle, since: Instant::now(), shown: 0, shown_tree: 0 });
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

    /// The opponent's running thought.
    fn thinking(&self) -> Option<ThinkingView> {
        let (job, pending) = self.driver.deciding()?;
        let running = self.jobs.get(&job)?;
        let (_, mut thinking) = running.handle.look();
        thinking.elapsed = running.since.elapsed();
        let game = self.driver.table().game();
        let view = thinking_view(game.size(), &thinking, Some(pending.seat), game.next_ply());
        let tree = running.handle.tree();
        let tree = (tree.number > 0).then(|| growing_view(game.size(), &tree.roots, Units::Engine));
        Some(ThinkingView { tree, ..view })
    }

    fn snapshot(&self) -> GameSnapshot {
        let mut game = snapshot(self.driver.table(), &self.id, self.thinking(), self.now());
        // Whoever sees the game is not to believe that it is on the disk.
        game.notices.extend(self.unsaved());
        game
    }

    /// Why the game is not on the disk, if so.
    fn unsaved(&self) -> Option<Notice> {
        let notice = self.driver.unsaved().cloned().or_else(|| self.shared.store.trouble());
        notice.as_ref().map(Into::into)
    }

    /// Takes over what another program, as the terminal, has made of the game meanwhile.
    async fn catch_up(&mut self) {
        let Ok(stored) = self.shared.store.seq_of(&self.id).await else { return };
        if stored.map_or(Expected::Nothing, Expected::Seq) == self.kept {
            return;
        }
        // What cannot be read is not further.
        match self.look_again().await {
            Some(Outcome::Overtaken(table)) => self.feed(Input::Overtaken(table)).await,
            Some(Outcome::Gone) => self.is_gone = true,
            _ => {}
        }
    }

    async fn obey(&mut self, command: Command) {
        self.catch_up().await;
        if self.is_gone {
            // Whoever asked finds that nobody answers, and sees that there is no such game.
            return;
        }
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
        let Some((job, _)) = self.driver.deciding() else { return };
        let Some(running) = self.jobs.get_mut(&job) else { return };
        if self.pages.receiver_count() == 0 {
            return;
        }
        running.handle.watch_tree();
        let (number, tree_number) = (running.handle.n_changes(), running.handle.n_tree_changes());
        if (number, tree_number) == (running.shown, running.shown_tree) {
            return;
        }
        let has_grown = tree_number != running.shown_tree;
        (running.shown, running.shown_tree) = (number, tree_number);
        let Some(mut view) = self.thinking() else { return };
        if !has_grown {
            view.tree = None;
        }
        self.tell(to_text(&GameMessage::Thinking { thinking: Box::new(view) }));
    }
}

/// What the driver is told when the library refuses a game.
fn not_saved(error: &StoreError) -> Input {
    Input::Saved(Err(error.to_string()))
}

pub(crate) fn no_such_game() -> ActionError {
    ActionError::Missing("there is no such game".to_owned())
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
