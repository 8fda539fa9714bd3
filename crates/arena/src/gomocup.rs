//! A program that speaks the Gomocup protocol, as a contestant.
//!
//! One process serves game after game: START clears the board, and a process that has died or
//! lost our trust is replaced for the next game. Nothing a program writes is believed: each line
//! is an answer, chatter, a complaint or garbage, and waiting is always bounded.

mod talk;

use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use tengen_rules::{Color, Move};

use crate::config::{Limits, PlayerConfig, PlayerSource};
use crate::contestant::{Answer, Ask, Contestant, Fault, NewGame, Notes, Patience};
use crate::guard::GuardCommand;
use crate::pipe::{Launch, Line, Pipe, shortened};
use crate::reason::Reason;
use crate::stop::StopToken;

pub(crate) use talk::name_in_about;

/// How often a silent program is looked at: often enough for Ctrl-C to feel immediate and for the
/// processor time to be noticed, seldom enough to cost nothing.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How many characters of chatter are kept per move.
const MAX_CHATTER: usize = 64 << 10;

/// A Gomocup program.
#[derive(Debug)]
pub(crate) struct GomocupProgram {
    config: PlayerConfig,
    limits: Limits,
    launch: Launch,
    stop: StopToken,
    keeps_chatter: bool,
    pipe: Option<Pipe>,
    color: Color,
    // Whether the program has the position before the opponent's last move, so that TURN is enough.
    is_synchronous: bool,
    notes: Notes,
    chatter_size: usize,
    garbage_in_game: u64,
    // The last thing it said that was no answer: the best explanation of a silence.
    last_words: Option<String>,
}

/// What a line of a program was.
enum Heard<T> {
    Answer(T),
    Refusal,
    Complaint,
    Garbage,
}

impl GomocupProgram {
    pub(crate) fn new(
        config: &PlayerConfig,
        limits: Limits,
        stop: StopToken,
        keeps_chatter: bool,
        log: Option<PathBuf>,
        guard: Option<GuardCommand>,
    ) -> Self {
        let (command, dir, env) = match &config.source {
            PlayerSource::Program { command, dir, env } => {
                (command.clone(), dir.clone(), env.clone())
            }
            PlayerSource::InProcess(_) => Default::default(),
        };
        Self {
            config: config.clone(),
            limits,
            launch: Launch { command, dir, env, max_line_bytes: limits.max_line_bytes, log, guard },
            stop,
            keeps_chatter,
            pipe: None,
            color: Color::Black,
            is_synchronous: false,
            notes: Notes::default(),
            chatter_size: 0,
            garbage_in_game: 0,
            last_words: None,
        }
    }

    /// Starts the program and asks who it is; `None` if it does not say.
    pub(crate) fn introduce(&mut self) -> std::io::Result<Option<String>> {
        self.pipe = Some(Pipe::start(&self.launch)?);
        let patience = Duration::from_millis(self.limits.start_ms.min(10_000));
        let patience = Patience { wall: patience, cpu: None };
        let about = self.ask("ABOUT\n".to_owned(), patience, |text| {
            name_in_about(text).map_or(Heard::Complaint, Heard::Answer)
        });
        Ok(about.ok().map(|(name, _)| name))
    }

    fn send(&self, text: String) {
        if let Some(pipe) = &self.pipe {
            pipe.send(text);
        }
    }

    /// A running process, whatever happened to the one before.
    fn ensure_running(&mut self) -> Result<(), Fault> {
        if self.pipe.as_mut().is_some_and(|pipe| !pipe.has_ended()) {
            return Ok(());
        }
        self.pipe = None;
        let crash = |error: std::io::Error| {
            Fault::lost(Reason::Crash, format!("it cannot be started: {error}"))
        };
        self.pipe = Some(Pipe::start(&self.launch).map_err(crash)?);
        Ok(())
    }

