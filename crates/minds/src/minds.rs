//! The players and engines of one worker thread, made when first needed and kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_api::{DepthView, Hint, OpeningAction, Reason, ThinkingView};
use tengen_engine::{
    Budget, Clock, Engine, Event, Habit, Pace, Position, Report, Settings, Think, TreeSize,
    supports,
};
use tengen_game::{
    Act, Answer, NoJudge, Spent, Task, Wanted, adapting_view, decide_opening, engine_worth,
    game_reasoning, reason_for, spot_of, spots_of, stone_of, survey_view, thinking_of_report,
    worth_of,
};
use tengen_players::adapt::{Adapted, Habits};
use tengen_players::opening::{Effort, EngineJudge};
use tengen_players::{Choice, Detail, Limits, Player, Reasoning, Score};
use tengen_players::{LADDER, Opponent, Rung};
use tengen_rules::{Game, Move, OpeningState, Point, Size};

use crate::engines::{Allowance, Engines, KeptEngine};
use crate::think::{Live, Recorded};
use crate::{fallback, new_seed};

/// How much of the tree is kept of every move.
const RECORDED: TreeSize = TreeSize { depth: 4, root_width: 12, width: 6 };
const RECORDED_DETAIL: Detail = Detail { depth: 4, width: 6 };
/// How many root moves are shown while thinking.
const SHOWN: TreeSize = TreeSize { depth: 1, root_width: 24, width: 0 };
/// What a position of an opening is worth is looked up with so many nodes.
const JUDGE_NODES: u64 = 1_500;
/// A suggestion takes this long.
const HINT_TIME: Duration = Duration::from_millis(400);
const SMALL_HASH_MIB: usize = 16;

/// The players and engines of one worker.
pub struct Minds {
    /// For opponents that go by nodes, suggestions and openings.
    small: Option<KeptEngine>,
    /// For the opponents that go by time.
    large: Arc<Engines>,
    bots: Vec<(&'static str, Box<dyn Player + Send>)>,
}

impl std::fmt::Debug for Minds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Minds").field("large", &self.large).finish_non_exhaustive()
    }
}

/// How an engine is asked.
struct Asked {
    budget: Budget,
    nodes: Option<u64>,
    pace: Pace,
}

impl Minds {
    /// With a table of this size and so many threads for the strongest opponent.
    pub fn new(hash_mib: usize, threads: usize) -> Self {
        Self::sharing(Arc::new(Engines::new(Allowance { hash_mib, threads })))
    }

    /// With engines for the strongest opponents that others use too.
    pub fn sharing(large: Arc<Engines>) -> Self {
        Self { small: None, large, bots: Vec::new() }
    }

    /// The small engine, ready for this game.
    fn small(&mut self, game: &Game) -> &Engine {
        let make = || {
            let hash_mib = SMALL_HASH_MIB;
            KeptEngine::new(Settings { hash_mib, threads: 1, ..Settings::default() })
        };
        self.small.get_or_insert_with(make).ready(game)
    }

    fn bot(&mut self, rung: &Rung) -> &mut (dyn Player + Send) {
        let at = self.bots.iter().position(|(name, _)| *name == rung.name).unwrap_or_else(|| {
            self.bots.push((rung.name, rung.player()));
            self.bots.len() - 1
        });
        &mut *self.bots[at].1
    }

    /// A step of an opening, by the engine's judgement where it knows the rule.
    pub fn decide_opening(
        &mut self,
        opening: &OpeningState,
        wanted: &Wanted,
        live: &Live,
    ) -> (OpeningAction, Reason) {
        live.change(|view| "opening".clone_into(&mut view.stage));
        let game = &wanted.game;
        if supports(game.rule(), game.size()).is_err() {
            return decide_opening(opening, game.rule(), &mut NoJudge, new_seed());
        }
        let engine = self.small(game);
        let mut judge = EngineJudge::new(engine, Effort::Nodes(JUDGE_NODES), live.stop_flag());
        decide_opening(opening, game.rule(), &mut judge, new_seed())
    }

    /// A suggestion for the side to move.
    pub fn suggest(&mut self, wanted: &Wanted, live: &Live) -> Hint {
        let game = &wanted.game;
        let blank = Hint {
            ply: wanted.ply,
            color: stone_of(game.to_move()),
            point: None,
            action: None,
            reason: Reason::default(),
            score: None,
            line: Vec::new(),
        };
        if let Task::Opening(opening) = &wanted.task {
            let (action, reason) = self.decide_opening(opening, wanted, live);
            return Hint { action: Some(action), reason, ..blank };
        }
        let size = game.size();
        if supports(game.rule(), size).is_ok() {
            let engine = self.small(game);
            let asked =
                Asked { budget: Budget::exactly(HINT_TIME), nodes: None, pace: Pace::Usual };
            let report = think(engine, game, &asked, live);
            if let Some(best) = chosen(game, &report) {
                return Hint {
                    point: Some(spot_of(size, best)),
                    reason: reason_for(game, Move::Place(best), report.score().mate()),
                    score: Some(engine_worth(report.score())),
                    line: spots_of(size, report.lines[0].points.iter().copied()),
                    ..blank
                };
            }
        }
        fallback::best_by_reason(game).map_or(blank.clone(), |(point, reason)| Hint {
            point: Some(spot_of(size, point)),
            reason,
            line: vec![spot_of(size, point)],
            ..blank
        })
    }
}

