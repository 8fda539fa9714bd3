//! The game at the app: its driver is told what happens, and its effects are passed on.

use tengen_api::hint_view;
use tengen_game::{
    ActionError, Done, Driver, Effect as GameEffect, GameEvent, Happening, Input, News, Notice,
    PlayerAction, RequestId, Table, explain_forbidden,
};
use tengen_players::Thought;
use tengen_players::pool::Job;
use tengen_rules::IllegalMove;

use crate::app::{App, Screen, Tone};
use crate::event::{Effect, GameNumber, Opened};
use crate::explanation::Explanation;
use crate::words::hint_text;

impl App {
    /// Begins the chosen game.
    pub(crate) fn begin(&mut self) {
        // Nobody can aim at a millisecond: its parity is the coin.
        let coin = self.now.is_multiple_of(2);
        match Table::new(self.setup.wish(), coin, self.now) {
            Err(error) => self.refuse(&error),
            Ok(table) => {
                let number = self.next_number();
                self.sit_at(Driver::new(table, false), number);
            }
        }
    }

    /// Asks for a kept game.
    pub fn open(&mut self, id: String) {
        let game = self.next_number();
        self.awaited = Some(game);
        self.effects.push(Effect::Open { game, id });
    }

    /// A kept game has come. If another one was begun or asked for meanwhile, it is too late.
    pub(crate) fn opened(&mut self, number: GameNumber, opened: Opened) {
        if self.awaited != Some(number) {
            return;
        }
        self.sit_at(Driver::new(opened.table, true), number);
        self.explain(&opened.thoughts);
        if !self.table().is_over() {
            self.say(Tone::Plain, "The game goes on where it was left.");
        }
    }

    /// Another program has gone further with this game.
    pub(crate) fn overtaken(&mut self, opened: Opened) {
        self.drive(Input::Overtaken(Box::new(opened.table)));
        self.explanations.clear();
        self.explain(&opened.thoughts);
        self.say(Tone::Refused, "The game was continued elsewhere; this is how it stands.");
    }

    fn next_number(&mut self) -> GameNumber {
        self.last_number += 1;
        self.last_number
    }

    /// Goes to another game. What was thought about in the last one is of no interest any more.
    fn sit_at(&mut self, driver: Driver, number: GameNumber) {
        for effect in self.driver.stop() {
            self.carry_out(effect);
        }
        self.driver = driver;
        self.number = number;
        self.awaited = None;
        self.habits = None;
        self.explanations.clear();
        self.forget_position();
        self.message = None;
        self.cursor = self.size().middle();
        self.has_game = true;
        self.screen = Screen::Game;
        self.start_game();
    }

    /// Asks what is known about the person, and has the opponent think if it is its turn.
    pub(crate) fn start_game(&mut self) {
        let game = self.number;
        let recall = self
            .table()
            .person()
            .map(|person| Effect::Recall { game, person: person.map(str::to_owned) });
        self.effects.extend(recall);
        for effect in self.driver.start(self.now) {
            self.carry_out(effect);
        }
        self.is_stale = true;
    }

    fn explain(&mut self, thoughts: &[Thought]) {
        let size = self.size();
        let explanation = |thought: &Thought| (thought.ply, Explanation::new(size, thought));
        self.explanations.extend(thoughts.iter().map(explanation));
    }

    /// Does something in the game.
    pub(crate) fn act(&mut self, action: PlayerAction) {
        self.last_request += 1;
        let request = self.last_request;
        self.drive(Input::Act { request, action, expected_seq: None });
    }

    /// Asks for a suggestion.
    pub(crate) fn ask_hint(&mut self) {
        self.say(Tone::Plain, "Looking for a hint …");
        self.act(PlayerAction::Hint);
        self.hint_request = Some(self.last_request);
    }

    /// Tells the driver what happened and does what it asks for.
    pub(crate) fn drive(&mut self, input: Input) {
        for effect in self.driver.update(input, self.now) {
            self.carry_out(effect);
        }
    }

    fn carry_out(&mut self, effect: GameEffect) {
        let game = self.number;
        match effect {
            GameEffect::Think { job, mut work, adapts_to } => {
                if let (Job::Decide(request), Some(_)) = (&mut work, adapts_to) {
                    request.habits.clone_from(&self.habits);
                }
                self.effects.push(Effect::Think { game, job, work });
            }
            GameEffect::Stop { job } => self.effects.push(Effect::Stop { game, job }),
            GameEffect::Record(thought) => {
                self.explain(std::slice::from_ref(&thought));
                self.effects.push(Effect::Record { game, thought });
            }
            GameEffect::Save => {
                let table = Box::new(self.table().clone());
                self.effects.push(Effect::Save { game, table });
            }
            GameEffect::Tell(News::Changed { events }) => self.changed(&events),
            GameEffect::Tell(News::Notice(notice)) => self.tell(&notice),
            GameEffect::Reply { request, result } => self.reply(request, result),
        }
    }

    /// Something happened in the game.
    fn changed(&mut self, events: &[GameEvent]) {
        self.is_stale = true;
        self.forget_position();
        self.message = None;
        // Told again with every move as long as it is so.
        if let Some(notice) = self.driver.unsaved().cloned() {
            self.tell(&notice);
        }
        if events.iter().any(|event| matches!(event.what, Happening::DrawDeclined { .. })) {
            self.say(Tone::Plain, "The offer of a draw was declined.");
        }
        let n_new = events.iter().filter(|event| event.what == Happening::Trouble).count();
        let notices = &self.table().history().notices;
        let new: Vec<String> =
            notices[notices.len().saturating_sub(n_new)..].iter().map(Notice::full_text).collect();
        if !new.is_empty() {
            self.say(Tone::Refused, new.join(" "));
        }
    }

    /// Forgets what belonged to the position before.
    fn forget_position(&mut self) {
        self.hint = None;
        self.hint_request = None;
        self.thinking = None;
        self.tree.clear();
        self.shown_ply = None;
        self.typed.clear();
        self.offers.clear();
        self.declared = 1;
    }

    fn reply(&mut self, request: RequestId, result: Result<Done, ActionError>) {
        match result {
            Err(error) => self.refuse(&error),
            Ok(Done::Suggested(suggestion)) if self.hint_request == Some(request) => {
                let hint = hint_view(self.size(), &suggestion);
                self.say(Tone::Hint, hint_text(&hint));
                self.hint = Some(hint);
            }
            // A change was told already, and a hint for an earlier position is of no use.
            Ok(Done::Changed | Done::Suggested(_)) => {}
        }
    }

    /// Tells why something is not done.
    pub(crate) fn refuse(&mut self, error: &ActionError) {
        let text = match error {
            // Only at the cursor can a stone be placed.
            ActionError::Move(IllegalMove::Forbidden(kind)) => {
                explain_forbidden(self.table().game(), self.cursor, *kind).text
            }
            _ => error
                .remedy()
                .map_or_else(|| error.text(), |remedy| format!("{} {remedy}", error.text())),
        };
        self.say(Tone::Refused, text);
    }
}
