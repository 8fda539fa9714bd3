//! `Gomoku brain`: the program as a manager's engine, over standard input and output.
//!
//! Three threads: one reads, one thinks, and this one owns the conversation, so that `END` and
//! `STOP` are heard during a search. The conversation itself is [`Session`]'s; here are only the
//! pipes and the clock. Two things cost games and are therefore kept strictly: every line is one
//! write with its terminator, and nothing is ever written to standard error, which some managers
//! read as the answer.

mod champion;
mod opening;
mod thinker;

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use tengen_engine::{Budget, Clock, Delivery, Instant};
use tengen_gomocup::{
    Answer, Effect, Event, Host, Limits, LineSplitter, Progress, Session, ThinkRequest,
};
use tengen_rules::Rule;

pub(crate) use champion::Champion;
pub(crate) use thinker::{Bots, Search, Thinker, think_within};

/// What `brain` is told on the command line: nothing that it listens to.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct Args {
    /// Some graphical boards add words of their own; they are ignored.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    ignored: Vec<String>,
}

/// Whether the program was started under a name that managers give to a brain.
pub(crate) fn is_brain_name(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
    name.to_ascii_lowercase().starts_with("pbrain-")
}

/// Talks to a manager until it says `END` or goes away.
pub(crate) fn run(_args: &Args) -> Result<()> {
    // A panic must not print: the thinking thread answers for it instead.
    std::panic::set_hook(Box::new(|_| {}));
    let host = Host {
        max_threads: thread::available_parallelism().map_or(1, |n| n.get() as u32),
        bots: Bots::names(),
        ..Host::default()
    };
    drive(host, Champion::default(), io::stdin(), io::stdout())
}

/// How many lines may wait between the reader and us; a manager that writes faster waits.
const MAX_WAITING: usize = 1024;

enum Mail {
    Line(Vec<u8>),
    EndOfInput,
    Engine(Event),
}

/// Runs a conversation over any pair of streams with any thinker.
pub(crate) fn drive(
    host: Host,
    thinker: impl Thinker + 'static,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> Result<()> {
    let (mailbox, mail) = mpsc::sync_channel(MAX_WAITING);
    let (jobs, job_list) = mpsc::channel();
    let to_reader = mailbox.clone();
    thread::spawn(move || read_lines(input, &to_reader));
    thread::spawn(move || work(thinker, &job_list, &mailbox));
    let session = Session::new(host);
    let marks = Throttle::new(Instant::now());
    let expected = Rule::Freestyle;
    let mut driver =
        Driver { session, jobs, output, running: None, pondering: None, expected, marks };
    // The manager has gone away if a write fails: that is the end, and no error of ours.
    match driver.serve(&mail) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn read_lines(mut input: impl Read, mailbox: &SyncSender<Mail>) {
    let mut splitter = LineSplitter::default();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n_read = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) | Ok(0) => break,
            Ok(n_read) => n_read,
        };
        let mut is_heard = true;
        splitter.push(&buffer[..n_read], |line| {
            is_heard &= mailbox.send(Mail::Line(line.to_vec())).is_ok();
        });
        if !is_heard {
            return;
        }
    }
    let last = splitter.finish().map(Mail::Line);
    for mail in last.into_iter().chain([Mail::EndOfInput]) {
        // If nobody listens any more, the conversation is over anyway.
        _ = mailbox.send(mail);
    }
}

enum Job {
    Think(Box<ThinkRequest>, Budget, Arc<Running>),
    /// Thinks about a position for nobody until it is stopped.
    Ponder(Box<ThinkRequest>, Arc<Running>),
    /// With where to say that it is done.
    NewGame(SyncSender<()>),
    ClearHash,
    /// A game of this rule is to be expected.
    Prepare(Rule),
}

/// `START` is answered when everything is ready, so that no clock runs for it; but not later than
/// this.
const PATIENCE: Duration = Duration::from_millis(1500);

/// What both sides know about a search.
#[derive(Debug)]
struct Running {
    started: Instant,
    stop: AtomicBool,
}

impl Running {
    fn start() -> Self {
        Self { started: Instant::now(), stop: AtomicBool::new(false) }
    }
}

/// The thinking thread.
fn work(mut thinker: impl Thinker, jobs: &Receiver<Job>, mailbox: &SyncSender<Mail>) {
    thinker.prepare();
    for job in jobs {
        match job {
            Job::NewGame(done) => {
                thinker.new_game();
                // Nobody waits any more if this fails.
                _ = done.send(());
            }
            Job::ClearHash => thinker.clear_hash(),
            Job::Prepare(rule) => thinker.prepare_rule(rule),
            Job::Ponder(request, running) => {
                let search = Search {
                    request: &request,
                    budget: Budget::UNLIMITED,
                    started: running.started,
                    stop: &running.stop,
                    report: &|_| {},
                };
                // What it finds stays in the memory of the thinker; a bug shows in the next answer.
                _ = catch_unwind(AssertUnwindSafe(|| thinker.think(&search)));
            }
            Job::Think(request, budget, running) => {
                let id = request.id;
                let report = |progress: Progress| {
                    _ = mailbox.send(Mail::Engine(Event::Progress { id, progress }));
                };
                let search = Search {
                    request: &request,
                    budget,
                    started: running.started,
                    stop: &running.stop,
                    report: &report,
                };
                // A bug of the thinker costs a move, not the game: the session finds another.
                let answer = catch_unwind(AssertUnwindSafe(|| thinker.think(&search)))
                    .unwrap_or(Answer::Nothing);
                let elapsed_ms = running.started.elapsed().as_millis() as u64;
                let event = Event::Answer { id, answer, elapsed_ms };
                if mailbox.send(Mail::Engine(event)).is_err() {
                    return;
                }
            }
        }
    }
}

