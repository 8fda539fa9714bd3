//! The alpha-beta search with cut-off (seed 001, algorithm 1 and 2.5.1).

use core::cmp::Reverse;

use crate::{Bound, Deadline, Ending, OutOfTime, Score, Seen, Witness};
use tengen_rules::{Color, Game, Point};

use super::evaluate::evaluate;
use super::value::PointValue;
use super::zobrist::{Dictionary, Zobrist};
use crate::bots::board::{Board, Grid};
use crate::bots::deepening::{Deepen, ExpectedLines, Iteration};

/// The report's game state, played on in place: the board, the player to move, the last move, the
/// hash. The utility is what a node returns.
#[derive(Clone, Copy, Debug)]
struct State {
    mover: Color,
    last: usize,
    key: u64,
    ply: u32,
}

/// How often a branch was not searched to its end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cutoffs {
    pub(super) alpha: u64,
    pub(super) beta: u64,
}

pub(super) struct Search<'a, W> {
    board: Board,
    root: Color,
    width: usize,
    zobrist: Zobrist,
    dictionary: Dictionary,
    deadline: &'a Deadline<'a>,
    witness: &'a mut W,
    actions: Vec<usize>,
    lines: ExpectedLines,
    n_nodes: u64,
    pub(super) cutoffs: Cutoffs,
    pub(super) n_remembered: u64,
}

impl<'a, W: Witness> Search<'a, W> {
    pub(super) fn new(
        game: &Game,
        width: usize,
        deadline: &'a Deadline<'a>,
        witness: &'a mut W,
    ) -> Self {
        let board = Board::from_stones(game.stones());
        Self {
            zobrist: Zobrist::new(board.layout().n_cells()),
            board,
            root: game.to_move(),
            width,
            dictionary: Dictionary::default(),
            deadline,
            witness,
            actions: Vec::new(),
            lines: ExpectedLines::default(),
            n_nodes: 0,
            cutoffs: Cutoffs::default(),
            n_remembered: 0,
        }
    }

    /// Sets the moves to choose from: the most valuable of the legal ones.
    pub(super) fn root_actions(&mut self, legal: &[Point]) -> Vec<Point> {
        let layout = self.board.layout();
        let indices = legal.iter().map(|&point| layout.index(point));
        self.actions = most_valuable(&self.board, self.root, self.width, indices);
        self.actions.iter().map(|&index| layout.point(index)).collect()
    }

    /// MAX-VALUE and MIN-VALUE of the report in one: the root's turns take the larger value and
    /// can be cut by beta, the opponent's the smaller and can be cut by alpha.
    fn value(
        &mut self,
        state: State,
        n_plies_left: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Seen, OutOfTime> {
        self.deadline.check(self.n_nodes)?;
        self.n_nodes += 1;
        if self.board.has_five_at(state.last) {
            let score = if state.mover == self.root { Score::LOSS } else { Score::WIN };
            return Ok(Seen::exactly(score, Ending::Five));
        }
        if n_plies_left == 0 {
            return Ok(self.cut_off_value(state));
        }
        let actions = most_valuable(&self.board, state.mover, self.width, self.board.empties());
        if actions.is_empty() {
            return Ok(Seen::exactly(Score(0), Ending::FullBoard));
        }
        let is_max = state.mover == self.root;
        let mut best = if is_max { Score::LOSS } else { Score::WIN };
        let mut window = (alpha, beta);
        if W::IS_WATCHING {
            self.lines.clear(state.ply as usize);
        }
        for (n_tried, &action) in actions.iter().enumerate() {
            let seen = self.try_action(state, action, n_plies_left - 1, window)?;
            let is_better = if is_max { seen.score > best } else { seen.score < best };
            if is_better || n_tried == 0 {
                best = seen.score;
                if W::IS_WATCHING {
                    let point = self.board.layout().point(action);
                    self.lines.put(state.ply as usize, point);
                }
            }
            if is_max && best >= beta {
                self.cutoffs.beta += 1;
                return Ok(Seen::within(best, alpha, beta, Ending::BetaCut));
            }
            if !is_max && best <= alpha {
                self.cutoffs.alpha += 1;
                return Ok(Seen::within(best, alpha, beta, Ending::AlphaCut));
            }
            if is_max {
                window.0 = window.0.max(best);
            } else {
                window.1 = window.1.min(best);
            }
        }
        Ok(Seen::within(best, alpha, beta, Ending::Complete))
    }

    /// RESULT and the value of what it leads to.
    fn try_action(
        &mut self,
        state: State,
        action: usize,
        n_plies_left: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Seen, OutOfTime> {
        let point = self.board.layout().point(action);
        self.witness.enter(point, state.mover);
        self.board.set(action, Some(state.mover));
        let after = State {
            mover: !state.mover,
            last: action,
            key: self.zobrist.toggle(state.key, action, state.mover),
            ply: state.ply + 1,
        };
        let seen = self.value(after, n_plies_left, alpha, beta);
        self.board.set(action, None);
        let seen = seen?;
        self.witness.leave(seen);
        Ok(seen)
    }

    /// EVAL-FN through the dictionary.
    fn cut_off_value(&mut self, state: State) -> Seen {
        if W::IS_WATCHING {
            self.lines.clear(state.ply as usize);
        }
        if let Some(score) = self.dictionary.get(state.key, state.ply) {
            self.n_remembered += 1;
            return Seen::exactly(score, Ending::Remembered);
        }
        let score = evaluate(&self.board, self.root, state.mover).score();
        self.dictionary.put(state.key, state.ply, score);
        Seen::exactly(score, Ending::Depth)
    }
}

impl<W: Witness> Deepen for Search<'_, W> {
    fn search(&mut self, depth: u32) -> Result<Iteration, OutOfTime> {
        let layout = self.board.layout();
        let state = State { mover: self.root, last: 0, key: 0, ply: 0 };
        let mut window = (Score(-Score::WIN.0 - 1), Score(Score::WIN.0 + 1));
        let mut best: Option<(Point, Score)> = None;
        let mut moves = Vec::new();
        self.witness.begin();
        self.lines.clear(0);
        for action in self.actions.clone() {
            let seen = match self.try_action(state, action, depth - 1, window) {
                Ok(seen) => seen,
                Err(late) => {
                    self.witness.end(false);
                    return Err(late);
                }
            };
            let point = layout.point(action);
            let is_better = best.is_none_or(|(_, score)| seen.score > score);
            // A root move that is not better has only been shown not to be.
            let bound = if is_better { Bound::Exact } else { Bound::AtMost };
            moves.push((point, seen.score, bound));
            if is_better {
                best = Some((point, seen.score));
                window.0 = window.0.max(seen.score);
                if W::IS_WATCHING {
                    self.lines.put(0, point);
                }
            }
        }
        self.witness.end(true);
        let (best, score) = best.ok_or(OutOfTime)?;
        let (line, n_nodes) = (self.lines.take_root(), self.n_nodes);
        Ok(Iteration { best, score, moves, line, n_nodes })
    }

    fn n_nodes(&self) -> u64 {
        self.n_nodes
    }
}

/// ACTIONS: the first `width` of the cells, sorted by their value for both sides; equal ones stay
/// in the order of the rows.
pub(super) fn most_valuable(
    board: &Board,
    mover: Color,
    width: usize,
    cells: impl Iterator<Item = usize>,
) -> Vec<usize> {
    let mut valued: Vec<_> = cells
        .map(|index| (Reverse(PointValue::of(board, index, mover).sort_key()), index))
        .collect();
    valued.sort_by_key(|&(key, _)| key);
    valued.into_iter().take(width).map(|(_, index)| index).collect()
}
