//! A game as an actor: one task owns the table, everybody else sends it messages.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tengen_api::{
    GameAction, GameEvent, GameMessage, GameRequest, GameSnapshot, Hint, LibraryKind, Notice,
    NoticeLevel, ThinkingView,
};
use tengen_game::{Refusal, Spent, Table, Task, Wanted};
use tengen_players::adapt::Habits;
use tengen_store::Saved;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep_until};

use crate::past::{Coming, collect};
use crate::state::Shared;
use tengen_minds::{Finished, Job, Live, Recorded, Thought, last_resort, may_adapt};

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
    Act(Box<GameRequest>, oneshot::Sender<Result<Done, Refusal>>),
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

/// A thought under way.
struct Thinking {
    live: Live,
    epoch: u64,
    wanted: Box<Wanted>,
    answer: oneshot::Receiver<Finished>,
    shown: u64,
    since: Instant,
}

/// A suggestion under way.
type Asked = (oneshot::Receiver<Finished>, oneshot::Sender<Result<Done, Refusal>>);

/// The task of one game.
pub(crate) struct Actor {
    id: String,
    table: Table,
    shared: Arc<Shared>,
    inbox: mpsc::Receiver<Command>,
    pages: broadcast::Sender<Utf8Bytes>,
    thinking: Option<Thinking>,
    asked: Option<Asked>,
    /// What other games say about the person at this table, once an AI has asked for it.
    past: Option<Coming>,
    /// What the pages were told when the last save failed.
    unsaved: Option<Notice>,
    /// Whether the user was told that there is little memory.
    is_short_of_memory: bool,
}

impl Actor {
    pub(crate) fn new(
        id: String,
        table: Table,
        shared: Arc<Shared>,
        inbox: mpsc::Receiver<Command>,
    ) -> Self {
        let (pages, _) = broadcast::channel(BACKLOG);
        Self {
            id,
            table,
            shared,
            inbox,
            pages,
            thinking: None,
            asked: None,
            past: None,
            unsaved: None,
            is_short_of_memory: false,
        }
    }

    /// Runs until nobody needs the game any more.
    pub(crate) async fn run(mut self) {
        let mut ticks = interval(SHOW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut idle_since = Instant::now();
        self.think_if_wanted().await;
        loop {
            let until_timeout = self.table.until_timeout(self.now());
            let wake_at = Instant::now() + until_timeout.unwrap_or(IDLE).min(IDLE);
            let is_thinking = self.thinking.is_some();
            tokio::select! {
                command = self.inbox.recv() => match command {
                    None | Some(Command::Close) => break,
                    Some(command) => {
                        idle_since = Instant::now();
                        self.obey(command).await;
                    }
                },
                finished = finish(&mut self.thinking) => self.take_thought(finished).await,
                (finished, reply) = suggest(&mut self.asked) => send_hint(finished, reply),
                () = next_tick(&mut ticks, is_thinking) => self.show_thinking(),
                () = sleep_until(wake_at) => {
                    if self.table.tick(self.now()) {
                        self.after_change(self.table.seq() - 1).await;
                    }
                    let is_quiet = self.thinking.is_none() && self.asked.is_none();
                    let is_watched = self.pages.receiver_count() > 0;
                    if is_quiet && !is_watched && idle_since.elapsed() >= IDLE && self.unsaved.is_none() {
                        break;
                    }
                }
            }
        }
        self.stop_thinking();
    }

    fn now(&self) -> u64 {
        self.shared.clock.now()
    }

    fn thinking_view(&self) -> Option<ThinkingView> {
        let thinking = self.thinking.as_ref()?;
        let (_, mut view) = thinking.live.look();
        view.elapsed_ms = thinking.since.elapsed().as_millis() as u64;
        Some(view)
    }

    fn snapshot(&self) -> GameSnapshot {
        self.table.snapshot(&self.id, self.thinking_view(), self.now())
    }

    /// Takes over what another program, as the terminal, has made of the game meanwhile.
    async fn catch_up(&mut self) {
        let stored = self.shared.store.seq_of(&self.id).await.ok().flatten();
        if stored.is_none_or(|seq| seq <= self.table.seq()) {
            return;
        }
        let doc = self.shared.store.load(&self.id, LibraryKind::Game).await.ok().flatten();
        // What cannot be read is not further.
        let Some(Ok(table)) = doc.map(|doc| Table::from_doc(doc, self.now())) else { return };
        self.stop_thinking();
        self.asked = None;
        self.table = table;
        self.think_if_wanted().await;
        let message = self.update(Vec::new());
        self.tell(message);
    }

    async fn obey(&mut self, command: Command) {
        self.catch_up().await;
        match command {
            Command::Act(request, reply) => self.act(*request, reply).await,
            // Whoever asked may be gone; then nobody minds.
            Command::Look(reply) => drop(reply.send(Box::new(self.snapshot()))),
            Command::Copy(reply) => drop(reply.send(Box::new(self.table.clone()))),
            Command::Watch(after, reply) => {
                let events = after.and_then(|seq| self.table.events_after(seq));
                let first = self.update(events.unwrap_or_default());
                drop(reply.send(Watch { first, rest: self.pages.subscribe() }));
                // Whoever comes now has not heard it yet; the others take it for what it is.
                if let Some(notice) = self.unsaved.clone() {
                    self.tell(to_text(&GameMessage::Notice { notice }));
                }
            }
            Command::Close => {}
        }
    }

    async fn act(&mut self, request: GameRequest, reply: oneshot::Sender<Result<Done, Refusal>>) {
        if request.seq.is_some_and(|seq| seq != self.table.seq()) {
            return drop(reply.send(Err(Refusal::Stale)));
        }
        let before = self.table.seq();
        if let Err(refusal) = self.table.act(&request.action, self.now()) {
            return drop(reply.send(Err(refusal)));
        }
        match request.action {
            GameAction::Hint => return self.begin_hint(reply),
            GameAction::MoveNow => {
                if let Some(thinking) = &self.thinking {
                    thinking.live.stop();
                }
            }
            _ => self.after_change(before).await,
        }
        drop(reply.send(Ok(Done::Changed(Box::new(self.snapshot())))));
    }

    /// Keeps the change, tells the pages, and has the AI think if it is its turn.
    async fn after_change(&mut self, seq_before: u64) {
        self.save().await;
        self.think_if_wanted().await;
        let events = self.table.events_after(seq_before).unwrap_or_default();
        let message = self.update(events);
        self.tell(message);
    }

    fn update(&self, events: Vec<GameEvent>) -> Utf8Bytes {
        to_text(&GameMessage::Update { events, game: Box::new(self.snapshot()) })
    }

    fn tell(&self, message: Utf8Bytes) {
        // Nobody watching is no fault.
        let _ = self.pages.send(message);
    }

    async fn save(&mut self) {
        let result = match Saved::game(&self.id, &self.table) {
            Ok(saved) => self.shared.store.save(saved).await.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let notice = match (result, &self.unsaved) {
            (Err(_), Some(_)) | (Ok(()), None) => return,
            (Err(error), None) => self.unsaved.insert(not_saved(&error)).clone(),
            (Ok(()), Some(_)) => {
                self.unsaved = None;
                saved_again()
            }
        };
        self.tell(to_text(&GameMessage::Notice { notice }));
    }

    fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.live.stop();
        }
    }