struct Driver<W> {
    session: Session,
    jobs: Sender<Job>,
    output: W,
    /// The search, and when it has to end if that was changed after it had begun.
    running: Option<(Arc<Running>, Option<Instant>)>,
    pondering: Option<Arc<Running>>,
    /// The rule that was prepared for last.
    expected: Rule,
    marks: Throttle,
}

impl<W: Write> Driver<W> {
    fn serve(&mut self, mail: &Receiver<Mail>) -> io::Result<()> {
        loop {
            let effects = match self.next(mail) {
                Some(Mail::Line(line)) => {
                    // Whatever is said, the opponent's time is over.
                    self.stop_pondering();
                    let effects = self.session.line(&line);
                    self.expect_rule();
                    effects
                }
                Some(Mail::Engine(event)) => self.event(event),
                Some(Mail::EndOfInput) | None => self.session.end_of_input(),
            };
            for effect in effects {
                if matches!(effect, Effect::Quit) {
                    return Ok(());
                }
                self.perform(effect)?;
            }
        }
    }

    /// Tables of a rule are made when the rule is named, not when the first clock runs.
    fn expect_rule(&mut self) {
        let rule = self.session.rule();
        if self.expected != rule {
            self.expected = rule;
            self.send(Job::Prepare(rule));
        }
    }

    /// The next letter; a search whose time was changed is stopped while we wait.
    fn next(&mut self, mail: &Receiver<Mail>) -> Option<Mail> {
        loop {
            let deadline = self.running.as_ref().and_then(|(_, deadline)| *deadline);
            let Some(deadline) = deadline else { return mail.recv().ok() };
            match mail.recv_timeout(deadline.duration_since(Instant::now())) {
                Ok(mail) => return Some(mail),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => self.stop(),
            }
        }
    }

    fn event(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Answer { .. } => self.running = None,
            Event::Progress { progress: Progress::Realtime(_), .. }
                if !self.marks.allows(Instant::now()) =>
            {
                return Vec::new();
            }
            Event::Progress { .. } => {}
        }
        self.session.event(event)
    }

    fn stop(&mut self) {
        if let Some((running, deadline)) = &mut self.running {
            running.stop.store(true, Ordering::Relaxed);
            *deadline = None;
        }
    }

    fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            pondering.stop.store(true, Ordering::Relaxed);
        }
    }

    fn perform(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::Write(reply) => {
                self.output.write_all(reply.to_line().as_bytes())?;
                self.output.flush()?;
            }
            Effect::Think(request) => {
                let running = Arc::new(Running::start());
                let budget = budget_of(&request.limits);
                // The thinker keeps its time itself. Waiting with a clock of our own would be work
                // where managers charge a process for the CPU time it takes.
                self.running = Some((Arc::clone(&running), None));
                self.send(Job::Think(request, budget, running));
            }
            Effect::UpdateLimits(limits) => {
                if let Some((running, at)) = &mut self.running {
                    *at = deadline(running, budget_of(&limits));
                }
            }
            Effect::Ponder(request) => {
                let running = Arc::new(Running::start());
                self.pondering = Some(Arc::clone(&running));
                self.send(Job::Ponder(request, running));
            }
            Effect::StopThinking => self.stop(),
            Effect::NewGame => {
                let (done, is_done) = mpsc::sync_channel(1);
                self.send(Job::NewGame(done));
                _ = is_done.recv_timeout(PATIENCE);
            }
            Effect::ClearHash => self.send(Job::ClearHash),
            Effect::Quit => {}
        }
        Ok(())
    }

    fn send(&self, job: Job) {
        // The thinking thread lives as long as the mailbox it holds.
        _ = self.jobs.send(job);
    }
}

/// What a move may take under the limits that a manager set, counted from the parsing of the command.
pub(crate) fn budget_of(limits: &Limits) -> Budget {
    Budget::of(&Clock {
        turn: limits.turn(),
        left: limits.left(),
        increment: limits.increment(),
        delivery: Delivery::Pipe,
        habit: None,
    })
}

fn deadline(running: &Running, budget: Budget) -> Option<Instant> {
    running.started.checked_add(budget.hard?)
}

/// Graphical boards choke on more marks than this in a second.
const MARKS_PER_SECOND: u32 = 50;

struct Throttle {
    since: Instant,
    n_marks: u32,
}

impl Throttle {
    fn new(now: Instant) -> Self {
        Self { since: now, n_marks: 0 }
    }

    fn allows(&mut self, now: Instant) -> bool {
        if now.duration_since(self.since) >= Duration::from_secs(1) {
            *self = Self::new(now);
        }
        self.n_marks += 1;
        self.n_marks <= MARKS_PER_SECOND
    }
}

#[cfg(test)]
mod tests;
