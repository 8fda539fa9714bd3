//! The threads that think, in two lanes. Decisions that take a moment have a few threads of their own
//! and never wait behind a long thought. A long thought has a thread for itself, up to a most: its
//! time is counted by the clock and not by the processor, so waiting for another would only make it
//! late. What waits nevertheless until half of its time on the clock is gone is taken by the quick
//! lane, which then moves with what is left.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_game::JobId;
use tengen_players::SearchHandle;
use tengen_players::pool::{Finished, Job, MakeThinker, Thinker, last_resort, think_safely};
use tokio::sync::mpsc;

/// So many long thoughts run at once.
const MOST_LONG: usize = 32;
/// Of these, so many suggestions: they are for people, who can wait a little.
const MOST_SUGGESTIONS: usize = 4;
/// A thread for long thoughts that has had none for this long ends, with what it remembers.
const IDLE: Duration = Duration::from_secs(60);

/// Where the result of a job goes. If it is dropped without one, the job is told to be lost.
#[derive(Debug)]
pub(crate) struct Outbox {
    job: JobId,
    results: mpsc::UnboundedSender<(JobId, Option<Finished>)>,
    is_sent: bool,
}

impl Outbox {
    pub(crate) fn new(
        job: JobId,
        results: mpsc::UnboundedSender<(JobId, Option<Finished>)>,
    ) -> Self {
        Self { job, results, is_sent: false }
    }

    fn is_closed(&self) -> bool {
        self.results.is_closed()
    }

    fn send(mut self, finished: Finished) {
        self.is_sent = true;
        // The game may have been put away meanwhile.
        let _ = self.results.send((self.job, Some(finished)));
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        if !self.is_sent {
            // The game may have been put away meanwhile.
            let _ = self.results.send((self.job, None));
        }
    }
}

struct Order {
    job: Job,
    handle: SearchHandle,
    outbox: Outbox,
    /// When half of its time on the clock is gone.
    urgent_at: Option<Instant>,
}

impl Order {
    fn is_suggestion(&self) -> bool {
        matches!(self.job, Job::Suggest(_))
    }
}

/// When a job that waits may wait no longer.
fn urgent_at(job: &Job) -> Option<Instant> {
    let Job::Decide(request) = job else { return None };
    Instant::now().checked_add(request.clock?.time / 2)
}

/// What waits, and who is there for it.
#[derive(Default)]
struct Lines {
    quick: VecDeque<Order>,
    long: VecDeque<Order>,
    n_quick_threads: usize,
    n_long_threads: usize,
    n_long_idle: usize,
    n_suggestions: usize,
    is_over: bool,
}

impl Lines {
    /// What a quick thread does next: what is quick, or what can wait no longer.
    fn next_quick(&mut self) -> Option<Order> {
        let now = Instant::now();
        let is_urgent = |order: &Order| order.urgent_at.is_some_and(|at| at <= now);
        self.quick.pop_front().or_else(|| {
            let at = self.long.iter().position(is_urgent)?;
            self.long.remove(at)
        })
    }

    /// How long a quick thread may sleep until something becomes urgent.
    fn until_urgent(&self) -> Option<Duration> {
        let first = self.long.iter().filter_map(|order| order.urgent_at).min()?;
        Some(first.saturating_duration_since(Instant::now()))
    }

    /// What a thread for long thoughts does next; decisions come before suggestions.
    fn next_long(&mut self) -> Option<Order> {
        let decision = self.long.iter().position(|order| !order.is_suggestion());
        let has_room = self.n_suggestions < MOST_SUGGESTIONS;
        let at = decision.or_else(|| (has_room && !self.long.is_empty()).then_some(0))?;
        let order = self.long.remove(at)?;
        self.n_suggestions += usize::from(order.is_suggestion());
        Some(order)
    }
}

struct Inner {
    lines: Mutex<Lines>,
    quick: Condvar,
    long: Condvar,
    make: MakeThinker,
}

impl Inner {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever has this may order; when the last one is gone, the threads end.
struct Owner(Arc<Inner>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.lines().is_over = true;
        self.0.quick.notify_all();
        self.0.long.notify_all();
    }
}

/// The workers.
#[derive(Clone)]
pub(crate) struct Workers(Arc<Owner>);

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Workers")
    }
}

