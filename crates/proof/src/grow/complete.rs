//! Makes the replies that growing has left out.

use tengen_board::{Cell, NoObserver, Variant};

use super::{Event, Grower, HOPELESS};
use crate::book::every_reply;
use crate::frame::{Key, stone};
use crate::ground::ATTACKER;
use crate::leaf::Leaf;

impl<V: Variant> Grower<'_, V> {
    /// Makes every reply to a proven position, and to all below it, as the checker will; what has no
    /// answer is grown. `false` if it was stopped or nothing is left to try.
    pub fn complete(&mut self, stones: &[u16]) -> bool {
        let (key, _) = self.ground.frames.canonical(stones);
        // A position that is not in the book is a leaf.
        self.known.answer(&key).is_none() || self.complete_key(&key).is_some()
    }

    /// How many moves Black needs at most in a proven position, once all replies were made.
    fn complete_key(&mut self, key: &Key) -> Option<u8> {
        let answer = self.known.answer(key)?;
        if let Some(moves) = self.known.moves(key) {
            return Some(moves);
        }
        let mut stones = key.to_vec();
        stones.push(stone(answer, ATTACKER));
        let mut board = self.ground.board(key);
        board.make(Cell::new(answer), &mut NoObserver);
        let (mut below, mut most) = (Vec::new(), 0);
        for reply in every_reply(self.ground.size, &stones) {
            if self.is_stopped() {
                return None;
            }
            let (child, frame) = self.ground.after(key, answer, reply);
            if self.known.answer(&child).is_none() {
                board.make(Cell::new(reply), &mut NoObserver);
                let budget = self.effort.leaf_nodes;
                let (leaf, _) = self.ground.leaf(&mut board, (&child, frame), budget);
                board.unmake();
                if let Leaf::Won(certificate) = leaf {
                    most = most.max(certificate.plies().div_ceil(2));
                    continue;
                }
                if self.attack(&child, HOPELESS, &[]) > 0 {
                    return None;
                }
            }
            below.push(child);
        }
        for child in &below {
            most = most.max(u32::from(self.complete_key(child)?));
        }
        let moves = u8::try_from(most + 1).unwrap_or(u8::MAX);
        self.known.insert_whole(key.clone(), moves);
        (self.tell)(&Event::Whole { key, moves, tally: self.tally });
        Some(moves)
    }
}
