//! A game that is awake: its driver, what it waits for, and who watches.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use serde_json::Value;
use tengen_api::{
    Created, GameMessage, GameSnapshot, Notice, ThinkingView, events_view, growing_view, hint_view,
    snapshot, thinking_view,
};
use tengen_app::{Failure, allowance_of};
use tengen_game::{
    ActionError, Done, Driver, Effect, GameEvent, Input, JobId, News, PlayerAction, RequestId,
    Table,
};
use tengen_players::pool::{Finished, Job, last_resort};
use tengen_players::{Thinking, Thought, TreeNode, Units};
use tengen_store::{Expected, game_text, read_thought};

use super::lanes::Owner;
use super::{Host, Kept, RequestNumber, SocketNumber, no_such_game, to_json};
use crate::job::{JobMessage, ThinkerWord, decision_of, habits_text, millis, shortage_of};

/// After so many losses of thinkers in a row something legal is played by rules of thumb.
const MOST_LOST: u32 = 2;
/// How many thoughts wait for a library that cannot be written.
const MOST_THOUGHTS: usize = 16;

/// Whom an answer is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A request of its own.
    Response(RequestNumber),
    /// A request over a connection.
    Socket(SocketNumber, u32),
}

/// What a game is told or asked, one after the other.
#[derive(Debug)]
pub(super) enum Item {
    /// Something happened.
    Input(Input),
    /// Somebody does something.
    Act { target: Target, action: PlayerAction, expected_seq: Option<u64> },
    /// Whoever is to move may begin to think.
    Start,
    /// How does it stand?
    Look(RequestNumber),
    /// The same for whoever began it.
    LookCreated(RequestNumber),
    /// A page hears everything from now on.
    Watch(SocketNumber, Option<u64>),
}

/// Something that is thought about for a game.
#[derive(Debug)]
struct Running {
    serial: u64,
    since: Duration,
    thinking: Thinking,
    tree: Vec<TreeNode>,
    is_stopped: bool,
    work: Job,
}

/// A game that is awake.
#[derive(Debug)]
pub(super) struct Session {
    driver: Driver,
    inbox: VecDeque<Item>,
    /// What the driver wants done, in its order.
    effects: VecDeque<Effect>,
    /// The change that has to be kept before anything else happens.
    awaits: Option<u64>,
    waiting: BTreeMap<RequestId, Target>,
    n_requests: RequestId,
    jobs: BTreeMap<JobId, Running>,
    pub(super) pages: BTreeSet<SocketNumber>,
    kept: Expected,
    thoughts: VecDeque<Thought>,
    /// How many thinkers were lost since the last one that answered.
    n_lost: u32,
}

impl Session {
    pub(super) fn new(table: Table, kept: Expected) -> Self {
        Self {
            driver: Driver::new(table, true),
            inbox: VecDeque::from([Item::Start]),
            effects: VecDeque::new(),
            awaits: None,
            waiting: BTreeMap::new(),
            n_requests: 0,
            jobs: BTreeMap::new(),
            pages: BTreeSet::new(),
            kept,
            thoughts: VecDeque::new(),
            n_lost: 0,
        }
    }

    pub(super) fn table(&self) -> &Table {
        self.driver.table()
    }

    /// Whether nobody would miss it.
    pub(super) fn is_idle(&self) -> bool {
        self.pages.is_empty()
            && self.awaits.is_none()
            && self.inbox.is_empty()
            && self.waiting.is_empty()
            && !self.driver.is_busy()
            && self.driver.unsaved().is_none()
    }

    /// When somebody's time is over.
    pub(super) fn until_late(&self, now: u64) -> Option<Duration> {
        self.driver.table().until_timeout(now)
    }

    pub(super) fn is_late(&self, now: u64) -> bool {
        self.until_late(now).is_some_and(|wait| wait.is_zero())
    }

    /// The opponent's running thought.
    fn thinking(&self, monotonic: Duration) -> Option<ThinkingView> {
        let (job, pending) = self.driver.deciding()?;
        let running = self.jobs.get(&job)?;
        let mut thinking = running.thinking.clone();
        thinking.elapsed = monotonic.saturating_sub(running.since);
        let game = self.table().game();
        let view = thinking_view(game.size(), &thinking, Some(pending.seat), game.next_ply());
        let has_tree = !running.tree.is_empty();
        let tree = has_tree.then(|| growing_view(game.size(), &running.tree, Units::Engine));
        Some(ThinkingView { tree, ..view })
    }