/// Whether a decision is one in which the opponent may adapt to the player: a move of an engine.
pub fn may_adapt(wanted: &Wanted) -> bool {
    let rung = LADDER.iter().find(|rung| rung.name == wanted.opponent);
    let is_engine = rung.is_some_and(|rung| !matches!(rung.opponent, Opponent::Bot(..)));
    is_engine && matches!(wanted.task, Task::Move)
}

/// A move of an opponent of the ladder. `past` says what earlier games tell about the player, if
/// the opponent is to adapt.
pub fn decide_move(
    minds: &mut Minds,
    wanted: &Wanted,
    past: Option<&Habits>,
    live: &Live,
) -> (Answer, Option<Recorded>) {
    let rung = LADDER.iter().find(|rung| rung.name == wanted.opponent);
    match rung.map(|rung| (rung, rung.opponent)) {
        Some((rung, Opponent::Bot(..))) => decide_as_bot(minds.bot(rung), wanted, live),
        Some((rung, Opponent::EngineNodes(nodes))) => {
            let engine = minds.small(&wanted.game);
            let budget = Budget::of(&clock_of(wanted, wanted.limit));
            let asked = Asked { budget, nodes: Some(nodes), pace: Pace::Usual };
            decide_as_engine(engine, rung.name, wanted, &asked, past, live)
        }
        Some((rung, Opponent::EngineTime(time))) => {
            let asked = by_habit(wanted, rung, time);
            live.change(|view| {
                view.limit_ms = asked.budget.hard.map(|hard| hard.as_millis() as u64);
            });
            minds.large.with(&wanted.game, |kept| {
                if let Some(shortage) = kept.shortage() {
                    live.tell_shortage(shortage);
                }
                let engine = kept.ready(&wanted.game);
                decide_as_engine(engine, rung.name, wanted, &asked, past, live)
            })
        }
        None => (any_move(&wanted.game), None),
    }
}

/// An engine with a habit takes that long on average; a limit or a clock of this game comes first.
fn by_habit(wanted: &Wanted, rung: &Rung, time: Duration) -> Asked {
    let longest = rung.longest_time().unwrap_or(time);
    let limit = wanted.limit.filter(|&limit| limit != longest);
    let Spent { n_moves, time: spent } = wanted.spent;
    let habit = Some(Habit { average: time, longest, n_moves, spent });
    let clock = Clock { habit, ..clock_of(wanted, limit) };
    Asked { budget: Budget::of(&clock), nodes: None, pace: clock.pace() }
}

/// What time there is: the clock, and a limit for the turn.
fn clock_of(wanted: &Wanted, turn: Option<Duration>) -> Clock {
    let (left, increment) = wanted.clock.unzip();
    Clock { turn, left, increment: increment.unwrap_or_default(), ..Clock::default() }
}

fn any_move(game: &Game) -> Answer {
    let (act, reason) = match fallback::best_by_reason(game) {
        Some((point, reason)) => (Act::Play { point: spot_of(game.size(), point) }, Some(reason)),
        None => (Act::Pass, None),
    };
    Answer { act, score: None, reason, has_reasoning: false, time_ms: None }
}

/// Thinks and keeps the live view up to date.
fn think(engine: &Engine, game: &Game, asked: &Asked, live: &Live) -> Report {
    think_against(engine, game, asked, &Habits::default(), live).0
}

/// The same against a player with these habits.
fn think_against(
    engine: &Engine,
    game: &Game,
    asked: &Asked,
    habits: &Habits,
    live: &Live,
) -> (Report, Option<Adapted>) {
    let position = Position::of(game);
    let Asked { budget, nodes, pace } = *asked;
    let request = Think { budget, nodes, pace, ..Think::default() };
    let mut show = |event| show_event(engine, &position, event, live);
    tengen_players::adapt::think(engine, game, &request, habits, live.stop_flag(), &mut show)
        .unwrap_or_default()
}

/// What earlier games and this one say about the player who is not to move.
fn habits_until_now(past: Option<&Habits>, game: &Game) -> Option<Habits> {
    let mut habits = past?.clone();
    habits.watch(game, !game.to_move());
    Some(habits)
}

/// Puts what the engine tells into the live view.
pub fn show_event(engine: &Engine, position: &Position, event: Event, live: &Live) {
    let size = position.size;
    match event {
        Event::Trying { point, .. } => live.change(|view| view.trying = Some(spot_of(size, point))),
        Event::Depth(report) => {
            let root = engine.tree(position, SHOWN);
            let seen = thinking_of_report(size, &report, &root);
            live.change(|view| merge(view, seen, &report, size));
        }
    }
}

