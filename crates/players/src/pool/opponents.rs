//! The players and engines of one worker thread, made when first needed and kept.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tengen_engine::{
    Budget, Clock, Engine, Event, Instant, Position, Settings, StopSign, Think, TreeSize, supports,
};
use tengen_rules::{Game, Move, OpeningState, Point, SplitMix64};

use super::engines::{Engines, KeptEngine};
use super::fallback::{any_move, suggestion_by_thumb};
use crate::adapt::{Adapted, Habits};
use crate::forced::to_the_end;
use crate::opening::{Effort, EngineJudge, NoJudge, decide_opening};
use crate::thinking::{lines_of, root_moves};
use crate::tree::{Iterated, settle, tree_of};
use crate::why::reason_for;
use crate::{
    Act, Adapting, Bound, Considered, Decision, DecisionRequest, Detail, EnginePlayer, MoveLimits,
    Opponent, Player, Reason, Reasoning, RootMove, Rung, SearchHandle, Stage, Suggestion,
    SuggestionRequest, Task, Thinking, Thought, TreeNode, Units, Valuation, Variation,
};

/// How much of the tree is kept of every move.
const RECORDED: TreeSize = TreeSize { depth: 4, root_width: 12, width: 6 };
const RECORDED_DETAIL: Detail = Detail { depth: 4, width: 6 };
/// How many root moves are shown while thinking.
const SHOWN: TreeSize = TreeSize { depth: 1, root_width: 24, width: 0 };
/// How much of the tree is shown while it grows, and how often.
const GROWING: TreeSize = TreeSize { depth: 3, root_width: 6, width: 3 };
const GROWS_EVERY: Duration = Duration::from_millis(200);
/// What a position of an opening is worth is looked up with so many nodes.
const JUDGE_NODES: u64 = 1_500;
/// A suggestion takes this long.
const HINT_TIME: Duration = Duration::from_millis(400);
const SMALL_HASH_MIB: usize = 16;

/// The players and engines of one worker.
pub(super) struct Opponents {
    /// For opponents that go by nodes, suggestions and openings.
    small: Option<KeptEngine>,
    /// For the opponents that go by time.
    large: Engines,
    bots: Vec<(&'static str, Box<dyn Player + Send>)>,
    /// For what is left to chance.
    random: SplitMix64,
}

impl std::fmt::Debug for Opponents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opponents").field("large", &self.large).finish_non_exhaustive()
    }
}

impl Opponents {
    /// With engines for the strongest opponents that others may use too.
    pub(super) fn new(large: Engines, seed: u64) -> Self {
        Self { small: None, large, bots: Vec::new(), random: SplitMix64::new(seed) }
    }

    /// What an opponent of the ladder does.
    pub(super) fn decide(&mut self, request: &DecisionRequest, handle: &SearchHandle) -> Decision {
        handle.change(|thinking| thinking.limit = request.limit);
        match &request.task {
            Task::Opening(opening) => {
                let (act, reason) = self.decide_opening(opening, &request.game, handle);
                Decision { reason: Some(reason), ..Decision::bare(act) }
            }
            Task::Move => self.decide_move(request, handle),
        }
    }

    fn decide_move(&mut self, request: &DecisionRequest, handle: &SearchHandle) -> Decision {
        let Some(rung) = Rung::named(&request.opponent) else { return by_thumb(&request.game) };
        handle.change(|thinking| thinking.stage = Stage::Search);
        let limits = rung.limits(request.limits);
        let by_limits = || Think {
            nodes: limits.nodes,
            depth: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
            ..think_by(&clock_of(request, limits.time), handle)
        };
        match rung.opponent {
            Opponent::Novice(_) | Opponent::Bot(..) => {
                let seed = self.random.next_u64();
                decide_as_bot(self.bot(rung), request, limits, seed, handle)
            }
            Opponent::EngineNodes(_) => {
                let player = self.small(&request.game);
                decide_as_engine(player, rung, request, &by_limits(), handle)
            }
            Opponent::EngineTime(_) | Opponent::Solved(_) => {
                let is_chosen = limits.depth.is_some() || limits.nodes.is_some();
                let think = if is_chosen {
                    by_limits()
                } else {
                    think_by(&habitual_clock(request, rung), handle)
                };
                handle.change(|thinking| thinking.limit = think.budget.hard);
                self.large.with(&request.game, |kept| {
                    if let Some(shortage) = kept.shortage() {
                        handle.tell_shortage(shortage);
                    }
                    let player = kept.ready(&request.game);
                    decide_as_engine(player, rung, request, &think, handle)
                })
            }
        }
    }

