//! One game: the referee asks, measures, and believes only the judge.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};

use tengen_rules::{ByColor, Color, Game, Move, Notation, Rule, Size, Status};

use crate::config::{Limits, MatchConfig};
use crate::contestant::{Answer, Ask, Contestant, Fault, NewGame, Patience};
use crate::cpu;
use crate::reason::Reason;
use crate::result::{GameRecord, Outcome};
use crate::schedule::GamePlan;
use crate::time::{ClockKind, GameClock};

/// What holds for every game of a match.
#[derive(Debug)]
pub(crate) struct GameRules {
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) clock: ClockKind,
    pub(crate) limits: Limits,
    pub(crate) draw_after_plies: Option<u32>,
}

impl GameRules {
    pub(crate) fn new(config: &MatchConfig, size: Size, clock: ClockKind) -> Self {
        Self {
            rule: config.rule,
            size,
            clock,
            limits: config.limits,
            draw_after_plies: config.draw_after_plies,
        }
    }

    /// How long an answer is waited for.
    fn patience(&self, limit: Option<Duration>) -> Patience {
        let ms = Duration::from_millis;
        let net = ms(self.limits.wall_net_ms);
        let Some(limit) = limit else { return Patience { wall: net * 60, cpu: None } };
        let end = limit + ms(self.limits.tolerance_ms) + ms(self.limits.grace_ms);
        match self.clock {
            ClockKind::Wall => Patience { wall: end, cpu: None },
            ClockKind::Cpu => Patience { wall: end * 10 + net, cpu: Some(end) },
        }
    }
}

/// A player at the board.
pub(crate) struct Seat<'a> {
    pub(crate) name: &'a str,
    pub(crate) contestant: &'a mut dyn Contestant,
    pub(crate) clock: GameClock,
}

/// A finished game with what was said in it.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) record: GameRecord,
    pub(crate) game: Game,
    /// The number of stones on the board, the player's name, the text.
    pub(crate) chatter: Vec<(usize, String, String)>,
    /// Whether a player inside this process must be replaced.
    pub(crate) panicked: ByColor<bool>,
}

/// The match was stopped in the middle of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// How a game came to its end.
struct End {
    result: Outcome,
    reason: Reason,
    detail: Option<String>,
}

impl End {
    fn lost_by(loser: Color, reason: Reason, detail: impl Into<Option<String>>) -> Self {
        Self { result: Outcome::win(!loser), reason, detail: detail.into() }
    }
}

/// Plays one game.
pub(crate) fn play<'a>(
    plan: &'a GamePlan,
    rules: &'a GameRules,
    seats: ByColor<Seat<'a>>,
) -> Result<Played, Interrupted> {
    let mut table = Table::new(plan, rules, seats);
    let end = table.play_to_the_end()?;
    Ok(table.into_played(end))
}

struct Table<'a> {
    plan: &'a GamePlan,
    rules: &'a GameRules,
    seats: ByColor<Seat<'a>>,
    game: Game,
    charged_ms: Vec<f64>,
    wall_ms: Vec<f64>,
    garbage: ByColor<u64>,
    peak_kib: ByColor<Option<u64>>,
    idle_cpu: ByColor<Duration>,
    cpu_after_answer: ByColor<Option<Duration>>,
    chatter: Vec<(usize, String, String)>,
    panicked: ByColor<bool>,
}

impl<'a> Table<'a> {
    fn new(plan: &'a GamePlan, rules: &'a GameRules, seats: ByColor<Seat<'a>>) -> Self {
        let mut game = Game::new(rules.rule, rules.size);
        for &stone in &plan.stones {
            game.try_play(stone).expect("openings are checked when they are read");
        }
        let opening = vec![0.0; plan.stones.len()];
        Self {
            plan,
            rules,
            seats,
            game,
            charged_ms: opening.clone(),
            wall_ms: opening,
            garbage: ByColor::default(),
            peak_kib: ByColor::default(),
            idle_cpu: ByColor::default(),
            cpu_after_answer: ByColor::default(),
            chatter: Vec::new(),
            panicked: ByColor::default(),
        }
    }

