//! Negamax (seed 004, "More deep"): `max(value, -negamax(...))`.
//!
//! Two things the report does not mention are added. Alpha-beta windows, which change how long it
//! takes and not what it finds; and a choice of moves: the empty points within two steps of a
//! stone, the most promising first. All 225 points at every ply would end at depth two.

use core::cmp::Reverse;

use crate::{Bound, Deadline, Ending, OutOfTime, Score, Seen, Witness};
use tengen_rules::{Cell, Color, Game, Point};

use super::evaluator::Evaluator;
use super::rows::points_at;
use crate::bots::board::{Grid, next, ring_order};
use crate::bots::deepening::{Deepen, ExpectedLines, Iteration};

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    mover: Color,
    last: usize,
    ply: u32,
}

pub(super) struct Search<'a, G, W> {
    grid: G,
    evaluator: &'a Evaluator,
    root: Color,
    deadline: &'a Deadline<'a>,
    witness: &'a mut W,
    moves: Vec<usize>,
    lines: ExpectedLines,
    n_nodes: u64,
    pub(super) n_alpha_cuts: u64,
    pub(super) n_beta_cuts: u64,
}

impl<'a, G: Grid, W: Witness> Search<'a, G, W> {
    pub(super) fn new(
        grid: G,
        evaluator: &'a Evaluator,
        root: Color,
        deadline: &'a Deadline<'a>,
        witness: &'a mut W,
    ) -> Self {
        Self {
            grid,
            evaluator,
            root,
            deadline,
            witness,
            moves: Vec::new(),
            lines: ExpectedLines::default(),
            n_nodes: 0,
            n_alpha_cuts: 0,
            n_beta_cuts: 0,
        }
    }

    /// Sets the moves to choose from and returns the most promising. Where no legal point lies
    /// near a stone it is the legal point nearest the middle.
    pub(super) fn root_moves(&mut self, game: &Game) -> Option<Point> {
        let layout = self.grid.layout();
        let legal = game.legal_points();
        let is_legal = |index| legal.binary_search(&layout.point(index)).is_ok();
        self.moves = self.ordered_moves(self.root);
        self.moves.retain(|&index| is_legal(index));
        if self.moves.is_empty() {
            let nearest = ring_order(game.size())
                .into_iter()
                .find(|point| legal.binary_search(point).is_ok());
            self.moves.extend(nearest.map(|point| layout.index(point)));
        }
        self.moves.first().map(|&index| layout.point(index))
    }

    /// The value for the side to move.
    fn negamax(
        &mut self,
        node: Node,
        n_plies_left: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, Ending), OutOfTime> {
        self.deadline.check(self.n_nodes)?;
        self.n_nodes += 1;
        if W::IS_WATCHING {
            self.lines.clear(node.ply as usize);
        }
        if self.grid.has_five_at(node.last) {
            return Ok((-Score::win_in(node.ply), Ending::Five));
        }
        if n_plies_left == 0 {
            let score = self.evaluator.value(&self.grid, node.mover, node.last);
            return Ok((score, Ending::Depth));
        }
        let moves = self.ordered_moves(node.mover);
        let mut best = None;
        let mut floor = alpha;
        for index in moves {
            let score = self.try_move(node, index, n_plies_left - 1, floor, beta)?;
            if best.is_some_and(|best| score <= best) {
                continue;
            }
            best = Some(score);
            floor = floor.max(score);
            if W::IS_WATCHING {
                self.lines.put(node.ply as usize, self.grid.layout().point(index));
            }
            if score >= beta {
                return Ok((score, self.count_cut(node.mover)));
            }
        }
        Ok(best.map_or((Score(0), Ending::FullBoard), |score| (score, Ending::Complete)))
    }

