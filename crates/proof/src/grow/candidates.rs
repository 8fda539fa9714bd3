//! The attacker to move: one candidate that wins is enough.

use tengen_board::{Board, Cell, NoObserver, Threat, Variant};
use tengen_engine::{Line, Position, Score, Think};
use tengen_rules::ByColor;

use super::replies::{Replies, UNSEEN, unseen};
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

/// A move that won after another reply is given up when more replies than this are left after a
/// first look at all of them, or when those that are left turn out to be as hard as so many.
const HINT_REPLIES: usize = 6;
const HINT_LIMIT: u32 = 100;
/// So many of them are tried.
const N_HINTS: usize = 3;

/// A move that wins under another rule is given up when it turns out to be so hard.
const LIKELY_LIMIT: u32 = 1 << 14;

/// With so few stones nothing is left of the kin of a position but one stone.
const FEW_STONES: usize = 2;

/// A candidate that nobody has looked at looks so many times as hard as the engine lets expect, so
/// that what is begun is worked on first.
const UNLOOKED: u32 = 4;

/// A score so good lets expect no trouble, and so much less doubles it.
const NO_TROUBLE: i32 = 900;
const DOUBLING: i32 = 120;
/// Every stone doubles it as well: long lines of forcing moves always look good, and if they cost
/// little more than a quiet move near the root, the search follows one after the other. With a
/// doubling by three stones a class took 1,586 positions that takes 400 with this.
const STONES_FOR_DOUBLING: i32 = 1;
/// Expecting more would only keep a candidate from ever being tried.
const MOST_EXPECTED: i32 = 26;