    fn play_to_the_end(&mut self) -> Result<End, Interrupted> {
        if let Some(end) = self.start_players()? {
            return Ok(end);
        }
        loop {
            match self.game.status() {
                Status::Ongoing => {}
                Status::Won { winner, by } => {
                    let reason = Reason::of_win(by);
                    return Ok(End { result: Outcome::win(winner), reason, detail: None });
                }
                Status::Drawn(reason) => {
                    let reason = Reason::of_draw(reason);
                    return Ok(End { result: Outcome::Draw, reason, detail: None });
                }
            }
            let n_plies = self.game.turns().len() as u32;
            if self.rules.draw_after_plies.is_some_and(|limit| n_plies >= limit) {
                let reason = Reason::MoveLimit;
                return Ok(End { result: Outcome::Draw, reason, detail: None });
            }
            if let Some(end) = self.play_turn()? {
                return Ok(end);
            }
        }
    }

    fn start_players(&mut self) -> Result<Option<End>, Interrupted> {
        for color in Color::ALL {
            let new_game = NewGame {
                rule: self.rules.rule,
                size: self.rules.size,
                color,
                seed: self.plan.seed,
            };
            let started = self.guarded(color, |player| player.new_game(&new_game));
            self.take_notes(color);
            match started {
                Ok(()) => {}
                Err(Fault::Stopped) => return Err(Interrupted),
                Err(Fault::Lost { reason, detail }) => {
                    let detail = format!("at the start: {detail}");
                    return Ok(Some(End::lost_by(color, reason, detail)));
                }
            }
        }
        Ok(None)
    }

    /// Asks the side to move; the end of the game if it does not answer with a legal move.
    fn play_turn(&mut self) -> Result<Option<End>, Interrupted> {
        let color = self.game.to_move();
        let time_left = self.seats[color].clock.start_turn();
        let limit = self.seats[color].clock.limit();
        let cpu_before = self.cpu_time(color);
        if let Some(idle) = cpu_before.zip(self.cpu_after_answer[color]) {
            self.idle_cpu[color] += idle.0.saturating_sub(idle.1);
        }
        let start = Instant::now();
        let answer = self.ask(color, limit, time_left);
        let handed_over = Instant::now();
        let cpu_after = self.cpu_time(color);
        self.cpu_after_answer[color] = cpu_after;
        self.take_notes(color);
        let answer = match answer {
            Ok(answer) => answer,
            Err(Fault::Stopped) => return Err(Interrupted),
            Err(Fault::Lost { reason, detail }) => {
                return Ok(Some(End::lost_by(color, reason, detail)));
            }
        };
        let wall = answer.received.unwrap_or(handed_over).saturating_duration_since(start);
        let spent = match (self.rules.clock, cpu_before, cpu_after) {
            (ClockKind::Cpu, Some(before), Some(after)) => after.saturating_sub(before),
            _ => wall,
        };
        let tolerance = Duration::from_millis(self.rules.limits.tolerance_ms);
        if !self.seats[color].clock.charge(spent, tolerance) {
            let allowed = limit.map_or(0, |limit| limit.as_millis());
            let detail = format!("{} ms for a move of {allowed} ms", spent.as_millis());
            return Ok(Some(End::lost_by(color, Reason::Timeout, detail)));
        }
        let end = self.judge(color, answer);
        if end.is_none() {
            self.charged_ms.push(ms(spent));
            self.wall_ms.push(ms(wall));
        }
        Ok(end)
    }

    fn ask(
        &mut self,
        color: Color,
        limit: Option<Duration>,
        time_left: Option<Duration>,
    ) -> Result<Answer, Fault> {
        // The player gets its own copy, so that asking does not need the table.
        let game = self.game.clone();
        let ask = Ask {
            game: &game,
            limit,
            time_left,
            clock: self.rules.clock,
            patience: self.rules.patience(limit),
        };
        self.guarded(color, |player| player.choose(&ask))
    }

