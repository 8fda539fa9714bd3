//! The players and engines of one worker thread, made when first needed and kept.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_engine::{Budget, Clock, Engine, Event, Position, Settings, Think, TreeSize, supports};
use tengen_rules::{Game, Move, OpeningState, SplitMix64};

use super::engines::{Engines, KeptEngine};
use super::fallback::any_move;
use crate::adapt::Habits;
use crate::opening::{Effort, EngineJudge, NoJudge, decide_opening};
use crate::tree::tree_of;
use crate::why::reason_for;
use crate::{
    Act, Adapting, Considered, Decision, DecisionRequest, Detail, EnginePlayer, Limits, Opponent,
    Player, Reason, Reasoning, RootMove, Rung, SearchHandle, Stage, Suggestion, SuggestionRequest,
    Task, Thinking, Thought, TreeNode, Units, Valuation, Variation,
};

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
pub(super) struct Opponents {
    /// For opponents that go by nodes, suggestions and openings.
    small: Option<KeptEngine>,
    /// For the opponents that go by time.
    large: Arc<Engines>,
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
    pub(super) fn new(large: Arc<Engines>, seed: u64) -> Self {
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
        match rung.opponent {
            Opponent::Bot(..) => {
                let seed = self.random.next_u64();
                decide_as_bot(self.bot(rung), request, seed, handle)
            }
            Opponent::EngineNodes(nodes) => {
                let clock = clock_of(request, request.limit);
                let think = Think { nodes: Some(nodes), ..think_by(&clock) };
                decide_as_engine(self.small(&request.game), rung.name, request, &think, handle)
            }
            Opponent::EngineTime(_) => {
                let think = think_by(&habitual_clock(request, rung));
                handle.change(|thinking| thinking.limit = think.budget.hard);
                self.large.with(&request.game, |kept| {
                    if let Some(shortage) = kept.shortage() {
                        handle.tell_shortage(shortage);
                    }
                    let player = kept.ready(&request.game);
                    decide_as_engine(player, rung.name, request, &think, handle)
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
            let mut judge = EngineJudge::new(engine, effort, handle.stop_flag());
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
            ply: next_ply(game),
            color: game.to_move(),
            act: Some(act),
            reason,
            value,
            line,
        };
        if let Task::Opening(opening) = &request.task {
            let (act, reason) = self.decide_opening(opening, game, handle);
            return suggestion(act, reason, None, Vec::new());
        }
        if supports(game.rule(), game.size()).is_ok() {
            let think = Think { budget: Budget::exactly(HINT_TIME), ..Think::default() };
            let Considered { report, best, .. } =
                consider(self.small(game), game, &think, None, handle);
            if let Some(best) = best {
                let mv = Move::Place(best);
                let reason = reason_for(game, mv, report.score().mate());
                let line = report.lines[0].points.clone();
                return suggestion(Act::Move(mv), reason, Some(report.score().into()), line);
            }
        }
        let (act, reason) = any_move(game);
        let line = match act {
            Act::Move(Move::Place(point)) => vec![point],
            Act::Move(Move::Pass) | Act::Opening(_) => Vec::new(),
        };
        suggestion(act, reason, None, line)
    }
}

/// Whether a decision is one in which the opponent may adapt to the player: a move of an engine.
pub fn may_adapt(opponent: &str, task: &Task) -> bool {
    let is_engine = Rung::named(opponent).is_some_and(Rung::is_engine);
    is_engine && matches!(task, Task::Move)
}

fn next_ply(game: &Game) -> u32 {
    game.turns().len() as u32 + 1
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
    let turn = request.limit.filter(|&limit| Some(limit) != rung.longest_time());
    let habit = rung.habit(request.spent.n_moves, request.spent.time);
    Clock { habit, ..clock_of(request, turn) }
}

fn think_by(clock: &Clock) -> Think {
    Think { budget: Budget::of(clock), pace: clock.pace(), ..Think::default() }
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
    player.consider(game, think, past, handle.stop_flag(), &mut show)
}

/// Puts what the engine tells into the handle.
pub fn show_event(engine: &Engine, position: &Position, event: Event, handle: &SearchHandle) {
    let root = match &event {
        Event::Depth(_) => tree_of(engine, position, SHOWN),
        Event::Trying { .. } => Vec::new(),
    };
    handle.change(|thinking| thinking.take(event, || root));
}

/// The tree of the last search of this position, as much as is kept of every move.
fn recorded_tree(engine: &Engine, position: &Position) -> Vec<TreeNode> {
    tree_of(engine, position, RECORDED)
}

fn decide_as_engine(
    player: &EnginePlayer,
    name: &str,
    request: &DecisionRequest,
    think: &Think,
    handle: &SearchHandle,
) -> Decision {
    let game = &request.game;
    let start = Instant::now();
    let considered = consider(player, game, think, request.habits.as_deref(), handle);
    let Considered { report, best: Some(best), habits, adapted } = considered else {
        return by_thumb(game);
    };
    let mv = Move::Place(best);
    let why = reason_for(game, mv, report.score().mate());
    let position = Position::of(game);
    let (_, mut thinking) = handle.look();
    thinking.elapsed = start.elapsed();
    let thought = Thought {
        ply: next_ply(game),
        player: name.to_owned(),
        color: game.to_move(),
        choice: Some(mv),
        why: why.clone(),
        thinking: Thinking {
            depth: thinking.depth.max(report.depth.unsigned_abs()),
            nodes: thinking.nodes.max(report.nodes),
            value: thinking.value.or_else(|| Some(report.score().into())),
            ..thinking
        },
        cutoffs: BTreeMap::new(),
        figures: BTreeMap::new(),
        notes: Vec::new(),
        evaluation: player.engine().evaluate(&position).ok(),
        adapting: habits.map(|habits| Adapting { habits, adapted }),
        tree: recorded_tree(player.engine(), &position),
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
    seed: u64,
    handle: &SearchHandle,
) -> Decision {
    let game = &request.game;
    // The player itself keeps something of a limit back; of a game clock it gets its share.
    let by_clock = request.clock.and(Budget::of(&clock_of(request, request.limit)).hard);
    let time = by_clock.or(request.limit);
    let limits = Limits { time, stop: Some(handle.stop_flag()), seed, ..Limits::default() };
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
        ply: next_ply(game),
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