/// Near the root, where a wrong choice costs most, the engine thinks so many times as long, by the
/// moves that each side has made.
const TIMES_BY_MOVES: [u64; 4] = [5, 5, 5, 2];

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
            let of_kin = if key.len() <= FEW_STONES {
                Vec::new()
            } else {
                self.known.moves_of_kin(&self.ground.frames, key)
            };
            if self.try_likely(&mut board, key, node, limit)
                || self.try_hints(&mut board, key, node, &of_kin)
                || self.try_hints(&mut board, key, node, hints)
            {
                return 0;
            }
            if self.is_leaf_at(&mut board, node, 2) {
                return 0;
            }
            self.ask_engine(key, node);
            node.is_expanded = true;
        }
        loop {
            let easiest = node.candidates.iter_mut().min_by_key(|candidate| candidate.looks());
            let Some(easiest) = easiest else { return HOPELESS };
            let proof = easiest.proof;
            if proof == 0 {
                let answer = easiest.cell;
                self.enter(key, answer);
                return 0;
            }
            if key.len() <= 2 {
                let (best, tally) = (easiest.cell, self.tally);
                (self.tell)(&Event::Number { key, proof, best, tally });
            }
            if proof >= limit || self.is_stopped() {
                return proof;
            }
            let below = limit.min(proof.saturating_mul(2).saturating_add(UNSEEN));
            self.try_candidate(&mut board, key, easiest, below);
        }
    }

    fn enter(&mut self, key: &Key, answer: u16) {
        self.known.insert(&self.ground.frames, key.clone(), answer);
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

    /// Makes the move of a candidate and takes what the defender can do about it. If he has a five,
    /// the candidate is none, and nothing is made.
    fn make_candidate(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        candidate: &mut Candidate,
    ) -> Option<Box<Replies>> {
        board.make(Cell::new(candidate.cell), &mut NoObserver);
        if has_five(board) {
            candidate.proof = HOPELESS;
            board.unmake();
            return None;
        }
        let replies = candidate.replies.take();
        Some(replies.unwrap_or_else(|| Box::new(self.replies(board, key, candidate.cell))))
    }

    /// Whether a move or its mirror image is a candidate already.
    fn has_twin(&self, key: &Key, node: &Node, cell: u16) -> bool {
        let frames = &self.ground.frames;
        let symmetries = frames.of_itself(key);
        let is_twin = |there: u16| {
            there == cell || symmetries.iter().any(|&frame| frames.image(frame, there) == cell)
        };
        node.candidates.iter().any(|candidate| is_twin(candidate.cell))
    }

    fn try_candidate(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        candidate: &mut Candidate,
        limit: u32,
    ) {
        let Some(mut replies) = self.make_candidate(board, key, candidate) else { return };
        let limit = limit.saturating_sub(candidate.prior).max(1);
        let open = self.defend(board, key, candidate.cell, &mut replies, limit);
        candidate.proof = if open == 0 { 0 } else { open.saturating_add(candidate.prior) };
        board.unmake();
        if candidate.proof > 0 {
            candidate.replies = Some(replies);
        }
    }

    /// Tries the move that wins under another rule, for as long as the position may be worked on.
    fn try_likely(&mut self, board: &mut Board<V>, key: &Key, node: &mut Node, limit: u32) -> bool {
        let Some(cell) = self.known.likely(key).filter(|&cell| board.is_empty(Cell::new(cell)))
        else {
            return false;
        };
        let mut candidate = Candidate { cell, proof: 1, prior: 0, replies: None };
        let most = unseen(key.len() + 2).saturating_mul(LIKELY_LIMIT);
        self.try_candidate(board, key, &mut candidate, limit.min(most));
        if candidate.proof == 0 {
            self.enter(key, cell);
            return true;
        }
        node.candidates.push(candidate);
        false
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
            if self.has_twin(key, node, cell)
                || !board.is_empty(Cell::new(cell))
                || !board.can_play(Cell::new(cell))
            {
                continue;
            }
            self.tally.hints[0] += 1;
            let mut candidate = Candidate { cell, proof: 1, prior: 0, replies: None };
            if self.is_worth_a_try(board, key, &mut candidate) {
                let limit = unseen(key.len() + 2).saturating_mul(HINT_LIMIT);
                self.try_candidate(board, key, &mut candidate, limit);
            }
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

    /// Looks at every reply; whether few of them are left.
    fn is_worth_a_try(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        candidate: &mut Candidate,
    ) -> bool {
        let Some(mut replies) = self.make_candidate(board, key, candidate) else { return false };
        let open = self.look_at_all(board, key, candidate.cell, &mut replies, HINT_REPLIES);
        board.unmake();
        candidate.proof = open.max(1);
        candidate.replies = Some(replies);
        candidate.replies.as_ref().is_some_and(|replies| replies.n_open() <= HINT_REPLIES)
    }

    fn ask_engine(&mut self, key: &Key, node: &mut Node) {
        self.tally.engine_calls += 1;
        let position = Position {
            rule: V::RULE,
            size: self.ground.size,
            stones: stones_of_key(self.ground.size, key),
            to_move: ATTACKER,
            taken: ByColor::from_fn(|_| 0),
        };
        let times = TIMES_BY_MOVES.get(key.len() / 2).copied().unwrap_or(1);
        let nodes = self.effort.engine_nodes * times;
        let think = Think { nodes: Some(nodes), lines: self.effort.lines, ..Think::default() };
        let Ok(report) = self.engine.think(&position, &think, self.stop, &mut |_| {}) else {
            return;
        };
        // What was tried before the engine was asked is expected to be as hard as the engine says,
        // or as the hardest of its moves. Without that, moves that failed as hints looked easy at
        // every depth, and the search went from one to the next.
        let score_of = |cell: u16| {
            let is_it = |line: &&Line| self.ground.size.index(line.points[0]) as u16 == cell;
            let lines = report.lines.iter().filter(|line| !line.points.is_empty());
            lines.rev().find(is_it).map(|line| line.score)
        };
        let lowest = report.lines.last().map_or(Score::DRAW, |line| line.score);
        for candidate in &mut node.candidates {
            let score = score_of(candidate.cell).unwrap_or(lowest);
            candidate.prior = expected(score.get(), key.len());
            candidate.proof = candidate.proof.saturating_add(candidate.prior);
        }
        for line in &report.lines {
            let Some(&point) = line.points.first() else { continue };
            let cell = self.ground.size.index(point) as u16;
            if !self.has_twin(key, node, cell) && !line.score.is_loss() {
                let proof = expected(line.score.get(), key.len());
                node.candidates.push(Candidate { cell, proof, prior: proof, replies: None });
            }
        }
    }
}

impl Candidate {
    /// How hard it looks if the replies that are left count by their share of all: a move after
    /// which most replies have lost is a good one, however hard the last of them are. By the sum
    /// alone a move with two replies left of a hundred, each of them hard, looks worse than one of
    /// which nobody has looked at more than the first.
    fn looks(&self) -> u32 {
        let Some(replies) = &self.replies else { return self.proof.saturating_mul(UNLOOKED) };
        let (n_left, n_all) = replies.left_of_all();
        let share = u64::from(self.proof) * n_left as u64 / n_all.max(1) as u64;
        if self.proof == 0 { 0 } else { u32::try_from(share).unwrap_or(HOPELESS).max(1) }
    }
}

/// Whether the side to move, the defender, has a five.
fn has_five<V: Variant>(board: &Board<V>) -> bool {
    let us = board.to_move();
    board.empties().any(|cell| board.threat(us, cell) >= Threat::Five)
}

/// How hard a position with this score for Black is expected to be.
fn expected(score: i32, n_stones: usize) -> u32 {
    let halves = (NO_TROUBLE - score) * 2 / DOUBLING + 2 * n_stones as i32 / STONES_FOR_DOUBLING;
    let halves = halves.clamp(0, 2 * MOST_EXPECTED);
    let whole = 1u32 << (halves / 2);
    if halves % 2 == 0 { whole } else { whole + whole / 2 }.max(1)
}
