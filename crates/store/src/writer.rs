//! The thread that owns the file, and group commit: everything that waits while the disk is busy goes
//! into one transaction with one sync, and is answered when that is on the disk.

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::trouble::Trouble;
use crate::{Db, StoreError};

/// So many pieces of work go into one transaction at most.
const MOST_AT_ONCE: usize = 512;

/// Nobody wants anything if nothing came for so long.
const QUIET: Duration = Duration::from_secs(1);

/// Something to be done with the file. It is done again if the transaction it was in fails.
pub(crate) trait Work: Send {
    /// What it writes to; nothing if it only reads. Two pieces of work with the same key are never in
    /// one transaction, so that the second one knows what became of the first.
    fn key(&self) -> Option<&str>;
    /// Does it; says whether that went well.
    fn run(&mut self, db: &Db) -> bool;
    /// What it says about the disk: that it can be written, why it cannot, or nothing.
    fn disk(&self) -> Option<Result<(), String>>;
    /// Answers whoever asked, once it is known whether what was done is on the disk.
    fn finish(self: Box<Self>, committed: Result<(), StoreError>);
}

/// A piece of work and what is done with its result.
pub(crate) struct Order<T, F, A> {
    pub(crate) key: Option<String>,
    pub(crate) work: F,
    pub(crate) result: Option<Result<T, StoreError>>,
    pub(crate) answer: A,
}

impl<T, F, A> Work for Order<T, F, A>
where
    T: Send,
    F: FnMut(&Db) -> Result<T, StoreError> + Send,
    A: FnOnce(Result<T, StoreError>) + Send,
{
    fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    fn run(&mut self, db: &Db) -> bool {
        self.result = None;
        let result = (self.work)(db);
        let is_ok = result.is_ok();
        self.result = Some(result);
        is_ok
    }

    fn disk(&self) -> Option<Result<(), String>> {
        match self.result.as_ref()? {
            Ok(_) => self.key.is_some().then_some(Ok(())),
            Err(error @ StoreError::Sqlite(_)) => Some(Err(error.to_string())),
            Err(_) => None,
        }
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let failed = || Err(StoreError::Unreadable("this program failed with it".to_owned()));
        (self.answer)(match (self.result, committed) {
            (Some(Ok(_)) | None, Err(error)) => Err(error),
            (None, Ok(())) => failed(),
            (Some(result), _) => result,
        });
    }
}

type Batch = Vec<Box<dyn Work>>;

/// Does everything that comes, until nobody can send any more. In quiet moments the file is put in order.
pub(crate) fn serve(db: &Db, inbox: &Receiver<Box<dyn Work>>, trouble: &Trouble) {
    let mut held = VecDeque::new();
    loop {
        let next = held.pop_front().map_or_else(|| inbox.recv_timeout(QUIET), Ok);
        let first = match next {
            Ok(work) => work,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                if db.tidy() {
                    continue;
                }
                let Ok(work) = inbox.recv() else { return };
                work
            }
        };
        let mut batch = gather(first, &mut held, inbox);
        if batch.iter().all(|work| work.key().is_none()) {
            for mut work in batch {
                run(db, &mut *work);
                work.finish(Ok(()));
            }
            continue;
        }
        match write_all(db, &mut batch) {
            Ok(()) => {
                let said: Vec<_> = batch.iter().filter_map(|work| work.disk()).collect();
                if let Some(said) = said.iter().find(|it| it.is_err()).or(said.first()) {
                    trouble.tell(said.as_ref().err().map(String::as_str));
                }
                for work in batch {
                    work.finish(Ok(()));
                }
            }
            Err(Failed::ToBegin(error)) => {
                let text = error.to_string();
                trouble.tell(Some(&text));
                for work in batch {
                    work.finish(Err(StoreError::Unwritable(text.clone())));
                }
            }
            Err(Failed::ToCommit(_)) => write_one_by_one(db, batch, trouble),
        }
    }
}

/// Everything that waits already, up to something that has to see what becomes of an earlier one.
fn gather(
    first: Box<dyn Work>,
    held: &mut VecDeque<Box<dyn Work>>,
    inbox: &Receiver<Box<dyn Work>>,
) -> Batch {
    let mut keys: HashSet<String> = first.key().map(str::to_owned).into_iter().collect();
    let mut batch = vec![first];
    while batch.len() < MOST_AT_ONCE {
        let Some(work) = held.pop_front().or_else(|| inbox.try_recv().ok()) else { break };
        if work.key().is_some_and(|key| !keys.insert(key.to_owned())) {
            held.push_front(work);
            break;
        }
        batch.push(work);
    }
    batch
}

/// Why a transaction did not come about.
enum Failed {
    ToBegin(StoreError),
    ToCommit(StoreError),
}

/// One transaction for all. What fails by itself leaves no trace in it and does not disturb the others.
fn write_all(db: &Db, batch: &mut Batch) -> Result<(), Failed> {
    db.begin().map_err(Failed::ToBegin)?;
    let done = batch.iter_mut().try_for_each(|work| db.try_alone(|| run(db, &mut **work)));
    done.and_then(|()| db.commit()).map_err(|error| {
        db.roll_back();
        Failed::ToCommit(error)
    })
}

/// A transaction for each: where there is no room for all there may be room for some.
fn write_one_by_one(db: &Db, batch: Batch, trouble: &Trouble) {
    for work in batch {
        let mut alone = vec![work];
        let written = write_all(db, &mut alone).map_err(|failed| match failed {
            Failed::ToBegin(error) | Failed::ToCommit(error) => error.to_string(),
        });
        trouble.tell(written.as_ref().err().map(String::as_str));
        for work in alone {
            work.finish(written.clone().map_err(StoreError::Unwritable));
        }
    }
}

/// A fault of ours in one piece of work must not end the thread that all depend on.
fn run(db: &Db, work: &mut dyn Work) -> bool {
    catch_unwind(AssertUnwindSafe(|| work.run(db))).unwrap_or(false)
}
