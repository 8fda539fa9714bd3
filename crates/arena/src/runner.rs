//! The match: games are handed to workers, results are written down as they come.
//!
//! One thread coordinates and owns everything that is written; each worker owns its players. They
//! talk through channels only: a worker ends when its channel of jobs is closed, and takes its
//! processes with it.

mod names;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use crate::ArenaError;
use crate::config::{MatchConfig, PlayerConfig, PlayerSource};
use crate::contestant::Contestant;
use crate::cpu;
use crate::files;
use crate::guard::GuardCommand;
use crate::journal::{Journal, Opened};
use crate::nevermind::Nevermind;
use crate::observer::{Event, Observer};
use crate::openings;
use crate::referee::{GameRules, Played};
use crate::report;
use crate::result::GameRecord;
use crate::schedule::{self, GamePlan};
use crate::stats::SprtVerdict;
use crate::stop::StopToken;
use crate::summary::{Completion, Summary};
use crate::tally::Tally;
use crate::time::ClockKind;
use worker::{Done, Worker};

type Factory = Arc<dyn Fn(&PlayerConfig) -> Box<dyn Contestant> + Send + Sync>;

/// A match that is ready to be run.
pub struct Arena {
    config: MatchConfig,
    registered: BTreeMap<String, Factory>,
    stop: StopToken,
    guard: Option<GuardCommand>,
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let registered: Vec<_> = self.registered.keys().collect();
        f.debug_struct("Arena")
            .field("config", &self.config)
            .field("registered", &registered)
            .finish_non_exhaustive()
    }
}

/// Runs a match between programs. Matches with players of this process, or with a way to stop
/// them, are run by an [`Arena`].
pub fn run(config: MatchConfig, observer: &mut dyn Observer) -> Result<Summary, ArenaError> {
    Arena::new(config).run(observer)
}

impl Arena {
    /// A match with these settings.
    pub fn new(config: MatchConfig) -> Self {
        Self { config, registered: BTreeMap::new(), stop: StopToken::new(), guard: None }
    }

    /// Makes a player of this process known under a name. The factory is called once per worker,
    /// and again after a panic.
    #[must_use]
    pub fn register(
        mut self,
        name: impl Into<String>,
        factory: impl Fn(&PlayerConfig) -> Box<dyn Contestant> + Send + Sync + 'static,
    ) -> Self {
        self.registered.insert(name.into(), Arc::new(factory));
        self
    }

    /// Lets the match be stopped from outside, by Ctrl-C for example.
    #[must_use]
    pub fn stopped_by(mut self, token: StopToken) -> Self {
        self.stop = token;
        self
    }

    /// Lets every program have a guard. Without one, what a program has started is only found while
    /// the match runs, and as long as it does not hide.
    #[must_use]
    pub fn guarded_by(mut self, guard: Option<GuardCommand>) -> Self {
        self.guard = guard;
        self
    }

    /// Plays the match.
    pub fn run(self, observer: &mut dyn Observer) -> Result<Summary, ArenaError> {
        let Self { config, registered, stop, guard } = self;
        config.validate()?;
        #[cfg(windows)]
        crate::job::enter().nevermind("each program has a job of its own as well");
        let size = config.board_size()?;
        let openings = match &config.openings {
            Some(from) => openings::load(from, config.rule, size)?,
            None => Vec::new(),
        };
        let clock = usable_clock(config.clock, observer);
        let stop = stop.child();
        let names = names::of_players(&config, &registered, &stop, guard.as_ref())?;
        let games = schedule::plan(&config, size, &openings);
        let mut tally = Tally::new(&names);
        let (journal, records) = match &config.output {
            None => (None, Vec::new()),
            Some(folder) => {
                let opened = Journal::open(folder, &config, &names, &openings)?;
                let Opened { journal, records, warning } = opened;
                if let Some(warning) = warning {
                    observer.event(&Event::Warning(&warning));
                }
                (Some(journal), records)
            }
        };
        for record in &records {
            tally.add(record);
        }
        let rules = GameRules::new(&config, size, clock);
        let mut desk = Desk {
            config: &config,
            names: &names,
            guard: guard.as_ref(),
            journal,
            tally,
            records,
            stop,
            observer,
        };
        desk.run(&rules, &games, &registered)
    }
}

/// The clock that was asked for, or the one there is.
fn usable_clock(asked: ClockKind, observer: &mut dyn Observer) -> ClockKind {
    if asked == ClockKind::Cpu && !cpu::is_supported() {
        observer.event(&Event::Warning(
            "this system does not tell the processor time of a program (there is no /proc); \
             the clock on the wall is used instead",
        ));
        return ClockKind::Wall;
    }
    asked
}

/// The coordinating thread's state.
struct Desk<'a> {
    config: &'a MatchConfig,
    names: &'a [String],
    guard: Option<&'a GuardCommand>,
    journal: Option<Journal>,
    tally: Tally,
    records: Vec<GameRecord>,
    stop: StopToken,
    observer: &'a mut dyn Observer,
}

