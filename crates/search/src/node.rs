//! A node of the search. The steps are numbered as in `docs/SEARCH.md`; this file keeps the control
//! flow, the stages stand in files of their own.

pub(crate) mod early;
mod extend;
mod finish;
pub(crate) mod four_three_defense;
mod prune;
pub(crate) mod reduce;
mod search_move;

use core::ops::ControlFlow;

use tengen_board::{Bits, Board, Cell, Threat, Variant};

use self::early::{Situation, situation};
use self::extend::Extension;
use self::prune::Facts;
use self::search_move::Move;
use crate::capture;
use crate::depth::Depth;
use crate::score::Score;
use crate::table::{Bound, Entry};
use crate::worker::{MAX_PLY, Worker};

/// The moves of a node and why they are those.
struct Candidates {
    cells: Bits,
    /// Whether they answer a four, so that there is no choice to prune.
    is_forced: bool,
    /// Whether the opponent threatens an open four.
    is_threatened: bool,
}

impl Candidates {
    fn of<V: Variant>(situation: &Situation, board: &Board<V>) -> Self {
        let (cells, is_forced, is_threatened) = match *situation {
            Situation::Forced(cells) => (cells, true, false),
            Situation::Threatened(cells) => (cells, false, true),
            Situation::BreakableFive(_) => (board.candidates(), false, true),
            Situation::Free | Situation::Wins(_) | Situation::Loses(_) => {
                (board.candidates(), false, false)
            }
        };
        Self { cells, is_forced, is_threatened }
    }

    fn are_quiet(&self) -> bool {
        !self.is_forced && !self.is_threatened
    }
}

/// What is known of a node before its moves are tried.
struct Node {
    hash: u64,
    ply: usize,
    depth: Depth,
    beta: Score,
    /// Whether a cut-off is expected.
    is_cut: bool,
    /// Whether it was ever on a principal variation.
    was_pv: bool,
    is_improving: bool,
    candidates: Candidates,
    /// What the table knows.
    known: Option<Entry>,
    table_move: Option<Cell>,
    /// The move that is left out while it is tested whether it stands alone.
    excluded: Option<Cell>,
    /// The last two moves.
    recent: [Option<Cell>; 2],
    /// The best policy of all moves.
    best_policy: i32,
    /// How many moves are tried before the rest is skipped.
    move_limit: usize,
}

/// What trying the moves of a node has found.
struct Found {
    best: Score,
    /// The move that was better than alpha, if one was.
    best_cell: Option<Cell>,
}

