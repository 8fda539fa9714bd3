//! What comes in: now, later, or never.

use crate::gomocup::{Command, Info};
use crate::options::OptionId;
use crate::session::{Dialect, Effect, Event, Session};

/// What waiting commands may cost. Beyond it they are dropped: a manager that says so much during
/// one search is broken, and we must not be broken by it.
const MAX_QUEUE_BYTES: usize = 4 << 20;

impl Session {
    /// Takes a line, without its terminator.
    pub fn line(&mut self, line: &[u8]) -> Vec<Effect> {
        match self.parser.line(line) {
            Some(command) => self.command(command),
            None => Vec::new(),
        }
    }

    /// The input has ended, which means `END`.
    pub fn end_of_input(&mut self) -> Vec<Effect> {
        self.command(Command::End)
    }

    /// Takes a command.
    pub fn command(&mut self, command: Command) -> Vec<Effect> {
        if !self.has_ended {
            match self.thinking {
                None => self.run(command),
                Some(_) => self.command_while_thinking(command),
            }
        }
        self.take_effects()
    }

    /// Takes news from the engine. Late news of a search that nobody waits for is dropped.
    pub fn event(&mut self, event: Event) -> Vec<Effect> {
        if !self.has_ended {
            match event {
                Event::Progress { id, progress } => self.show(id, progress),
                Event::Answer { id, answer, elapsed_ms } => {
                    self.settle(id, answer, elapsed_ms);
                    self.run_queue();
                }
            }
        }
        self.take_effects()
    }

    fn command_while_thinking(&mut self, command: Command) {
        match command {
            Command::End => self.end(),
            Command::Stop { .. } => self.run(command),
            // In front of the queue it concerns the running search; behind something that waits,
            // it was meant for that.
            Command::Info(info) if self.queue.is_empty() => self.info(&info),
            // Nobody wants the rest of this search, but somebody may be counting answers.
            Command::Start(_) | Command::Restart => {
                self.stop();
                self.enqueue(command);
            }
            _ => self.enqueue(command),
        }
    }

    /// What the waiting commands cost, at most some megabytes.
    pub fn queued_bytes(&self) -> usize {
        self.queue_bytes
    }

    fn enqueue(&mut self, command: Command) {
        let n_bytes = command.n_bytes();
        if self.queue_bytes + n_bytes <= MAX_QUEUE_BYTES {
            self.queue_bytes += n_bytes;
            self.queue.push_back(command);
        }
    }

    fn run_queue(&mut self) {
        while self.thinking.is_none() && !self.has_ended {
            let Some(command) = self.queue.pop_front() else { break };
            self.queue_bytes -= command.n_bytes();
            self.run(command);
        }
    }

    pub(super) fn end(&mut self) {
        if self.thinking.take().is_some() {
            self.effects.push(Effect::StopThinking);
        }
        self.queue.clear();
        self.has_ended = true;
        self.effects.push(Effect::Quit);
    }

    pub(super) fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking
            && !std::mem::replace(&mut thinking.is_stopping, true)
        {
            self.effects.push(Effect::StopThinking);
        }
    }

    pub(super) fn info(&mut self, info: &Info) {
        if info.key == "show_detail" {
            self.dialect = Dialect::Yixin;
        }
        let Some(value) = self.bot_name(info) else { return };
        let changed = self.settings.apply(&info.key, &value, self.dialect);
        let concerns_search = matches!(
            changed,
            Some(
                OptionId::TimeoutTurn
                    | OptionId::TimeoutMatch
                    | OptionId::TimeLeft
                    | OptionId::TimeIncrement
                    | OptionId::MaxDepth
                    | OptionId::MaxNode
            )
        );
        if concerns_search && self.is_thinking() {
            self.effects.push(Effect::UpdateLimits(self.settings.limits(self.dialect)));
        }
    }

    /// The value to apply; for `bot`, a name in the spelling of the list, or `None` if it is not
    /// on it.
    fn bot_name(&self, info: &Info) -> Option<String> {
        let is_engine =
            ["", "engine", "none"].iter().any(|word| info.value.eq_ignore_ascii_case(word));
        if info.key != "bot" || (self.host.bots.is_empty() && !is_engine) {
            return Some(info.value.clone());
        }
        if is_engine {
            return Some(String::new());
        }
        self.host.bots.iter().find(|name| name.eq_ignore_ascii_case(&info.value)).cloned()
    }
}