    /// Starts, keeps or stops the AI's thought, as the table wants it.
    async fn think_if_wanted(&mut self) {
        let wanted = self.table.wanted(self.now());
        let running = self.thinking.as_ref().map(|thinking| thinking.epoch);
        if wanted.as_ref().map(|wanted| wanted.epoch) == running {
            return;
        }
        self.stop_thinking();
        let Some(wanted) = wanted else { return };
        let live = Live::default();
        live.change(|view| {
            view.seat = Some(wanted.seat);
            view.ply = wanted.ply;
            "search".clone_into(&mut view.stage);
            view.limit_ms = wanted.limit.map(|limit| limit.as_millis() as u64);
        });
        let past = self.habits(&wanted).await;
        let job = Job::Decide(Box::new(wanted.clone()), past);
        let answer = self.shared.workers.order(job, live.clone());
        self.thinking = Some(Thinking {
            live,
            epoch: wanted.epoch,
            wanted: Box::new(wanted),
            answer,
            shown: 0,
            since: Instant::now(),
        });
    }

    /// What the AI may know about its opponent: nothing unless it is an engine, plays against a
    /// person and is allowed to adapt. What is still being collected comes with a later move.
    async fn habits(&mut self, wanted: &Wanted) -> Option<Arc<Habits>> {
        let name = self.table.person().filter(|_| may_adapt(wanted))?;
        if !self.shared.store.settings().await.adapt {
            return None;
        }
        let (shared, id) = (&self.shared, &self.id);
        let begin = || collect(Arc::clone(shared), name.map(str::to_owned), id.clone());
        let past = self.past.get_or_insert_with(begin);
        Some(past.get().cloned().unwrap_or_default())
    }

    async fn take_thought(&mut self, finished: Option<Finished>) {
        let Some(thinking) = self.thinking.take() else { return };
        let before = self.table.seq();
        let Some(Finished { thought, n_panics }) = finished else {
            // The worker died; the next look at the table orders the thought again.
            return self.think_if_wanted().await;
        };
        if n_panics > 0 {
            self.table.add_notice(panicked(n_panics), self.now());
        }
        if let Some(shortage) = thinking.live.shortage()
            && !self.is_short_of_memory
        {
            self.is_short_of_memory = true;
            self.table.add_notice(shortage.notice(), self.now());
        }
        if let Thought::Decided(answer, recorded) = thought {
            self.take_answer(&thinking, *answer, recorded.map(|recorded| *recorded)).await;
        }
        self.after_change(before).await;
    }

