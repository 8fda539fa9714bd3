//! The blocks that end with `DONE`: stones of `BOARD`, points of `SWAP2BOARD`.
//!
//! A block is read to its end whatever is in it: stopping at a bad line would turn the lines after
//! it into commands. The first fault is remembered and reported in place of the answer.

use crate::wire::{Pair, Scanner};

/// More stones than any game can have, captured ones included: the largest board has 676 points.
const MAX_ENTRIES: usize = 4096;

/// A line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneEntry {
    /// Where.
    pub at: Pair,
    /// 1 own stone, 2 opponent's stone, 3 blocked; others are the sender's mistake.
    pub field: i64,
}

/// The stones of a `BOARD` or `YXBOARD` block, in the order they were listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoneBlock {
    /// The stones that could be read.
    pub entries: Vec<StoneEntry>,
    /// The first piece that could not be read.
    pub fault: Option<String>,
}

/// The points of a block without colors; a third field is read and ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointBlock {
    /// The points that could be read.
    pub points: Vec<Pair>,
    /// The first piece that could not be read.
    pub fault: Option<String>,
}

/// What a block does with the pieces it is given.
pub(super) trait Block {
    /// Takes an entry, or says that it cannot.
    fn take(&mut self, at: Pair, field: Option<i64>) -> bool;
    fn fault_slot(&mut self) -> &mut Option<String>;

    /// Reads the pieces of a line; whether `DONE` was among them.
    fn line(&mut self, text: &str) -> bool {
        let mut scanner = Scanner::new(text);
        while !scanner.is_at_end() {
            let before = scanner.clone();
            let is_taken = scanner.entry().is_some_and(|(at, field)| self.take(at, field));
            if is_taken {
                continue;
            }
            scanner = before;
            let word = scanner.word();
            if word.eq_ignore_ascii_case("DONE") {
                return true;
            }
            self.fault_slot().get_or_insert_with(|| shown(word));
        }
        false
    }
}

/// A bad piece as the error will show it: short, and in the case of all our echoes.
fn shown(word: &str) -> String {
    word.chars().take(40).map(|c| c.to_ascii_uppercase()).collect()
}

impl Block for StoneBlock {
    fn take(&mut self, at: Pair, field: Option<i64>) -> bool {
        let Some(field) = field.filter(|_| self.entries.len() < MAX_ENTRIES) else { return false };
        self.entries.push(StoneEntry { at, field });
        true
    }

    fn fault_slot(&mut self) -> &mut Option<String> {
        &mut self.fault
    }
}

impl Block for PointBlock {
    fn take(&mut self, at: Pair, _field: Option<i64>) -> bool {
        let has_room = self.points.len() < MAX_ENTRIES;
        if has_room {
            self.points.push(at);
        }
        has_room
    }

    fn fault_slot(&mut self) -> &mut Option<String> {
        &mut self.fault
    }
}

impl StoneBlock {
    pub(super) fn n_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<StoneEntry>()
    }
}

impl PointBlock {
    pub(super) fn n_bytes(&self) -> usize {
        self.points.capacity() * size_of::<Pair>()
    }
}
