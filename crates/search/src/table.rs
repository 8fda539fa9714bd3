//! The transposition table: what was found about positions, shared by all threads.
//!
//! Entries are pairs of atomics. The key is stored exclusive-or the data, so an entry torn by two
//! threads does not match any position: no lock, no data race.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use tengen_board::Cell;

use crate::memory::{affordable, prefer_large_pages};
use crate::score::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the evaluation and the move are known.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl Bound {
    /// The same bound from the other side.
    pub(crate) const fn negated(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::None | Self::Exact => self,
        }
    }

    /// What the best score of a node says about the true one, given the window it was searched with.
    #[inline]
    pub(crate) fn of(best: Score, alpha: Score, beta: Score) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if any.
    pub best: Option<Cell>,
    /// The score, counted from the position.
    pub score: Score,
    /// The evaluation.
    pub eval: Score,
    /// How deep was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether it was ever on a principal variation.
    pub is_pv: bool,
}

impl Entry {
    /// The score counted from the root, if it says enough for a node `distance` plies below it that
    /// is searched to this depth (in plies) with this window.
    #[inline]
    pub(crate) fn cutoff(
        &self,
        depth: i32,
        distance: i32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if self.depth < depth {
            return None;
        }
        let score = self.score.seen_from_root(distance);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        };
        is_enough.then_some(score)
    }
}

const SLOTS: usize = 4;
/// No move.
const NO_CELL: u64 = 0x3ff;
/// Depths are stored from this one on.
const LEAST_DEPTH: i32 = -64;

/// A line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; SLOTS]);

/// The table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most so many mebibytes. If the memory is not there, or nothing would be left
    /// for anything else, a smaller one.
    pub fn new(mib: usize) -> Self {
        let n_buckets = affordable::<Bucket>((mib.max(1) << 20) / size_of::<Bucket>());
        let mut buckets = Vec::with_capacity(n_buckets);
        prefer_large_pages(&mut buckets);
        buckets.resize_with(n_buckets, Bucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// How large it came out, in bytes.
    pub fn n_bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.buckets.iter().flat_map(|bucket| bucket.0.as_flattened()) {
            word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Marks what is there as old: a new search begins.
    pub fn new_search(&self) {
        self.age.store(self.age.load(Ordering::Relaxed).wrapping_add(1) & 31, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn permille_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used: usize = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| {
                let data = slot[1].load(Ordering::Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        // Multiplying instead of masking lets the table have any size.
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Fetches what may be known about a position into the cache while other work is done.
    #[inline]
    pub(crate) fn fetch_early(&self, hash: u64) {
        // The interpreter that checks `unsafe` code does not know the hint.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = core::ptr::from_ref(self.bucket(hash));
            #[expect(unsafe_code, reason = "waiting for the table was a tenth of the search")]
            // SAFETY: a hint that touches nothing, and the address is that of a bucket.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = hash;
    }

    /// What is known about the position with this hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let key = slot[0].load(Ordering::Relaxed) ^ data;
            (key == hash && data != 0).then(|| unpack(data))
        })
    }

    /// Stores what was found. The least valuable of four entries makes room: shallow and old ones.
    #[inline]
    pub fn put(&self, hash: u64, entry: &Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(hash);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        let mut best = entry.best;
        for slot in &bucket.0 {
            let data = slot[1].load(Ordering::Relaxed);
            if data != 0 && slot[0].load(Ordering::Relaxed) ^ data == hash {
                let old = unpack(data);
                best = best.or(old.best);
                // What was searched clearly deeper is kept, unless the new score is exact.
                let is_worth_less = entry.bound != Bound::Exact
                    && entry.depth + 3 < old.depth
                    && age_of(data) == age
                    && !(entry.score.is_win() || entry.score.is_loss());
                if is_worth_less {
                    return;
                }
                victim = slot;
                break;
            }
            let years = i32::from(age.wrapping_sub(age_of(data)) & 31);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 8 * years };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(&Entry { best, ..*entry }, age);
        victim[0].store(hash ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }
}

// The data word, from the lowest bit: move 10, bound 2, is_pv 1, age 5, depth 8, score 16, eval 16.

fn pack(entry: &Entry, age: u8) -> u64 {
    let best = entry.best.map_or(NO_CELL, |cell| u64::from(cell.number()));
    let depth = (entry.depth - LEAST_DEPTH).clamp(0, 255) as u64;
    best | (entry.bound as u64) << 10
        | u64::from(entry.is_pv) << 12
        | u64::from(age) << 13
        | depth << 18
        | u64::from(entry.score.get() as i16 as u16) << 26
        | u64::from(entry.eval.get() as i16 as u16) << 42
        | 1 << 63
}

fn unpack(data: u64) -> Entry {
    let best = data & NO_CELL;
    Entry {
        best: (best != NO_CELL).then_some(Cell::new(best as u16)),
        bound: match data >> 10 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        is_pv: data >> 12 & 1 != 0,
        depth: depth_of(data),
        score: Score::from_raw(i32::from((data >> 26) as u16 as i16)),
        eval: Score::from_raw(i32::from((data >> 42) as u16 as i16)),
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 18 & 255) as i32 + LEAST_DEPTH
}

fn age_of(data: u64) -> u8 {
    (data >> 13 & 31) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(Cell::new(224)),
            score: Score::loss_in(7),
            eval: Score::of_eval(-1234),
            depth,
            bound: Bound::Lower,
            is_pv: true,
        }
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        let table = Table::new(1);
        for depth in [-20, 0, 99] {
            let hash = 0x1234_5678_9abc_def0 ^ depth as u64;
            table.put(hash, &entry(depth));
            assert_eq!(table.get(hash), Some(entry(depth)));
        }
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = Table::new(1);
        table.put(77, &entry(5));
        let slot = &table.bucket(77).0[0];
        slot[1].store(pack(&entry(6), 0), Ordering::Relaxed);
        assert_eq!(table.get(77), None);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "what threads make of the table is the question")]
    fn threads_never_read_what_nobody_wrote() {
        let rounds = if cfg!(miri) { 20 } else { 2_000 };
        let table = &Table::new(1);
        // A few buckets that all of them write, each entry saying which position it is about.
        let hash_of = |depth: i32| (depth as u64 % 4) << 60 | depth as u64;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for round in 0..rounds {
                        let depth = (round * 7 + thread * 13) % 90;
                        table.fetch_early(hash_of(depth));
                        table.put(hash_of(depth), &entry(depth));
                        for depth in 0..90 {
                            let found = table.get(hash_of(depth));
                            assert!(found.is_none_or(|found| found == entry(depth)), "{found:?}");
                        }
                    }
                });
            }
            for _ in 0..rounds / 10 {
                table.new_search();
                table.permille_full();
            }
        });
    }

    #[test]
    fn deep_entries_stay_and_old_ones_go() {
        let table = Table::new(1);
        table.put(5, &entry(20));
        table.put(5, &Entry { score: Score::of_eval(3), ..entry(2) });
        assert_eq!(table.get(5).map(|e| e.depth), Some(20));
        table.new_search();
        table.put(5, &Entry { score: Score::of_eval(3), ..entry(2) });
        assert_eq!(table.get(5).map(|e| e.depth), Some(2));
    }
}