    fn start_board(&mut self, game: &NewGame) -> Result<(), Fault> {
        let question = format!("START {}\n", game.size.get());
        let patience = Duration::from_millis(self.limits.start_ms);
        let heard = self.ask(question, Patience { wall: patience, cpu: None }, |text| {
            if text.eq_ignore_ascii_case("ok") {
                Heard::Answer(())
            } else if talk::has_keyword(text, "ERROR") {
                Heard::Refusal
            } else {
                talk::classify_noise(text)
            }
        });
        heard.map(|_| ())
    }

    /// Forgets what was said out of turn, or a second move of an earlier answer would be taken
    /// for the next one.
    fn clear_line(&mut self) {
        let Some(pipe) = &self.pipe else { return };
        let leftovers: Vec<Line> = pipe.leftovers().collect();
        for line in leftovers {
            self.note_leftover(&line);
        }
        self.last_words = None;
    }

    fn note_leftover(&mut self, line: &Line) {
        if !self.keep_chatter(&line.text) {
            self.note_garbage(&line.text);
        }
    }

    /// Sends a question and waits for its answer.
    fn ask<T>(
        &mut self,
        question: String,
        patience: Patience,
        classify: impl Fn(&str) -> Heard<T>,
    ) -> Result<(T, Instant), Fault> {
        self.clear_line();
        // Before sending: a quick program may have answered before we look at the clock again.
        let start = Instant::now();
        let (bytes_before, cpu_before) = match &self.pipe {
            Some(pipe) => (pipe.n_bytes(), patience.cpu.and_then(|_| pipe.cpu_time())),
            None => (0, None),
        };
        self.send(question);
        let mut last_look = start;
        loop {
            if self.stop.is_stopped() {
                return Err(Fault::Stopped);
            }
            let rest = patience.wall.saturating_sub(start.elapsed());
            let Some(pipe) = &self.pipe else {
                return Err(Fault::lost(Reason::Crash, "it is not running"));
            };
            let received = pipe.receive(rest.min(LOOK_EVERY));
            let n_bytes = pipe.n_bytes() - bytes_before;
            match received {
                Ok(line) if line.received < start => self.note_leftover(&line),
                Ok(line) => {
                    if let Some(answer) = self.hear(&line, &classify)? {
                        return Ok((answer, line.received));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if n_bytes > self.limits.max_output_bytes {
                let story = format!("{n_bytes} bytes without an answer");
                return Err(self.lose_trust(Reason::Flood, story));
            }
            if start.elapsed() >= patience.wall {
                let story = format!("no answer within {} ms", patience.wall.as_millis());
                return Err(self.lose_trust(Reason::Silence, story));
            }
            if let (Some(cpu), Some(before)) = (patience.cpu, cpu_before)
                && last_look.elapsed() >= LOOK_EVERY
                && self.cpu_since(before, &mut last_look) >= cpu
            {
                let story = format!("no answer within {} ms of processor time", cpu.as_millis());
                return Err(self.lose_trust(Reason::Silence, story));
            }
        }
    }

    fn cpu_since(&self, before: Duration, last_look: &mut Instant) -> Duration {
        *last_look = Instant::now();
        let now = self.pipe.as_ref().and_then(Pipe::cpu_time);
        now.map_or(Duration::ZERO, |now| now.saturating_sub(before))
    }

    fn hear<T>(
        &mut self,
        line: &Line,
        classify: &impl Fn(&str) -> Heard<T>,
    ) -> Result<Option<T>, Fault> {
        if self.keep_chatter(&line.text) {
            return Ok(None);
        }
        let heard = if line.is_cut { Heard::Garbage } else { classify(&line.text) };
        match heard {
            Heard::Answer(answer) => return Ok(Some(answer)),
            Heard::Refusal => return Err(self.lose_trust(Reason::Refused, shortened(&line.text))),
            Heard::Complaint => self.last_words = Some(shortened(&line.text)),
            Heard::Garbage => {
                self.note_garbage(&line.text);
                if self.garbage_in_game > self.limits.max_garbage_lines {
                    let story = format!("{} senseless lines", self.garbage_in_game);
                    return Err(self.lose_trust(Reason::Garbage, story));
                }
            }
        }
        Ok(None)
    }

    /// Whether the line is chatter, which then is dealt with.
    fn keep_chatter(&mut self, text: &str) -> bool {
        let is_chatter = talk::has_keyword(text, "MESSAGE") || talk::has_keyword(text, "DEBUG");
        if is_chatter && self.keeps_chatter && self.chatter_size < MAX_CHATTER {
            self.chatter_size += text.len();
            self.notes.chatter.push(text.to_owned());
        }
        is_chatter
    }

    fn note_garbage(&mut self, text: &str) {
        self.notes.garbage += 1;
        self.garbage_in_game += 1;
        self.last_words = Some(shortened(text));
    }

    /// The program has ended by itself.
    fn crashed(&mut self) -> Fault {
        let ending = self.pipe.as_mut().map_or_else(String::new, Pipe::ending);
        self.lose_trust(Reason::Crash, ending)
    }

    /// Ends the process: whatever it says from now on answers a question nobody remembers.
    fn lose_trust(&mut self, reason: Reason, mut story: String) -> Fault {
        if let Some(mut pipe) = self.pipe.take() {
            if let Some(unfinished) = pipe.unfinished() {
                story = format!("{story}; unfinished line `{unfinished}`");
            }
            self.notes.peak_kib = self.notes.peak_kib.max(pipe.peak_kib());
            pipe.kill();
        }
        if let Some(words) = self.last_words.take() {
            story = format!("{story}; last line `{words}`");
        }
        Fault::Lost { reason, detail: story }
    }

    /// The commands that make the program think about the position.
    fn question(&self, ask: &Ask<'_>) -> String {
        let turns = ask.game.turns();
        let left = ask.time_left.map_or(talk::UNLIMITED_LEFT, talk::whole_ms);
        let mut text = format!("INFO time_left {left}\n");
        match turns {
            [] => text.push_str("BEGIN\n"),
            [.., last]
                if (self.is_synchronous && !self.config.send_by_board) || turns.len() == 1 =>
            {
                if let Move::Place(point) = last.mv {
                    text += &talk::turn(point);
                }
            }
            _ => text.push_str(&talk::board(ask.game, self.color)),
        }
        text
    }
}

impl Contestant for GomocupProgram {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.color = game.color;
        self.is_synchronous = false;
        self.garbage_in_game = 0;
        let is_reused = self.pipe.is_some();
        self.ensure_running()?;
        let started = match self.start_board(game) {
            // An old process may have been dying already; that is not this game's fault.
            Err(Fault::Lost { reason: Reason::Crash, .. }) if is_reused => {
                self.ensure_running()?;
                self.start_board(game)
            }
            started => started,
        };
        started?;
        self.send(talk::settings(&self.config, game));
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        self.chatter_size = 0;
        let (answer, received) = self.ask(self.question(ask), ask.patience, |text| {
            talk::coordinates(text).map_or_else(|| talk::classify_noise(text), Heard::Answer)
        })?;
        self.is_synchronous = true;
        if let Some(pipe) = &self.pipe {
            self.notes.peak_kib = pipe.peak_kib();
        }
        let limit_kib = self.config.memory_bytes / 1024;
        if let Some(peak) = self.notes.peak_kib
            && self.limits.enforce_memory
            && limit_kib > 0
            && peak > limit_kib
        {
            let story = format!("{peak} KiB used, {limit_kib} KiB allowed");
            return Err(self.lose_trust(Reason::Memory, story));
        }
        let (x, y) = answer;
        Ok(Answer { x, y, received: Some(received) })
    }

    fn cpu_time(&mut self) -> Option<Duration> {
        self.pipe.as_ref().and_then(Pipe::cpu_time)
    }

    fn take_notes(&mut self) -> Notes {
        std::mem::take(&mut self.notes)
    }
}
