//! Makes the replies that growing has left out.

use tengen_board::{Cell, NoObserver, Variant};

use super::{Event, Grower, HOPELESS};
use crate::book::replies;
use crate::frame::{Key, stone};
use crate::ground::ATTACKER;
use crate::leaf::Leaf;

impl<V: Variant> Grower<'_, V> {
    /// Makes every reply to a proven position, and to all below it, as the checker will; what has no
    /// answer is grown. `false` if it was stopped or nothing is left to try.
    pub fn complete(&mut self, key: &Key) -> bool {
        // A position that is not in the book is a leaf.
        let Some(answer) = self.known.answer(key) else { return true };
        if self.known.is_whole(key) {
            return true;
        }
        let mut stones = key.to_vec();
        stones.push(stone(answer, ATTACKER));
        let mut board = self.ground.board(key);
        board.make(Cell::new(answer), &mut NoObserver);
        let mut below = Vec::new();
        for reply in replies(self.ground.size, &self.ground.frames, &stones) {
            if self.is_stopped() {
                return false;
            }
            let (child, frame) = self.ground.after(key, answer, reply);
            if self.known.answer(&child).is_none() {
                board.make(Cell::new(reply), &mut NoObserver);
                let budget = self.effort.leaf_nodes;
                let (leaf, _) = self.ground.leaf(&mut board, (&child, frame), budget);
                board.unmake();
                let is_won = matches!(leaf, Leaf::Won(_));
                if !is_won && self.attack(&child, HOPELESS, &[]) > 0 {
                    return false;
                }
            }
            below.push(child);
        }
        let is_whole = below.iter().all(|child| self.complete(child));
        if is_whole {
            self.known.insert_whole(key.clone());
            (self.tell)(&Event::Whole { key, tally: self.tally });
        }
        is_whole
    }
}