    fn judge(&mut self, color: Color, answer: Answer) -> Option<End> {
        let Answer { x, y, .. } = answer;
        let Some(point) = self.rules.size.point(x, y) else {
            return Some(End::lost_by(color, Reason::OffBoard, format!("it played {x},{y}")));
        };
        let refused = self.game.try_play(point).err()?;
        let name = Notation::Renju.format(self.rules.size, point);
        Some(End::lost_by(
            color,
            Reason::of_illegal(refused),
            format!("it played {x},{y} ({name})"),
        ))
    }

    /// Calls a player without letting its panic end the match.
    fn guarded<T>(
        &mut self,
        color: Color,
        call: impl FnOnce(&mut dyn Contestant) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let player = &mut *self.seats[color].contestant;
        catch_unwind(AssertUnwindSafe(|| call(player))).unwrap_or_else(|panic| {
            self.panicked[color] = true;
            let words = panic.downcast_ref::<&str>().map(|&words| words.to_owned());
            let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Fault::lost(Reason::Crash, format!("panic: {}", words.unwrap_or_default())))
        })
    }

    /// Processor time is looked at whatever the clock: it shows who thinks out of turn.
    fn cpu_time(&mut self, color: Color) -> Option<Duration> {
        let own = self.seats[color].contestant.cpu_time();
        if own.is_some() || self.rules.clock == ClockKind::Wall {
            return own;
        }
        cpu::of_this_thread()
    }

    fn take_notes(&mut self, color: Color) {
        let notes = self.seats[color].contestant.take_notes();
        self.garbage[color] += notes.garbage;
        self.peak_kib[color] = self.peak_kib[color].max(notes.peak_kib);
        let n_plies = self.game.turns().len();
        let name = self.seats[color].name;
        let told = notes.chatter.into_iter().map(|text| (n_plies, name.to_owned(), text));
        self.chatter.extend(told);
    }

    fn into_played(mut self, end: End) -> Played {
        if let (Some(loss), Some(winner)) = (end.reason.loss(), end.result.winner()) {
            self.game.forfeit(!winner, loss).expect("a fault ends a game that went on");
        } else if end.reason == Reason::MoveLimit {
            self.game.agree_draw().expect("the limit ends a game that went on");
        }
        let stones = self.game.turns().iter().filter_map(|turn| match turn.mv {
            Move::Place(point) => Some(Notation::Renju.format(self.rules.size, point)),
            Move::Pass => None,
        });
        let moves: Vec<String> = stones.map(|name| name.to_ascii_lowercase()).collect();
        let is_wall = self.rules.clock == ClockKind::Wall;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let both = |of: ByColor<Duration>| [ms(of.black), ms(of.white)];
        let record = GameRecord {
            game: self.plan.game,
            pair: self.plan.pair,
            leg: self.plan.leg,
            opening: self.plan.opening,
            seed: self.plan.seed,
            black: self.plan.players.black,
            white: self.plan.players.white,
            black_name: self.seats.black.name.to_owned(),
            white_name: self.seats.white.name.to_owned(),
            result: end.result,
            reason: end.reason,
            detail: end.detail,
            opening_plies: self.plan.stones.len() as u32,
            plies: moves.len() as u32,
            moves: moves.join(" "),
            ms: self.charged_ms,
            wall_ms: if is_wall { Vec::new() } else { self.wall_ms },
            garbage: [self.garbage.black, self.garbage.white],
            idle_cpu_ms: both(self.idle_cpu),
            peak_kib: [self.peak_kib.black, self.peak_kib.white],
            ended: now.map_or(0, |since| since.as_secs()),
        };
        Played { record, game: self.game, chatter: self.chatter, panicked: self.panicked }
    }
}

/// Milliseconds to the microsecond: more digits would only be noise in the file.
fn ms(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}
