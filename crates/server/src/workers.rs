//! The threads that think. There are a few more of them than processors, so that one long thought
//! does not hold up everybody; jobs are taken in the order they came.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_table::{Answer, Task};
use tokio::sync::oneshot;

use crate::minds::Minds;
use crate::think::{Job, Live, Thinker, Thought, Watched};
use crate::{fallback, minds};

/// Makes the thinker of a worker, and a new one after a panic.
pub(crate) type MakeThinker = Arc<dyn Fn() -> Box<dyn Thinker> + Send + Sync>;

/// A thought, and whether it took a panic or two to get it.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) thought: Thought,
    pub(crate) n_panics: u32,
}

struct Order {
    job: Job,
    live: Live,
    answer: oneshot::Sender<Finished>,
}

/// The workers.
#[derive(Clone)]
pub(crate) struct Workers {
    orders: Sender<Order>,
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Workers")
    }
}

impl Workers {
    pub(crate) fn new(n_threads: usize, make: &MakeThinker) -> Self {
        let (orders, inbox) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        for _ in 0..n_threads.max(1) {
            let (inbox, make) = (Arc::clone(&inbox), Arc::clone(make));
            std::thread::spawn(move || work(&inbox, &make));
        }
        Self { orders }
    }

    /// Has a job thought about.
    pub(crate) fn order(&self, job: Job, live: Live) -> oneshot::Receiver<Finished> {
        let (answer, wait) = oneshot::channel();
        // The workers live as long as this, so somebody takes it.
        let _ = self.orders.send(Order { job, live, answer });
        wait
    }
}

fn work(inbox: &Mutex<Receiver<Order>>, make: &MakeThinker) {
    // Made with the first job: whoever never plays does not pay.
    let mut thinker: Option<Box<dyn Thinker>> = None;
    loop {
        let order = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Order { job, live, answer }) = order else { return };
        if answer.is_closed() {
            continue;
        }
        let finished = think_safely(&mut thinker, make, &job, &live);
        // Nobody waits any more if the game was deleted.
        let _ = answer.send(finished);
    }
}

/// Thinks; after a panic once more with a new thinker, and after another one plays something legal.
fn think_safely(
    thinker: &mut Option<Box<dyn Thinker>>,
    make: &MakeThinker,
    job: &Job,
    live: &Live,
) -> Finished {
    for n_panics in 0..2 {
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            thinker.get_or_insert_with(|| make()).think(job, &Watched(live.clone()))
        }));
        match attempt {
            Ok(thought) => return Finished { thought, n_panics },
            Err(_) => *thinker = None,
        }
    }
    Finished { thought: fallback::thought(job), n_panics: 2 }
}

/// The thinker behind the ladder of opponents.
#[derive(Debug, Default)]
pub struct LadderThinker {
    minds: Minds,
}

impl LadderThinker {
    /// One whose strongest opponent has a table of this size and so many threads.
    pub fn new(hash_mib: usize, threads: usize) -> Self {
        Self { minds: Minds::new(hash_mib, threads) }
    }
}

impl Thinker for LadderThinker {
    fn think(&mut self, job: &Job, Watched(live): &Watched) -> Thought {
        let wanted = job.wanted();
        match (job, &wanted.task) {
            (Job::Decide(_), Task::Opening(opening)) => {
                let (action, reason) = self.minds.decide_opening(opening, wanted, live);
                let answer = Answer {
                    act: tengen_table::Act::Opening { action },
                    score: None,
                    reason: Some(reason),
                    has_reasoning: false,
                    time_ms: None,
                };
                Thought::Decided(Box::new(answer), None)
            }
            (Job::Decide(_), Task::Move) => {
                let (answer, recorded) = minds::decide_move(&mut self.minds, wanted, live);
                Thought::Decided(Box::new(answer), recorded.map(Box::new))
            }
            (Job::Suggest(_), _) => Thought::Suggested(Box::new(self.minds.suggest(wanted, live))),
        }
    }
}