impl Workers {
    /// Workers of which so many are for what is quick.
    pub(crate) fn new(n_quick: usize, make: &MakeThinker) -> Self {
        let inner = Arc::new(Inner {
            lines: Mutex::default(),
            quick: Condvar::new(),
            long: Condvar::new(),
            make: Arc::clone(make),
        });
        for _ in 0..n_quick.max(1) {
            let worker = Arc::clone(&inner);
            let thread = std::thread::Builder::new().name("quick".to_owned());
            // Where the memory is short there are fewer of them.
            let is_there = thread.spawn(move || work_quickly(&worker)).is_ok();
            inner.lines().n_quick_threads += usize::from(is_there);
        }
        Self(Arc::new(Owner(inner)))
    }

    /// Has a job thought about.
    pub(crate) fn order(&self, job: Job, handle: SearchHandle, outbox: Outbox) {
        let inner = &self.0.0;
        let is_quick = job.is_quick();
        let urgent_at = urgent_at(&job);
        let order = Order { job, handle, outbox, urgent_at };
        let mut lines = inner.lines();
        if is_quick && lines.n_quick_threads > 0 {
            lines.quick.push_back(order);
            drop(lines);
            return inner.quick.notify_one();
        }
        lines.long.push_back(order);
        if lines.n_long_idle < lines.long.len() && lines.n_long_threads < MOST_LONG {
            let worker = Arc::clone(inner);
            let thread = std::thread::Builder::new().name("thinker".to_owned());
            if thread.spawn(move || work_long(&worker)).is_ok() {
                lines.n_long_threads += 1;
            }
        }
        if lines.n_long_threads == 0 && lines.n_quick_threads == 0 {
            // Nobody can think: something legal is played at once.
            for Order { job, outbox, .. } in std::mem::take(&mut lines.long) {
                outbox.send(Finished { result: last_resort(&job), n_panics: 2 });
            }
            return;
        }
        if lines.n_long_threads == 0 {
            // There is no memory for another thread, so those that are there do it.
            let orders = std::mem::take(&mut lines.long);
            lines.quick.extend(orders);
        }
        drop(lines);
        inner.long.notify_one();
        // Somebody has to wake up when it becomes urgent.
        inner.quick.notify_one();
    }
}

