//! A tiny generator whose stream never changes, for seeds that are written down.

/// Steele, Lea and Flood's `SplitMix64`.
///
/// **Promise:** the stream of a seed is part of the crate's interface. Test data, opening sets and
/// position keys are made from it.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator that starts from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The generator of one of many numbered pieces of work that share a seed, so that the result
    /// does not depend on who does which piece.
    pub const fn of_piece(seed: u64, number: u64) -> Self {
        // Mixed twice: seeds that differ by a multiple of the step would share most of a stream.
        Self::new(mix(seed ^ mix(number.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `bound`, by multiplication (Lemire without rejection: the bias is below
    /// `bound / 2^64`, and one draw per call keeps streams easy to reproduce elsewhere).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.try_below(bound).expect("the caller asks for a number below at least one")
    }

    /// As [`SplitMix64::below`]; below zero there is no number, and nothing is drawn.
    pub fn try_below(&mut self, bound: usize) -> Option<usize> {
        (bound > 0).then(|| ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize)
    }

    /// One of the items, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.try_below(items.len())?)
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The finalizer of `SplitMix64`: a bijection that spreads every input bit over the output.
pub(crate) const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    /// The first outputs for seed 1234567, as published with the reference implementation.
    #[test]
    fn stream_is_the_published_one() {
        let mut random = SplitMix64::new(1234567);
        let stream = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(stream, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn pieces_of_work_do_not_share_their_streams() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..100 {
            let mut random = SplitMix64::of_piece(7, number);
            assert!((0..100).all(|_| seen.insert(random.next_u64())), "piece {number}");
        }
    }

    #[test]
    fn below_stays_below_and_reaches_everything() {
        let mut random = SplitMix64::new(1);
        let mut seen = [0; 7];
        for _ in 0..1000 {
            seen[random.below(7)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: [usize; 20] = core::array::from_fn(|i| i);
        SplitMix64::new(3).shuffle(&mut items);
        assert_ne!(items, core::array::from_fn(|i| i));
        items.sort_unstable();
        assert_eq!(items, core::array::from_fn(|i| i));
    }

    #[test]
    fn pick_from_nothing_is_nothing() {
        assert_eq!(SplitMix64::new(3).pick::<u8>(&[]), None);
    }
}