    async fn take_answer(
        &mut self,
        thinking: &Thinking,
        mut answer: tengen_game::Answer,
        recorded: Option<Recorded>,
    ) {
        if let Some(recorded) = &recorded {
            let ply = thinking.wanted.ply;
            let kept = self.shared.store.save_reasoning(&self.id, ply, recorded).await;
            answer.has_reasoning &= kept.is_ok();
        }
        let now = self.now();
        if self.table.answer(thinking.epoch, answer, now).is_err() {
            // An AI that breaks the rules is our fault: something legal is played instead.
            self.table.add_notice(panicked(1), now);
            let job = Job::Decide(thinking.wanted.clone(), None);
            if let Thought::Decided(legal, _) = last_resort(&job) {
                // What the rules of thumb find is legal, or there is no move at all.
                let _ = self.table.answer(thinking.epoch, *legal, now);
            }
        }
    }

    fn show_thinking(&mut self) {
        let Some(thinking) = &mut self.thinking else { return };
        let (number, mut view) = thinking.live.look();
        if number == thinking.shown || self.pages.receiver_count() == 0 {
            return;
        }
        thinking.shown = number;
        view.elapsed_ms = thinking.since.elapsed().as_millis() as u64;
        let message = to_text(&GameMessage::Thinking { thinking: Box::new(view) });
        self.tell(message);
    }

    fn begin_hint(&mut self, reply: oneshot::Sender<Result<Done, Refusal>>) {
        let Some(seat) = self.table.turn() else { return };
        let wanted = Wanted {
            epoch: 0,
            seat,
            opponent: String::new(),
            game: self.table.game().clone(),
            ply: self.table.game().turns().len() as u32 + 1,
            task: self
                .table
                .opening_in_progress()
                .map_or(Task::Move, |opening| Task::Opening(Box::new(opening.clone()))),
            limit: None,
            clock: None,
            spent: Spent::default(),
        };
        let job = Job::Suggest(Box::new(wanted));
        self.asked = Some((self.shared.workers.order(job, Live::default()), reply));
    }
}

/// Waits for the thought under way, for ever if there is none.
async fn finish(thinking: &mut Option<Thinking>) -> Option<Finished> {
    match thinking {
        Some(thinking) => (&mut thinking.answer).await.ok(),
        None => std::future::pending().await,
    }
}

/// Waits for the suggestion under way, for ever if there is none.
async fn suggest(
    asked: &mut Option<Asked>,
) -> (Option<Finished>, oneshot::Sender<Result<Done, Refusal>>) {
    let finished = match asked {
        Some((answer, _)) => answer.await.ok(),
        None => std::future::pending().await,
    };
    match asked.take() {
        Some((_, reply)) => (finished, reply),
        None => std::future::pending().await,
    }
}

async fn next_tick(ticks: &mut Interval, is_thinking: bool) {
    if is_thinking {
        ticks.tick().await;
    } else {
        std::future::pending::<()>().await;
    }
}

fn send_hint(finished: Option<Finished>, reply: oneshot::Sender<Result<Done, Refusal>>) {
    let result = match finished.map(|finished| finished.thought) {
        Some(Thought::Suggested(hint)) => Ok(Done::Suggested(hint)),
        _ => Err(Refusal::Internal("no suggestion could be found".to_owned())),
    };
    drop(reply.send(result));
}

pub(crate) fn to_text<T: serde::Serialize>(message: &T) -> Utf8Bytes {
    // Our messages are plain data with text keys, which always have a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}

fn not_saved(error: &str) -> Notice {
    Notice {
        level: NoticeLevel::Warning,
        code: "not_saved".to_owned(),
        text: format!("The game goes on, but it cannot be saved: {error}."),
        way_out: Some("Make room on the disk; the next move saves the whole game.".to_owned()),
    }
}

fn saved_again() -> Notice {
    Notice {
        level: NoticeLevel::Info,
        code: "saved_again".to_owned(),
        text: "The game is saved again, with all its moves.".to_owned(),
        way_out: None,
    }
}

fn panicked(n_panics: u32) -> Notice {
    let text = if n_panics == 1 {
        "The opponent's program failed and was started again; the game goes on."
    } else {
        "The opponent's program failed twice, so a simple move was played instead."
    };
    Notice {
        level: NoticeLevel::Warning,
        code: "opponent_failed".to_owned(),
        text: text.to_owned(),
        way_out: Some("If it happens again, choose another opponent.".to_owned()),
    }
}