fn merge(view: &mut ThinkingView, seen: ThinkingView, report: &Report, size: Size) {
    let mut depths = std::mem::take(&mut view.depths);
    depths.retain(|known| known.depth < seen.depth);
    depths.push(DepthView {
        depth: seen.depth,
        time_ms: seen.elapsed_ms,
        nodes: seen.nodes,
        best: report.best().map(|point| spot_of(size, point)),
        score: engine_worth(report.score()),
        line: seen.lines.first().map_or_else(Vec::new, |line| line.moves.clone()),
    });
    *view = ThinkingView {
        seat: view.seat,
        ply: view.ply,
        limit_ms: view.limit_ms,
        trying: view.trying.take(),
        depths,
        ..seen
    };
}

fn decide_as_engine(
    engine: &Engine,
    name: &str,
    wanted: &Wanted,
    asked: &Asked,
    past: Option<&Habits>,
    live: &Live,
) -> (Answer, Option<Recorded>) {
    let game = &wanted.game;
    let start = Instant::now();
    let habits = habits_until_now(past, game);
    let nothing = Habits::default();
    let (report, adapted) =
        think_against(engine, game, asked, habits.as_ref().unwrap_or(&nothing), live);
    let Some(best) = chosen(game, &report) else { return (any_move(game), None) };
    let why = reason_for(game, Move::Place(best), report.score().mate());
    let tree = engine.tree(&Position::of(game), RECORDED);
    let mut reasoning = Reasoning::new(RECORDED_DETAIL);
    reasoning.begin(name, game);
    reasoning.finish(game, &choice_of(&report, best, start.elapsed()));
    let (_, mut view) = live.look();
    view.elapsed_ms = start.elapsed().as_millis() as u64;
    let (mut view, tree) = game_reasoning(game, &reasoning, view, why.clone(), &tree);
    let parts = engine.evaluate(&Position::of(game)).unwrap_or_default();
    view.survey = Some(survey_view(game, parts));
    view.adapting = habits.map(|habits| adapting_view(game.size(), &habits, adapted.as_ref()));
    let answer = Answer {
        act: Act::Play { point: spot_of(game.size(), best) },
        score: Some(engine_worth(report.score())),
        reason: Some(why),
        has_reasoning: true,
        time_ms: None,
    };
    (answer, Some(Recorded { view, tree }))
}

/// The best move. Where the next one loses whatever is played, all are equal to the search; people
/// expect that one of the threats is stopped.
fn chosen(game: &Game, report: &Report) -> Option<Point> {
    let is_lost = report.score().mate() == Some(-2);
    let natural = is_lost.then(|| fallback::best_in_vain(game)).flatten();
    natural.or(report.best()).filter(|&best| game.is_legal(best))
}

fn choice_of(report: &Report, best: Point, elapsed: Duration) -> Choice {
    let score = match report.score().mate() {
        Some(plies) if plies > 0 => Score::win_in(plies.unsigned_abs()),
        Some(plies) => -Score::win_in(plies.unsigned_abs()),
        None => Score(i64::from(report.score().get())),
    };
    Choice {
        mv: Some(Move::Place(best)),
        score: Some(score),
        depth: report.depth.unsigned_abs(),
        nodes: report.nodes,
        elapsed,
    }
}

/// A seed player, with its own numbers.
fn decide_as_bot(
    player: &mut (dyn Player + Send),
    wanted: &Wanted,
    live: &Live,
) -> (Answer, Option<Recorded>) {
    let game = &wanted.game;
    // It keeps its own reserve of a limit; a running clock is shared out first.
    let time = match wanted.clock {
        Some(_) => Budget::of(&clock_of(wanted, wanted.limit)).soft,
        None => wanted.limit,
    };
    let limits =
        Limits { time, stop: Some(live.stop_flag()), seed: new_seed(), ..Limits::default() };
    let mut reasoning = Reasoning::new(RECORDED_DETAIL);
    let choice = player.choose(game, &limits, Some(&mut reasoning));
    let legal = choice.mv.filter(|&mv| game.clone().try_move(mv).is_ok());
    let Some(mv) = legal else { return (any_move(game), None) };
    let why = reason_for(game, mv, None);
    let (_, mut view) = live.look();
    view.elapsed_ms = choice.elapsed.as_millis() as u64;
    let (view, tree) = game_reasoning(game, &reasoning, view, why.clone(), &[]);
    let act = match mv {
        Move::Place(point) => Act::Play { point: spot_of(game.size(), point) },
        Move::Pass => Act::Pass,
    };
    let answer = Answer {
        act,
        score: choice.score.map(worth_of),
        reason: Some(why),
        has_reasoning: true,
        time_ms: None,
    };
    (answer, Some(Recorded { view, tree }))
}
