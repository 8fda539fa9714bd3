//! The defender to move: every reply must lose.

use std::collections::BTreeMap;

use tengen_board::{Board, Cell, NoObserver, Variant};

use super::{FEWEST_FOR_A_LEAF, Grower, HOPELESS, zone};
use crate::book::replies;
use crate::frame::{Key, stone};
use crate::ground::ATTACKER;
use crate::leaf::Leaf;

/// How hard a reply near the root is expected to be that is not won at once. Too little, and a
/// candidate on which most of the work is done is left for one that nobody has looked at.
pub(super) const UNSEEN: u32 = 4;

/// The same for a position with so many stones. It doubles with every stone like what is expected of
/// candidates: else a slow move that leaves two hundred replies looks easy at the end of a long line.
pub(super) fn unseen(n_stones: usize) -> u32 {
    UNSEEN << n_stones.saturating_sub(NEAR_THE_ROOT).min(MOST_DOUBLINGS)
}
const NEAR_THE_ROOT: usize = 6;
const MOST_DOUBLINGS: usize = 16;

/// What the defender can do about a quiet move.
#[derive(Debug)]
pub(super) struct Replies {
    /// Every legal reply that may disturb what the attacker threatens, the promising ones first;
    /// mirror images once.
    cells: Vec<u16>,
    /// How many were looked at.
    n_seen: usize,
    /// Those that have not lost yet.
    open: Vec<Open>,
    /// The answers that won after replies, and how often.
    winners: BTreeMap<u16, u32>,
}

#[derive(Debug)]
struct Open {
    key: Key,
    /// The symmetry that leads to the frame of the key.
    frame: usize,
    proof: u32,
}

impl Replies {
    /// How many of those that were looked at have not lost yet.
    pub(super) fn n_open(&self) -> usize {
        self.open.len()
    }

    /// How hard those that have not lost yet are together.
    fn hardness(&self) -> u32 {
        self.open.iter().map(|open| open.proof).fold(0, u32::saturating_add).min(HOPELESS)
    }

    /// How many have not lost yet, or were not looked at, and how many there are.
    pub(super) fn left_of_all(&self) -> (usize, usize) {
        (self.open.len() + self.cells.len() - self.n_seen, self.cells.len())
    }
}

