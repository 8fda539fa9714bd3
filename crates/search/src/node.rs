//! A node of the search. The steps are numbered as in `docs/SEARCH.md`; what can be said without
//! control flow stands in the files of the stages.

pub(crate) mod early;
pub(crate) mod four_three_defense;
mod prune;
pub(crate) mod reduce;

use tengen_board::{Bits, Cell, Threat, Variant};

use self::early::{Situation, situation};
use self::prune::Facts;
use self::reduce::MoveFacts;
use crate::capture;
use crate::depth::Depth;
use crate::score::Score;
use crate::table::{Bound, Entry};
use crate::worker::{MAX_PLY, Worker};

/// What a node knows about its moves before the loop.
struct Candidates {
    cells: Bits,
    /// Whether they answer a four, so that there is no choice to prune.
    is_forced: bool,
    /// Whether the opponent threatens an open four.
    is_threatened: bool,
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
        let mut candidates = match situation(&mut self.board) {
            Situation::Wins(plies) => return Score::win_in(distance + plies),
            Situation::Loses(plies) => return Score::loss_in(distance + plies),
            Situation::Forced(cells) => Candidates { cells, is_forced: true, is_threatened: false },
            reached if self.is_horizon(&reached, depth) => {
                // Step 3. The horizon.
                return self.quiesce_entered(&reached, alpha, beta, 0, ply);
            }
            Situation::Threatened(cells) => {
                Candidates { cells, is_forced: false, is_threatened: true }
            }
            Situation::BreakableFive(_) => {
                Candidates { cells: self.board.candidates(), is_forced: false, is_threatened: true }
            }
            Situation::Free => Candidates {
                cells: self.board.candidates(),
                is_forced: false,
                is_threatened: false,
            },
        };
        if ply >= MAX_PLY {
            return self.evaluate();
        }

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
        let plies = depth.plies();
        let cutoff = known.and_then(|entry| entry.cutoff(plies, distance, alpha, beta));
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
        let is_quiet = !candidates.is_forced && !candidates.is_threatened;
        let facts = Facts { depth, eval, alpha, beta, is_improving };
        if !IS_PV && is_quiet && excluded.is_none() {
            if prune::is_futile_to_go_on(&facts, self.params) {
                return eval;
            }
            if prune::is_hopeless_without_fours(&facts, self.params) {
                let score = self.quiesce(alpha, beta, 0, ply);
                if score <= alpha || self.is_stopped() {
                    return score;
                }
            }
            // Step 7. A pass that still holds beta.
            if prune::is_null_move_worth_trying(&facts, self.params)
                && self.board.recent(0).is_some()
            {
                let reduced = depth - prune::null_move_reduction(&facts);
                self.make_pass();
                let score =
                    -self.node::<false>(-beta, beta.plus(-1).neg(), reduced, ply + 1, !is_cut_node);
                self.unmake();
                if self.is_stopped() {
                    return Score::DRAW;
                }
                if score >= beta && !score.is_win() {
                    return score;
                }
            }
        }
        // A node without a table move is ordered badly; it is not worth the full depth.
        let depth = if table_move.is_none() && is_quiet && depth >= Depth::of_plies(4) {
            depth - Depth::ONE_PLY
        } else {
            depth
        };

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
        let us = self.board.to_move();
        let recent = self.recent();
        let best_policy = self.list_moves(ply, &candidates.cells, table_move.or(excluded));
        if let Some(excluded) = excluded.filter(|_| table_move.is_some()) {
            self.frames[ply].moves.retain(|ranked| ranked.cell() != excluded);
        }
        let move_limit = prune::move_count_limit(&facts, self.params);
        let mut tried = core::mem::take(&mut self.frames[ply].tried);
        tried.clear();
        let mut best = -Score::INFINITE;
        let mut best_cell = None;
        let alpha_before = alpha;
        let mut queue = self.share_node::<IS_PV>(hash, depth, ply);
        let mut first = table_move;
        while let Some((cell, number)) =
            queue.next(tried.len(), alpha, || first.take().or_else(|| self.pick_move(ply)))
        {
            best = best.max(queue.best_elsewhere());
            // Who has found something better than alpha does not believe that there is nothing.
            let floor = if alpha > alpha_before { -Score::INFINITE } else { alpha };
            if queue.is_shared()
                && number > 1
                && let Some(score) = self.cutoff_meanwhile(hash, depth, distance, floor, beta)
            {
                // The line that was found so far need not be the one of this score.
                self.frames[ply].line.clear();
                self.frames[ply].tried = tried;
                return score;
            }
            let (made, taken) = self.urgency(cell);
            // Step 9. Late moves are skipped once something holds: stray fours as well as quiet moves.
            let is_late = number > move_limit && !candidates.is_forced && !best.is_loss();
            if is_late && !IS_PV && made < Threat::FourThree {
                continue;
            }
            if !self.board.is_legal(cell) {
                continue;
            }
            // Step 10. Extensions: the answer to a four costs nothing; a table move that stands
            // alone is looked at more deeply.
            let mut extension = Depth::ZERO;
            if candidates.is_forced {
                // Captures give several answers to choose from; only one that stands alone is free.
                let is_choice = V::CAPTURES && candidates.cells.len() > 1;
                extension = if is_choice {
                    Depth::ONE_PLY / 4
                } else {
                    Depth::of_sixteenths(self.params.forced_extension)
                };
            } else if Some(cell) == table_move && excluded.is_none() {
                match self.singularity(known, cell, depth, beta, ply, is_cut_node) {
                    Singularity::CutOff(score) => {
                        self.frames[ply].tried = tried;
                        return score;
                    }
                    Singularity::Extend(by) => extension = by,
                }
                if self.is_stopped() {
                    self.frames[ply].tried = tried;
                    return Score::DRAW;
                }
                // The test used this ply's list; make it anew.
                if depth >= Depth::of_plies(self.singular_depth()) {
                    self.list_moves(ply, &candidates.cells, table_move);
                }
            }
            if number > 1 {
                queue.begin(cell);
            }
            let policy = self.policy(cell);
            let history = self.histories.get(us, cell, recent);
            self.make(cell);
            let mut new_depth = depth - Depth::ONE_PLY + extension;

            // Step 11. Late moves are searched less deeply at first.
            let mut score = -Score::INFINITE;
            let mut needs_full = true;
            if number > 1 && depth >= Depth::of_plies(2) && !candidates.is_forced {
                let facts = MoveFacts {
                    depth: new_depth,
                    number,
                    is_pv: was_pv,
                    is_cut_node,
                    is_improving,
                    made,
                    taken,
                    history,
                    policy_gap: best_policy - policy,
                    is_stray: candidates.is_threatened
                        && taken < Threat::Four
                        && self.is_far_off(cell),
                };
                let reduction = reduce::reduction(&facts, &self.reductions, self.params);
                let reduced = new_depth - reduction;
                score = -self.node::<false>(alpha.plus(1).neg(), -alpha, reduced, ply + 1, true);
                needs_full = score > alpha && reduction > Depth::ZERO;
                if needs_full {
                    let change = reduce::change_for_second_look(score, alpha, best, self.params);
                    new_depth = (new_depth + change).max(reduced);
                    needs_full = new_depth > reduced;
                }
            }
            // Step 12. The zero-window search, and the full one where the line may be the best.
            if needs_full && (!IS_PV || number > 1) {
                score = -self.node::<false>(
                    alpha.plus(1).neg(),
                    -alpha,
                    new_depth,
                    ply + 1,
                    !is_cut_node,
                );
            }
            if IS_PV && (number == 1 || score > alpha) {
                score = -self.node::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            queue.finish(cell, (score <= alpha && !self.is_stopped()).then_some(score));
            if self.is_stopped() {
                self.frames[ply].tried = tried;
                return Score::DRAW;
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
                        self.reward(cell, &tried, depth, recent);
                        break;
                    }
                }
            }
        }
        self.frames[ply].tried = tried;
        best = best.max(queue.best_elsewhere());
        if best == -Score::INFINITE {
            return self.without_moves(excluded, alpha, beta, depth, ply);
        }

        // Step 14. Remember.
        let bound = Bound::of(best, alpha_before, beta);
        let score = best.seen_from(distance);
        let entry =
            Entry { best: best_cell, score, eval, depth: depth.plies(), bound, is_pv: was_pv };
        self.table.put(hash, &entry);
        best
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

    /// Whether the table move is so much better than all others that it deserves more depth, or
    /// whether the others beat beta as well.
    fn singularity(
        &mut self,
        known: Option<Entry>,
        cell: Cell,
        depth: Depth,
        beta: Score,
        ply: usize,
        is_cut_node: bool,
    ) -> Singularity {
        let plies = depth.plies();
        let Some(entry) = known.filter(|entry| {
            plies >= self.singular_depth()
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= plies - 3
                && !entry.score.is_win()
                && !entry.score.is_loss()
        }) else {
            return Singularity::Extend(Depth::ZERO);
        };
        let target = entry.score.plus(-self.params.singular_margin * plies);
        self.frames[ply].excluded = Some(cell);
        let score = self.node::<false>(
            target.plus(-1),
            target,
            (depth - Depth::ONE_PLY) / 2,
            ply,
            is_cut_node,
        );
        self.frames[ply].excluded = None;
        if score < target {
            let is_far = score < target.plus(-4 * self.params.singular_margin * plies);
            Singularity::Extend(if is_far {
                Depth::ONE_PLY + Depth::ONE_PLY / 2
            } else {
                Depth::ONE_PLY
            })
        } else if target >= beta && !score.is_loss() {
            Singularity::CutOff(target)
        } else {
            Singularity::Extend(Depth::ZERO)
        }
    }

    /// The least depth for testing whether the table move stands alone, in plies.
    fn singular_depth(&self) -> i32 {
        if V::CAPTURES { self.params.capture_singular_depth } else { self.params.singular_depth }
    }

    /// The score of a node that another thread has finished while this one was at it.
    fn cutoff_meanwhile(
        &self,
        hash: u64,
        depth: Depth,
        distance: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        self.table.get(hash)?.cutoff(depth.plies(), distance, alpha, beta)
    }

    /// What a move of the side to move makes, and what it takes from the opponent.
    #[inline]
    fn urgency(&self, cell: Cell) -> (Threat, Threat) {
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

    /// Whether a move, made already, is far from the moves before it.
    fn is_far_off(&self, cell: Cell) -> bool {
        let point = self.board.point(cell);
        (1..=2).all(|back| {
            self.board
                .recent(back)
                .is_none_or(|before| self.board.point(before).distance(point) > 4)
        })
    }

    /// Good news for the move that cut off, bad for those tried before it.
    fn reward(&mut self, cell: Cell, tried: &[Cell], depth: Depth, recent: [Option<Cell>; 2]) {
        let us = self.board.to_move();
        let plies = depth.plies().max(1);
        let bonus = (32 * plies * plies + 96 * plies).min(2400);
        self.histories.note(us, cell, recent, bonus);
        for &other in tried.iter().filter(|&&other| other != cell) {
            self.histories.note(us, other, recent, -bonus);
        }
    }

    /// The score of a node in which no move could be tried.
    fn without_moves(
        &mut self,
        excluded: Option<Cell>,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Score {
        if excluded.is_some() {
            // Nothing but the excluded move: it stands alone.
            return alpha;
        }
        let rest: Bits = self.board.empties().collect();
        if rest.is_empty() {
            return Score::DRAW;
        }
        for cell in &rest {
            if self.board.is_legal(cell) {
                self.make(cell);
                let score =
                    -self.node::<false>(-beta, -alpha, depth - Depth::ONE_PLY, ply + 1, false);
                self.unmake();
                return score;
            }
        }
        if V::BANS_DOUBLE_THREES {
            return Score::DRAW;
        }
        // Every point is forbidden; all that is left is to pass.
        self.make_pass();
        let score = -self.node::<false>(-beta, -alpha, depth - Depth::ONE_PLY, ply + 1, false);
        self.unmake();
        score
    }
}

use core::ops::Neg;

/// What the test of a table move says.
enum Singularity {
    Extend(Depth),
    CutOff(Score),
}

/// Keeps positions with an excluded move apart from the same positions without one.
fn exclusion_key(cell: Cell) -> u64 {
    (u64::from(cell.number()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
