//! The long jobs of a page.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;
use tengen_api::{WorkMessage, WorkRequest, WorkSays, WorkTask, input_of, thinking_view};
use tengen_app::settings_view;
use tengen_app::work::{MOST_ENDED, MOST_JOBS, check, position_of, too_many_jobs};
use tengen_game::ActionError;
use tengen_players::Thought;
use tengen_rules::Size;
use tengen_store::read_thought;

use super::lanes::Owner;
use super::live::Socket;
use super::{Host, SocketNumber, to_json};
use crate::job::{JobMessage, ThinkerWord};

/// A job, or what is left of it.
#[derive(Debug)]
struct Entry {
    serial: u64,
    /// The thinker that has it, and its proof afterwards.
    lane: Option<usize>,
    size: Size,
    ply: u32,
    since: Duration,
    is_running: bool,
    is_stopped: bool,
}

/// The jobs of a page by its numbers.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    entries: BTreeMap<u32, Entry>,
}

impl Jobs {
    /// The orders that are not done.
    pub(super) fn running(&self) -> Vec<u64> {
        let running = self.entries.values().filter(|entry| entry.is_running);
        running.map(|entry| entry.serial).collect()
    }

    /// Of the jobs that have ended only the last are remembered.
    fn forget_old(&mut self) {
        let ended = self.entries.iter().filter(|(_, entry)| !entry.is_running);
        let mut ended: Vec<(u64, u32)> = ended.map(|(&job, it)| (it.serial, job)).collect();
        ended.sort_unstable();
        for &(_, job) in ended.iter().rev().skip(MOST_ENDED) {
            self.entries.remove(&job);
        }
    }
}

impl Host {
    fn jobs(&mut self, socket: SocketNumber) -> Option<&mut Jobs> {
        match self.sockets.get_mut(&socket)? {
            Socket::Work(jobs) => Some(jobs),
            Socket::Game(_) => None,
        }
    }

    fn tell_job(&self, socket: SocketNumber, job: u32, says: WorkSays) {
        self.send(socket, &WorkMessage { job, says });
    }

    pub(super) fn work_request(&mut self, socket: SocketNumber, data: &Value) {
        let request: WorkRequest = match serde_json::from_value(data.clone()) {
            Ok(request) => request,
            Err(error) => {
                let error = ActionError::Request(format!("the message cannot be read: {error}"));
                return self.tell_job(socket, 0, WorkSays::Failed { error: (&error).into() });
            }
        };
        let job = request.job;
        let begun = match &request.task {
            WorkTask::Stop => {
                self.stop_work(socket, job);
                Ok(())
            }
            WorkTask::Walk { replies } => {
                let entry = self.jobs(socket).and_then(|jobs| jobs.entries.get(&job));
                let found = entry.and_then(|entry| Some((entry.serial, entry.lane?)));
                let missing =
                    || ActionError::Missing("this job has found no win to walk".to_owned());
                found.ok_or_else(missing).map(|(serial, lane)| {
                    let walk = JobMessage::Walk { serial, replies: replies.clone() };
                    self.lanes.order(Owner::Work { socket, job }, walk, Some(lane));
                    self.dispatch();
                })
            }
            task => self.begin_work(socket, job, task),
        };
        if let Err(error) = begun {
            self.tell_job(socket, job, WorkSays::Failed { error: (&error).into() });
        }
    }

    fn stop_work(&mut self, socket: SocketNumber, job: u32) {
        let entry = self.jobs(socket).and_then(|jobs| jobs.entries.get_mut(&job));
        if let Some(entry) = entry.filter(|entry| entry.is_running) {
            entry.is_stopped = true;
            let serial = entry.serial;
            self.stop_thinking(serial);
        }
    }

    fn begin_work(
        &mut self,
        socket: SocketNumber,
        job: u32,
        task: &WorkTask,
    ) -> Result<(), ActionError> {
        // A number that is used again ends what had it before, and nothing more is heard of that.
        let before = self.jobs(socket).and_then(|jobs| jobs.entries.remove(&job));
        if let Some(before) = before.filter(|before| before.is_running) {
            self.stop_thinking(before.serial);
        }
        let is_wanted = |entry: &&Entry| entry.is_running && !entry.is_stopped;
        let n_wanted =
            self.jobs(socket).map_or(0, |jobs| jobs.entries.values().filter(is_wanted).count());
        if n_wanted >= MOST_JOBS {
            return Err(too_many_jobs());
        }
        let Some(position) = position_of(task) else { return Ok(()) };
        let game = self.position(position)?;
        check(task, &game)?;
        // Those who think have no library.
        let mut task = to_json(task);
        task["position"] = to_json(&input_of(&game));
        let serial = self.lanes.next_serial();
        let settings = settings_view(self.library.settings());
        let message = JobMessage::Work { serial, task, settings };
        self.lanes.order(Owner::Work { socket, job }, message, None);
        let entry = Entry {
            serial,
            lane: None,
            size: game.size(),
            ply: game.next_ply(),
            since: self.world.monotonic(),
            is_running: true,
            is_stopped: false,
        };
        if let Some(jobs) = self.jobs(socket) {
            jobs.entries.insert(job, entry);
            jobs.forget_old();
        }
        self.dispatch();
        Ok(())
    }

    /// What a thinker says about a job. `serial` is the order it works on: the job itself or a walk.
    pub(super) fn work_heard(
        &mut self,
        socket: SocketNumber,
        job: u32,
        serial: u64,
        word: ThinkerWord,
    ) {
        let (monotonic, lane) = (self.world.monotonic(), self.lanes.lane_of(serial));
        let Some(entry) = self.jobs(socket).and_then(|jobs| jobs.entries.get_mut(&job)) else {
            return;
        };
        // An earlier job with this number is of no interest any more; a walk comes after its job.
        if serial < entry.serial {
            return;
        }
        let is_job = serial == entry.serial;
        if is_job && lane.is_some() {
            entry.lane = lane;
        }
        match word {
            ThinkerWord::Progress { thought } => {
                let (size, ply, since) = (entry.size, entry.ply, entry.since);
                let Ok(Thought { mut thinking, .. }) = read_thought(&thought, size) else { return };
                thinking.elapsed = monotonic.saturating_sub(since);
                let thinking = Box::new(thinking_view(size, &thinking, None, ply));
                self.tell_job(socket, job, WorkSays::Thinking { thinking });
            }
            ThinkerWord::Says { says } => self.tell_job(socket, job, *says),
            ThinkerWord::Thought { .. } => {
                if is_job {
                    entry.is_running = false;
                    self.tell_job(socket, job, WorkSays::Ended);
                }
            }
        }
    }

    /// The thinker of a job is gone, with the proofs that it had.
    pub(super) fn work_lost(&mut self, socket: SocketNumber, job: u32, serial: u64) {
        let Some(entry) = self.jobs(socket).and_then(|jobs| jobs.entries.get_mut(&job)) else {
            return;
        };
        if serial < entry.serial {
            return;
        }
        entry.lane = None;
        let (was_running, was_stopped) = (entry.is_running, entry.is_stopped);
        entry.is_running = false;
        if !was_stopped {
            let error = ActionError::Internal("the engine failed on this position".to_owned());
            self.tell_job(socket, job, WorkSays::Failed { error: (&error).into() });
        }
        if was_running {
            self.tell_job(socket, job, WorkSays::Ended);
        }
    }
}
