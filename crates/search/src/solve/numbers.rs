//! Proof and disproof numbers, and the tables of the search that lives by them.

use tengen_board::{Bits, Cell};

use crate::memory::affordable;

/// Where memory is short, a table still has so many slots: some buckets.
const FEWEST: usize = 64;

/// How much work a proof and a disproof seem to need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// The disproof number of something of which nothing is known; larger than one, so that what is
/// expected to take less can be told apart.
pub(crate) const DISPROOF_UNIT: u32 = 4;

/// More than any sum of numbers is allowed to become.
pub(crate) const INFINITE: u32 = u32::MAX / 2;

impl Numbers {
    pub(crate) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(crate) const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };

    pub(crate) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    pub(crate) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether a search with these thresholds may stop here.
    pub(crate) const fn reaches(self, thresholds: Self) -> bool {
        self.is_settled() || self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// Adds without ever reaching infinity by accident: only what is settled is infinite.
pub(crate) fn add(a: u32, b: u32) -> u32 {
    if a >= INFINITE || b >= INFINITE { INFINITE } else { (a + b).min(INFINITE - 1) }
}

/// The largest power of two that a number is multiplied with.
const MOST_DOUBLINGS: i32 = 20;

/// Two to the power of a hundredth of the argument.
pub(crate) fn two_to_the(hundredths: i32) -> u32 {
    times_two_to_the(1, hundredths)
}

/// A number times two to the power of a hundredth of the argument, straight between the whole
/// powers: without floating point, every machine searches the same tree. What is not zero stays so,
/// because zero says that something is settled.
pub(crate) fn times_two_to_the(number: u32, hundredths: i32) -> u32 {
    let hundredths = hundredths.clamp(-100 * MOST_DOUBLINGS, 100 * MOST_DOUBLINGS);
    let part = u64::from(hundredths.rem_euclid(100).unsigned_abs());
    let whole = hundredths.div_euclid(100);
    let product = u64::from(number) * (100 + part);
    let scaled = if whole < 0 { product >> -whole } else { product << whole };
    let rounded = (scaled + 50) / 100;
    (rounded.min(u64::from(INFINITE - 1)) as u32).max(number.min(1))
}

/// A slot is the key, the two numbers, and the work that went into them. Above the work stands one
/// more than the winning attack, if there is one.
type Slot = [u64; 3];

/// So many bits are for the work.
const WORK_BITS: u32 = 48;
const MOST_WORK: u64 = (1 << WORK_BITS) - 1;

const WAYS: usize = 4;

/// The table of numbers. In a full bucket the position with the least work behind it goes.
#[derive(Debug)]
pub(crate) struct NumberTable {
    slots: Vec<Slot>,
}

impl NumberTable {
    pub(crate) fn new(mib: usize) -> Self {
        let n_slots = (mib.max(1) << 20) / size_of::<Slot>();
        Self { slots: vec![[0; 3]; affordable::<Slot>(1 << n_slots.ilog2()).max(FEWEST)] }
    }

    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let first = key as usize & (self.slots.len() - WAYS);
        first..first + WAYS
    }

    fn slot(&self, key: u64) -> Option<&Slot> {
        self.slots[self.bucket(key)].iter().find(|slot| slot[0] == key && slot[2] > 0)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Numbers> {
        self.slot(key).map(|slot| Numbers::new((slot[1] >> 32) as u32, slot[1] as u32))
    }

    /// How many positions were made below this one so far.
    pub(crate) fn work(&self, key: u64) -> u64 {
        self.slot(key).map_or(0, work_in)
    }

    /// The attack that wins in this position, if one was noted.
    pub(crate) fn winner(&self, key: u64) -> Option<Cell> {
        let slot = self.slot(key)?;
        ((slot[2] >> WORK_BITS) as u16).checked_sub(1).map(Cell::new)
    }

    /// Notes the attack that wins in a position that was just stored.
    pub(crate) fn note_winner(&mut self, key: u64, attack: Cell) {
        let range = self.bucket(key);
        if let Some(slot) = self.slots[range].iter_mut().find(|slot| slot[0] == key) {
            slot[2] = work_in(slot) | (u64::from(attack.number()) + 1) << WORK_BITS;
        }
    }

    /// Stores numbers together with the positions made for them.
    pub(crate) fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        let range = self.bucket(key);
        let bucket = &mut self.slots[range];
        let at =
            bucket.iter().position(|slot| slot[0] == key && slot[2] > 0).unwrap_or_else(|| {
                let least = bucket.iter().enumerate().min_by_key(|(_, slot)| work_in(slot));
                least.map_or(0, |(at, _)| at)
            });
        let before = if bucket[at][0] == key { work_in(&bucket[at]) } else { 0 };
        let packed = u64::from(numbers.proof) << 32 | u64::from(numbers.disproof);
        bucket[at] = [key, packed, (before + work).clamp(1, MOST_WORK)];
    }
}

fn work_in(slot: &Slot) -> u64 {
    slot[2] & MOST_WORK
}

/// The defenses against threats that took a search to find. The new replaces the old.
#[derive(Debug)]
pub(crate) struct ZoneTable {
    slots: Vec<Option<Box<(u64, Bits)>>>,
}

impl ZoneTable {
    pub(crate) fn new(mib: usize) -> Self {
        let n_slots = (mib.max(1) << 20) / (size_of::<(u64, Bits)>() + size_of::<usize>());
        let mut slots = Vec::new();
        slots.resize_with(affordable::<(u64, Bits)>(1 << n_slots.ilog2()), || None);
        Self { slots }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Bits> {
        let slot = self.slots[self.index(key)].as_deref()?;
        (slot.0 == key).then_some(slot.1)
    }

    pub(crate) fn put(&mut self, key: u64, zone: Bits) {
        let index = self.index(key);
        self.slots[index] = Some(Box::new((key, zone)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_rise_evenly_and_settle_nothing() {
        assert_eq!([0, 100, 150, 300, 350].map(two_to_the), [1, 2, 3, 8, 12]);
        assert_eq!([-100, -50, 50].map(|power| times_two_to_the(8, power)), [4, 6, 12]);
        for power in -3000..3000 {
            assert!(times_two_to_the(12, power) <= times_two_to_the(12, power + 1), "{power}");
        }
        // Only what is settled is zero or infinite.
        assert_eq!((times_two_to_the(5, i32::MIN), times_two_to_the(0, 900)), (1, 0));
        assert_eq!(times_two_to_the(INFINITE - 1, i32::MAX), INFINITE - 1);
    }
}