    fn snapshot(&self, id: &str, now: u64, monotonic: Duration) -> GameSnapshot {
        let mut game = snapshot(self.table(), id, self.thinking(monotonic), now);
        // Whoever sees the game is not to believe that it is kept.
        game.notices.extend(self.unsaved());
        game
    }

    fn unsaved(&self) -> Option<Notice> {
        self.driver.unsaved().map(Into::into)
    }
}

impl Host {
    /// A game, waking it if it sleeps.
    pub(super) fn wake(&mut self, id: &str) -> Result<(), ActionError> {
        if self.games.contains_key(id) {
            return Ok(());
        }
        let table = self.table(id)?;
        let kept = Expected::Seq(table.seq());
        self.seat(id, table, kept);
        self.pump(id);
        Ok(())
    }

    /// Gives a game a place among those that are awake.
    pub(super) fn seat(&mut self, id: &str, table: Table, kept: Expected) {
        if self.games.len() >= super::MOST_AWAKE {
            self.games.retain(|_, session| !session.is_idle());
        }
        if tengen_app::wants_engine(&table)
            && let Ok(game) = game_text(&table)
        {
            let hash_mib = allowance_of(&self.library.settings()).hash_mib;
            let job = JobMessage::Prepare { game, now: self.now(), hash_mib };
            self.lanes.order(Owner::Nobody, job, None);
        }
        self.games.insert(id.to_owned(), Session::new(table, kept));
    }

    /// Begins a game that is kept first.
    pub(super) fn begin(
        &mut self,
        request: RequestNumber,
        id: &str,
        table: Table,
    ) -> Result<(), Failure> {
        let (_, change) = self.library.save_game(id, &table, Expected::Nothing, &[])?;
        let kept = Expected::Seq(table.seq());
        self.seat(id, table, kept);
        let ack = self.keep(&change, Kept::Game(id.to_owned()));
        if let Some(session) = self.games.get_mut(id) {
            session.awaits = Some(ack);
            session.inbox.push_back(Item::LookCreated(request));
        }
        Ok(())
    }

    /// Tells a game something, and does what comes of it.
    pub(super) fn tell_game(&mut self, id: &str, item: Item) {
        if let Some(session) = self.games.get_mut(id) {
            session.inbox.push_back(item);
        }
        self.pump(id);
        self.dispatch();
    }

    /// What came of keeping a game.
    pub(super) fn game_kept(&mut self, id: &str, ack: u64, saved: Result<(), String>) {
        let now = self.now();
        let Some(session) = self.games.get_mut(id) else { return };
        if session.awaits == Some(ack) {
            session.awaits = None;
            // What comes of an effect goes in before the next one is carried out.
            for effect in session.driver.update(Input::Saved(saved), now).into_iter().rev() {
                session.effects.push_front(effect);
            }
        }
        self.pump(id);
        self.dispatch();
    }

    /// Goes on with a game until it has nothing to do, or waits for something to be kept.
    fn pump(&mut self, id: &str) {
        loop {
            let now = self.now();
            let Some(session) = self.games.get_mut(id) else { return };
            if session.awaits.is_some() {
                return;
            }
            if let Some(effect) = session.effects.pop_front() {
                self.carry_out(id, effect);
                continue;
            }
            match session.inbox.pop_front() {
                None => return,
                Some(Item::Input(input)) => {
                    session.effects.extend(session.driver.update(input, now));
                }
                Some(Item::Act { target, action, expected_seq }) => {
                    session.n_requests += 1;
                    let request = session.n_requests;
                    session.waiting.insert(request, target);
                    let input = Input::Act { request, action, expected_seq };
                    session.effects.extend(session.driver.update(input, now));
                }
                Some(Item::Start) => session.effects.extend(session.driver.start(now)),
                Some(Item::Look(request)) => {
                    let game = session.snapshot(id, now, self.world.monotonic());
                    self.respond(request, Ok((200, to_json(&game))));
                }
                Some(Item::LookCreated(request)) => {
                    let game = session.snapshot(id, now, self.world.monotonic());
                    let created = Created { id: id.to_owned(), game };
                    self.respond(request, Ok((201, to_json(&created))));
                }
                Some(Item::Watch(socket, after)) => self.show_game(id, socket, after),
            }
        }
    }

    fn show_game(&mut self, id: &str, socket: SocketNumber, after: Option<u64>) {
        let Some(session) = self.games.get_mut(id) else { return };
        session.pages.insert(socket);
        let events = after.and_then(|seq| session.driver.table().events_after(seq));
        let message = self.update_of(id, &events.unwrap_or_default());
        self.send(socket, &message);
        let unsaved = self.games.get(id).and_then(Session::unsaved);
        if let Some(notice) = unsaved {
            self.send(socket, &GameMessage::Notice { notice });
        }
    }

