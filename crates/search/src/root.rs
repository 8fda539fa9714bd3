//! The root: iterative deepening, windows around the last score, several lines.

use tengen_board::{Bits, Board, Cell, Variant};

use crate::control::{Control, Iteration, Stop, Watcher};
use crate::depth::Depth;
use crate::node::early::{Situation, situation};
use crate::score::Score;
use crate::team::Team;
use crate::worker::Worker;

/// When a search ends by itself, and what it looks at.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: i32,
    /// How many nodes one thread may visit, exactly.
    pub nodes: u64,
    /// How many lines are wanted.
    pub lines: usize,
    /// The only moves to consider, or all of them.
    pub only: Option<Bits>,
    /// Moves to leave out.
    pub without: Bits,
    /// Whether the only move there is is not searched further.
    pub stops_when_alone: bool,
    /// Whether positions of the tree are sampled, one in a few hundred.
    pub samples_tree: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 99,
            nodes: u64::MAX,
            lines: 1,
            only: None,
            without: Bits::EMPTY,
            stops_when_alone: true,
            samples_tree: false,
        }
    }
}

/// A line from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootLine {
    /// Its moves.
    pub cells: Vec<Cell>,
    /// Its score for the side to move at the root.
    pub score: Score,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best lines, best first. Empty only if there is no move at all.
    pub lines: Vec<RootLine>,
    /// The last finished iteration.
    pub depth: i32,
    /// The deepest ply that was looked at.
    pub selective_depth: i32,
    /// Nodes of this thread.
    pub nodes: u64,
    /// The sampled positions of the tree, as lines from the root.
    pub sampled: Vec<Vec<Cell>>,
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    cell: Cell,
    score: Score,
    line: Vec<Cell>,
    nodes: u64,
}

/// Searches a position on this thread, which leads the team. When it returns the search is over for
/// all threads.
pub fn search<V: Variant>(
    board: Board<V>,
    limits: &Limits,
    team: &Team<'_>,
    control: &dyn Control,
    watcher: &mut dyn Watcher,
) -> Outcome {
    let _end = EndOfSearch(team);
    let mut worker = Worker::new(board, team, control);
    worker.deepen(limits, control, watcher)
}

/// Ends the search for all threads when dropped, also in a panic, so that no helper waits for ever.
struct EndOfSearch<'t, 'a>(&'t Team<'a>);

impl Drop for EndOfSearch<'_, '_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Helps the thread that leads a search until it is over. Returns the nodes that were visited.
pub fn assist<V: Variant>(board: Board<V>, team: &Team<'_>, control: &dyn Control) -> u64 {
    let mut worker = Worker::new(board, team, control);
    let mut number = 0;
    while let Some(task) = team.task_after(number) {
        number = task.number;
        worker.begin_to_help(number);
        let mut moves: Vec<RootMove> = task.cells.iter().map(|&cell| RootMove::new(cell)).collect();
        // While the leader is still at moves that cannot be shared, the next iteration is begun: what it
        // finds is in the table when the leader gets there.
        for depth in [task.depth, task.depth + 1] {
            worker.search_root(&mut moves, task.alpha, task.beta, depth, &mut ());
            if worker.is_stopped() {
                break;
            }
        }
    }
    worker.nodes
}

impl RootMove {
    fn new(cell: Cell) -> Self {
        Self { cell, score: -Score::INFINITE, line: vec![cell], nodes: 0 }
    }
}

