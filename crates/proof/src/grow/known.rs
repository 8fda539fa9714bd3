//! What is proven, shared by all that grow.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::kin::Kin;
use crate::book::Entry;
use crate::frame::{Frames, Key};

/// The proven positions with Black's moves.
#[derive(Debug, Default)]
pub struct Known {
    inside: Mutex<Inside>,
    /// Moves that may win, because they do under a rule that differs little.
    likely: BTreeMap<Key, u16>,
}

#[derive(Debug, Default)]
struct Inside {
    entries: BTreeMap<Key, u16>,
    /// Those of which every reply was made, down to the leaves, and how many moves Black needs.
    whole: BTreeMap<Key, u8>,
    /// Made when somebody begins to grow.
    kin: Option<Kin>,
}

impl Known {
    /// What earlier growing has proven, and of which positions every reply was made, with the moves
    /// that Black needs at most.
    pub fn new(entries: BTreeMap<Key, u16>, whole: BTreeMap<Key, u8>) -> Self {
        let inside = Mutex::new(Inside { entries, whole, kin: None });
        Self { inside, likely: BTreeMap::new() }
    }

    /// The same with moves that are tried before any other: the entries of books of other rules.
    #[must_use]
    pub fn with_likely(self, likely: BTreeMap<Key, u16>) -> Self {
        Self { likely, ..self }
    }

    pub(super) fn likely(&self, key: &Key) -> Option<u16> {
        self.likely.get(key).copied()
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The move of a proven position.
    pub fn answer(&self, key: &Key) -> Option<u16> {
        self.inside().entries.get(key).copied()
    }

    /// How many moves Black needs at most, if every reply was made, there and below.
    pub fn moves(&self, key: &Key) -> Option<u8> {
        self.inside().whole.get(key).copied()
    }

    pub(super) fn insert(&self, frames: &Frames, key: Key, answer: u16) {
        let mut inside = self.inside();
        if let Some(kin) = &mut inside.kin {
            kin.insert(frames, &key, answer);
        }
        inside.entries.entry(key).or_insert(answer);
    }

    /// The moves that won where one white stone stood elsewhere.
    pub(super) fn moves_of_kin(&self, frames: &Frames, key: &[u16]) -> Vec<u16> {
        let mut guard = self.inside();
        let Inside { entries, kin, .. } = &mut *guard;
        let make = || {
            let mut kin = Kin::default();
            for (key, &answer) in &*entries {
                kin.insert(frames, key, answer);
            }
            kin
        };
        let moves = kin.get_or_insert_with(make).moves(frames, key);
        drop(guard);
        moves
    }

    pub(super) fn insert_whole(&self, key: Key, moves: u8) {
        self.inside().whole.insert(key, moves);
    }

    /// All positions of which every reply was made, as entries of a book.
    pub fn entries(&self) -> BTreeMap<Key, Entry> {
        let inside = self.inside();
        let entry = |(key, &moves): (&Key, &u8)| {
            let &answer = inside.entries.get(key)?;
            Some((key.clone(), Entry { answer, moves }))
        };
        inside.whole.iter().filter_map(entry).collect()
    }

    /// How many positions are proven, and of how many every reply was made.
    pub fn counts(&self) -> (usize, usize) {
        let inside = self.inside();
        (inside.entries.len(), inside.whole.len())
    }
}
