//! A worker: plays the games it is handed, with players of its own.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender};

use tengen_rules::{ByColor, Color};

use super::{Factory, factory_of, log_file};
use crate::config::MatchConfig;
use crate::contestant::Contestant;
use crate::gomocup::GomocupProgram;
use crate::guard::GuardCommand;
use crate::nevermind::Nevermind;
use crate::referee::{self, GameRules, Interrupted, Played, Seat};
use crate::schedule::GamePlan;
use crate::stop::StopToken;
use crate::time::GameClock;

/// A worker has finished with a game.
pub(super) struct Done {
    pub(super) worker: usize,
    pub(super) played: Result<Box<Played>, Interrupted>,
}

/// A worker and its players.
pub(super) struct Worker<'a> {
    pub(super) number: usize,
    pub(super) config: &'a MatchConfig,
    pub(super) names: &'a [String],
    pub(super) guard: Option<&'a GuardCommand>,
    pub(super) rules: &'a GameRules,
    pub(super) registered: &'a BTreeMap<String, Factory>,
    pub(super) stop: StopToken,
    pub(super) seats: BTreeMap<usize, Box<dyn Contestant>>,
}

impl Worker<'_> {
    /// Plays until the channel is closed.
    pub(super) fn run(mut self, jobs: &Receiver<GamePlan>, desk: &Sender<Done>) {
        for plan in jobs {
            let played = self.play(&plan);
            desk.send(Done { worker: self.number, played }).nevermind("the match is given up");
        }
    }

    fn play(&mut self, plan: &GamePlan) -> Result<Box<Played>, Interrupted> {
        let ByColor { black, white } = plan.players;
        // Players who do not take part are sent home: idle programs hold memory.
        self.seats.retain(|&player, _| player == black || player == white);
        let mut black_player = self.take_seat(black);
        let mut white_player = self.take_seat(white);
        let clock = |player: usize| GameClock::new(self.config.players[player].time);
        let seats = ByColor::new(
            Seat { name: &self.names[black], contestant: &mut *black_player, clock: clock(black) },
            Seat { name: &self.names[white], contestant: &mut *white_player, clock: clock(white) },
        );
        let played = referee::play(plan, self.rules, seats)?;
        let players = [(Color::Black, black, black_player), (Color::White, white, white_player)];
        for (color, number, player) in players {
            if !played.panicked[color] {
                self.seats.insert(number, player);
            }
        }
        Ok(Box::new(played))
    }

    fn take_seat(&mut self, player: usize) -> Box<dyn Contestant> {
        if let Some(seated) = self.seats.remove(&player) {
            return seated;
        }
        let config = &self.config.players[player];
        if let Some(factory) = factory_of(self.registered, config) {
            return factory(config);
        }
        let folder = self.config.output.as_deref().filter(|_| self.config.log_dialogue);
        Box::new(GomocupProgram::new(
            config,
            self.config.limits,
            self.stop.clone(),
            self.config.keep_messages,
            log_file(folder, self.number, player),
            self.guard.cloned(),
        ))
    }
}
