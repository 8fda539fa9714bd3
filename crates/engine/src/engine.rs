//! The façade.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use tengen_board::{Bits, Board, Cell, Variant};
use tengen_rules::{Point, Rule};
use tengen_search::{
    Control, EvalParts, Iteration, KnownMove, Limits, Outcome, Params, Stop, Table, Team, TreeSize,
    Watcher, Weights,
};

use crate::budget::Budget;
use crate::dispatch::{Task, Unsupported, dispatch};
use crate::event::{Event, Line, Report};
use crate::instant::Instant;
use crate::lag::Lag;
use crate::position::Position;
use crate::stability::Stability;
use crate::stop_sign::StopSign;
use crate::tree::ReadTree;
use crate::weights::weights_of;

/// What stays the same from move to move.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The size of the transposition table.
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// The constants of the search.
    pub params: Params,
    /// Weights to play with instead of the built-in ones.
    pub weights: Option<Weights>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash_mib: 64, threads: 1, params: Params::default(), weights: None }
    }
}

/// One thinking: how long, how deep, how wide.
#[derive(Clone, Debug)]
pub struct Think {
    /// The time.
    pub budget: Budget,
    /// The deepest iteration.
    pub depth: Option<i32>,
    /// How many nodes the main thread visits at most.
    pub nodes: Option<u64>,
    /// How many lines are wanted.
    pub lines: usize,
    /// The only moves to consider, if not all.
    pub only: Vec<Point>,
    /// Moves to leave out.
    pub without: Vec<Point>,
    /// What time is used for.
    pub pace: Pace,
    /// Whether a move without alternative is answered at once; an analysis goes on to see what
    /// follows it.
    pub stops_when_alone: bool,
}

/// What the time of a move is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As the budget says.
    #[default]
    Usual,
    /// What a clear move does not need is somebody's time and not spent; a doubtful one may go on
    /// up to the hard limit.
    Thrifty,
}

impl Default for Think {
    fn default() -> Self {
        Self {
            budget: Budget::UNLIMITED,
            depth: None,
            nodes: None,
            lines: 1,
            only: Vec::new(),
            without: Vec::new(),
            pace: Pace::Usual,
            stops_when_alone: true,
        }
    }
}

/// A strong player with a memory.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    table: Table,
    /// The rule and the size of what is in the table, zero if it is empty: the same stones mean
    /// something else elsewhere.
    kind: AtomicU32,
}

impl Engine {
    /// An engine with these settings.
    pub fn new(settings: Settings) -> Self {
        let table = Table::new(settings.hash_mib);
        Self { settings, table, kind: AtomicU32::new(0) }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; the table is only made anew if its size changes.
    pub fn set(&mut self, settings: Settings) {
        if settings.hash_mib != self.settings.hash_mib {
            // The old table goes first, so that both never exist at once.
            self.table = Table::new(0);
            self.table = Table::new(settings.hash_mib);
        }
        self.settings = settings;
    }

    /// Forgets everything about earlier positions.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.kind = AtomicU32::new(0);
    }

    /// How many bytes the table takes.
    pub fn table_bytes(&self) -> usize {
        self.table.n_bytes()
    }

    /// Thinks until the budget, the limits or `stop` end it, telling `events` what happens.
    pub fn think(
        &self,
        position: &Position,
        think: &Think,
        stop: &dyn StopSign,
        events: &mut dyn FnMut(Event),
    ) -> Result<Report, Unsupported> {
        self.search(position, think, stop, events, None)
    }

    /// Thinks, and samples positions of the tree as lines from the root: what the evaluation is asked
    /// about, to learn from.
    pub fn think_and_keep(
        &self,
        position: &Position,
        think: &Think,
    ) -> Result<(Report, Vec<Vec<Point>>), Unsupported> {
        let (stop, mut kept) = (AtomicBool::new(false), Vec::new());
        let report = self.search(position, think, &stop, &mut |_| {}, Some(&mut kept))?;
        Ok((report, kept))
    }

