//! A thought that others can watch and stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tengen_engine::{Event, Instant, Report, StopSign};
use tengen_rules::{Color, Point};

use crate::pool::Shortage;
use crate::tree::{Iterated, settle};
use crate::{Bound, Candidate, TreeNode, Units, Valuation};

/// What a player is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing yet.
    #[default]
    Waiting,
    /// It looks for a move.
    Search,
    /// It judges the steps of an opening.
    Opening,
    /// It looks for a win by fours.
    Vcf,
    /// It looks for a win by threats.
    Vct,
}

/// A thought as it stands just now. Scores are from the view of the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// What it is doing.
    pub stage: Stage,
    /// How long it may think, if that is limited.
    pub limit: Option<Duration>,
    /// The time it has taken, as its own clock says.
    pub elapsed: Duration,
    /// The last finished depth in plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub deepest: u32,
    /// What the position is worth.
    pub value: Option<Valuation>,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions a second.
    pub nodes_per_second: u64,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// The best lines, best first.
    pub lines: Vec<Variation>,
    /// The moves at the root with what is known about each, best first.
    pub candidates: Vec<RootMove>,
    /// The root move being looked at now.
    pub trying: Option<Point>,
    /// The finished depths.
    pub depths: Vec<Iteration>,
}

/// A line of moves with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves, the side to move's first.
    pub moves: Vec<Point>,
    /// What it is worth.
    pub value: Valuation,
    /// How exact that is.
    pub bound: Bound,
    /// The depth it was found at.
    pub depth: u32,
}

/// A root move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move, its score and what that is made of.
    pub candidate: Candidate,
    /// Whose numbers these are.
    pub units: Units,
    /// The depth it was looked at, where that is known.
    pub depth: Option<u32>,
}

/// A finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The depth in plies.
    pub depth: u32,
    /// When it was finished, since the thinking began.
    pub time: Duration,
    /// Positions looked at until then.
    pub nodes: u64,
    /// What the best line is worth.
    pub value: Valuation,
    /// The best line.
    pub line: Vec<Point>,
}

impl Thinking {
    /// Takes in what the engine tells about a position with `color` to move; `root` are the root
    /// moves that its table remembers.
    pub fn take(&mut self, event: Event, color: Color, root: impl FnOnce() -> Vec<TreeNode>) {
        match event {
            Event::Trying { point, .. } => self.trying = Some(point),
            Event::Depth(report) => self.take_report(&report, color, root()),
        }
    }

    fn take_report(&mut self, report: &Report, color: Color, mut root: Vec<TreeNode>) {
        let depth = report.depth.unsigned_abs();
        let lines = lines_of(report);
        settle(&mut root, &lines, color, Iterated::Whole);
        self.stage = Stage::Search;
        self.elapsed = report.time;
        self.depth = depth;
        self.deepest = report.selective_depth.unsigned_abs();
        self.value = lines.first().map(|line| line.value);
        self.nodes = report.nodes;
        self.nodes_per_second = report.nodes_per_second();
        self.table_permille = report.table_permille;
        self.candidates = root_moves(&root);
        self.depths.retain(|known| known.depth < depth);
        self.depths.push(Iteration {
            depth,
            time: report.time,
            nodes: report.nodes,
            value: report.score().into(),
            line: lines.first().map_or_else(Vec::new, |line| line.moves.clone()),
        });
        self.lines = lines;
    }
}

/// The lines of a report, best first: searched one after the other, they may come out in another
/// order than they were tried in.
pub(crate) fn lines_of(report: &Report) -> Vec<Variation> {
    let variation = |line: &tengen_engine::Line| Variation {
        moves: line.points.clone(),
        value: line.score.into(),
        bound: Bound::Exact,
        depth: report.depth.unsigned_abs(),
    };
    let mut lines: Vec<Variation> = report.lines.iter().map(variation).collect();
    lines.sort_by_key(|line| core::cmp::Reverse(line.value.score));
    lines
}

/// The moves of the root in the order of the tree.
pub(crate) fn root_moves(root: &[TreeNode]) -> Vec<RootMove> {
    let root_move = |node: &TreeNode| RootMove {
        candidate: Candidate {
            point: node.point,
            score: node.score,
            bound: node.bound,
            parts: Vec::new(),
        },
        units: Units::Engine,
        depth: node.depth,
    };
    root.iter().map(root_move).collect()
}

