//! What won where all but one white stone stood as they stand here.
//!
//! A stone of White far from the fight changes little, and after two different second moves of White
//! the same moves win in most positions that follow.

use std::collections::BTreeMap;

use crate::frame::{Frames, Key, unpack};
use crate::ground::ATTACKER;

/// The moves of proven positions by what is left of them without one white stone.
#[derive(Debug, Default)]
pub(super) struct Kin {
    moves: BTreeMap<Key, Vec<u16>>,
}

/// A position has many kin, most of which have the same move.
const MOST_MOVES: usize = 4;

impl Kin {
    pub(super) fn insert(&mut self, frames: &Frames, key: &[u16], answer: u16) {
        for rest in without_one(key) {
            let (rest, frame) = frames.canonical(&rest);
            let moves = self.moves.entry(rest).or_default();
            let answer = frames.image(frame, answer);
            if moves.len() < MOST_MOVES && !moves.contains(&answer) {
                moves.push(answer);
            }
        }
    }

    /// The moves of the kin of a position, those of most of them first.
    pub(super) fn moves(&self, frames: &Frames, key: &[u16]) -> Vec<u16> {
        let mut counts = BTreeMap::<u16, usize>::new();
        for rest in without_one(key) {
            let (rest, frame) = frames.canonical(&rest);
            for &answer in self.moves.get(&rest).into_iter().flatten() {
                *counts.entry(frames.source(frame, answer)).or_default() += 1;
            }
        }
        let mut ranked: Vec<_> =
            counts.into_iter().map(|(cell, n)| (usize::MAX - n, cell)).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// A position without one white stone, for each of them.
fn without_one(key: &[u16]) -> impl Iterator<Item = Vec<u16>> + '_ {
    key.iter()
        .filter(|&&stone| unpack(stone).1 != ATTACKER)
        .map(|gone| key.iter().filter(|stone| *stone != gone).copied().collect())
}
