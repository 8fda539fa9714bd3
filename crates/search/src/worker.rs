//! One thread of the search: its board, its memory, its counters.

use tengen_board::{Board, Cell, Variant};

use crate::control::{Control, Stop};
use crate::depth::Depth;
use crate::eval::Evaluation;
use crate::history::Histories;
use crate::node::reduce::Reductions;
use crate::order::Ranked;
use crate::params::Params;
use crate::score::Score;
use crate::shared_nodes::MoveQueue;
use crate::table::Table;
use crate::team::Team;
use crate::weights::Weights;

/// No line is followed further than this.
pub(crate) const MAX_PLY: usize = 200;
/// From this depth on, threads share the moves of a node; below, that costs more than it saves.
const SHARED_FROM: Depth = Depth::of_plies(3);
/// How many nodes pass between two looks at the control.
const POLL_EVERY: u64 = 256;

/// What a node leaves behind for those below and beside it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub(crate) eval: Score,
    /// The evaluation that a node below the horizon stood on, if it had the choice.
    pub(crate) stand_pat: Option<Score>,
    /// The move that is left out while its standing alone is tested.
    pub(crate) excluded: Option<Cell>,
    pub(crate) line: Vec<Cell>,
    /// The moves of the node with their order; kept to save allocations.
    pub(crate) moves: Vec<Ranked>,
    pub(crate) tried: Vec<Cell>,
}

/// One thread of the search.
pub struct Worker<'a, V: Variant> {
    pub(crate) board: Board<V>,
    pub(crate) eval: Evaluation<'a>,
    pub(crate) weights: &'a Weights,
    pub(crate) table: &'a Table,
    pub(crate) histories: Histories,
    pub(crate) params: &'a Params,
    pub(crate) frames: Vec<Frame>,
    pub(crate) nodes: u64,
    pub(crate) node_limit: u64,
    pub(crate) selective_depth: i32,
    pub(crate) reductions: Reductions,
    /// Sampled positions of the tree as lines from the root, if they are wanted.
    pub(crate) sampled: Option<Vec<Vec<Cell>>>,
    control: &'a dyn Control,
    pub(crate) team: &'a Team<'a>,
    /// The task that is helped with, for threads that do not lead.
    pub(crate) helps_with: Option<u64>,
    is_stopped: bool,
}

impl<V: Variant> core::fmt::Debug for Worker<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Worker").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<'a, V: Variant> Worker<'a, V> {
    /// A thread that will search from `board`.
    pub fn new(board: Board<V>, team: &'a Team<'a>, control: &'a dyn Control) -> Self {
        let &Team { weights, table, params, .. } = team;
        let histories = Histories::new(board.size().n_points());
        let eval = Evaluation::new(weights, &board);
        Self {
            board,
            eval,
            weights,
            table,
            histories,
            params,
            frames: vec![Frame::default(); MAX_PLY + 2],
            nodes: 0,
            node_limit: u64::MAX,
            selective_depth: 0,
            reductions: Reductions::new(params),
            sampled: None,
            control,
            team,
            helps_with: None,
            is_stopped: false,
        }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Places a stone for the side to move.
    #[inline]
    pub(crate) fn make(&mut self, cell: Cell) {
        self.table.fetch_early(self.board.hash_after(cell));
        self.eval.make(&mut self.board, cell);
    }

    /// Lets the side to move pass.
    #[inline]
    pub(crate) fn make_pass(&mut self) {
        self.eval.make_pass(&mut self.board);
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.eval.unmake(&mut self.board);
    }

    /// The queue for the moves of a node, shared with the other threads there if it is worth it.
    #[inline]
    pub(crate) fn share_node<const IS_PV: bool>(
        &self,
        hash: u64,
        depth: Depth,
        ply: usize,
    ) -> MoveQueue<'a> {
        let shared_nodes = self.team.shared_nodes.as_ref().filter(|_| depth >= SHARED_FROM);
        // Scores of decided games depend on the ply, so a node is a position at a ply.
        let what = (depth.plies() as u64) << 16 | ply as u64;
        let key = hash ^ what.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        MoveQueue::new(shared_nodes.and_then(|shared_nodes| shared_nodes.join(key)), IS_PV)
    }

    /// Counts a node and finds out whether to stop.
    #[inline]
    pub(crate) fn enter_node(&mut self, ply: usize) {
        if self.is_stopped {
            return;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as i32);
        if self.nodes >= self.node_limit {
            self.is_stopped = true;
        } else if self.nodes.is_multiple_of(POLL_EVERY) {
            self.poll(ply);
        }
    }

    /// Asks whether to stop, and keeps the position if some are wanted.
    fn poll(&mut self, ply: usize) {
        if let Some(sampled) = &mut self.sampled {
            let line: Option<Vec<_>> = (0..ply).rev().map(|back| self.board.recent(back)).collect();
            sampled.extend(line);
        }
        let is_late = self.helps_with.is_some_and(|number| !self.team.is_current(number));
        self.is_stopped = is_late || self.team.is_over() || self.control.poll() == Stop::Now;
    }

    /// Is ready again for another task.
    pub(crate) fn begin_to_help(&mut self, number: u64) {
        self.helps_with = Some(number);
        self.is_stopped = false;
    }

    /// Whether the search is over; scores that come back then mean nothing.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The last move and the one before.
    #[inline]
    pub(crate) fn recent(&self) -> [Option<Cell>; 2] {
        [self.board.recent(0), self.board.recent(1)]
    }

    /// What the position is worth without looking ahead.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.eval.value(&self.board)
    }
}