/// The tree of a search that is going on, with a number that grows with every change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrowingTree {
    /// How often it has changed.
    pub number: u64,
    /// The moves of the root with what is known below them.
    pub roots: Vec<TreeNode>,
}

/// The handle of a running search: whoever holds a copy can watch and stop it.
#[derive(Clone, Debug, Default)]
pub struct SearchHandle {
    stop: Arc<AtomicBool>,
    seen: Arc<Mutex<(u64, Thinking)>>,
    tree: Arc<Mutex<GrowingTree>>,
    wants_tree: Arc<AtomicBool>,
    shortage: Arc<OnceLock<Shortage>>,
    pulse: Option<Pulse>,
    /// When the thought was asked for, which may be a while before somebody begins with it.
    since: Since,
}

/// Called by the searcher whenever it looks whether to end.
#[derive(Clone)]
struct Pulse(Arc<dyn Fn(&SearchHandle) + Send + Sync>);

impl std::fmt::Debug for Pulse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pulse")
    }
}

#[derive(Clone, Copy, Debug)]
struct Since(Instant);

impl Default for Since {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl SearchHandle {
    /// A handle for where nobody else can run while the search does: the searcher itself calls
    /// `pulse` whenever it looks whether to end, to stop it and to tell what is seen.
    pub fn with_pulse(pulse: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self { pulse: Some(Pulse(Arc::new(pulse))), ..Self::default() }
    }

    /// How long ago the thought was asked for.
    pub fn age(&self) -> Duration {
        self.since.0.elapsed()
    }

    /// Asks the search to come to an end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What the searcher looks at to know whether to end.
    pub fn stop_sign(&self) -> &dyn StopSign {
        self
    }

    /// Changes what is seen. The searcher never waits long: the lock is only held to copy.
    pub fn change(&self, change: impl FnOnce(&mut Thinking)) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.0 += 1;
        change(&mut seen.1);
    }

    /// Says that the searcher has less memory than it was allowed.
    pub fn tell_shortage(&self, shortage: Shortage) {
        // A second one says nothing new.
        let _ = self.shortage.set(shortage);
    }

    /// Whether the searcher has less memory than it was allowed.
    pub fn shortage(&self) -> Option<Shortage> {
        self.shortage.get().copied()
    }

    /// The number that grows with every change of what is seen.
    pub fn n_changes(&self) -> u64 {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// What is seen now, with a number that grows with every change.
    pub fn look(&self) -> (u64, Thinking) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for the tree while it grows. Nobody reads it off for searches that nobody watches.
    pub fn watch_tree(&self) {
        self.wants_tree.store(true, Ordering::Relaxed);
    }

    /// Whether somebody watches the tree grow.
    pub fn wants_tree(&self) -> bool {
        self.wants_tree.load(Ordering::Relaxed)
    }

    /// Shows the tree as it stands; one that has not changed is no news.
    pub fn show_tree(&self, roots: Vec<TreeNode>) {
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        if tree.roots != roots {
            *tree = GrowingTree { number: tree.number + 1, roots };
        }
    }

    /// How often the tree has changed.
    pub fn n_tree_changes(&self) -> u64 {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner).number
    }

    /// The tree as it stands.
    pub fn tree(&self) -> GrowingTree {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl StopSign for SearchHandle {
    fn is_set(&self) -> bool {
        if let Some(Pulse(beat)) = &self.pulse {
            beat(self);
        }
        self.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use tengen_engine::{Engine, Position, Settings, Think};
    use tengen_rules::{Game, Point, Rule, Size};

    #[test]
    fn a_search_that_has_the_thread_for_itself_is_stopped_by_its_own_pulse() {
        let n_beats = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&n_beats);
        let handle = SearchHandle::with_pulse(move |handle| {
            if counted.fetch_add(1, Ordering::Relaxed) == 20 {
                handle.stop();
            }
        });
        let engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
        // One stone each: an empty board is answered without a search.
        let mut game = Game::new(Rule::Freestyle, Size::literal(15));
        for (x, y) in [(7, 7), (8, 9)] {
            game.try_play(Point::new(x, y)).unwrap();
        }
        let report = engine
            .think(&Position::of(&game), &Think::default(), handle.stop_sign(), &mut |_| {})
            .unwrap();
        assert!(handle.is_stopped());
        assert!(report.depth < 99 && n_beats.load(Ordering::Relaxed) < 100, "it ended soon after");
    }
}
