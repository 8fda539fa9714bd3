//! The book: positions with Black to move, and his quiet move in each.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use tengen_rules::{Color, Point, Rule, Size};

use crate::frame::{Frames, Key, key_of_stones, stone, stones_of_key};
use crate::ground::ATTACKER;

/// What a book says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Black's move, a quiet one.
    pub answer: u16,
    /// How many moves Black needs at most, this one included.
    pub moves: u8,
}

/// A proof that Black wins after some moves, but for the leaves, which anyone can solve again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The rule set.
    pub rule: Rule,
    /// The board size.
    pub size: Size,
    /// The moves after which Black wins, from the empty board on. One move, Black's first, makes it
    /// a proof about the game itself.
    pub opening: Vec<Point>,
    /// How many positions a leaf may take.
    pub leaf_nodes: u64,
    /// The positions, each in the smallest of its eight frames, and what is said about them.
    pub entries: BTreeMap<Key, Entry>,
}

impl Book {
    /// The stones of the opening in rising order, and who is to move after it.
    pub fn root(&self) -> (Key, Color) {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let to_move =
            if self.opening.len().is_multiple_of(2) { Color::Black } else { Color::White };
        (key_of_stones(self.size, self.opening.iter().copied().zip(colors)), to_move)
    }

    /// Black's move in the position with these stones, and how many he needs at most, if it is in
    /// the book.
    pub fn answer(&self, frames: &Frames, stones: &[u16]) -> Option<(Point, u8)> {
        let (key, frame) = frames.canonical(stones);
        let entry = *self.entries.get(&key)?;
        let cell = frames.source(frame, entry.answer);
        Some((stones_of_key(self.size, &[stone(cell, ATTACKER)])[0].0, entry.moves))
    }

    /// How many moves Black needs at most after the opening, if that is said about every reply to
    /// it. Forced wins that begin right there are not counted.
    pub fn moves(&self) -> Option<u8> {
        let frames = Frames::new(self.size);
        let (root, to_move) = self.root();
        let moves_at = |stones: &[u16]| Some(self.entries.get(&frames.canonical(stones).0)?.moves);
        if to_move == ATTACKER {
            return moves_at(&root);
        }
        let after = |reply| {
            let mut after = root.to_vec();
            after.push(stone(reply, !ATTACKER));
            moves_at(&after)
        };
        every_reply(self.size, &root).map(after).try_fold(0, |most, moves| Some(most.max(moves?)))
    }

    /// The same book without the entries that no reply leads to.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let mut entries = BTreeMap::new();
        self.visit(&mut |step| {
            if let Step::Entry { key, entry, .. } = step {
                entries.insert(key.clone(), entry);
            }
        });
        Self { entries, opening: self.opening.clone(), ..*self }
    }

    /// The same book with numbers of moves that hold: an entry takes one more than any entry that a
    /// reply leads to. While a book grows a reply may first be a leaf and later, met from elsewhere, an
    /// entry, which takes longer.
    #[must_use]
    pub fn with_moves_that_hold(&self) -> Self {
        let frames = Frames::new(self.size);
        let mut keys: Vec<&Key> = self.entries.keys().collect();
        keys.sort_by_key(|key| Reverse(key.len()));
        let mut entries = BTreeMap::<Key, Entry>::new();
        for key in keys {
            let Entry { answer, moves } = self.entries[key];
            let mut stones = key.to_vec();
            stones.push(stone(answer, ATTACKER));
            let below = replies(self.size, &frames, &stones).into_iter().filter_map(|reply| {
                let mut after = stones.clone();
                after.push(stone(reply, !ATTACKER));
                entries.get(&frames.canonical(&after).0).map(|entry| entry.moves.saturating_add(1))
            });
            let moves = below.fold(moves, u8::max);
            entries.insert(key.clone(), Entry { answer, moves });
        }
        Self { entries, opening: self.opening.clone(), ..*self }
    }

    /// Walks every entry once, from the root on, replies in the order of their points.
    pub(crate) fn visit(&self, see: &mut dyn FnMut(Step<'_>)) {
        let frames = Frames::new(self.size);
        let mut walk = Walk { book: self, frames: &frames, seen: BTreeSet::new(), see };
        let (root, to_move) = self.root();
        if to_move == ATTACKER {
            let (key, _) = frames.canonical(&root);
            walk.entry(0, &key);
        } else {
            walk.replies(&root);
        }
    }
}

/// What is met on the walk.
pub(crate) enum Step<'a> {
    /// A reply that leads to an entry not met before, and the entry.
    Entry { reply: u16, key: &'a Key, entry: Entry },
    /// All replies to the last entry that is not left yet, or to the opening, were made.
    Leave,
}

struct Walk<'a> {
    book: &'a Book,
    frames: &'a Frames,
    seen: BTreeSet<Key>,
    see: &'a mut dyn FnMut(Step<'_>),
}

impl Walk<'_> {
    fn entry(&mut self, reply: u16, key: &Key) {
        let Some(&entry) = self.book.entries.get(key) else { return };
        if !self.seen.insert(key.clone()) {
            return;
        }
        (self.see)(Step::Entry { reply, key, entry });
        let mut stones = key.to_vec();
        stones.push(stone(entry.answer, ATTACKER));
        self.replies(&stones);
    }

    fn replies(&mut self, stones: &[u16]) {
        for reply in replies(self.book.size, self.frames, stones) {
            let mut after = stones.to_vec();
            after.push(stone(reply, !ATTACKER));
            let (key, _) = self.frames.canonical(&after);
            self.entry(reply, &key);
        }
        (self.see)(Step::Leave);
    }
}

/// Every empty cell, of those that are mirror images of each other the smallest.
pub(crate) fn replies(size: Size, frames: &Frames, stones: &[u16]) -> Vec<u16> {
    let mut sorted = stones.to_vec();
    sorted.sort_unstable();
    let symmetries = frames.of_itself(&sorted);
    every_reply(size, stones).filter(|&cell| frames.is_first(&symmetries, cell)).collect()
}

/// Every empty cell.
pub(crate) fn every_reply(size: Size, stones: &[u16]) -> impl Iterator<Item = u16> + use<> {
    let mut is_empty = vec![true; size.n_points()];
    for &stone in stones {
        is_empty[usize::from(stone >> 1)] = false;
    }
    (0..size.n_points() as u16).filter(move |&cell| is_empty[usize::from(cell)])
}