impl<V: Variant> Worker<'_, V> {
    /// Deepens until a limit is reached or the control says stop.
    pub(crate) fn deepen(
        &mut self,
        limits: &Limits,
        control: &dyn Control,
        watcher: &mut dyn Watcher,
    ) -> Outcome {
        self.node_limit = limits.nodes;
        self.sampled = limits.samples_tree.then(Vec::new);
        let mut moves = self.root_moves(limits);
        let mut found: Vec<RootLine> = Vec::new();
        let mut finished = 0;
        let n_lines = limits.lines.clamp(1, moves.len().max(1));
        for depth in 1..=limits.depth {
            if moves.is_empty() {
                break;
            }
            let nodes_before = self.nodes;
            for mv in &mut moves {
                mv.nodes = 0;
            }
            for first in 0..n_lines {
                self.search_window(&mut moves, first, depth, watcher);
                if self.is_stopped() {
                    break;
                }
            }
            // An iteration that was stopped still counts where it found something better first.
            let mut lines = self.lines_of(&moves, n_lines, depth);
            if self.is_stopped() && finished > 0 {
                found = completed(lines, found);
                break;
            }
            // Nothing was found out at all: the first looks are what there is.
            for line in lines.iter_mut().filter(|line| line.score == -Score::INFINITE) {
                line.score = self.evaluate();
            }
            found = lines;
            finished = depth;
            let spent = (self.nodes - nodes_before).max(1);
            let iteration = Iteration {
                depth,
                selective_depth: self.selective_depth,
                nodes: self.nodes,
                lines: &found,
                best_move_percent: (moves[0].nodes * 100 / spent) as u32,
            };
            watcher.iteration(&iteration);
            let is_decided = found.iter().all(|line| line.score.mate().is_some());
            let is_alone = limits.stops_when_alone && moves.len() == 1 && limits.lines == 1;
            if is_decided || is_alone || control.after_iteration(&iteration) == Stop::Now {
                break;
            }
            if self.is_stopped() {
                break;
            }
        }
        Outcome {
            lines: found,
            depth: finished,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            sampled: self.sampled.take().unwrap_or_default(),
        }
    }

    /// The moves to choose from, in the order of their looks.
    fn root_moves(&mut self, limits: &Limits) -> Vec<RootMove> {
        let mut cells = match situation(&mut self.board) {
            Situation::Forced(cells) | Situation::Threatened(cells) => cells,
            // The order of moves does not put the last capture first as it does a five.
            Situation::Wins(1) if V::CAPTURES => self.winning_moves(),
            _ => self.board.candidates(),
        };
        if self.board.n_stones() == 0 {
            cells.insert(self.board.cell(self.board.size().middle()));
        }
        if let Some(only) = &limits.only {
            cells = *only;
        }
        let mut moves = self.legal_root_moves(&cells.without(&limits.without));
        if moves.is_empty() {
            let rest: Bits = self.board.empties().collect();
            moves = self.legal_root_moves(&rest.without(&limits.without));
        }
        moves
    }

    fn winning_moves(&mut self) -> Bits {
        let candidates = self.board.candidates();
        candidates.iter().filter(|&cell| self.wins_at_once(cell)).collect()
    }

    fn legal_root_moves(&mut self, cells: &Bits) -> Vec<RootMove> {
        let mut moves: Vec<(i32, Cell)> = Vec::new();
        for cell in cells {
            if self.board.can_play(cell) {
                moves.push((-self.policy(cell), cell));
            }
        }
        moves.sort_unstable();
        moves.into_iter().map(|(_, cell)| RootMove::new(cell)).collect()
    }

    /// Searches the moves from `first` on in a window around the last score, widening as needed.
    fn search_window(
        &mut self,
        moves: &mut [RootMove],
        first: usize,
        depth: i32,
        watcher: &mut dyn Watcher,
    ) {
        let last = moves[first].score;
        let mut width = self.params.aspiration_width;
        let is_narrow = depth >= self.params.aspiration_depth && last.mate().is_none();
        let (mut alpha, mut beta) = if is_narrow && last > -Score::INFINITE {
            (last.plus(-width), last.plus(width))
        } else {
            (-Score::INFINITE, Score::INFINITE)
        };
        loop {
            for mv in &mut moves[first..] {
                mv.score = -Score::INFINITE;
            }
            let cells = moves[first..].iter().map(|mv| mv.cell);
            self.team.announce(depth, alpha, beta, cells);
            let best = self.search_root(&mut moves[first..], alpha, beta, depth, watcher);
            moves[first..].sort_by_key(|mv| core::cmp::Reverse(mv.score));
            if self.is_stopped() {
                return;
            }
            if best <= alpha && alpha > -Score::INFINITE {
                alpha = if width > 1000 { -Score::INFINITE } else { best.plus(-width) };
            } else if best >= beta && beta < Score::INFINITE {
                beta = if width > 1000 { Score::INFINITE } else { best.plus(width) };
            } else {
                return;
            }
            width *= 2;
        }
    }

    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        mut alpha: Score,
        beta: Score,
        depth: i32,
        watcher: &mut dyn Watcher,
    ) -> Score {
        let mut best = -Score::INFINITE;
        self.frames[0].eval = self.evaluate();
        let new_depth = Depth::of_plies(depth - 1);
        let mut queue = self.share_node::<true>(self.board.hash(), Depth::of_plies(depth), 0);
        let mut fresh = 0..moves.len();
        let mut n_tried = 0;
        while let Some((cell, number)) =
            queue.next(n_tried, alpha, || fresh.next().map(|i| moves[i].cell))
        {
            if self.helps_with.is_some() {
                alpha = alpha.max(self.team.alpha());
                // The leader has gone on to something else; within this window nothing can be said.
                if alpha >= beta {
                    break;
                }
            }
            if number > 1 {
                queue.begin(cell);
            }
            let i = number - 1;
            let mv = &mut moves[i];
            watcher.trying(depth, cell);
            let nodes_before = self.nodes;
            let score = self.try_root_move(cell, i, alpha, beta, new_depth);
            mv.nodes += self.nodes - nodes_before;
            queue.finish(cell, (score <= alpha && !self.is_stopped()).then_some(score));
            if self.is_stopped() {
                return best;
            }
            n_tried += 1;
            if i == 0 || score > alpha {
                mv.score = score;
                mv.line.clear();
                mv.line.push(mv.cell);
                mv.line.extend_from_slice(&self.frames[1].line);
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if self.helps_with.is_none() {
                    self.team.raise_alpha_to(alpha);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best.max(queue.best_elsewhere())
    }

    fn try_root_move(
        &mut self,
        cell: Cell,
        number: usize,
        alpha: Score,
        beta: Score,
        new_depth: Depth,
    ) -> Score {
        if self.wins_at_once(cell) {
            self.frames[1].line.clear();
            return Score::win_in(1);
        }
        self.make(cell);
        let mut score = Score::INFINITE;
        if number > 0 {
            let reduction = if new_depth >= Depth::of_plies(3) && number > 2 {
                let half = self.reductions.get(new_depth, number) / 2;
                half.min(new_depth - Depth::ONE_PLY).max(Depth::ZERO)
            } else {
                Depth::ZERO
            };
            let reduced = new_depth - reduction;
            score = -self.node::<false>(-alpha.plus(1), -alpha, reduced, 1, true);
            if score > alpha && reduction > Depth::ZERO {
                score = -self.node::<false>(-alpha.plus(1), -alpha, new_depth, 1, true);
            }
        }
        if number == 0 || (score > alpha && !self.is_stopped()) {
            score = -self.node::<true>(-beta, -alpha, new_depth, 1, false);
        }
        self.unmake();
        score
    }

    /// The lines of the first moves, as far as they are known.
    fn lines_of(&mut self, moves: &[RootMove], n_lines: usize, depth: i32) -> Vec<RootLine> {
        let line_of = |mv: &RootMove| {
            let mut cells = mv.line.clone();
            if self.team.has_helpers() {
                self.lengthen(&mut cells, depth as usize);
            }
            RootLine { cells, score: mv.score }
        };
        moves.iter().take(n_lines).map(line_of).collect()
    }

    /// Lengthens a line from the table where it is short because another thread had searched the rest.
    fn lengthen(&mut self, line: &mut Vec<Cell>, most: usize) {
        for &cell in line.iter() {
            self.make(cell);
        }
        while line.len() < most
            && let Some(entry) = self.table.get(self.board.hash())
            && let Some(cell) = entry.best
            && self.board.can_play(cell)
        {
            line.push(cell);
            self.make(cell);
        }
        for _ in 0..line.len() {
            self.unmake();
        }
    }

    fn wins_at_once(&mut self, cell: Cell) -> bool {
        if V::CAPTURES {
            return crate::capture::wins_at_once(&mut self.board, cell);
        }
        let us = self.board.to_move();
        self.board.threat(us, cell) == tengen_board::Threat::Five
    }
}

/// The lines that a stopped iteration has found, and behind them those of the one before.
fn completed(lines: Vec<RootLine>, before: Vec<RootLine>) -> Vec<RootLine> {
    let n_lines = before.len();
    let mut all = lines;
    all.retain(|line| line.score > -Score::INFINITE);
    for line in before {
        if all.len() < n_lines && all.iter().all(|known| known.cells[0] != line.cells[0]) {
            all.push(line);
        }
    }
    all
}
