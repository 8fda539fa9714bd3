//! The attacker to move: one candidate that wins is enough.

use tengen_board::{Board, Cell, NoObserver, Variant};
use tengen_engine::{Position, Think};
use tengen_rules::ByColor;

use super::replies::Replies;
use super::{Event, FEWEST_FOR_A_LEAF, Grower, HOPELESS, Node};
use crate::frame::{Key, stones_of_key};
use crate::ground::ATTACKER;
use crate::leaf::{Leaf, N_STAGES};

/// A quiet move that may win.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) cell: u16,
    /// How hard it looks.
    pub(super) proof: u32,
    /// How hard the engine let expect it to be; what is found out comes on top.
    pub(super) prior: u32,
    /// What the defender can do about it, once somebody has looked.
    pub(super) replies: Option<Box<Replies>>,
}

/// A move that won after another reply is given up when so much is against it.
const HINT_LIMIT: u32 = 28;
/// So many of them are tried.
const N_HINTS: usize = 3;

/// A score so good lets expect no trouble, and so much less doubles it.
const NO_TROUBLE: i32 = 900;
const DOUBLING: i32 = 120;
/// So many more stones double it as well: long lines of forcing moves always look good.
const STONES_FOR_DOUBLING: i32 = 3;
/// Expecting more would only keep a candidate from ever being tried.
const MOST_EXPECTED: i32 = 16;

/// Near the root, with so many stones at most, the engine thinks longer.
const NEAR_THE_ROOT: usize = 4;
const TIMES_NEAR_THE_ROOT: u64 = 5;

impl<V: Variant> Grower<'_, V> {
    /// Works on a position until it is proven or at least as hard as `limit`. Returns how hard it
    /// is: zero is proven.
    pub(super) fn attack(&mut self, key: &Key, limit: u32, hints: &[u16]) -> u32 {
        if self.known.answer(key).is_some() {
            return 0;
        }
        let mut node = self.nodes.remove(key).unwrap_or_default();
        let proof = self.attack_node(key, &mut node, limit, hints);
        node.proof = proof;
        if proof > 0 {
            self.nodes.insert(key.clone(), node);
        }
        proof
    }

    fn attack_node(&mut self, key: &Key, node: &mut Node, limit: u32, hints: &[u16]) -> u32 {
        let mut board = self.ground.board(key);
        if !node.is_expanded {
            if self.is_leaf_at(&mut board, node, 1) {
                return 0;
            }
            if self.try_hints(&mut board, key, node, hints) {
                return 0;
            }
            if self.is_leaf_at(&mut board, node, 2) {
                return 0;
            }
            self.ask_engine(key, node);
            node.is_expanded = true;
        }
        loop {
            let (mut best, mut second) = (None::<usize>, HOPELESS);
            for (i, candidate) in node.candidates.iter().enumerate() {
                match best {
                    Some(b) if node.candidates[b].proof <= candidate.proof => {
                        second = second.min(candidate.proof);
                    }
                    _ => {
                        second = best.map_or(second, |b| second.min(node.candidates[b].proof));
                        best = Some(i);
                    }
                }
            }
            let Some(best) = best else { return HOPELESS };
            let proof = node.candidates[best].proof;
            if proof == 0 {
                self.enter(key, node.candidates[best].cell);
                return 0;
            }
            if key.len() <= 2 {
                let (best, tally) = (node.candidates[best].cell, self.tally);
                (self.tell)(&Event::Number { key, proof, best, tally });
            }
            if proof >= limit || self.is_stopped() {
                return proof;
            }
            let below = limit.min(second.saturating_add(second / 2 + 1));
            self.try_candidate(&mut board, key, &mut node.candidates[best], below);
        }
    }

    fn enter(&mut self, key: &Key, answer: u16) {
        self.known.insert(key.clone(), answer);
        (self.tell)(&Event::Entry { key, answer, tally: self.tally });
    }

    fn is_leaf_at(&mut self, board: &mut Board<V>, node: &mut Node, stage: usize) -> bool {
        if node.stage >= stage || board.n_stones() < FEWEST_FOR_A_LEAF {
            return false;
        }
        node.stage = stage;
        match self.try_leaf(board, stage) {
            Leaf::Won(_) => return true,
            Leaf::Quiet => node.stage = N_STAGES,
            Leaf::Open => {}
        }
        false
    }

    fn try_candidate(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        candidate: &mut Candidate,
        limit: u32,
    ) {
        board.make(Cell::new(candidate.cell), &mut NoObserver);
        let mut replies = candidate
            .replies
            .take()
            .unwrap_or_else(|| Box::new(self.replies(board, key, candidate.cell)));
        let open = self.defend(
            board,
            key,
            candidate.cell,
            &mut replies,
            limit.saturating_sub(candidate.prior).max(1),
        );
        candidate.proof = if open == 0 { 0 } else { open.saturating_add(candidate.prior) };
        board.unmake();
        if candidate.proof > 0 {
            candidate.replies = Some(replies);
        }
    }

    /// Tries the moves that won after other replies of the same parent.
    fn try_hints(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        node: &mut Node,
        hints: &[u16],
    ) -> bool {
        let mut n_tried = 0;
        for &cell in hints {
            let is_new = node.candidates.iter().all(|candidate| candidate.cell != cell);
            if !is_new || !board.is_empty(Cell::new(cell)) || !board.can_play(Cell::new(cell)) {
                continue;
            }
            self.tally.hints[0] += 1;
            let mut candidate = Candidate { cell, proof: 1, prior: 0, replies: None };
            self.try_candidate(board, key, &mut candidate, HINT_LIMIT);
            if candidate.proof == 0 {
                self.tally.hints[1] += 1;
                self.enter(key, cell);
                return true;
            }
            node.candidates.push(candidate);
            n_tried += 1;
            if n_tried == N_HINTS || self.is_stopped() {
                break;
            }
        }
        false
    }

    fn ask_engine(&mut self, key: &Key, node: &mut Node) {
        self.tally.engine_calls += 1;
        let is_near = key.len() <= NEAR_THE_ROOT;
        let position = Position {
            rule: V::RULE,
            size: self.ground.size,
            stones: stones_of_key(self.ground.size, key),
            to_move: ATTACKER,
            taken: ByColor::from_fn(|_| 0),
        };
        let nodes = self.effort.engine_nodes * if is_near { TIMES_NEAR_THE_ROOT } else { 1 };
        let think = Think { nodes: Some(nodes), lines: self.effort.lines, ..Think::default() };
        let Ok(report) = self.engine.think(&position, &think, self.stop, &mut |_| {}) else {
            return;
        };
        for line in &report.lines {
            let Some(&point) = line.points.first() else { continue };
            let cell = self.ground.size.index(point) as u16;
            let is_new = node.candidates.iter().all(|candidate| candidate.cell != cell);
            if is_new && !line.score.is_loss() {
                let proof = expected(line.score.get(), key.len());
                node.candidates.push(Candidate { cell, proof, prior: proof, replies: None });
            }
        }
    }
}

/// How hard a candidate with this score is expected to be.
fn expected(score: i32, n_stones: usize) -> u32 {
    let halves = (NO_TROUBLE - score) * 2 / DOUBLING + 2 * n_stones as i32 / STONES_FOR_DOUBLING;
    let halves = halves.clamp(0, 2 * MOST_EXPECTED);
    let whole = 1u32 << (halves / 2);
    if halves % 2 == 0 { whole } else { whole + whole / 2 }.max(1)
}
