//! The engine as the one who answers a conversation.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_engine::{Budget, Engine, Event, Position, Report, Score, Settings, Think, supports};
use tengen_game::with_the_other_to_move;
use tengen_gomocup::yixin::{Detail, Evaluation, Realtime};
use tengen_gomocup::{Answer, Progress, Summary, ThinkKind, ThinkRequest};
use tengen_players::{LADDER, Opponent, by_strength};
use tengen_rules::{Game, Point, Rule, SetupFaults, Size};

use super::opening::near_an_edge;
use super::thinker::{Bots, Search, Thinker};

/// The engine, and the seed players for what it does not play or is not asked to.
#[derive(Debug, Default)]
pub(crate) struct Champion {
    engine: Option<Engine>,
    /// Whether there is anything to forget.
    has_searched: bool,
    strength: Strength,
    bots: Bots,
    n_proposals: u64,
}

/// How much of the engine is asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Strength {
    /// The most nodes a move.
    nodes: Option<u64>,
}

impl Strength {
    /// Where the asked player is the engine, not one of the others.
    fn of(request: &ThinkRequest) -> Option<Self> {
        let asked = &request.opponent;
        let rung = match asked.bot.as_deref() {
            Some(name) => LADDER.iter().find(|rung| rung.name == name)?,
            None => by_strength(asked.strength),
        };
        match rung.opponent {
            Opponent::Bot(..) => None,
            Opponent::EngineNodes(nodes) => Some(Self { nodes: Some(nodes) }),
            Opponent::EngineTime(_) => Some(Self { nodes: None }),
        }
    }
}

/// The table for quick games: made before the first question, because making it takes time.
const QUICK_HASH_MIB: u64 = 32;
/// The table for moves that take longer, unless a manager says how much memory there is.
const USUAL_HASH_MIB: u64 = 128;
/// A move that may take this long is no quick one.
const LONG_MOVE: Duration = Duration::from_secs(3);
/// What the process needs besides the table.
const PROCESS_MIB: u64 = 24;

impl Thinker for Champion {
    fn think(&mut self, search: &Search<'_>) -> Answer {
        let request = search.request;
        let is_known = supports(request.game.rule(), request.game.size()).is_ok();
        let Some(strength) = Strength::of(request).filter(|_| is_known) else {
            return self.bots.think(search);
        };
        self.strength = strength;
        self.set_up(search);
        match request.kind {
            ThinkKind::BestMove | ThinkKind::NBest(_) | ThinkKind::SearchDefend => {
                let urgent = urgent_beside_blocked(request);
                urgent.or_else(|| self.best(search)).map_or(Answer::Nothing, Answer::Point)
            }
            ThinkKind::BalanceOne(bias) => self
                .most_even(search, &request.game, bias, 1)
                .map_or(Answer::Nothing, |(point, _)| Answer::Point(point)),
            ThinkKind::BalanceTwo(bias) => self.two_even(search, bias),
            ThinkKind::Swap2Propose => self.propose(search, near_an_edge),
            ThinkKind::Swap2AnswerThree => self.answer_three(search),
            ThinkKind::Swap2AnswerFive | ThinkKind::SwapOrMove => self.swap_or_move(search),
            ThinkKind::Soosorv(step) => self.soosorv(search, step),
        }
    }

    /// The first search of each rule builds tables; the usual rules get theirs before a clock runs.
    fn prepare(&mut self) {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            self.prepare_rule(rule);
        }
    }

    fn prepare_rule(&mut self, rule: Rule) {
        let settings = Settings { hash_mib: QUICK_HASH_MIB as usize, ..Settings::default() };
        let engine = self.engine.get_or_insert_with(|| Engine::new(settings));
        let think = Think { nodes: Some(1), ..Think::default() };
        let game = Game::new(rule, Size::literal(15));
        // Nobody wants the move; a rule the engine does not play needs nothing.
        _ = engine.think(&Position::of(&game), &think, &AtomicBool::new(false), &mut |_| {});
    }

    fn new_game(&mut self) {
        self.bots.new_game();
        self.clear_hash();
    }

    fn clear_hash(&mut self) {
        if let Some(engine) = self.engine.as_mut().filter(|_| self.has_searched) {
            engine.new_game();
            self.has_searched = false;
        }
    }
}

impl Champion {
    /// Fits the engine to what the manager allows.
    fn set_up(&mut self, search: &Search<'_>) {
        let request = search.request;
        self.has_searched = true;
        let hash_mib = self.hash_mib(search).max(1) as usize;
        let settings =
            Settings { hash_mib, threads: request.threads.max(1) as usize, ..Settings::default() };
        match &mut self.engine {
            Some(engine) => engine.set(settings),
            None => self.engine = Some(Engine::new(settings)),
        }
    }

