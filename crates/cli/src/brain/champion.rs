//! The engine as the one who answers a conversation.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_engine::{Event, Position, Report, Score, Settings, Think, supports};
use tengen_gomocup::yixin::{Detail, Evaluation, Realtime};
use tengen_gomocup::{Answer, Progress, Summary, ThinkKind, ThinkRequest};
use tengen_players::opening::{Effort, EngineJudge};
use tengen_players::{Considered, EnginePlayer, Rung, by_strength};
use tengen_rules::{Game, Point, Rule, SetupFaults, Size};

use super::opening::answer_opening;
use super::thinker::{Bots, Search, Thinker};

/// The engine, and the seed players for what it does not play or is not asked to.
#[derive(Debug, Default)]
pub(crate) struct Champion {
    player: Option<EnginePlayer>,
    /// Whether there is anything to forget.
    has_searched: bool,
    bots: Bots,
    n_proposals: u64,
}

/// The engine that is asked for, unless it is one of the seed players or plays no such game.
fn asked_engine(request: &ThinkRequest) -> Option<&'static Rung> {
    supports(request.game.rule(), request.game.size()).ok()?;
    let rung = match request.opponent.bot.as_deref() {
        Some(name) => Rung::named(name)?,
        None => by_strength(request.opponent.strength),
    };
    Some(rung).filter(|rung| rung.is_engine())
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
        let Some(rung) = asked_engine(request) else { return self.bots.think(search) };
        let seed = self.next_seed();
        let think = Think {
            budget: search.budget,
            depth: request.limits.max_depth.map(|depth| depth as i32),
            nodes: rung.opponent.nodes().into_iter().chain(request.limits.max_nodes).min(),
            without: request.blocked.iter().chain(&request.excluded).copied().collect(),
            ..Think::default()
        };
        let player = self.set_up(search);
        match request.kind {
            ThinkKind::BestMove | ThinkKind::NBest(_) | ThinkKind::SearchDefend => {
                let best = urgent_beside_blocked(request)
                    .or_else(|| best_move(player, search, think, rung.follows_proofs()));
                best.map_or(Answer::Nothing, Answer::Point)
            }
            _ => {
                // All questions to the judge share the time of this one.
                let effort = Effort::Shared(think, search.started);
                let mut judge = EngineJudge::new(player.engine(), effort, search.stop);
                answer_opening(request, &mut judge, seed)
            }
        }
    }

    /// The first search of each rule builds tables; the usual rules get theirs before a clock runs.
    fn prepare(&mut self) {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            self.prepare_rule(rule);
        }
    }

    fn prepare_rule(&mut self, rule: Rule) {
        let player = self.player.get_or_insert_with(|| player_with(QUICK_HASH_MIB, 1));
        let think = Think { nodes: Some(1), ..Think::default() };
        let game = Game::new(rule, Size::literal(15));
        let never = AtomicBool::new(false);
        // Nobody wants the move; a rule the engine does not play needs nothing.
        _ = player.engine().think(&Position::of(&game), &think, &never, &mut |_| {});
    }

    fn new_game(&mut self) {
        self.bots.new_game();
        self.clear_hash();
    }

    fn clear_hash(&mut self) {
        if let Some(player) = self.player.as_mut().filter(|_| self.has_searched) {
            player.engine_mut().new_game();
            self.has_searched = false;
        }
    }
}

fn settings(hash_mib: u64, threads: u32) -> Settings {
    Settings { hash_mib: hash_mib as usize, threads: threads as usize, ..Settings::default() }
}

fn player_with(hash_mib: u64, threads: u32) -> EnginePlayer {
    EnginePlayer::new("engine", settings(hash_mib, threads))
}

impl Champion {
    /// One whose players leave to chance what this seed decides.
    pub(crate) fn with_seed(seed: u64) -> Self {
        Self { bots: Bots::with_seed(seed), ..Self::default() }
    }

    /// The engine, fitted to what the manager allows.
    fn set_up(&mut self, search: &Search<'_>) -> &EnginePlayer {
        self.has_searched = true;
        let hash_mib = self.hash_mib(search).max(1);
        let threads = search.request.threads.max(1);
        let player = self.player.get_or_insert_with(|| player_with(hash_mib, threads));
        player.engine_mut().set(settings(hash_mib, threads));
        player
    }

    /// How large the table should be for this question.
    fn hash_mib(&self, search: &Search<'_>) -> u64 {
        let request = search.request;
        let is_long = search.budget.hard.is_none_or(|hard| hard >= LONG_MOVE);
        let usual = if is_long { USUAL_HASH_MIB } else { QUICK_HASH_MIB };
        // What was remembered is worth more than the memory that a smaller table would free.
        let held =
            self.player.as_ref().map_or(0, |player| player.engine().settings().hash_mib as u64);
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

    /// Differs from question to question, so that proposals do too.
    fn next_seed(&mut self) -> u64 {
        self.n_proposals += 1;
        0x7377_6170 ^ (self.n_proposals << 20)
    }
}

fn best_move(
    player: &EnginePlayer,
    search: &Search<'_>,
    think: Think,
    follows_proofs: bool,
) -> Option<Point> {
    let request = search.request;
    let think = Think {
        budget: search.budget.part_after(search.started.elapsed(), 1),
        lines: request.multi_pv.max(1) as usize,
        only: request.choices.clone(),
        ..think
    };
    let mut tell = |event: Event| tell(search, event);
    let by_proof = follows_proofs.then(|| Considered::by_proof(&request.game, &think)).flatten();
    let considered = by_proof
        .unwrap_or_else(|| player.consider(&request.game, &think, None, search.stop, &mut tell));
    if considered.report.depth > 0 || considered.is_proven {
        (search.report)(Progress::Summary(summary(&considered.report)));
    }
    // Without a best move the search was stopped before it looked at anything.
    considered.best.or_else(|| request.candidates().into_iter().next())
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
        let opponents = request.game.with_other_to_move(SetupFaults::ALL).ok()?;
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
