//! The engine as the one who answers a conversation.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_engine::{
    Budget, Engine, Event, Line, Position, Report, Score, Settings, Think, supports,
};
use tengen_proto::yixin::{Detail, Evaluation, Realtime};
use tengen_proto::{Answer, Progress, Summary, ThinkKind, ThinkRequest};
use tengen_rules::{Color, Game, Point, SplitMix64};

use super::thinker::{Bots, Search, Thinker};

/// The engine, and the seed players for what it does not play or is not asked to.
#[derive(Debug, Default)]
pub(crate) struct Champion {
    engine: Option<Engine>,
    bots: Bots,
    n_proposals: u64,
}

/// The table unless a manager says how much memory there is.
const USUAL_HASH_MIB: u64 = 64;
/// What the process needs besides the table.
const PROCESS_MIB: u64 = 40;
/// Both sides are content within this many score units of even.
const UNCLEAR: i32 = 12;
/// How many three-stone openings are looked at before one is proposed.
const PROPOSALS: u32 = 12;

impl Thinker for Champion {
    fn think(&mut self, search: &Search<'_>) -> Answer {
        let request = search.request;
        let is_plain = request.opponent.bot.is_none() && request.opponent.strength >= 100;
        let is_known = supports(request.game.rule(), request.game.size()).is_ok();
        if !is_plain || !is_known {
            return self.bots.think(search);
        }
        self.set_up(request);
        match request.kind {
            ThinkKind::BestMove | ThinkKind::NBest(_) | ThinkKind::SearchDefend => {
                self.best(search).map_or(Answer::Nothing, Answer::Point)
            }
            ThinkKind::BalanceOne(bias) => self
                .most_even(search, &request.game, bias, 1)
                .map_or(Answer::Nothing, |(point, _)| Answer::Point(point)),
            ThinkKind::BalanceTwo(bias) => self.two_even(search, bias),
            ThinkKind::Swap2Propose => self.propose(search),
            ThinkKind::Swap2AnswerThree => self.answer_three(search),
            ThinkKind::Swap2AnswerFive | ThinkKind::SwapOrMove => {
                let report = self.report(search, 1, 1);
                if report.score() < Score::DRAW { Answer::Swap } else { point_of(&report) }
            }
        }
    }

    fn new_game(&mut self) {
        self.bots.new_game();
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    fn clear_hash(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }
}

impl Champion {
    /// Fits the engine to what the manager allows.
    fn set_up(&mut self, request: &ThinkRequest) {
        let wanted =
            request.hash_kib.filter(|&kib| kib > 0).map_or(USUAL_HASH_MIB, |kib| kib >> 10);
        let allowed = request.max_memory.filter(|&bytes| bytes > 0).map_or(u64::MAX, |bytes| {
            // Half of what is left beyond the process itself: memory is measured at its peak.
            (bytes >> 20).saturating_sub(PROCESS_MIB) / 2
        });
        let hash_mib = wanted.min(allowed).max(1) as usize;
        let settings =
            Settings { hash_mib, threads: request.threads.max(1) as usize, ..Settings::default() };
        match &mut self.engine {
            Some(engine) => engine.set(settings),
            None => self.engine = Some(Engine::new(settings)),
        }
    }

    /// Thinks about a game with one part in `share` of the time that is left.
    fn think_about(
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
            nodes: request.limits.max_nodes.map(|nodes| nodes / u64::from(share)),
            lines,
            only: Vec::new(),
            without: request.blocked.iter().chain(&request.excluded).copied().collect(),
        };
        let stop: &AtomicBool = search.stop;
        engine.think(&Position::of(game), &think, stop, events).unwrap_or_default()
    }

    fn report(&self, search: &Search<'_>, lines: usize, share: u32) -> Report {
        self.think_about(search, &search.request.game, lines, share, &mut |_| {})
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

    /// The move after which the game is as even as possible, with its score for the mover.
    fn most_even(
        &self,
        search: &Search<'_>,
        game: &Game,
        bias: i32,
        share: u32,
    ) -> Option<(Point, i32)> {
        let report = self.think_about(search, game, 24, share, &mut |_| {});
        let distance = |line: &Line| (line.score.get() - bias).abs();
        let line = report.lines.iter().min_by_key(|line| distance(line))?;
        Some((*line.points.first()?, distance(line)))
    }

    /// Two moves after which the game is as even as possible.
    fn two_even(&self, search: &Search<'_>, bias: i32) -> Answer {
        const FIRST_MOVES: usize = 6;
        let firsts = self.report(search, FIRST_MOVES, FIRST_MOVES as u32 + 1);
        let mut best: Option<([Point; 2], i32)> = None;
        for (i, line) in firsts.lines.iter().enumerate() {
            let Some(&first) = line.points.first() else { continue };
            let mut game = search.request.game.clone();
            if game.try_play(first).is_err() || !game.status().is_ongoing() {
                continue;
            }
            let share = (firsts.lines.len() - i) as u32;
            let even = self.most_even(search, &game, -bias, share);
            let better = even.filter(|&(_, d)| best.is_none_or(|(_, least)| d < least));
            best = better.map(|(second, d)| ([first, second], d)).or(best);
        }
        best.map_or(Answer::Nothing, |(points, _)| Answer::Two(points))
    }

    /// Three stones that the engine itself judges near even.
    fn propose(&mut self, search: &Search<'_>) -> Answer {
        let game = &search.request.game;
        self.n_proposals += 1;
        let mut random = SplitMix64::new(0x7377_6170 ^ self.n_proposals << 20);
        let mut best: Option<([Point; 3], i32)> = None;
        for left in (1..=PROPOSALS).rev() {
            let Some(stones) = three_stones(game, &mut random) else { continue };
            let mut after = game.clone();
            if stones.iter().any(|&stone| after.try_play(stone).is_err()) {
                continue;
            }
            let report = self.think_about(search, &after, 1, left, &mut |_| {});
            let distance = report.score().get().abs();
            if report.depth > 0 && best.is_none_or(|(_, least)| distance < least) {
                best = Some((stones, distance));
            }
        }
        match best {
            Some((stones, _)) => Answer::Three(stones),
            None => three_stones(game, &mut random).map_or(Answer::Nothing, Answer::Three),
        }
    }

    /// Takes the better color, or makes the choice the opponent's where it is unclear.
    fn answer_three(&self, search: &Search<'_>) -> Answer {
        let report = self.report(search, 1, 2);
        let score = report.score();
        debug_assert_eq!(search.request.game.to_move(), Color::White);
        if score.get().abs() <= UNCLEAR {
            let two = self.two_even(search, 0);
            if two != Answer::Nothing {
                return two;
            }
        }
        if score < Score::DRAW { Answer::Swap } else { point_of(&report) }
    }
}

/// Three random stones in a patch near an edge, where the first player's advantage is smallest.
fn three_stones(game: &Game, random: &mut SplitMix64) -> Option<[Point; 3]> {
    let side = i64::from(game.size().get());
    let patch = side.min(6);
    let (left, top) = (random.below((side - patch) as usize + 1) as i64, 0);
    let mut stones: Vec<Point> = Vec::new();
    for _ in 0..100 {
        let x = left + random.below(patch as usize) as i64;
        let y = top + random.below(patch as usize) as i64;
        let point = game.size().point(x, y).filter(|point| !stones.contains(point));
        stones.extend(point);
        if stones.len() == 3 {
            break;
        }
    }
    <[Point; 3]>::try_from(stones).ok()
}

fn point_of(report: &Report) -> Answer {
    report.best().map_or(Answer::Nothing, Answer::Point)
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