    fn update_of(&self, id: &str, events: &[GameEvent]) -> Value {
        let Some(session) = self.games.get(id) else { return Value::Null };
        let events = events_view(session.table(), events);
        let game = Box::new(session.snapshot(id, self.now(), self.world.monotonic()));
        to_json(&GameMessage::Update { events, game })
    }

    /// Tells everybody who watches a game.
    fn tell_pages(&self, id: &str, message: &Value) {
        for &socket in self.games.get(id).into_iter().flat_map(|session| &session.pages) {
            self.send(socket, message);
        }
    }

    fn carry_out(&mut self, id: &str, effect: Effect) {
        match effect {
            Effect::Think { job, work, adapts_to } => self.think_for(id, job, work, adapts_to),
            Effect::Stop { job } => self.stop_job(id, job),
            Effect::Record(thought) => self.remember(id, *thought),
            Effect::Save => self.save(id),
            Effect::Tell(News::Changed { events }) => {
                let message = self.update_of(id, &events);
                self.tell_pages(id, &message);
            }
            Effect::Tell(News::Notice(notice)) => {
                let message = GameMessage::Notice { notice: (&notice).into() };
                self.tell_pages(id, &to_json(&message));
            }
            Effect::Reply { request, result } => self.reply(id, request, result),
        }
    }

    /// Has a thought kept with the next save. If saving does not work for long, old ones are lost.
    fn remember(&mut self, id: &str, thought: Thought) {
        let now = self.now();
        let Some(session) = self.games.get_mut(id) else { return };
        session.thoughts.push_back(thought);
        if session.thoughts.len() > MOST_THOUGHTS
            && let Some(old) = session.thoughts.pop_front()
        {
            // It changes nothing that anybody would have to be told.
            drop(session.driver.update(Input::RecordFailed { ply: old.ply }, now));
        }
    }

    fn save(&mut self, id: &str) {
        let now = self.now();
        let Some(session) = self.games.get_mut(id) else { return };
        let thoughts: Vec<Thought> = session.thoughts.iter().cloned().collect();
        let table = session.driver.table();
        let seq = table.seq();
        match self.library.save_game(id, table, session.kept, &thoughts) {
            Ok((saved, change)) => {
                session.kept = Expected::Seq(seq);
                session.thoughts.clear();
                for ply in saved.lost_thoughts {
                    drop(session.driver.update(Input::RecordFailed { ply }, now));
                }
                let ack = self.keep(&change, Kept::Game(id.to_owned()));
                if let Some(session) = self.games.get_mut(id) {
                    session.awaits = Some(ack);
                }
            }
            Err(error) => {
                let input = Input::Saved(Err(error.to_string()));
                for effect in session.driver.update(input, now).into_iter().rev() {
                    session.effects.push_front(effect);
                }
            }
        }
    }

    fn reply(&mut self, id: &str, request: RequestId, result: Result<Done, ActionError>) {
        let (now, monotonic) = (self.now(), self.world.monotonic());
        let Some(session) = self.games.get_mut(id) else { return };
        let Some(target) = session.waiting.remove(&request) else { return };
        let size = session.table().game().size();
        match target {
            Target::Response(number) => {
                let answer = result.map(|done| match done {
                    Done::Changed => (200, to_json(&session.snapshot(id, now, monotonic))),
                    Done::Suggested(it) => (200, to_json(&hint_view(size, &it))),
                });
                self.respond(number, answer.map_err(Failure::from));
            }
            Target::Socket(socket, request) => {
                let message = match result {
                    Ok(Done::Changed) => GameMessage::Done { request, notice: session.unsaved() },
                    Ok(Done::Suggested(it)) => {
                        GameMessage::Hint { request, hint: Box::new(hint_view(size, &it)) }
                    }
                    Err(error) => GameMessage::Refused { request, error: (&error).into() },
                };
                self.send(socket, &message);
            }
        }
    }