    /// The small engine, ready for this game.
    fn small(&mut self, game: &Game) -> &EnginePlayer {
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
    fn decide_opening(
        &mut self,
        opening: &OpeningState,
        game: &Game,
        handle: &SearchHandle,
    ) -> (Act, Reason) {
        handle.change(|thinking| thinking.stage = Stage::Opening);
        let seed = self.random.next_u64();
        let choice = if supports(game.rule(), game.size()).is_ok() {
            let engine = self.small(game).engine();
            let effort = Effort::Nodes(JUDGE_NODES);
            let mut judge = EngineJudge::new(engine, effort, handle.stop_sign());
            decide_opening(opening, game.rule(), &mut judge, seed)
        } else {
            decide_opening(opening, game.rule(), &mut NoJudge, seed)
        };
        let reason = Reason::of_opening(&choice);
        (Act::Opening(choice.action), reason)
    }

    /// A suggestion for the side to move.
    pub(super) fn suggest(
        &mut self,
        request: &SuggestionRequest,
        handle: &SearchHandle,
    ) -> Suggestion {
        let game = &request.game;
        let suggestion = |act, reason, value, line| Suggestion {
            ply: game.next_ply(),
            color: game.to_move(),
            act: Some(act),
            reason,
            value,
            line,
            time: Duration::ZERO,
        };
        if let Task::Opening(opening) = &request.task {
            let (act, reason) = self.decide_opening(opening, game, handle);
            return suggestion(act, reason, None, Vec::new());
        }
        if supports(game.rule(), game.size()).is_ok() {
            let think = Think { budget: Budget::exactly(HINT_TIME), ..Think::default() };
            let considered = Considered::by_proof(game, &think)
                .unwrap_or_else(|| consider(self.small(game), game, &think, None, handle));
            if let Some(best) = considered.best {
                let reason = considered.reason(game, best);
                let Considered { report, .. } = considered;
                let line = report.lines[0].points.clone();
                let value = Some(report.score().into());
                return suggestion(Act::Move(Move::Place(best)), reason, value, line);
            }
        }
        suggestion_by_thumb(game)
    }
}

/// Whether a decision is one in which the opponent may adapt to the player: a move of an engine.
pub fn may_adapt(opponent: &str, task: &Task) -> bool {
    let is_engine = Rung::named(opponent).is_some_and(Rung::is_engine);
    is_engine && matches!(task, Task::Move)
}

/// What time there is: the clock of the game, and a limit for the turn.
fn clock_of(request: &DecisionRequest, turn: Option<Duration>) -> Clock {
    Clock {
        turn,
        left: request.clock.map(|clock| clock.time),
        increment: request.clock.map_or(Duration::ZERO, |clock| clock.increment),
        ..Clock::default()
    }
}

/// The same for an engine that goes by time. What its rung says is its habit and no limit; a limit
/// that somebody has set for this game comes first.
fn habitual_clock(request: &DecisionRequest, rung: &Rung) -> Clock {
    let habit = rung.habit(request.spent.n_moves, request.spent.time);
    Clock { habit, ..clock_of(request, request.limits.time) }
}

/// The time has run since the thought was asked for.
fn think_by(clock: &Clock, handle: &SearchHandle) -> Think {
    // In whole milliseconds, as budgets are.
    let age = Duration::from_millis(u64::try_from(handle.age().as_millis()).unwrap_or(u64::MAX));
    let budget = Budget::of(clock).part_after(age, 1);
    Think { budget, pace: clock.pace(), ..Think::default() }
}

fn by_thumb(game: &Game) -> Decision {
    let (act, reason) = any_move(game);
    Decision { reason: Some(reason), ..Decision::bare(act) }
}

/// Considers a position and keeps the handle up to date.
fn consider(
    player: &EnginePlayer,
    game: &Game,
    think: &Think,
    past: Option<&Habits>,
    handle: &SearchHandle,
) -> Considered {
    let position = Position::of(game);
    let mut show = |event| show_event(player.engine(), &position, event, handle);
    while_growing(player.engine(), &position, handle, |stop| {
        player.consider(game, think, past, stop, &mut show)
    })
}

/// Puts what the engine tells into the handle.
pub fn show_event(engine: &Engine, position: &Position, event: Event, handle: &SearchHandle) {
    show_event_then(engine, position, event, handle, |_| {});
}

/// The same, and `then` has a look at it before anybody else.
pub fn show_event_then(
    engine: &Engine,
    position: &Position,
    event: Event,
    handle: &SearchHandle,
    then: impl FnOnce(&mut Thinking),
) {
    let root = match &event {
        Event::Depth(_) => tree_of(engine, position, SHOWN),
        Event::Trying { .. } => Vec::new(),
    };
    handle.change(|thinking| {
        thinking.take(event, position.to_move, || root);
        then(thinking);
    });
}

/// Shows the tree of a search a few times a second while it goes on, if somebody watches. It is read
/// off the table beside the search, which does not notice; where there is no thread for that, the
/// search does it when it looks at what it is given, whether to end.
pub fn while_growing<T>(
    engine: &Engine,
    position: &Position,
    handle: &SearchHandle,
    search: impl FnOnce(&dyn StopSign) -> T,
) -> T {
    let is_over = AtomicBool::new(false);
    let read_off = || {
        let mut tree = tree_of(engine, position, GROWING);
        let (_, Thinking { lines, .. }) = handle.look();
        settle(&mut tree, &lines, position.to_move, Iterated::Whole);
        tree
    };
    let watch = || {
        std::thread::park_timeout(GROWS_EVERY);
        while !is_over.load(Ordering::Acquire) {
            if handle.wants_tree() {
                let tree = read_off();
                if !is_over.load(Ordering::Acquire) {
                    handle.show_tree(tree);
                }
            }
            std::thread::park_timeout(GROWS_EVERY);
        }
    };
    std::thread::scope(|scope| {
        let watcher = std::thread::Builder::new().spawn_scoped(scope, watch).ok();
        let is_alone = watcher.is_none();
        let _end = EndOfSearch { is_over: &is_over, watcher };
        if is_alone {
            return search(&Gardener { handle, read_off, looked: Mutex::new(Instant::now()) });
        }
        search(handle.stop_sign())
    })
}

/// Shows the tree now and then when the search looks whether to end.
struct Gardener<'a, R> {
    handle: &'a SearchHandle,
    read_off: R,
    looked: Mutex<Instant>,
}