impl<V: Variant> Worker<'_, V> {
    /// The score of a position, searched to a depth.
    pub(crate) fn node<const IS_PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Score {
        // Step 1. Count, and stop if told so.
        self.enter_node(ply);
        if self.is_stopped() {
            return Score::DRAW;
        }
        self.frames[ply].line.clear();
        let distance = ply as i32;
        let excluded = self.frames[ply].excluded;

        // Step 2. What the counts decide.
        let situation = situation(&mut self.board);
        match situation {
            Situation::Wins(plies) => return Score::win_in(distance + plies),
            Situation::Loses(plies) => return Score::loss_in(distance + plies),
            _ => {}
        }

        // Step 3. The horizon.
        if self.is_horizon(&situation, depth) {
            return self.quiesce_entered(&situation, alpha, beta, 0, ply);
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        let mut candidates = Candidates::of(&situation, &self.board);

        // Step 4. No line from here is better than a win found already elsewhere.
        alpha = alpha.max(Score::loss_in(distance + 2));
        beta = beta.min(Score::win_in(distance + 3));
        if alpha >= beta {
            return alpha;
        }

        // Step 5. What the table knows.
        let hash = self.board.hash() ^ excluded.map_or(0, exclusion_key);
        let known = self.table.get(hash);
        let was_pv = IS_PV || known.is_some_and(|entry| entry.is_pv);
        let cutoff = known.and_then(|entry| entry.cutoff(depth.plies(), distance, alpha, beta));
        if let Some(score) = cutoff.filter(|_| !IS_PV || self.team.has_helpers()) {
            return score;
        }
        let mut table_move = known
            .and_then(|entry| entry.best)
            .filter(|&cell| candidates.cells.contains(cell) && Some(cell) != excluded);

        // Step 6. The evaluation, and what it decides when nothing is threatened. After a four it
        // decides nothing; the parent's, seen from here, is good enough.
        let eval = match known {
            Some(entry) => entry.eval,
            None if candidates.is_forced => -self.frames[ply - 1].eval,
            None => self.evaluate(),
        };
        self.frames[ply].eval = eval;
        let is_improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let is_quiet = candidates.are_quiet();
        let facts = Facts { depth, eval, alpha, beta, is_improving };
        if !IS_PV && is_quiet && excluded.is_none() {
            if let Some(score) = self.prune_by_evaluation(&facts, ply) {
                return score;
            }
            // Step 7. A pass that still holds beta.
            if let Some(score) = self.prune_by_pass(&facts, ply, is_cut_node) {
                return score;
            }
        }
        // A node without a table move is ordered badly; it is not worth the full depth.
        let is_badly_ordered = table_move.is_none() && is_quiet && depth >= Depth::of_plies(4);
        let depth = if is_badly_ordered { depth - Depth::ONE_PLY } else { depth };

        // Step 8. The moves, the table's first. Where a four with an open three is threatened, few
        // can stop it.
        if is_quiet
            && depth >= Depth::of_plies(self.params.four_three_depth)
            && let Some(cells) = four_three_defense::answers(&mut self.board)
        {
            if cells.is_empty() {
                return Score::loss_in(distance + 6);
            }
            candidates.cells = cells;
            table_move = table_move.filter(|&cell| cells.contains(cell));
        }
        let best_policy = self.list_moves(ply, &candidates.cells, table_move.or(excluded));
        if let Some(excluded) = excluded.filter(|_| table_move.is_some()) {
            self.frames[ply].moves.retain(|ranked| ranked.cell() != excluded);
        }
        let node = Node {
            hash,
            ply,
            depth,
            beta,
            is_cut: is_cut_node,
            was_pv,
            is_improving,
            candidates,
            known,
            table_move,
            excluded,
            recent: self.recent(),
            best_policy,
            move_limit: prune::move_count_limit(&facts, self.params),
        };
        let mut tried = core::mem::take(&mut self.frames[ply].tried);
        let found = self.try_moves::<IS_PV>(&node, alpha, &mut tried);
        self.frames[ply].tried = tried;
        let Found { best, best_cell } = match found {
            ControlFlow::Continue(found) => found,
            ControlFlow::Break(score) => return score,
        };
        if best == -Score::INFINITE {
            return self.without_moves(&node, alpha);
        }

        // Step 14. Remember.
        let entry = Entry {
            best: best_cell,
            score: best.seen_from(distance),
            eval,
            depth: depth.plies(),
            bound: Bound::of(best, alpha, beta),
            is_pv: was_pv,
        };
        self.table.put(hash, &entry);
        best
    }

    /// Steps 9 to 13: tries the moves of a node one after the other. Breaks off with the score of a
    /// node that is left before its moves are known.
    #[inline]
    fn try_moves<const IS_PV: bool>(
        &mut self,
        node: &Node,
        alpha_before: Score,
        tried: &mut Vec<Cell>,
    ) -> ControlFlow<Score, Found> {
        let &Node { hash, ply, depth, beta, .. } = node;
        tried.clear();
        let us = self.board.to_move();
        let mut alpha = alpha_before;
        let mut best = -Score::INFINITE;
        let mut best_cell = None;
        let mut queue = self.share_node::<IS_PV>(hash, depth, ply);
        let mut first = node.table_move;
        while let Some((cell, number)) =
            queue.next(tried.len(), alpha, || first.take().or_else(|| self.pick_move(ply)))
        {
            best = best.max(queue.best_elsewhere());
            if queue.is_shared()
                && number > 1
                && let Some(score) = self.cutoff_by_others(node, alpha_before, alpha)
            {
                return ControlFlow::Break(score);
            }

            // Step 9. Late moves are skipped once something holds: stray fours as well as quiet moves.
            let (made, taken) = self.threats_of(cell);
            let is_late = number > node.move_limit && !node.candidates.is_forced && !best.is_loss();
            if is_late && !IS_PV && made < Threat::FourThree {
                continue;
            }
            if !self.board.is_legal(cell) {
                continue;
            }

            // Step 10. Extensions: the answer to a four costs nothing; a table move that stands
            // alone is looked at more deeply.
            let extension = match self.extension(node, cell) {
                Extension::By(extension) => extension,
                Extension::CutOff(score) => return ControlFlow::Break(score),
            };
            if self.is_stopped() {
                return ControlFlow::Break(Score::DRAW);
            }

            // Step 11. Late moves are searched less deeply at first.
            // Step 12. The zero-window search, and the full one where the line may be the best.
            if number > 1 {
                queue.begin(cell);
            }
            // Where the table's move is the only one, no list was made and there is no best to compare
            // with; nobody asks for the gap then.
            let policy_gap = node.best_policy.saturating_sub(self.policy(cell));
            let history = self.histories.get(us, cell, node.recent);
            let mv = Move { cell, number, extension, made, taken, history, policy_gap };
            self.make(cell);
            let score = self.search_move::<IS_PV>(node, &mv, alpha, best);
            self.unmake();
            queue.finish(cell, (score <= alpha && !self.is_stopped()).then_some(score));
            if self.is_stopped() {
                return ControlFlow::Break(Score::DRAW);
            }
            tried.push(cell);

            // Step 13. A better move, or a cut-off.
            if score > best {
                best = score;
                if score > alpha {
                    best_cell = Some(cell);
                    alpha = score;
                    if IS_PV {
                        self.prepend_line(ply, cell);
                    }
                    if score >= beta {
                        self.reward(cell, tried, depth, node.recent);
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(Found { best: best.max(queue.best_elsewhere()), best_cell })
    }

    /// Whether a position is judged rather than searched. Where an open four is threatened the
    /// horizon lies lower, but not for ever: the fours that put off the end can be played in any
    /// order, and following them all would leave no time for anything else.
    fn is_horizon(&self, situation: &Situation, depth: Depth) -> bool {
        match situation {
            Situation::Free | Situation::BreakableFive(_) => depth < Depth::ONE_PLY,
            Situation::Threatened(_) => depth < Depth::of_plies(1 - self.params.threat_depth),
            Situation::Wins(_) | Situation::Loses(_) | Situation::Forced(_) => false,
        }
    }

    /// The score of a node that another thread has finished while this one was searching it.
    fn cutoff_by_others(
        &mut self,
        node: &Node,
        alpha_before: Score,
        alpha: Score,
    ) -> Option<Score> {
        // With a move better than alpha in hand, a score below alpha is not believed.
        let floor = if alpha > alpha_before { -Score::INFINITE } else { alpha };
        let entry = self.table.get(node.hash)?;
        let score = entry.cutoff(node.depth.plies(), node.ply as i32, floor, node.beta)?;
        // The line that was found so far need not be the one of this score.
        self.frames[node.ply].line.clear();
        Some(score)
    }

    /// What a move of the side to move makes, and what it takes from the opponent.
    #[inline]
    fn threats_of(&self, cell: Cell) -> (Threat, Threat) {
        let us = self.board.to_move();
        let threat = |color| {
            let threat = self.board.threat(color, cell);
            if V::CAPTURES {
                capture::weight_of_takes(&self.board, color, cell, threat)
            } else {
                threat
            }
        };
        (threat(us), threat(!us))
    }
}

/// Keeps positions with an excluded move apart from the same positions without one.
fn exclusion_key(cell: Cell) -> u64 {
    (u64::from(cell.number()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