impl Desk<'_> {
    fn run(
        &mut self,
        rules: &GameRules,
        games: &[GamePlan],
        registered: &BTreeMap<String, Factory>,
    ) -> Result<Summary, ArenaError> {
        let start = Instant::now();
        let done: BTreeSet<u32> = self.records.iter().map(|record| record.game).collect();
        let todo: Vec<&GamePlan> = games.iter().filter(|plan| !done.contains(&plan.game)).collect();
        self.observer.event(&Event::Started {
            names: self.names,
            n_games: games.len(),
            n_done: done.len(),
            tally: &self.tally,
        });
        let has_answer = self.test_has_answer();
        if !has_answer {
            self.play_all(rules, &todo, registered)?;
        }
        let completion = if self.test_has_answer() {
            Completion::Sprt
        } else if self.records.len() < games.len() {
            Completion::Interrupted
        } else {
            Completion::AllGames
        };
        let sprt = self.config.sprt.as_ref().map(|sprt| self.tally.sprt(sprt));
        let seconds = start.elapsed().as_secs_f64();
        let summary = Summary::new(&self.tally, completion, games.len(), sprt, seconds);
        if let Some(journal) = &self.journal {
            self.records.sort_by_key(|record| record.game);
            report::write(journal.folder(), self.config, self.names, &self.records, &summary)?;
        }
        self.observer.event(&Event::Finished(&summary));
        Ok(summary)
    }

    fn test_has_answer(&self) -> bool {
        let state = self.config.sprt.as_ref().map(|sprt| self.tally.sprt(sprt));
        state.is_some_and(|state| state.verdict != SprtVerdict::Continue)
    }

    fn play_all(
        &mut self,
        rules: &GameRules,
        todo: &[&GamePlan],
        registered: &BTreeMap<String, Factory>,
    ) -> Result<(), ArenaError> {
        let n_workers = self.config.concurrency.min(todo.len());
        thread::scope(|scope| {
            let (to_desk, from_workers) = mpsc::channel::<Done>();
            let mut jobs = Vec::new();
            for number in 0..n_workers {
                let (send, receive) = mpsc::channel::<GamePlan>();
                jobs.push(send);
                let worker = Worker {
                    number,
                    config: self.config,
                    names: self.names,
                    guard: self.guard,
                    rules,
                    registered,
                    stop: self.stop.clone(),
                    seats: BTreeMap::new(),
                };
                let to_desk = to_desk.clone();
                scope.spawn(move || worker.run(&receive, &to_desk));
            }
            drop(to_desk);
            let result = self.coordinate(todo, &jobs, &from_workers);
            // Whatever happened, nobody goes on playing: closed channels end the workers.
            self.stop.stop();
            result
        })
    }

    fn coordinate(
        &mut self,
        todo: &[&GamePlan],
        jobs: &[mpsc::Sender<GamePlan>],
        from_workers: &mpsc::Receiver<Done>,
    ) -> Result<(), ArenaError> {
        let mut waiting = todo.iter();
        let mut n_running = 0;
        let mut idle: Vec<usize> = (0..jobs.len()).rev().collect();
        loop {
            while !self.stop.is_stopped()
                && let Some(worker) = idle.pop()
            {
                let Some(plan) = waiting.next() else { break };
                self.observer.event(&Event::GameStarted { plan, names: self.names });
                jobs[worker].send((*plan).clone()).nevermind("a worker ends after its channel");
                n_running += 1;
            }
            if n_running == 0 {
                return Ok(());
            }
            let Ok(Done { worker, played }) = from_workers.recv() else { return Ok(()) };
            n_running -= 1;
            idle.push(worker);
            if let Ok(played) = played {
                self.book(*played)?;
            }
        }
    }

    /// Writes a finished game down and tells everybody.
    fn book(&mut self, played: Played) -> Result<(), ArenaError> {
        let Played { record, game, chatter, .. } = played;
        if let Some(journal) = &mut self.journal {
            // Files first: a game counts as played only when everything about it is there.
            files::write_game(journal.folder(), &record, &game)?;
            if self.config.keep_messages {
                files::write_chatter(journal.folder(), &record, &chatter)?;
            }
            journal.append(&record)?;
        }
        self.tally.add(&record);
        self.observer.event(&Event::GameFinished { record: &record, tally: &self.tally });
        self.records.push(record);
        if self.test_has_answer() {
            self.stop.stop();
        }
        Ok(())
    }
}

/// Where a worker logs the dialogue with a player.
fn log_file(folder: Option<&Path>, worker: usize, player: usize) -> Option<std::path::PathBuf> {
    let folder = folder?.join("logs");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join(format!("worker{}-player{}.log", worker + 1, player + 1)))
}

/// Whether the player is a registered one.
fn factory_of<'a>(
    registered: &'a BTreeMap<String, Factory>,
    player: &PlayerConfig,
) -> Option<&'a Factory> {
    match &player.source {
        PlayerSource::InProcess(name) => registered.get(name),
        PlayerSource::Program { .. } => None,
    }
}