impl<R> std::fmt::Debug for Gardener<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gardener").field("handle", self.handle).finish_non_exhaustive()
    }
}

impl<R: Fn() -> Vec<TreeNode> + Sync> StopSign for Gardener<'_, R> {
    fn is_set(&self) -> bool {
        // The threads of a search do not wait for each other here.
        if self.handle.wants_tree()
            && let Ok(mut looked) = self.looked.try_lock()
            && looked.elapsed() >= GROWS_EVERY
        {
            self.handle.show_tree((self.read_off)());
            *looked = Instant::now();
        }
        self.handle.is_set()
    }
}

/// Lets the watcher go when the search is over, also in a panic.
struct EndOfSearch<'s, 'e> {
    is_over: &'e AtomicBool,
    watcher: Option<std::thread::ScopedJoinHandle<'s, ()>>,
}

impl Drop for EndOfSearch<'_, '_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(watcher) = &self.watcher {
            watcher.thread().unpark();
        }
    }
}

/// The lines of a report, that of the move to play first, and whether all other moves of the root
/// were compared with it.
fn final_lines(
    game: &Game,
    considered: &Considered,
    best: Point,
    shown: &Thinking,
) -> (Vec<Variation>, Iterated) {
    let mut lines = lines_of(&considered.report);
    let first = |line: &Variation| line.moves.first().copied();
    match lines.iter().position(|line| first(line) == Some(best)) {
        Some(at) => lines[..=at].rotate_right(1),
        // A lost position is defended where people expect it, not where the search looked.
        None => lines.insert(
            0,
            Variation {
                moves: vec![best],
                value: considered.report.score().into(),
                bound: Bound::Exact,
                depth: considered.report.depth.unsigned_abs(),
            },
        ),
    }
    // What a proof says of its length is a bound, and the search does not know its moves.
    let is_counted = |&plies: &i32| plies > 0 && !considered.is_proven;
    if let Some(plies) = considered.report.score().mate().filter(is_counted) {
        lines[0].moves = to_the_end(game, &lines[0].moves, plies.unsigned_abs());
    }
    let is_changed = considered.adapted.as_ref().is_some_and(Adapted::is_changed);
    let is_as_shown = shown.lines.first().map(|line| (first(line), line.value))
        == Some((Some(best), lines[0].value));
    let is_whole = is_as_shown && !is_changed;
    (lines, if is_whole { Iterated::Whole } else { Iterated::Partly })
}

