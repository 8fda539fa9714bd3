//! The threads that think. There are a few more of them than processors, so that one long thought
//! does not hold up everybody; jobs are taken in the order they came.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_game::JobId;
use tengen_players::SearchHandle;
use tengen_players::pool::{Finished, Job, MakeThinker, Thinker, last_resort, think_safely};
use tokio::sync::mpsc;

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
    pub(crate) fn order(&self, job: Job, handle: SearchHandle, outbox: Outbox) {
        if self.n_workers == 0 {
            // Nobody can think: something legal is played at once.
            return outbox.send(Finished { result: last_resort(&job), n_panics: 2 });
        }
        // The workers live as long as this, so somebody takes it.
        let _ = self.orders.send(Order { job, handle, outbox });
    }
}

fn work(inbox: &Mutex<Receiver<Order>>, make: &MakeThinker) {
    // Made with the first job: whoever never plays does not pay.
    let mut thinker: Option<Box<dyn Thinker>> = None;
    loop {
        let order = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Order { job, handle, outbox }) = order else { return };
        if outbox.is_closed() || handle.is_stopped() && matches!(job, Job::Suggest(_)) {
            continue;
        }
        outbox.send(think_safely(&mut thinker, make, &job, &handle));
    }
}