    /// How large the table should be for this question.
    fn hash_mib(&self, search: &Search<'_>) -> u64 {
        let request = search.request;
        let is_long = search.budget.hard_ms.is_none_or(|ms| Duration::from_millis(ms) >= LONG_MOVE);
        let usual = if is_long { USUAL_HASH_MIB } else { QUICK_HASH_MIB };
        // What was remembered is worth more than the memory that a smaller table would free.
        let held = self.engine.as_ref().map_or(0, |engine| engine.settings().hash_mib as u64);
        let wanted = request
            .hash_kib
            .filter(|&kib| kib > 0)
            .map_or_else(|| usual.max(held.min(USUAL_HASH_MIB)), |kib| kib >> 10);
        let allowed = request.max_memory.filter(|&bytes| bytes > 0).map_or(u64::MAX, |bytes| {
            // Not all of what is left beyond the process itself: memory is measured at its peak.
            (bytes >> 20).saturating_sub(PROCESS_MIB) * 2 / 3
        });
        wanted.min(allowed)
    }

    /// Thinks about a game with one part in `share` of the time that is left.
    pub(super) fn think_about(
        &self,
        search: &Search<'_>,
        game: &Game,
        lines: usize,
        share: u32,
        events: &mut dyn FnMut(Event),
    ) -> Report {
        let Some(engine) = &self.engine else { return Report::default() };
        let request = search.request;
        let time = |ms: Option<u64>| {
            ms.map(|ms| Duration::from_millis(ms).saturating_sub(search.started.elapsed()) / share)
        };
        let think = Think {
            budget: Budget { soft: time(search.budget.soft_ms), hard: time(search.budget.hard_ms) },
            depth: request.limits.max_depth.map(|depth| depth as i32),
            nodes: self.nodes(request).map(|nodes| (nodes / u64::from(share)).max(1)),
            lines,
            only: request.choices.clone(),
            without: request.blocked.iter().chain(&request.excluded).copied().collect(),
            ..Think::default()
        };
        let stop: &AtomicBool = search.stop;
        engine.think(&Position::of(game), &think, stop, events).unwrap_or_default()
    }

    fn nodes(&self, request: &ThinkRequest) -> Option<u64> {
        self.strength.nodes.into_iter().chain(request.limits.max_nodes).min()
    }

    fn best(&self, search: &Search<'_>) -> Option<Point> {
        let request = search.request;
        let lines = request.multi_pv.max(1) as usize;
        let mut tell = |event: Event| tell(search, event);
        let report = self.think_about(search, &request.game, lines, 1, &mut tell);
        if report.depth > 0 {
            (search.report)(Progress::Summary(summary(&report)));
        }
        report.best().filter(|&point| request.allows(point)).or_else(|| {
            // The search was stopped before it looked at anything.
            request.candidates().into_iter().next()
        })
    }

    /// Differs from proposal to proposal, so that they do too.
    pub(super) fn next_seed(&mut self) -> u64 {
        self.n_proposals += 1;
        0x7377_6170 ^ (self.n_proposals << 20)
    }
}

/// Where points are blocked, the engine leaves them alone itself but counts on both sides for
/// lines through them. What cannot wait is therefore looked for by the judge: a win, or else the
/// point where the opponent would win.
fn urgent_beside_blocked(request: &ThinkRequest) -> Option<Point> {
    if request.blocked.is_empty() {
        return None;
    }
    let candidates = request.candidates();
    let wins = |game: &Game, point: Point| {
        let mut after = game.clone();
        let mover = after.to_move();
        after.try_play(point).is_ok() && after.status().winner() == Some(mover)
    };
    let win = candidates.iter().copied().find(|&point| wins(&request.game, point));
    win.or_else(|| {
        let opponents = with_the_other_to_move(&request.game, SetupFaults::ALL).ok()?;
        candidates.into_iter().find(|&point| wins(&opponents, point))
    })
}

/// Passes the engine's news on to those who asked for them.
fn tell(search: &Search<'_>, event: Event) {
    let request = search.request;
    match event {
        Event::Depth(report) => {
            if request.wants_detail {
                for index in 0..report.lines.len() {
                    (search.report)(Progress::Detail(Box::new(detail(&report, index))));
                }
            }
            if let Some(best) = report.best().filter(|_| request.wants_realtime) {
                (search.report)(Progress::Realtime(Realtime::Best(best)));
            }
        }
        Event::Trying { depth, point } => {
            // The first iterations would only flicker.
            if request.wants_realtime && depth >= 6 {
                (search.report)(Progress::Realtime(Realtime::Searching(point)));
            }
        }
    }
}

fn evaluation(score: Score) -> Evaluation {
    match score.mate() {
        Some(plies) if plies > 0 => Evaluation::WinIn(plies as u32),
        Some(plies) => Evaluation::LossIn(plies.unsigned_abs()),
        None => Evaluation::Score(score.get()),
    }
}

fn summary(report: &Report) -> Summary {
    Summary {
        depth: report.depth as u32,
        evaluation: evaluation(report.score()),
        nodes: report.nodes,
        elapsed_ms: report.time.as_millis() as u64,
        pv: report.lines.first().map_or_else(Vec::new, |line| line.points.clone()),
    }
}

fn detail(report: &Report, index: usize) -> Detail {
    let line = &report.lines[index];
    Detail {
        pv_index: index as u32,
        n_pvs: report.lines.len() as u32,
        depth: report.depth as u32,
        selective_depth: report.selective_depth as u32,
        nodes: report.nodes / report.lines.len() as u64,
        total_nodes: report.nodes,
        total_ms: report.time.as_millis() as u64,
        evaluation: evaluation(line.score),
        win_rate: line.score.win_rate(),
        best_line: line.points.clone(),
    }
}