fn decide_as_engine(
    player: &EnginePlayer,
    rung: &Rung,
    request: &DecisionRequest,
    think: &Think,
    handle: &SearchHandle,
) -> Decision {
    let game = &request.game;
    let start = Instant::now();
    let by_proof = rung.follows_proofs().then(|| Considered::by_proof(game, think)).flatten();
    let considered = by_proof
        .unwrap_or_else(|| consider(player, game, think, request.habits.as_deref(), handle));
    let Some(best) = considered.best else { return by_thumb(game) };
    let mv = Move::Place(best);
    let why = considered.reason(game, best);
    let (engine, position) = (player.engine(), Position::of(game));
    let (_, mut thinking) = handle.look();
    let (lines, iterated) = final_lines(game, &considered, best, &thinking);
    let Considered { report, habits, adapted, .. } = considered;
    let mut tree = tree_of(engine, &position, RECORDED);
    settle(&mut tree, &lines, game.to_move(), iterated);
    let mut root = tree_of(engine, &position, SHOWN);
    settle(&mut root, &lines, game.to_move(), iterated);
    thinking.elapsed = start.elapsed();
    let thought = Thought {
        ply: game.next_ply(),
        player: rung.name.to_owned(),
        color: game.to_move(),
        choice: Some(mv),
        why: why.clone(),
        thinking: Thinking {
            depth: thinking.depth.max(report.depth.unsigned_abs()),
            nodes: thinking.nodes.max(report.nodes),
            value: Some(report.score().into()),
            candidates: root_moves(&root),
            lines,
            ..thinking
        },
        cutoffs: BTreeMap::new(),
        figures: BTreeMap::new(),
        notes: Vec::new(),
        evaluation: engine.evaluate(&position).ok(),
        adapting: habits.map(|habits| Adapting { habits, adapted }),
        tree,
        units: Units::Engine,
    };
    Decision {
        act: Act::Move(mv),
        value: Some(report.score().into()),
        reason: Some(why),
        thought: Some(Box::new(thought)),
    }
}

/// A seed player, with its own numbers.
fn decide_as_bot(
    player: &mut (dyn Player + Send),
    request: &DecisionRequest,
    limits: MoveLimits,
    seed: u64,
    handle: &SearchHandle,
) -> Decision {
    let game = &request.game;
    // The player itself keeps something of a limit back; of a game clock it gets its share.
    let by_clock = request.clock.and(Budget::of(&clock_of(request, limits.time)).hard);
    let time = by_clock.or(limits.time).map(|time| time.saturating_sub(handle.age()));
    let limits = MoveLimits { time, ..limits };
    let limits = limits.of_one_move(Some(handle.stop_sign()), seed);
    let mut reasoning = Reasoning::new(RECORDED_DETAIL);
    let choice = player.choose(game, &limits, Some(&mut reasoning));
    let legal = choice.mv.filter(|&mv| game.clone().try_move(mv).is_ok());
    let Some(mv) = legal else { return by_thumb(game) };
    let why = reason_for(game, mv, None);
    let (_, mut thinking) = handle.look();
    thinking.elapsed = choice.elapsed;
    Decision {
        act: Act::Move(mv),
        value: choice.score.map(Valuation::own),
        reason: Some(why.clone()),
        thought: Some(Box::new(thought_of_bot(game, reasoning, thinking, why))),
    }
}

/// The record of a player that tells everything at the end.
fn thought_of_bot(game: &Game, reasoning: Reasoning, thinking: Thinking, why: Reason) -> Thought {
    let root_move = |candidate| RootMove { candidate, units: Units::Own, depth: None };
    let lines = reasoning.lines.into_iter().rev().map(|line| Variation {
        moves: line.moves,
        value: Valuation::own(line.score),
        bound: line.bound,
        depth: line.depth,
    });
    Thought {
        ply: game.next_ply(),
        player: reasoning.player,
        color: game.to_move(),
        choice: reasoning.choice,
        why,
        thinking: Thinking {
            candidates: reasoning.candidates.into_iter().map(root_move).collect(),
            lines: lines.collect(),
            depth: reasoning.depth,
            nodes: reasoning.nodes,
            value: reasoning.score.map(Valuation::own),
            ..thinking
        },
        cutoffs: reasoning.cutoffs,
        figures: reasoning.figures,
        notes: reasoning.notes,
        evaluation: None,
        adapting: None,
        tree: reasoning.tree,
        units: Units::Own,
    }
}