    fn search(
        &self,
        position: &Position,
        think: &Think,
        stop: &dyn StopSign,
        events: &mut dyn FnMut(Event),
        sampled: Option<&mut Vec<Vec<Point>>>,
    ) -> Result<Report, Unsupported> {
        let start = Instant::now();
        let kind = (position.rule as u32) << 8 | u32::from(position.size.get()) | 1 << 16;
        if ![0, kind].contains(&self.kind.swap(kind, Ordering::Relaxed)) {
            self.table.clear();
        }
        self.table.new_search();
        let weights = self.weights_for(position.rule);
        dispatch(position, Search { engine: self, weights, think, start, stop, events, sampled })
    }

    /// What the evaluation says about a position without looking ahead, and what that is made of.
    pub fn evaluate(&self, position: &Position) -> Result<EvalParts, Unsupported> {
        dispatch(position, Evaluate { weights: self.weights_for(position.rule) })
    }

    fn weights_for(&self, rule: Rule) -> &Weights {
        self.settings.weights.as_ref().unwrap_or_else(|| weights_of(rule))
    }

    /// The tree of the last search of this position, as far as the table remembers it: `make` turns
    /// each move, what is known of the answers to it and how many more are known into a node.
    pub fn tree<N>(
        &self,
        position: &Position,
        size: TreeSize,
        mut make: impl FnMut(KnownMove, Vec<N>, usize) -> N,
    ) -> Vec<N> {
        dispatch(position, ReadTree { table: &self.table, size, make: &mut make })
            .unwrap_or_default()
    }
}

/// A look at a board of some rule.
struct Evaluate<'a> {
    weights: &'a Weights,
}

impl Task for Evaluate<'_> {
    type Output = EvalParts;

    fn run<V: Variant>(self, board: Board<V>) -> EvalParts {
        tengen_search::parts_of(self.weights, &board)
    }
}

/// A search on a board of some rule.
struct Search<'a> {
    engine: &'a Engine,
    weights: &'a Weights,
    think: &'a Think,
    start: Instant,
    stop: &'a dyn StopSign,
    events: &'a mut dyn FnMut(Event),
    /// Where positions of the tree go.
    sampled: Option<&'a mut Vec<Vec<Point>>>,
}

impl Task for Search<'_> {
    type Output = Report;

    fn run<V: Variant>(self, board: Board<V>) -> Report {
        let limits = self.limits(&board);
        let clock = StopWatch::new(self.think, self.start, self.stop);
        let table = &self.engine.table;
        let params = &self.engine.settings.params;
        let helper_nodes = AtomicU64::new(0);
        let n_threads = self.engine.settings.threads.max(1);
        let team = Team::new(board.size(), n_threads, self.weights, table, params);
        let outcome = std::thread::scope(|scope| {
            for _ in 1..n_threads {
                let (board, clock, team, helper_nodes) =
                    (board.clone(), &clock, &team, &helper_nodes);
                let help = move || {
                    let nodes = tengen_search::assist(board, team, clock);
                    helper_nodes.fetch_add(nodes, Ordering::Relaxed);
                };
                // Where there is no memory for another thread, fewer think.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut watcher =
                EventWatcher { board: &board, table, clock: &clock, events: self.events };
            tengen_search::search(board.clone(), &limits, &team, &clock, &mut watcher)
        });
        let mut report = report(&board, &outcome, table, &clock);
        report.nodes += helper_nodes.load(Ordering::Relaxed);
        if let Some(sampled) = self.sampled {
            let points = |line: &Vec<Cell>| line.iter().map(|&cell| board.point(cell)).collect();
            sampled.extend(outcome.sampled.iter().map(points));
        }
        report
    }
}

