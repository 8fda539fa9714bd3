//! The inner loops, compiled once for every processor and once for those with AVX2.

use crate::network::{CHANNELS, FACTS, HIDDEN, Head, INPUTS, scale};

/// Both views of a point.
pub(crate) const WIDTH: usize = 2 * CHANNELS;

/// The numbers of a point or of a line, Black's view first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [i16; WIDTH]);

impl Lanes {
    pub(crate) const ZERO: Self = Self([0; WIDTH]);

    /// Puts another line in the place of one; the sum over the board follows.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, old: &Self, new: &Self, pool: &mut Self) {
        for i in 0..WIDTH {
            let before = self.0[i];
            let after = before.wrapping_add(new.0[i].wrapping_sub(old.0[i]));
            self.0[i] = after;
            pool.0[i] = pool.0[i].wrapping_add(active(after).wrapping_sub(active(before)));
        }
    }

    /// Adds a line to a point.
    pub(crate) fn add(&mut self, line: &Self) {
        for i in 0..WIDTH {
            self.0[i] = self.0[i].wrapping_add(line.0[i]);
        }
    }

    /// Adds the activations of a point to the sum over the board.
    #[inline(always)]
    pub(crate) fn enter(&self, pool: &mut Self) {
        for i in 0..WIDTH {
            pool.0[i] = pool.0[i].wrapping_add(active(self.0[i]));
        }
    }

    /// Takes them away again.
    #[inline(always)]
    pub(crate) fn leave(&self, pool: &mut Self) {
        for i in 0..WIDTH {
            pool.0[i] = pool.0[i].wrapping_sub(active(self.0[i]));
        }
    }
}

#[inline(always)]
fn active(number: i16) -> i16 {
    number.clamp(0, scale::ROW_LIMIT)
}

impl Head {
    /// What the sums over the board are worth to the side to move, in units of the score.
    #[inline(always)]
    pub(crate) fn value(&self, pool: &Lanes, us: usize, facts: u16) -> i32 {
        const SUM: f32 = 1.0 / (scale::ROW as f32 * scale::POOL);
        let mut input = [0.0; INPUTS];
        for (view, of_view) in [us & 1, 1 - (us & 1)].into_iter().enumerate() {
            for c in 0..CHANNELS {
                // The sums are never negative; as unsigned numbers they have room for any board.
                let sum = pool.0[of_view * CHANNELS + c] as u16;
                input[view * CHANNELS + c] = f32::from(sum) * SUM;
            }
        }
        for i in 0..FACTS {
            input[2 * CHANNELS + i] = f32::from(facts >> i & 1);
        }
        let first = layer(&input, &self.first, &self.first_bias);
        let second = layer(&first, &self.second, &self.second_bias);
        let mut sums = [0.0; 8];
        for (eight, weights) in second.chunks_exact(8).zip(self.last.chunks_exact(8)) {
            for i in 0..8 {
                sums[i] += eight[i] * weights[i];
            }
        }
        let [a, b, c, d, e, f, g, h] = sums;
        let sum = ((a + e) + (c + g)) + ((b + f) + (d + h));
        let of_facts = self.by_facts[usize::from(facts) & ((1 << FACTS) - 1)];
        ((sum + of_facts) * scale::SCORE) as i32
    }
}

/// One layer. Its inputs are taken in pairs, so that two sums grow side by side and neither waits for
/// the other; the order is the same on every processor.
#[inline(always)]
fn layer<const N: usize>(
    input: &[f32; N],
    weights: &[[f32; HIDDEN]; N],
    bias: &[f32; HIDDEN],
) -> [f32; HIDDEN] {
    const { assert!(N.is_multiple_of(2), "inputs come in pairs") };
    let mut even = *bias;
    let mut odd = [0.0; HIDDEN];
    for (x, rows) in input.chunks_exact(2).zip(weights.chunks_exact(2)) {
        for h in 0..HIDDEN {
            even[h] += x[0] * rows[0][h];
        }
        for h in 0..HIDDEN {
            odd[h] += x[1] * rows[1][h];
        }
    }
    let mut sums = [0.0; HIDDEN];
    for h in 0..HIDDEN {
        sums[h] = (even[h] + odd[h]).clamp(0.0, scale::LIMIT);
    }
    sums
}
