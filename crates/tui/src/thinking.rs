//! The thread that thinks.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tengen_game::{Input, JobId};
use tengen_players::SearchHandle;
use tengen_players::pool::{Allowance, Job, LadderThinker, MakeThinker, Thinker, think_safely};

use crate::event::{Event, GameNumber};
use crate::run::new_seed;

/// A job of a game that the thread was given.
#[derive(Clone, Debug)]
struct Given {
    game: GameNumber,
    job: JobId,
    handle: SearchHandle,
}

/// Jobs that were given and are not done, in their order: the first is thought about.
type Queue = Arc<Mutex<VecDeque<Given>>>;

fn locked(queue: &Queue) -> MutexGuard<'_, VecDeque<Given>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread that thinks about one job after the other.
#[derive(Debug)]
pub(crate) struct ThinkingThread {
    orders: Sender<(Given, Job)>,
    queue: Queue,
}

impl ThinkingThread {
    /// Starts it; what comes of the jobs comes back as events.
    pub(crate) fn start(events: Sender<Event>, allowance: Allowance) -> io::Result<Self> {
        let (orders, inbox) = channel::<(Given, Job)>();
        let queue = Queue::default();
        let done = Arc::clone(&queue);
        let make: MakeThinker =
            Arc::new(move || Box::new(LadderThinker::new(allowance, new_seed())));
        thread::Builder::new().name("thinking".to_owned()).spawn(move || {
            let mut thinker: Option<Box<dyn Thinker>> = None;
            for (Given { game, job, handle }, work) in inbox {
                let finished = think_safely(&mut thinker, &make, &work, &handle);
                locked(&done).pop_front();
                let input = Input::JobDone { job, finished, shortage: handle.shortage() };
                if events.send(Event::Game(game, input)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { orders, queue })
    }

    /// Has a job thought about once those before it are done.
    pub(crate) fn think(&self, game: GameNumber, job: JobId, work: Job) {
        let given = Given { game, job, handle: SearchHandle::default() };
        locked(&self.queue).push_back(given.clone());
        // The thread takes orders as long as this lives.
        let _ = self.orders.send((given, work));
    }

    /// Asks a job to come to an end.
    pub(crate) fn stop(&self, game: GameNumber, job: JobId) {
        let is_meant = |given: &&Given| (given.game, given.job) == (game, job);
        locked(&self.queue).iter().filter(is_meant).for_each(|given| given.handle.stop());
    }

    /// Asks all jobs to come to an end.
    pub(crate) fn stop_all(&self) {
        locked(&self.queue).iter().for_each(|given| given.handle.stop());
    }

    /// How the thought looks that is going on, if one is.
    pub(crate) fn look(&self) -> Option<Event> {
        let Given { game, job, handle } = locked(&self.queue).front()?.clone();
        handle.watch_tree();
        Some(Event::Thinking(game, job, Box::new(handle.look().1), handle.tree().roots))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use tengen_players::{DecisionRequest, MoveLimits, Spent, Task};
    use tengen_rules::{Game, Point, Rule, Size};

    use super::*;

    #[test]
    fn the_tree_is_seen_while_the_engine_thinks() {
        let (events, inbox) = channel();
        let allowance = Allowance { hash_mib: 4, threads: 1 };
        let thinking = ThinkingThread::start(events, allowance).unwrap();
        let mut game = Game::new(Rule::Freestyle, Size::literal(15));
        for (x, y) in [(7, 7), (8, 8), (7, 9)] {
            game.try_play(Point::new(x, y)).unwrap();
        }
        let time = Some(Duration::from_secs(600));
        let limits = MoveLimits { time, ..MoveLimits::NONE };
        let request = DecisionRequest {
            opponent: "champion".to_owned(),
            game,
            task: Task::Move,
            limit: time,
            limits,
            clock: None,
            spent: Spent::default(),
            habits: None,
        };
        thinking.think(1, 2, Job::Decide(Box::new(request)));
        let began = Instant::now();
        let has_answers = |event: &Event| match event {
            Event::Thinking(1, 2, _, tree) => tree.iter().any(|node| !node.children.is_empty()),
            _ => false,
        };
        while !thinking.look().as_ref().is_some_and(has_answers) {
            assert!(began.elapsed() < Duration::from_secs(60), "no tree is seen");
            assert!(inbox.try_recv().is_err(), "it is still thinking");
            thread::sleep(Duration::from_millis(20));
        }
        thinking.stop_all();
        assert!(matches!(inbox.recv(), Ok(Event::Game(1, Input::JobDone { job: 2, .. }))));
    }
}