    /// Plays a move and returns its value for the side that plays it.
    fn try_move(
        &mut self,
        node: Node,
        index: usize,
        n_plies_left: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, OutOfTime> {
        self.witness.enter(self.grid.layout().point(index), node.mover);
        self.grid.set(index, Some(node.mover));
        let after = Node { mover: !node.mover, last: index, ply: node.ply + 1 };
        let result = self.negamax(after, n_plies_left, -beta, -alpha);
        self.grid.set(index, None);
        let (score, ending) = result?;
        let score = -score;
        if W::IS_WATCHING {
            // The record is from the view of the root; seen from there the window turns around
            // with the side to move.
            self.witness.leave(if node.mover == self.root {
                Seen::within(score, alpha, beta, ending)
            } else {
                Seen::within(-score, -beta, -alpha, ending)
            });
        }
        Ok(score)
    }

    fn count_cut(&mut self, mover: Color) -> Ending {
        if mover == self.root {
            self.n_beta_cuts += 1;
            Ending::BetaCut
        } else {
            self.n_alpha_cuts += 1;
            Ending::AlphaCut
        }
    }

    /// The empty cells within two steps of a stone, by what a stone of either side there would
    /// match; a stone that makes five comes before everything, then one that stops a five. On the
    /// empty board there are none.
    fn ordered_moves(&mut self, mover: Color) -> Vec<usize> {
        let mut valued: Vec<_> = cells_near_stones(&self.grid)
            .into_iter()
            .map(|index| (Reverse(self.promise(index, mover)), index))
            .collect();
        valued.sort_unstable();
        valued.into_iter().map(|(_, index)| index).collect()
    }

    fn promise(&mut self, index: usize, mover: Color) -> (bool, bool, i64) {
        let [own, other] = [mover, !mover].map(|color| {
            self.grid.set(index, Some(color));
            let seen = (self.grid.has_five_at(index), points_at(&self.grid, index, color));
            self.grid.set(index, None);
            seen
        });
        (own.0, other.0, own.1 + other.1)
    }
}

impl<G: Grid, W: Witness> Deepen for Search<'_, G, W> {
    fn search(&mut self, depth: u32) -> Result<Iteration, OutOfTime> {
        let node = Node { mover: self.root, last: 0, ply: 0 };
        let beta = Score(Score::WIN.0 + 1);
        let mut alpha = -beta;
        let mut best: Option<(usize, Score)> = None;
        let mut moves = Vec::new();
        self.witness.begin();
        self.lines.clear(0);
        for index in self.moves.clone() {
            let score = match self.try_move(node, index, depth - 1, alpha, beta) {
                Ok(score) => score,
                Err(late) => {
                    self.witness.end(false);
                    return Err(late);
                }
            };
            let is_better = best.is_none_or(|(_, most)| score > most);
            let point = self.grid.layout().point(index);
            moves.push((point, score, if is_better { Bound::Exact } else { Bound::AtMost }));
            if is_better {
                best = Some((index, score));
                alpha = alpha.max(score);
                if W::IS_WATCHING {
                    self.lines.put(0, point);
                }
            }
        }
        self.witness.end(true);
        let (best, score) = best.ok_or(OutOfTime)?;
        // The next depth starts with the best move of this one: the window closes soonest.
        self.moves.retain(|&index| index != best);
        self.moves.insert(0, best);
        let (line, n_nodes) = (self.lines.take_root(), self.n_nodes);
        Ok(Iteration { best: self.grid.layout().point(best), score, moves, line, n_nodes })
    }

    fn n_nodes(&self) -> u64 {
        self.n_nodes
    }
}

/// The empty cells within two steps of a stone, row by row.
fn cells_near_stones<G: Grid>(grid: &G) -> Vec<usize> {
    let layout = grid.layout();
    let mut is_near = vec![false; layout.n_cells()];
    for index in layout.indices() {
        if !matches!(grid.at(index), Cell::Stone(_)) {
            continue;
        }
        for step in layout.neighbor_steps() {
            let near = next(index, step);
            is_near[near] = true;
            if grid.at(near) == Cell::Off {
                continue;
            }
            for step in layout.neighbor_steps() {
                is_near[next(near, step)] = true;
            }
        }
    }
    layout.indices().filter(|&index| is_near[index] && grid.at(index) == Cell::Empty).collect()
}