impl Search<'_> {
    fn limits<V: Variant>(&self, board: &Board<V>) -> Limits {
        let bits = |points: &[Point]| -> Bits {
            points.iter().filter(|&&p| board.size().contains(p)).map(|&p| board.cell(p)).collect()
        };
        Limits {
            depth: self.think.depth.unwrap_or(99),
            nodes: self.think.nodes.unwrap_or(u64::MAX),
            lines: self.think.lines,
            only: (!self.think.only.is_empty()).then(|| bits(&self.think.only)),
            without: bits(&self.think.without),
            stops_when_alone: self.think.stops_when_alone,
            samples_tree: self.sampled.is_some(),
        }
    }
}

fn report<V: Variant>(
    board: &Board<V>,
    outcome: &Outcome,
    table: &Table,
    clock: &StopWatch<'_>,
) -> Report {
    Report {
        depth: outcome.depth,
        selective_depth: outcome.selective_depth,
        nodes: outcome.nodes,
        time: clock.start.elapsed(),
        table_permille: table.permille_full(),
        lines: outcome.lines.iter().map(|line| line_of(board, &line.cells, line.score)).collect(),
    }
}

fn line_of<V: Variant>(board: &Board<V>, cells: &[Cell], score: tengen_search::Score) -> Line {
    Line { points: cells.iter().map(|&cell| board.point(cell)).collect(), score }
}

/// The time, and whether somebody pressed stop.
struct StopWatch<'a> {
    start: Instant,
    budget: Budget,
    stop: &'a dyn StopSign,
    pace: Option<Stability>,
    lag: Lag,
}

impl<'a> StopWatch<'a> {
    fn new(think: &Think, start: Instant, stop: &'a dyn StopSign) -> Self {
        let pace = (think.pace == Pace::Thrifty).then(Stability::default);
        Self { start, budget: think.budget, stop, pace, lag: Lag::default() }
    }
}

impl Control for StopWatch<'_> {
    fn poll(&self) -> Stop {
        let is_late =
            self.budget.hard.is_some_and(|hard| self.lag.is_late(self.start.elapsed(), hard));
        if is_late || self.stop.is_set() { Stop::Now } else { Stop::No }
    }

    fn after_iteration(&self, iteration: &Iteration<'_>) -> Stop {
        let Some(soft) = self.budget.soft else { return self.poll() };
        if let Some(stability) = &self.pace {
            let is_enough = self.start.elapsed() * 100 >= soft * stability.percent_after(iteration);
            return if is_enough { Stop::Now } else { self.poll() };
        }
        // Time that cannot be saved up for later moves is used to the end. Otherwise the next
        // iteration is only begun if it may finish, and a clear choice needs less.
        let can_save = self.budget.hard.is_some_and(|hard| soft * 2 < hard);
        let share = match (can_save, iteration.best_move_percent >= 95) {
            (false, _) => 90,
            (true, false) => 60,
            (true, true) => 35,
        };
        if self.start.elapsed() * 100 >= soft * share { Stop::Now } else { Stop::No }
    }
}

/// Turns what the search says into events.
struct EventWatcher<'a, V: Variant> {
    board: &'a Board<V>,
    table: &'a Table,
    clock: &'a StopWatch<'a>,
    events: &'a mut dyn FnMut(Event),
}

impl<V: Variant> Watcher for EventWatcher<'_, V> {
    fn iteration(&mut self, iteration: &Iteration<'_>) {
        let lines = iteration
            .lines
            .iter()
            .map(|line| line_of(self.board, &line.cells, line.score))
            .collect();
        (self.events)(Event::Depth(Report {
            depth: iteration.depth,
            selective_depth: iteration.selective_depth,
            nodes: iteration.nodes,
            time: self.clock.start.elapsed(),
            table_permille: self.table.permille_full(),
            lines,
        }));
    }

    fn trying(&mut self, depth: i32, cell: Cell) {
        (self.events)(Event::Trying { depth, point: self.board.point(cell) });
    }
}