    #[expect(clippy::option_option, reason = "as the driver says it: whether, and by which name")]
    fn think_for(&mut self, id: &str, job: JobId, work: Job, adapts_to: Option<Option<String>>) {
        let (now, settings) = (self.now(), self.library.settings());
        let Some(session) = self.games.get(id) else { return };
        let Ok(game) = game_text(session.table()) else { return };
        let message = match &work {
            Job::Decide(request) => {
                let habits = adapts_to.filter(|_| settings.adapt).and_then(|name| {
                    let habits = self.habits(name.as_deref(), id);
                    habits_text(session.table().game(), &habits).ok()
                });
                let clock_left_ms = request.clock.map(|clock| millis(clock.time));
                let hash_mib = allowance_of(&settings).hash_mib;
                JobMessage::Decide { game, now, clock_left_ms, habits, hash_mib }
            }
            Job::Suggest(_) => JobMessage::Suggest { game, now },
        };
        let serial = self.lanes.order(Owner::Game { id: id.to_owned(), job }, message, None);
        let running = Running {
            serial,
            since: self.world.monotonic(),
            thinking: Thinking::default(),
            tree: Vec::new(),
            is_stopped: false,
            work,
        };
        if let Some(session) = self.games.get_mut(id) {
            session.jobs.insert(job, running);
        }
        self.dispatch();
    }

    fn stop_job(&mut self, id: &str, job: JobId) {
        let Some(running) = self.games.get_mut(id).and_then(|it| it.jobs.get_mut(&job)) else {
            return;
        };
        running.is_stopped = true;
        let serial = running.serial;
        self.stop_thinking(serial);
    }

    /// What a thinker says about a game.
    pub(super) fn game_heard(&mut self, id: &str, job: JobId, word: ThinkerWord) {
        let monotonic = self.world.monotonic();
        let Some(session) = self.games.get_mut(id) else { return };
        let size = session.table().game().size();
        match word {
            ThinkerWord::Progress { thought } => {
                let is_deciding = session.driver.deciding().is_some_and(|it| it.0 == job);
                let Some(running) = session.jobs.get_mut(&job) else { return };
                let Ok(Thought { thinking, tree, .. }) = read_thought(&thought, size) else {
                    return;
                };
                let has_grown = !tree.is_empty() && tree != running.tree;
                running.thinking = thinking;
                if has_grown {
                    running.tree = tree;
                }
                if !is_deciding {
                    return;
                }
                let Some(mut view) = session.thinking(monotonic) else { return };
                if !has_grown {
                    view.tree = None;
                }
                self.tell_pages(id, &to_json(&GameMessage::Thinking { thinking: Box::new(view) }));
            }
            ThinkerWord::Says { .. } => {}
            ThinkerWord::Thought { result, shortage } => {
                session.jobs.remove(&job);
                session.n_lost = 0;
                let finished = result.and_then(|result| result.read(size).ok());
                let shortage = shortage_of(shortage);
                let input = match finished {
                    Some(finished) => Input::JobDone { job, finished, shortage },
                    None => Input::JobLost { job },
                };
                self.tell_game(id, Item::Input(input));
            }
        }
    }

    /// The thinker of a game is gone. If it was told to stop, what it had found by then counts;
    /// otherwise another one is asked, and in the end something legal is played.
    pub(super) fn game_lost(&mut self, id: &str, job: JobId) {
        let Some(session) = self.games.get_mut(id) else { return };
        let Some(running) = session.jobs.remove(&job) else { return };
        if !running.is_stopped {
            session.n_lost += 1;
        }
        let is_enough = running.is_stopped || session.n_lost >= MOST_LOST;
        let found = match &running.work {
            Job::Decide(request) => {
                decision_of(&request.game, &request.opponent, &running.thinking)
            }
            Job::Suggest(_) => None,
        };
        let n_panics = if running.is_stopped { 0 } else { session.n_lost };
        let by_thumb = || Finished { result: last_resort(&running.work), n_panics };
        let input = if is_enough {
            let finished = found.filter(|_| running.is_stopped).unwrap_or_else(by_thumb);
            Input::JobDone { job, finished, shortage: None }
        } else {
            Input::JobLost { job }
        };
        self.tell_game(id, Item::Input(input));
    }

    /// Forgets a game: everybody who watches it is sent away.
    pub(super) fn forget_game(&mut self, id: &str) {
        let Some(mut session) = self.games.remove(id) else { return };
        for effect in session.driver.stop() {
            if let Effect::Stop { job } = effect
                && let Some(running) = session.jobs.get(&job)
            {
                self.stop_thinking(running.serial);
            }
        }
        for target in session.waiting.into_values() {
            match target {
                Target::Response(number) => self.respond(number, Err(no_such_game().into())),
                Target::Socket(socket, request) => {
                    let error = (&no_such_game()).into();
                    self.send(socket, &GameMessage::Refused { request, error });
                }
            }
        }
        for socket in session.pages {
            self.hang_up(socket);
        }
    }
}