impl<V: Variant> Grower<'_, V> {
    /// Looks at every reply to a move that was just made, until more than `most` of them are left.
    /// Returns how hard those are together.
    pub(super) fn look_at_all(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        answer: u16,
        replies: &mut Replies,
        most: usize,
    ) -> u32 {
        let mut stones = key.to_vec();
        stones.push(stone(answer, ATTACKER));
        while replies.n_seen < replies.cells.len() && replies.open.len() <= most {
            self.look_at_next(board, &stones, replies);
            if self.is_stopped() {
                break;
            }
        }
        replies.hardness()
    }

    /// The replies to a move that was just made.
    pub(super) fn replies(&mut self, board: &mut Board<V>, key: &Key, answer: u16) -> Replies {
        let mut stones = key.to_vec();
        stones.push(stone(answer, ATTACKER));
        let cells = replies(self.ground.size, &self.ground.frames, &stones);
        board.make_pass();
        let threat = self.try_leaf(board, 0);
        board.unmake();
        let zone = match &threat {
            Leaf::Won(certificate) => Some(zone::of_threat(board, certificate)),
            Leaf::Quiet | Leaf::Open => None,
        };
        let us = board.to_move();
        let rank = |&cell: &u16| {
            let cell = Cell::new(cell);
            let is_near = zone.is_none_or(|zone| zone.contains(cell));
            let looks = board.threat(us, cell) as i32 + board.threat(!us, cell) as i32;
            (!is_near, -looks, cell.number())
        };
        let mut ranked: Vec<_> = cells.iter().map(rank).collect();
        ranked.sort_unstable();
        Replies {
            cells: ranked.into_iter().filter(|rank| !rank.0).map(|rank| rank.2).collect(),
            n_seen: 0,
            open: Vec::new(),
            winners: BTreeMap::new(),
        }
    }

    /// Works on the replies until all have lost or are together at least as hard as `limit`.
    pub(super) fn defend(
        &mut self,
        board: &mut Board<V>,
        key: &Key,
        answer: u16,
        replies: &mut Replies,
        limit: u32,
    ) -> u32 {
        let mut stones = key.to_vec();
        stones.push(stone(answer, ATTACKER));
        for open in &mut replies.open {
            open.proof = self.proof_of(&open.key, open.proof);
        }
        replies.open.retain(|open| open.proof > 0);
        loop {
            let mut sum = replies.hardness();
            while replies.n_seen < replies.cells.len() && sum < limit && !self.is_stopped() {
                self.look_at_next(board, &stones, replies);
                sum = replies.hardness();
            }
            if replies.open.is_empty() && replies.n_seen == replies.cells.len() {
                return 0;
            }
            if sum >= limit || self.is_stopped() {
                return sum.clamp(1, HOPELESS);
            }
            let hardest = replies
                .open
                .iter()
                .enumerate()
                .max_by_key(|(i, open)| (open.proof, usize::MAX - i));
            let Some((at, open)) = hardest else { continue };
            let hints =
                hints_for(&replies.winners, |cell| self.ground.frames.image(open.frame, cell));
            let below = limit.saturating_sub(sum.saturating_sub(open.proof));
            let (child, frame) = (open.key.clone(), open.frame);
            let proof = self.attack(&child, below, &hints);
            if proof > 0 {
                replies.open[at].proof = proof;
                if self.is_stopped() {
                    return sum.clamp(1, HOPELESS);
                }
                continue;
            }
            replies.open.swap_remove(at);
            if let Some(winner) = self.known.answer(&child) {
                *replies.winners.entry(self.ground.frames.source(frame, winner)).or_default() += 1;
            }
        }
    }

    /// How hard a position looks that was looked at before.
    fn proof_of(&self, key: &Key, before: u32) -> u32 {
        if self.known.answer(key).is_some() {
            return 0;
        }
        self.nodes.get(key).map_or(before, |node| node.proof)
    }

    /// Looks at the first reply that nobody has looked at; it stays open unless the attacker wins.
    fn look_at_next(&mut self, board: &mut Board<V>, stones: &[u16], replies: &mut Replies) {
        let cell = replies.cells[replies.n_seen];
        replies.n_seen += 1;
        replies.open.extend(self.look_at(board, stones, cell));
    }

    /// Makes a reply and sees whether the attacker wins at once.
    fn look_at(&mut self, board: &mut Board<V>, stones: &[u16], cell: u16) -> Option<Open> {
        let mut after = stones.to_vec();
        after.push(stone(cell, !ATTACKER));
        let (key, frame) = self.ground.frames.canonical(&after);
        if self.known.answer(&key).is_some() {
            return None;
        }
        if let Some(node) = self.nodes.get(&key) {
            return Some(Open { key, frame, proof: node.proof });
        }
        board.make(Cell::new(cell), &mut NoObserver);
        let is_won =
            after.len() >= FEWEST_FOR_A_LEAF && matches!(self.try_leaf(board, 0), Leaf::Won(_));
        board.unmake();
        (!is_won).then(|| Open { proof: unseen(key.len()), key, frame })
    }
}

/// The answers that won most often, in the frame of another position.
fn hints_for(winners: &BTreeMap<u16, u32>, image: impl Fn(u16) -> u16) -> Vec<u16> {
    let mut hints: Vec<(u32, u16)> = winners.iter().map(|(&cell, &n)| (n, cell)).collect();
    hints.sort_unstable_by(|a, b| b.cmp(a));
    hints.into_iter().map(|(_, cell)| image(cell)).collect()
}
