//! The threads that think. There are a few more of them than processors, so that one long thought
//! does not hold up everybody; jobs are taken in the order they came.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_minds::{Finished, Job, Live, MakeThinker, Thinker, last_resort, think_safely};
use tokio::sync::oneshot;

struct Order {
    job: Job,
    live: Live,
    answer: oneshot::Sender<Finished>,
}

/// The workers.
#[derive(Clone)]
pub(crate) struct Workers {
    orders: Sender<Order>,
    n_workers: usize,
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
        let mut n_workers = 0;
        for _ in 0..n_threads.max(1) {
            let (inbox, make) = (Arc::clone(&inbox), Arc::clone(make));
            let worker = std::thread::Builder::new().name("worker".to_owned());
            // Where the memory is short there are fewer of them.
            n_workers += usize::from(worker.spawn(move || work(&inbox, &make)).is_ok());
        }
        Self { orders, n_workers }
    }

    /// Has a job thought about.
    pub(crate) fn order(&self, job: Job, live: Live) -> oneshot::Receiver<Finished> {
        let (answer, wait) = oneshot::channel();
        if self.n_workers == 0 {
            // Nobody can think: something legal is played at once. The receiver is still there.
            let _ = answer.send(Finished { thought: last_resort(&job), n_panics: 2 });
            return wait;
        }
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