#[expect(
    clippy::significant_drop_tightening,
    reason = "let go while it thinks or sleeps, and held whenever it looks for more"
)]
fn work_quickly(inner: &Inner) {
    // Made with the first job: whoever never plays does not pay.
    let mut thinker = None;
    let mut lines = inner.lines();
    while !lines.is_over {
        if let Some(order) = lines.next_quick() {
            drop(lines);
            think(order, &mut thinker, &inner.make);
            lines = inner.lines();
        } else {
            let wait = lines.until_urgent().unwrap_or(Duration::MAX);
            let woken = inner.quick.wait_timeout(lines, wait);
            lines = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn work_long(inner: &Inner) {
    let mut thinker = None;
    let mut lines = inner.lines();
    while !lines.is_over {
        if let Some(order) = lines.next_long() {
            let is_suggestion = order.is_suggestion();
            drop(lines);
            think(order, &mut thinker, &inner.make);
            lines = inner.lines();
            lines.n_suggestions -= usize::from(is_suggestion);
        } else {
            lines.n_long_idle += 1;
            let woken = inner.long.wait_timeout(lines, IDLE);
            let (again, waited) = woken.unwrap_or_else(PoisonError::into_inner);
            lines = again;
            lines.n_long_idle -= 1;
            if waited.timed_out() && lines.long.is_empty() {
                break;
            }
        }
    }
    lines.n_long_threads -= 1;
}

fn think(order: Order, thinker: &mut Option<Box<dyn Thinker>>, make: &MakeThinker) {
    let is_suggestion = order.is_suggestion();
    let Order { job, handle, outbox, .. } = order;
    if outbox.is_closed() {
        return;
    }
    if is_suggestion && handle.is_stopped() {
        // The game has gone on before anybody had a look: whoever waits gets what can be said at once.
        return outbox.send(Finished { result: last_resort(&job), n_panics: 0 });
    }
    outbox.send(think_safely(thinker, make, &job, &handle));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use tengen_players::pool::JobResult;
    use tengen_players::{ClockLeft, DecisionRequest, MoveLimits, Spent, SuggestionRequest, Task};
    use tengen_rules::{Game, Rule, Size};

    /// Says what it begins with, and thinks until it is told to stop, or not at all.
    struct Slow(Sender<String>);

    impl Thinker for Slow {
        fn think(&mut self, job: &Job, handle: &SearchHandle) -> JobResult {
            let name = match job {
                Job::Decide(request) => request.opponent.clone(),
                Job::Suggest(_) => "hint".to_owned(),
            };
            self.0.send(name).unwrap();
            while !job.is_quick() && !handle.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            last_resort(job)
        }
    }

    struct Bench {
        workers: Workers,
        began: Receiver<String>,
        handles: Vec<SearchHandle>,
        results: mpsc::UnboundedReceiver<(JobId, Option<Finished>)>,
        outbox: mpsc::UnboundedSender<(JobId, Option<Finished>)>,
    }

    impl Bench {
        fn new() -> Self {
            let (tell, began) = channel();
            let tell = Mutex::new(tell);
            let make: MakeThinker = Arc::new(move || Box::new(Slow(tell.lock().unwrap().clone())));
            let (outbox, results) = mpsc::unbounded_channel();
            Self { workers: Workers::new(2, &make), began, handles: Vec::new(), results, outbox }
        }

        fn order(&mut self, job: Job) {
            let handle = SearchHandle::default();
            let number = self.handles.len() as JobId;
            self.handles.push(handle.clone());
            self.workers.order(job, handle, Outbox::new(number, self.outbox.clone()));
        }

        fn next(&self) -> String {
            self.began.recv_timeout(Duration::from_secs(30)).unwrap()
        }
    }

    impl Drop for Bench {
        fn drop(&mut self) {
            self.handles.iter().for_each(SearchHandle::stop);
        }
    }

    fn decide(opponent: &str, left: Option<Duration>) -> Job {
        Job::Decide(Box::new(DecisionRequest {
            opponent: opponent.to_owned(),
            game: Game::new(Rule::Freestyle, Size::literal(15)),
            task: Task::Move,
            limit: None,
            limits: MoveLimits::NONE,
            clock: left.map(|time| ClockLeft { time, increment: Duration::ZERO }),
            spent: Spent::default(),
            habits: None,
        }))
    }

    fn suggest() -> Job {
        let game = Game::new(Rule::Freestyle, Size::literal(15));
        Job::Suggest(Box::new(SuggestionRequest { game, task: Task::Move }))
    }

    #[test]
    fn a_quick_opponent_never_waits_behind_long_thoughts() {
        let mut bench = Bench::new();
        for _ in 0..2 * MOST_LONG {
            bench.order(decide("champion", None));
        }
        for _ in 0..MOST_LONG {
            assert_eq!(bench.next(), "champion");
        }
        for _ in 0..10 {
            bench.order(suggest());
            bench.order(decide("scorer", None));
            assert_eq!(bench.next(), "scorer");
        }
    }

    #[test]
    fn whoever_waits_for_a_thread_does_not_lose_on_time() {
        let mut bench = Bench::new();
        for _ in 0..MOST_LONG {
            bench.order(decide("champion", None));
            bench.next();
        }
        bench.order(decide("champion", Some(Duration::from_millis(100))));
        assert_eq!(bench.next(), "champion", "taken before its clock runs out");
    }

    #[test]
    fn suggestions_are_few_at_once_and_one_that_came_too_late_is_answered() {
        let mut bench = Bench::new();
        for _ in 0..=MOST_SUGGESTIONS {
            bench.order(suggest());
        }
        for _ in 0..MOST_SUGGESTIONS {
            assert_eq!(bench.next(), "hint");
        }
        assert!(bench.began.recv_timeout(Duration::from_millis(50)).is_err());
        // The game has gone on.
        bench.handles.iter().for_each(SearchHandle::stop);
        for _ in 0..=MOST_SUGGESTIONS {
            let (_, finished) = bench.results.blocking_recv().unwrap();
            assert!(matches!(finished.unwrap().result, JobResult::Suggested(_)));
        }
    }
}
