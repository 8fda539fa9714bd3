//! The horizon: no position is judged while a forced win by fours is on the board.
//!
//! The attacker plays fours, the defender's answer is forced, and either may stand pat. A position
//! in which an open four is threatened is judged here only some plies further down.

use tengen_board::{Bits, Cell, Threat, Variant};

use crate::capture::takes_under_the_horizon;
use crate::node::early::{Situation, situation};
use crate::score::Score;
use crate::table::{Bound, Entry};
use crate::worker::{MAX_PLY, Worker};

/// Down to this many plies under the horizon every four is tried.
const ALL_FOURS_DOWN_TO: i32 = -1;
/// Down to this many plies under the horizon a breakable five is answered before judging.
const BREAKABLE_FIVES_DOWN_TO: i32 = -1;
/// What it is worth if none of the likely answers to one holds.
const NEARLY_LOST: i32 = -900;
/// Where stones are taken a four may have many answers. Under the horizon one with more than this many
/// is not followed: it gains little time, and the answers of answers are what most nodes went to.
const MOST_FORCED_REPLIES: usize = 2;
/// No attack is followed further below the horizon.
const DEEPEST: i32 = -20;

impl<V: Variant> Worker<'_, V> {
    /// The score of a position at the horizon; `depth` counts plies below it, from zero down.
    pub(crate) fn quiesce(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize) -> Score {
        self.enter_node(ply);
        if self.is_stopped() {
            return Score::DRAW;
        }
        self.frames[ply].line.clear();
        let situation = situation(&mut self.board);
        self.quiesce_entered(&situation, alpha, beta, depth, ply)
    }

    /// The same for a node that was entered already and whose situation is known.
    pub(crate) fn quiesce_entered(
        &mut self,
        situation: &Situation,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        self.frames[ply].stand_pat = None;
        if let Some(score) = self.quiesce_forced(situation, alpha, beta, depth, ply) {
            return score;
        }
        let distance = ply as i32;
        let hash = self.board.hash();
        let known = self.table.get(hash);
        if let Some(score) = known.and_then(|entry| entry.cutoff(depth, distance, alpha, beta)) {
            return score;
        }
        let eval = known.map_or_else(|| self.evaluate(), |entry| entry.eval);
        let mut best = eval;
        self.frames[ply].stand_pat = Some(eval);
        // Where stones are taken there is more to try at every step and less of it is forced.
        let deepest = if V::CAPTURES { -self.params.capture_horizon } else { DEEPEST };
        if best >= beta || depth <= deepest || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let alpha_before = alpha;
        let mut best_cell = None;
        for cell in self.forcing_moves(depth) {
            if !self.board.is_legal(cell) {
                continue;
            }
            self.make(cell);
            let score = -self.quiesce(-beta, -alpha, depth - 1, ply + 1);
            self.unmake();
            if self.is_stopped() {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_cell = Some(cell);
                    self.prepend_line(ply, cell);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best, alpha_before, beta);
        let score = best.seen_from(distance);
        let entry = Entry { best: best_cell, score, eval, depth, bound, is_pv: false };
        self.table.put(hash, &entry);
        best
    }

    /// The score of a position in which there is no choice but to answer, or nothing left to do.
    #[inline]
    fn quiesce_forced(
        &mut self,
        situation: &Situation,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let distance = ply as i32;
        match situation {
            Situation::Wins(plies) => Some(Score::win_in(distance + plies)),
            Situation::Loses(plies) => Some(Score::loss_in(distance + plies)),
            Situation::Forced(replies)
                if V::CAPTURES
                    && replies.len() > MOST_FORCED_REPLIES
                    && let Some(stand_pat) = self.frames[ply - 1].stand_pat =>
            {
                // Not forced enough: as if the four had not been played.
                Some(-stand_pat)
            }
            Situation::Forced(replies) if ply < MAX_PLY => {
                Some(self.answer_four(replies, alpha, beta, depth, ply))
            }
            Situation::BreakableFive(replies)
                if depth > BREAKABLE_FIVES_DOWN_TO && ply < MAX_PLY =>
            {
                let best = self.answer_four(replies, alpha, beta, depth, ply);
                // Moves that were not tried might have held.
                Some(if best.is_loss() { Score::of_eval(NEARLY_LOST) } else { best })
            }
            Situation::Forced(_)
            | Situation::Threatened(_)
            | Situation::BreakableFive(_)
            | Situation::Free => None,
        }
    }

    /// Searches the answers to a four; usually there is one.
    fn answer_four(
        &mut self,
        replies: &Bits,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for cell in replies {
            self.make(cell);
            let score = -self.quiesce(-beta, -alpha, depth - 1, ply + 1);
            self.unmake();
            if self.is_stopped() {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.prepend_line(ply, cell);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// The moves worth trying under the horizon.
    fn forcing_moves(&self, depth: i32) -> Vec<Cell> {
        let fours = self.attacking_fours(depth);
        if !V::CAPTURES {
            return fours;
        }
        // Nothing here wins for sure: fives may be broken, open fours taken apart.
        let us = self.board.to_move();
        let of = |threat| self.board.of_threat(us, threat).iter();
        let takes = takes_under_the_horizon(&self.board, depth);
        let is_other = |cell: &Cell| !takes.contains(*cell);
        let strongest = of(Threat::Five).chain(of(Threat::OpenFour)).filter(is_other);
        takes.iter().chain(strongest).chain(fours.iter().copied().filter(is_other)).collect()
    }

    /// The fours worth trying, the strongest class first. Once an attack has begun, its fours
    /// must work together: a stray four in a corner only makes the tree larger.
    fn attacking_fours(&self, depth: i32) -> Vec<Cell> {
        let us = self.board.to_move();
        let of = |threat| self.board.of_threat(us, threat).iter();
        let last_own = self.board.recent(1).map(|cell| self.board.point(cell));
        let works_together = |cell: Cell| {
            let point = self.board.point(cell);
            last_own.is_some_and(|last| {
                let (dx, dy) = (last.x().abs_diff(point.x()), last.y().abs_diff(point.y()));
                let is_on_line = dx == 0 || dy == 0 || dx == dy;
                dx.max(dy) <= 2 || (is_on_line && dx.max(dy) <= 4)
            })
        };
        let is_open = depth >= ALL_FOURS_DOWN_TO;
        let strong = of(Threat::FourPlus).filter(|&cell| is_open || works_together(cell));
        let plain = of(Threat::Four).filter(|&cell| is_open || works_together(cell));
        of(Threat::FourThree).chain(strong).chain(plain).collect()
    }

    /// Writes the line of a node: a move and the line below it.
    pub(crate) fn prepend_line(&mut self, ply: usize, cell: Cell) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(cell);
        line.extend_from_slice(&below[0].line);
    }
}
